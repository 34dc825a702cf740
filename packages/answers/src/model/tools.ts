import type { Step } from "../plan/plan";

type Schema = Readonly<Record<string, unknown>>;

const object = (properties: Readonly<Record<string, Schema>>, required: readonly string[] = []): Schema => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

/** A text of a condition is no longer, and a list no longer. */
export const MAX_TEXT = 200;
export const MAX_LIST = 8;

const text: Schema = { type: "string", maxLength: MAX_TEXT };
const condition: Schema = {
  ...object({ topic: text, mentions: text, column: text, value: text }),
  description:
    "Give topic (one to three English words that such records hold, in any form and, where known, in other words), or mentions (these very words alone), or column and value.",
};
const conditions: Schema = { type: "array", items: condition, minItems: 1, maxItems: MAX_LIST };
const filter: Schema = {
  ...object({ all: conditions, any: conditions, none: conditions }),
  description:
    "Records that meet all of these, any of those (other wordings of one thing), and none of the last. All records where it is left out.",
};
const limit: Schema = { type: "integer", minimum: 1, maximum: 20 };
const yesNo: Schema = { type: "boolean" };

/** What each step of a plan does, and what it takes. */
const STEPS: Readonly<Record<Step["do"], readonly [does: string, takes: Schema]>> = {
  count: [
    "How many records meet a filter, of all or of those among, with a few quotes.",
    object({ of: filter, among: filter }, ["of"]),
  ],
  share: [
    "Which share of the records, or of those among, meet a filter.",
    object({ of: filter, among: filter }, ["of"]),
  ],
  top: [
    "What the records that meet a filter mention most, and their most common categories.",
    object({ of: filter, limit }),
  ],
  breakdown: [
    "Counts by a column's values, each with its share of all records with that value.",
    object({ of: filter, by: text, least: yesNo }, ["by"]),
  ],
  compare: [
    "Sets the same figures of several groups or topics side by side, says where they differ by more than chance, and what each says most. On: only of records that meet this filter.",
    object({ sides: conditions, on: filter }, ["sides"]),
  ],
  rank: [
    "Orders several topics, names or values by how many mention them.",
    object({ items: conditions, among: filter, least: yesNo }, ["items"]),
  ],
  quotes: [
    "Quotes from the records, whole and as they were written; what could tell of a few people is not quoted.",
    object({ of: filter, limit }),
  ],
  trend: ["What can be said about change over time.", object({ of: filter })],
  describe: [
    "What is said in the records, with themes and quotes; with reasons, what comes nearest to a why.",
    object({ of: filter, reasons: yesNo }),
  ],
};

/** The steps as tools of an OpenAI-compatible API. */
export const TOOLS = Object.entries(STEPS).map(([name, [description, parameters]]) => ({
  type: "function",
  function: { name, description, parameters },
}));

export const isStepName = (name: unknown): name is Step["do"] => typeof name === "string" && Object.hasOwn(STEPS, name);
