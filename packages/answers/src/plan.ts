import { Type, type Static, type TSchema } from "@sinclair/typebox";

/** The version of the plan's form. */
export const PLAN_VERSION = "answer-plan/v2";

export const MAX_STEPS = 6;
/** Longest text of a topic, of words, or of a column's name or value. */
const MAX_TEXT = 200;
/** Most members of `all`, `any`, `none`, `sides`, `items`, and of a list of values. */
export const MAX_LIST = 12;
/**
 * Predicates may be nested so deep.
 *
 * @internal
 */
export const MAX_DEPTH = 3;

const closed = { additionalProperties: false } as const;
const text = (description: string) => Type.String({ minLength: 1, maxLength: MAX_TEXT, description });

/** A predicate of this depth; TypeBox's recursive types would make ajv's standalone code recursive, too. */
function predicateOf(depth: number): TSchema {
  const nested = depth < MAX_DEPTH && Type.Array(predicateOf(depth + 1), { minItems: 1, maxItems: MAX_LIST });
  return Type.Object(
    {
      topic: Type.Optional(
        text(
          "Records about this, in one to three words: those that hold its words in any form, or other words used alike.",
        ),
      ),
      words: Type.Optional(text("Records that hold these very words, in this order.")),
      where: Type.Optional(
        Type.Record(
          Type.String({ minLength: 1, maxLength: MAX_TEXT }),
          Type.Union([
            text("A value of the column."),
            Type.Array(text("A value of the column."), { minItems: 1, maxItems: MAX_LIST }),
            Type.Object(
              { from: Type.Optional(Type.Number()), to: Type.Optional(Type.Number()) },
              { ...closed, minProperties: 1, description: "Numbers, the bounds included." },
            ),
          ]),
          {
            minProperties: 1,
            maxProperties: 6,
            description: "Columns and the value, values or bounds that a record has in each.",
          },
        ),
      ),
      ...(nested && {
        all: Type.Optional(nested),
        any: Type.Optional(nested),
        none: Type.Optional(nested),
      }),
    },
    {
      ...closed,
      minProperties: 1,
      description: "Records for which every member holds: all of `all`, at least one of `any`, none of `none`.",
    },
  );
}

/** Numbers of a column, the bounds included. */
export interface Bounds {
  from?: number;
  to?: number;
}

/** Which records something is asked about: every member that is given must hold. */
export interface Predicate {
  topic?: string;
  words?: string;
  where?: Record<string, string | string[] | Bounds>;
  all?: Predicate[];
  any?: Predicate[];
  none?: Predicate[];
}

const PREDICATE_SCHEMA = Type.Unsafe<Predicate>(predicateOf(1));

const of = Type.Optional(PREDICATE_SCHEMA);
const limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 20 }));
const column = text("The name of a column.");
const fewest = Type.Optional(
  Type.Integer({ minimum: 5, maximum: 1_000_000, description: "Values of `by` with fewer records are left out." }),
);

const step = <T extends Record<string, TSchema>>(name: string, description: string, members: T) =>
  Type.Object({ do: Type.Literal(name), ...members }, { ...closed, description });

/** What each step does, and what it takes; `of` and `among` left out mean all records. */
export const STEP_SCHEMAS = {
  count: step("count", "How many records meet `of`, out of those that meet `among`, with typical quotes.", {
    of,
    among: of,
  }),
  share: step("share", "Which share of the records that meet `among` meets `of`.", {
    of: PREDICATE_SCHEMA,
    among: of,
  }),
  top: step("top", "The subjects that the records mention most.", { of, limit }),
  split: step(
    "split",
    "Counts by each value of a column, of the records that meet `among`; with `of`, the share of each value's records that meet it. `order` is by share where `of` is given, else by count.",
    {
      of,
      among: of,
      by: column,
      order: Type.Optional(Type.Union([Type.Literal("most"), Type.Literal("least")])),
      fewest,
      limit,
    },
  ),
  average: step(
    "average",
    "The average and the sum of a column of numbers, of the records that meet `among`; with `by`, of each value of another column.",
    {
      column,
      among: of,
      by: Type.Optional(column),
      order: Type.Optional(Type.Union([Type.Literal("most"), Type.Literal("least")])),
      fewest,
      limit,
    },
  ),
  compare: step(
    "compare",
    "Two or more groups side by side: how large each is; with `on`, which share of each meets it; without, the averages, the shares of yes and the themes in which they differ by more than chance.",
    { sides: Type.Array(PREDICATE_SCHEMA, { minItems: 2, maxItems: MAX_LIST }), on: of },
  ),
  rank: step("rank", "Several topics or groups in the order of how many records meet each.", {
    items: Type.Array(PREDICATE_SCHEMA, { minItems: 2, maxItems: MAX_LIST }),
    among: of,
    order: Type.Optional(Type.Union([Type.Literal("most"), Type.Literal("least")])),
  }),
  themes: step(
    "themes",
    "What the records that meet `of` speak of, with sizes, a typical quote each, and what is more common here than in the rest. With a `cue`, what they give as a reason, blame, wish for or praise.",
    {
      of,
      cue: Type.Optional(
        Type.Union([Type.Literal("reason"), Type.Literal("problem"), Type.Literal("wish"), Type.Literal("praise")]),
      ),
      limit,
    },
  ),
  quotes: step("quotes", "Quotes that several people say nearly the same.", { of, limit }),
} as const;

export type StepName = keyof typeof STEP_SCHEMAS;
export const STEP_NAMES = Object.keys(STEP_SCHEMAS) as StepName[];
export type StepOf<N extends StepName> = Omit<Static<(typeof STEP_SCHEMAS)[N]>, "do"> & { do: N };
/** One thing to be found out. */
export type Step = { [N in StepName]: StepOf<N> }[StepName];
export type Cue = "reason" | "problem" | "wish" | "praise";
export type Order = "most" | "least";

/** The form of a plan that a buyer sends as `query`. Each step is checked by the schema of its `do` for clear faults. */
export const PLAN_SCHEMA = Type.Object(
  {
    version: Type.Optional(Type.Literal(PLAN_VERSION)),
    steps: Type.Array(Type.Union(Object.values(STEP_SCHEMAS)), { minItems: 1, maxItems: MAX_STEPS }),
    format: Type.Optional(
      Type.Union([Type.Literal("markdown"), Type.Literal("json")], {
        description: "`json`: the reply is the results as JSON text.",
      }),
    ),
  },
  { ...closed, $id: PLAN_VERSION, title: PLAN_VERSION },
);

/** What is to be computed. */
export interface Plan {
  version?: typeof PLAN_VERSION;
  steps: Step[];
  format?: "markdown" | "json";
}

/** A predicate and all that are nested in it. */
export const withNested = (one: Predicate): Predicate[] => [
  one,
  ...[...(one.all ?? []), ...(one.any ?? []), ...(one.none ?? [])].flatMap(withNested),
];

/** "3 to 5", "2 or less", "40 or more". */
export const boundsOf = ({ from, to }: Bounds): string =>
  from === undefined
    ? `${to} or less`
    : to === undefined
      ? `${from} or more`
      : from === to
        ? `${from}`
        : `${from} to ${to}`;
