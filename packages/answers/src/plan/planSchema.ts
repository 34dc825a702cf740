import { MEASURES, PLAN_VERSION, REFUSALS } from "./plan";

type Schema = Readonly<Record<string, unknown>>;

const text: Schema = { type: "string", maxLength: 4_000 };
const names: Schema = { type: "array", items: text };
const yesNo: Schema = { type: "boolean" };
const limit: Schema = { type: "integer", minimum: 1, maximum: 20 };
const place: Schema = { type: "integer", minimum: 2, maximum: 8 };
const predicate: Schema = { $ref: "#/$defs/predicate" };
const orAll: Schema = { anyOf: [predicate, { type: "null" }] };
const several: Schema = { type: "array", items: predicate, minItems: 1 };

const test: Schema = {
  type: "object",
  properties: { is: { enum: ["over", "atLeast", "under", "atMost"] }, percent: { type: "number" } },
  required: ["is", "percent"],
  additionalProperties: false,
};

const claim: Schema = { enum: ["more", "less"] };

/** An object with these members and no others; `tag` says which of several forms it is. */
const form = (
  tag: "is" | "do",
  value: string,
  members: Readonly<Record<string, Schema>>,
  optional: Readonly<Record<string, Schema>> = {},
): Schema => ({
  type: "object",
  properties: { [tag]: { const: value }, ...members, ...optional },
  required: [tag, ...Object.keys(members)],
  additionalProperties: false,
});

/** The JSON Schema (2020-12) of an `AnswerPlan`. A change that an older reader could not follow changes the version. */
export const PLAN_SCHEMA: Schema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: PLAN_VERSION,
  type: "object",
  properties: {
    version: { const: PLAN_VERSION },
    steps: { type: "array", items: { $ref: "#/$defs/step" } },
    refusals: {
      type: "array",
      items: {
        type: "object",
        properties: { kind: { enum: REFUSALS }, words: text, detail: names, isExcluded: { const: true } },
        required: ["kind", "words", "detail"],
        additionalProperties: false,
      },
    },
    notUnderstood: names,
    isInstead: { const: true },
  },
  required: ["version", "steps", "refusals", "notUnderstood"],
  additionalProperties: false,
  $defs: {
    predicate: {
      oneOf: [
        form("is", "topic", { text, words: text }, { insteadOf: text }),
        form("is", "mentions", { text, words: text }, { exact: { const: true } }),
        form("is", "value", {
          column: text,
          value: { type: ["string", "null"] },
          label: text,
          isOfPeople: yesNo,
          words: text,
        }),
        form("is", "and", { of: several }),
        form("is", "or", { of: several }, { label: text }),
        form("is", "not", { of: predicate }),
        form("is", "step", { step: { type: "integer", minimum: 0 }, words: text }),
      ],
    },
    step: {
      oneOf: [
        form("do", "count", { of: orAll, among: orAll }, { test }),
        form("do", "share", { of: orAll, among: orAll }, { test }),
        form(
          "do",
          "top",
          { of: orAll, limit },
          { problems: { const: true }, claimed: predicate, place, least: { const: true } },
        ),
        form("do", "breakdown", { of: orAll, by: text, least: yesNo }, { each: { const: true }, place }),
        form("do", "compare", { sides: several, on: orAll }, { problems: { const: true }, claim }),
        form("do", "rank", { items: several, among: orAll, least: yesNo }, { claim }),
        form("do", "quotes", { of: orAll, limit }),
        form("do", "trend", { of: orAll }),
        form("do", "describe", { of: orAll, reasons: yesNo }, { measure: { enum: MEASURES } }),
      ],
    },
  },
};
