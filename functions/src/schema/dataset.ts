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
    datasetCount: integer({ minimum: 0, description: "Records in the dataset." }),
    copies: nullable(
      integer({
        minimum: 0,
        description:
          "Rows that repeat a record (reposts, templates, the same row again): one voice with it, and in no count. Null for fewer than five.",
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
    languages: nullable(array(string(), { description: "Of the records, the most common first." })),
    columns: nullable(
      untrusted(
        array(
          object({
            name: string(),
            values: array(object({ value: string(), count: integer({ minimum: 0 }) })),
            notListed: integer({ minimum: 0, description: "How many more values questions may name." }),
          }),
          { description: "By what questions may select and compare people: values that enough records share." },
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
        countSkill: nullable(
          number({
            maximum: 1,
            description:
              "Null: how many mean a topic in other words is not guessed, for no guess was found that errs clearly less than a constant.",
          }),
        ),
        meaningFrom: nullable(
          string({ description: "The model that tells meaning at import. Null for the records' words alone." }),
        ),
      }),
    ),
  },
  { title: "Dataset", description: "What an import was not told is null or empty." },
);
export type Dataset = Static<typeof Dataset>;

/** How good the engine was measured to be, for all datasets. */
export const Measured = object(
  {
    day: string({ description: "When it was measured, such as 2026-11-28." }),
    figures: array(
      object({
        what: string({ description: "What was measured, and on which data." }),
        value: number({}),
        unit: string(),
        goal: string({ description: "What it was to reach. Empty where it has no goal." }),
      }),
    ),
  },
  {
    title: "Measured",
    description:
      "How good the engine that answers was measured to be, on labelled data of the project, not on these datasets.",
  },
);
