import { requireEscrow, requireEscrows } from "../../domain/messages/requestText";
import { CATEGORIES, CATEGORY_NAMES } from "../../domain/task/labels";
import { searchOf, type SearchInput } from "../../domain/task/search";
import { anonymousViewer } from "../../domain/task/status";
import { deadlineOf, type Task } from "../../domain/task/task";
import type { TaskRecord } from "../../ports/tasks";
import type { Services } from "../services";
import { summaryOf, listedView, taskView } from "../views/task";

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
