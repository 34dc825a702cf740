import { DIMENSIONS, type FilterName } from "../../domain/analytics/cells";
import { computations, endpoint, open } from "../../http/endpoint";
import { object } from "../../schema/build";
import { AnalyticsFilterValues } from "../../schema/analytics";

/** The available filters of the paid analytics. */
export default endpoint({
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
      updatedAt: catalogue ? new Date(catalogue.publishedAt).toISOString() : null,
    };
  },
});
