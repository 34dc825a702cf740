import { statsOf } from "../../application/views/analytics";
import { DIMENSIONS, type FilterName } from "../../domain/analytics/cells";
import { refuseUnknown, sumTables, tableAskedFor } from "../../domain/analytics/report";
import { beginOf, iso, isoOf } from "../../domain/time";
import { computations, endpoint, open, paid, refusals } from "../../http/endpoint";
import { AnalyticsFilterValues, ConversionsAnswer, ConversionsQuestion } from "../../schema/analytics";
import { object } from "../../schema/build";

/** A paid report on task conversion. */
export const agentConversions = endpoint({
  method: "POST",
  path: "/analytics/agent-conversions",
  summary: "Conversion of tasks from posted to approved, by agent, category, industry or country",
  description:
    "Counts the tasks whose outcome became known in the period, each once. The period covers the last twelve " +
    "monthly reports; a report appears three days after its month at the earliest and never changes, and a month with too few wallets is merged " +
    "with the next one. No number, and nothing that can be computed from several numbers, filters or periods, is about fewer than " +
    "5 wallets: a month in which a row would be is excluded from that row and counted in suppressedRows. Rows by agent are named by the " +
    "worker's wallet and are about its posters: they need 5 posters. Tasks without a category, industry or country are in " +
    "the totals only. GET /analytics/filters lists the available values for free; a value once listed stays valid.",
  auth: paid("mkt agent conversions: one report"),
  input: ConversionsQuestion,
  invalidAs: "invalid_filters",
  check: ({ filters }) => void tableAskedFor(filters),
  missing: async ({ analytics }) =>
    (await analytics.catalogue())?.reports.length ? null : "No monthly report is published.",
  checkStored: async ({ filters }, { analytics }) => {
    const { filter } = tableAskedFor(filters);
    if (filter && !(await analytics.isKnown(filter.name, filter.value))) refuseUnknown(filter.name);
  },
  output: ConversionsAnswer,
  errors: ["invalid_filters"],
  rateLimit: refusals(60),
  example: { filters: { aggregate: "category", country: "ALL" } },

  handle: async ({ input: { filters } }, { analytics }) => {
    const reports = (await analytics.catalogue())?.reports ?? [];
    const tables = await analytics.tables(reports, tableAskedFor(filters));
    const shown = (day: string | undefined) => (day === undefined ? null : isoOf(beginOf(day)));
    const period = { from: shown(reports[0]?.from), to: shown(reports.at(-1)?.to) };
    return {
      resultType: "analytics" as const,
      stats: statsOf(filters, period, sumTables(tables)),
      schemaVersion: "agent-conversions/v1" as const,
    };
  },
});

/** The available filters of the paid analytics. */
export const analyticsFilters = endpoint({
  method: "GET",
  path: "/analytics/filters",
  summary: "The filter values of /analytics/agent-conversions",
  description:
    "Only values for which at least one current report has a table. updatedAt is when the latest report appeared; null before the first.",
  auth: open,
  input: object({}),
  output: AnalyticsFilterValues,
  errors: [],
  rateLimit: computations,
  shared: 60,
  example: {},

  handle: async (_call, { analytics }) => {
    const catalogue = await analytics.catalogue();
    const begin = catalogue?.reports[0]?.from ?? "";
    const listed = (name: FilterName) =>
      Object.entries(catalogue?.values[name] ?? {})
        .filter(([, lastEnd]) => lastEnd > begin)
        .map(([value]) => value)
        .sort();
    return {
      aggregates: [...DIMENSIONS],
      country: listed("country"),
      category: listed("category"),
      industry: listed("industry"),
      all: "ALL" as const,
      updatedAt: catalogue ? iso(catalogue.publishedAt) : null,
    };
  },
});
