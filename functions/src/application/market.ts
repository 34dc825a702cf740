import { marketReport, type MarketNumbers } from "../domain/market";
import { formatUsdc } from "../domain/money";
import { categoryList } from "./tasks/search";
import type { Services } from "./services";

/** The market's public numbers, with the open tasks of each category that is shown alone. */
export async function marketNumbers(services: Pick<Services, "analytics" | "tasks">) {
  const [{ sums, updatedAt }, { items }] = await Promise.all([services.analytics.market(), categoryList(services)]);
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
    updatedAt: updatedAt === null ? null : new Date(updatedAt).toISOString(),
  };
}

function numbersView({ paidUsdcUnits, medianRewardUsdcUnits, ...numbers }: MarketNumbers) {
  return {
    ...numbers,
    paidUsdc: formatUsdc(paidUsdcUnits),
    medianRewardUsdc: medianRewardUsdcUnits === null ? null : formatUsdc(medianRewardUsdcUnits),
  };
}
