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
    "Give topic (a few English words that such records hold), or mentions (these very words), or column and value.",
};
const conditions: Schema = { type: "array", items: condition, minItems: 1, maxItems: MAX_LIST };
const filter: Schema = {
  ...object({ all: conditions, any: conditions, none: conditions }),
  description: "Records that meet all of these, any of those, and none of the last. All records where it is left out.",
};
const limit: Schema = { type: "integer", minimum: 1, maximum: 20 };
const yesNo: Schema = { type: "boolean" };

/** What each step of a plan does, and what it takes. */
const STEPS: Readonly<Record<Step["do"], readonly [does: string, takes: Schema]>> = {
  count: ["How many records meet a filter.", object({ of: filter, among: filter }, ["of"])],
  share: [
    "Which share of the records, or of those among, meet a filter.",
    object({ of: filter, among: filter }, ["of"]),
  ],
  top: ["What is mentioned most, and the most common categories.", object({ of: filter, limit })],
  breakdown: ["Counts by a column's values.", object({ of: filter, by: text, least: yesNo }, ["by"])],
  compare: [
    "Sets the same figures of several groups or topics side by side.",
    object({ sides: conditions, on: filter }, ["sides"]),
  ],
  rank: [
    "Orders topics by how many mention them.",
    object({ items: conditions, among: filter, least: yesNo }, ["items"]),
  ],
  quotes: ["Quotes from the records, whole and as they were written.", object({ of: filter, limit })],
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
