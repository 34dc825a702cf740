import { DIMENSIONS, FILTERS, type FilterName, type Counter } from "../domain/analytics/cells";
import {
  array,
  integer,
  literal,
  each,
  nullable,
  number,
  object,
  oneOf,
  optional,
  string,
  untrusted,
  type Schema,
} from "./build";
import { Time, Usdc } from "./common";

const Aggregate = oneOf(...DIMENSIONS);

const filter = (what: string, example: string) =>
  optional(
    string({ minLength: 1, maxLength: 40, description: `Only tasks of this ${what}, or ALL.`, examples: [example] }),
  );

const FilterFields = {
  country: filter("country", "PT"),
  category: filter("category", "translation"),
  industry: filter("industry", "publishing"),
} satisfies Record<FilterName, Schema>;

export const ConversionsQuestion = object(
  {
    filters: object(
      { aggregate: Aggregate, ...FilterFields },
      {
        title: "AnalyticsFilters",
        description: "The dimension of the rows, and at most one filter of country, category and industry.",
      },
    ),
  },
  { title: "ConversionsQuestion" },
);

const Count = (description: string) => integer({ minimum: 0, description });
const Rate = (description: string) => nullable(number({ minimum: 0, maximum: 1, description }));

const Counters = {
  posted: Count("Tasks whose outcome became known in the period."),
  interested: Count("Those in which a worker registered interest, or which a worker started."),
  started: Count("Those that a worker started."),
  submitted: Count("Those for which work was submitted."),
  approved: Count("Those whose work was approved, by the poster or by timeout."),
  rejected: Count("Those whose work the poster rejected, regardless of a later ruling."),
  cancelled: Count("Those that the poster cancelled before a worker started."),
} satisfies Record<Counter, Schema>;

const CountFields = {
  ...Counters,
  rewardUsdc: Usdc,
  conversion: object({
    interestToStart: Rate("started / interested"),
    startToSubmit: Rate("submitted / started"),
    submitToApprove: Rate("approved / submitted"),
    postToApprove: Rate("approved / posted"),
  }),
};

const Stats = object(
  {
    aggregate: Aggregate,
    filters: object({
      country: untrusted(FilterFields.country),
      category: untrusted(FilterFields.category),
      industry: untrusted(FilterFields.industry),
    }),
    period: object(
      { from: nullable(Time), to: nullable(Time) },
      { description: "The end is exclusive; null before the first report." },
    ),
    totals: object(CountFields, {
      description: "All filtered tasks. rewardUsdc is the sum of their rewards.",
    }),
    rows: array(
      object({ key: untrusted(string({ description: "The agent's address, or the value." })), ...CountFields }),
      {
        description: "Most started tasks first; at most 1,000.",
      },
    ),
    suppressedRows: integer({
      minimum: 0,
      description: "Monthly rows that are left out because they have too few wallets or exceed 1,000.",
    }),
  },
  { title: "ConversionStats" },
);

export const ConversionsAnswer = object(
  { resultType: literal("analytics"), stats: Stats, schemaVersion: literal("agent-conversions/v1") },
  { title: "ConversionsAnswer" },
);

export const AnalyticsFilterValues = object(
  {
    aggregates: array(Aggregate),
    ...each(FILTERS, untrusted(array(string()))),
    all: literal("ALL"),
    updatedAt: nullable(Time),
  },
  { title: "AnalyticsFilterValues" },
);
