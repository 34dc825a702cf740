import { marketReport, type MarketNumbers } from "../domain/market";
import { requireEscrow, requireEscrows } from "../domain/messages/requestText";
import { formatUsdc } from "../domain/money";
import { CATEGORIES, CATEGORY_NAMES } from "../domain/task/labels";
import { searchOf, type SearchInput } from "../domain/task/search";
import { anonymousViewer } from "../domain/task/status";
import { deadlineOf, type Task } from "../domain/task/task";
import { beginOf, iso, isoOf } from "../domain/time";
import type { TaskRecord } from "../ports/tasks";
import type { Services } from "./services";
import { summaryOf, listedView, taskView } from "./views/task";

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
    updatedAt: iso(updatedAt),
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
      from: isoOf(beginOf(from)),
      to: isoOf(beginOf(to)),
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

/** How many pages of nothing but tasks that expired in the last minute are passed over in one request. */
const MAX_PAGES = 10;
/** The most tasks that a category counts, so that counting costs at most ten reads. */
export const MAX_COUNTED = 10_000;

/**
 * A page of tasks. An expired task is found as open until the notice of its deadline, about a minute; a page of nothing
 * else is passed over.
 */
export async function searchTasks(
  asked: SearchInput,
  { limit, cursor, view, nowMs }: { limit: number; cursor: string | null; view: "full" | undefined; nowMs: number },
  { tasks, settings }: Services,
) {
  const escrows = requireEscrows(settings.escrows);
  const contract = asked.contract === undefined ? undefined : requireEscrow(asked.contract, escrows).name;
  const nowSeconds = Math.floor(nowMs / 1_000);
  const search = searchOf({ ...asked, ...(contract !== undefined && { contract }) }, nowSeconds);
  const isListed = ({ task }: TaskRecord) => search.status !== "open" || isStartable(task, nowSeconds);
  let [items, nextCursor]: [readonly TaskRecord[], string | null] = [[], cursor];
  for (let page = 0; page < MAX_PAGES; page++) {
    const found = await tasks.search(search, limit, nextCursor);
    [items, nextCursor] = [found.items.filter(isListed), found.nextCursor];
    if (items.length > 0 || nextCursor === null) break;
  }
  const isAll = cursor === null && nextCursor === null;
  return {
    items: items.map((record) => {
      const task = taskView(record, escrows, anonymousViewer(nowMs));
      return view === "full" ? listedView(task) : summaryOf(task);
    }),
    nextCursor,
    ...(isAll && { total: items.length }),
  };
}

function isStartable(task: Task, nowSeconds: number): boolean {
  return task.state === "FUNDED" && nowSeconds <= deadlineOf(task);
}

/** Every category with the numbers of its open and settled tasks. */
export async function categoryList({ tasks }: Pick<Services, "tasks">) {
  const items = await Promise.all(
    CATEGORY_NAMES.map(async (name) => {
      const count = (status: "open" | "settled") => tasks.count({ status, equal: { category: name } }, MAX_COUNTED);
      const [open, settled] = await Promise.all([count("open"), count("settled")]);
      return { name, description: CATEGORIES[name], open, settled };
    }),
  );
  return { items };
}
