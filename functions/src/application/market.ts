import { marketReport, type MarketNumbers } from "../domain/market";
import { formatUsdc } from "../domain/money";
import { categoryList } from "./tasks/search";
import type { Services } from "./services";

/** The market's public numbers, with the open tasks of each category that is shown alone. */
export async function marketNumbers(services: Pick<Services, "analytics" | "tasks">) {
  const [{ sums, updatedAt }, { items }, months] = await Promise.all([
    services.analytics.market(),
    categoryList(services),
    monthsOf(services),
  ]);
  const { totals, categories, folded } = marketReport(sums);
  const openIn = new Map(items.map(({ name, open }) => [name, open]));
  const openOf = (name: (typeof items)[number]["name"]) => openIn.get(name) ?? 0;
  const allOpen = items.reduce((sum, { open }) => sum + open, 0);
  const shownOpen = categories.reduce((sum, { category }) => sum + openOf(category), 0);
  return {
    totals: totals && { open: allOpen, ...numbersView(totals) },
    categories: categories.map(({ category, numbers }) => ({
      category,
      open: openOf(category),
      ...numbersView(numbers),
    })),
    folded: folded && { categories: folded.categories, open: allOpen - shownOpen, ...numbersView(folded.numbers) },
    months,
    updatedAt: updatedAt === null ? null : new Date(updatedAt).toISOString(),
  };
}

/** Any table over all tasks has their totals; this one has the fewest rows. */
const ALL_TASKS = { aggregate: "category", filter: null } as const;

/** The totals of the monthly reports, whose rows are sold. Each was found publishable beside all others of its period. */
async function monthsOf({ analytics }: Pick<Services, "analytics">) {
  const reports = (await analytics.catalogue())?.reports ?? [];
  const tables = await Promise.all(reports.map((report) => analytics.tables([report], ALL_TASKS)));
  return reports.flatMap(({ from, to }, at) =>
    (tables[at] ?? []).map(({ totals: { posted, started, submitted, approved } }) => ({
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      posted,
      started,
      submitted,
      approved,
      postToApprove: posted === 0 ? null : approved / posted,
    })),
  );
}

function numbersView({
  paidUsdcUnits,
  bySilenceUsdcUnits,
  medianRewardUsdcUnits,
  decided,
  decidedInTime,
  ...numbers
}: MarketNumbers) {
  return {
    ...numbers,
    decided,
    decidedByDeadlineShare: decided === 0 ? null : decidedInTime / decided,
    bySilenceUsdc: formatUsdc(bySilenceUsdcUnits),
    paidUsdc: formatUsdc(paidUsdcUnits),
    medianRewardUsdc: medianRewardUsdcUnits === null ? null : formatUsdc(medianRewardUsdcUnits),
  };
}
