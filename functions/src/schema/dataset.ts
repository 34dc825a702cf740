import { array, integer, nullable, number, object, oneOf, string, untrusted, type Static } from "./build";
import { DataHash, Time } from "./common";

const Share = number({ minimum: 0, maximum: 1 });
const Stated = (description: string) =>
  nullable(string({ description: `${description} Null where it is not stated.` }));

/** The datasets that answers are bought about, by the name of their kind. */
const DatasetName = oneOf("chats", "goals");

/** What a buyer may know of a dataset before paying. */
export const Dataset = object(
  {
    kind: DatasetName,
    endpoint: oneOf("/demand-insights", "/ai-early-adopters-goals"),
    datasetCount: integer({
      minimum: 0,
      description: "Records in the dataset. Like every count here, it is perturbed by at most 3.",
    }),
    copies: nullable(
      integer({
        minimum: 0,
        description:
          "Rows that repeat a record (reposts, templates, the same row again): they share its voice and count once. Null for fewer than five.",
      }),
    ),
    dataHash: DataHash,
    importedAt: Time,
    minGroupSize: integer({
      minimum: 1,
      description: "No count is of fewer people, and no quote but what that many others nearly say.",
    }),
    period: Stated("When the records were collected, as the operator states it."),
    licence: Stated("Of the records, as the operator states it."),
    source: Stated("Where the records come from, as the operator states it."),
    languages: nullable(
      array(string(), {
        description: "Of the records, as the operator states them; otherwise English, which is what the engine reads.",
      }),
    ),
    columns: nullable(
      untrusted(
        array(
          object({
            name: string(),
            values: array(object({ value: string(), count: integer({ minimum: 0 }) })),
            notListed: integer({ minimum: 0, description: "How many more values questions may name." }),
          }),
          { description: "What questions may select and compare people by: values that enough records share." },
        ),
      ),
    ),
    examples: untrusted(
      array(object({ question: string(), reply: string() }), {
        description: "Questions, each with the reply that this dataset gives; made at import.",
      }),
    ),
    quality: nullable(
      object({
        inThemes: { ...Share, description: "The share of records in a theme." },
        named: {
          ...Share,
          description:
            "The share of records that a theme or a named subject holds, of which “what is most common” tells.",
        },
        quotable: { ...Share, description: "The share of records that may be quoted." },
        meaningFrom: nullable(
          string({ description: "The model that compares meaning at import. Null for the records' words alone." }),
        ),
      }),
    ),
  },
  { title: "Dataset", description: "What answers are computed from." },
);
export type Dataset = Static<typeof Dataset>;

/** How good the engine was measured to be, for all datasets. */
export const Measured = object(
  {
    unseen: nullable(
      object({
        singles: number({ minimum: 0, maximum: 3, description: "The mean grade of replies to single questions." }),
        lastTurns: number({
          minimum: 0,
          maximum: 3,
          description: "The mean grade of the last replies of conversations.",
        }),
        questions: integer({ minimum: 1, description: "How many questions and conversations were graded." }),
        date: string({ description: "When, such as 2026-11-28." }),
      }),
    ),
  },
  {
    title: "Measured",
    description:
      "How good replies without a language model were, from 0 to 3, on texts and questions that were new to the engine and its builders. Null until it is graded.",
  },
);
