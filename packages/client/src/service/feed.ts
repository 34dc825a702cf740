import type { operations } from "../generated/openapi";
import type { Api } from "./http";
import type { NextAction, Task } from "../tasks/taskKey";
import { dataOf } from "./transport";

/** Something that this wallet can do now. */
export interface Todo {
  task: Task;
  next: NextAction;
  /** `anyone`: a deadline has passed, and anyone may call the timeout. */
  role: "poster" | "worker" | "arbiter" | "anyone";
}

const TABS = ["posted", "started", "interested", "disputes"] as const;
const PAGE = 100;
/** Tasks of a list that are read again one by one. */
const MAX_FRESH = 20;

export interface FeedOptions {
  /** The most pages that are read of each list; 3 by default. */
  pages?: number;
}

type Board = operations["mktDashboard"]["parameters"]["query"];

/** Which page of what waits, of which wallet; `unreadSince` is a cursor of `/mkt/events`, and needs the session. */
export type WaitingPage = Partial<Pick<Board, "wallet" | "limit" | "cursor" | "unreadSince">>;
type Board200 = operations["mktDashboard"]["responses"]["200"]["content"]["application/json"];

/** A page of what waits. */
export type Waiting = Omit<Board200, "items"> & { items: Task[] };

/** A page of what waits for a wallet, as the service lists it. */
export async function waitingFor(
  api: Api,
  page: WaitingPage & { wallet: string },
  headers: Record<string, string>,
): Promise<Waiting> {
  const query = { ...page, tab: "waiting", view: "full" } as const;
  return dataOf(await api.GET("/mkt/dashboard", { params: { query }, headers })) as Waiting;
}

/**
 * What a wallet can do next in the tasks that it takes part in, the most urgent first. Read from its dashboard, which
 * is
 * public: a wallet needs no key for it. The tab `waiting` has less: no deadline that has just passed, no answer in a
 * dispute, no task whose worker only has to register.
 */
export async function todosOf(api: Api, wallet: string, { pages = 3 }: FeedOptions = {}): Promise<Todo[]> {
  const lists = await Promise.all(TABS.map((tab) => tasksOf(api, wallet, tab, pages)));
  const tasks = new Map(lists.flat().map((task) => [`${task.contract} ${task.taskId}`, task]));
  const known = [...tasks.values()];
  // Lists count interests up to a minute late, and until one is counted there is no worker to choose.
  const late = known
    .filter((task) => isPosters(task, wallet) && task._nextAction?.action === "select" && task.interestCount === 0)
    .slice(0, MAX_FRESH);
  const fresh = await Promise.all(late.map((task) => fresher(api, task, wallet)));
  return known.flatMap((task) => todoOf(fresh[late.indexOf(task)] ?? task, wallet)).sort(byUrgency);
}

async function fresher(api: Api, { contract, taskId }: Task, wallet: string): Promise<Task> {
  return dataOf(await api.GET("/mkt/task", { params: { query: { contract, id: taskId, wallet } } }));
}

function isPosters({ poster }: Task, wallet: string): boolean {
  return poster.toLowerCase() === wallet.toLowerCase();
}

async function tasksOf(api: Api, wallet: string, tab: (typeof TABS)[number], pages: number): Promise<Task[]> {
  const tasks: Task[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < pages; page++) {
    const query: Board = { wallet, tab, limit: PAGE, view: "full", ...(cursor !== null && { cursor }) };
    const { items, nextCursor }: Board200 = dataOf(await api.GET("/mkt/dashboard", { params: { query } }));
    tasks.push(...(items as Task[]));
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  return tasks;
}

function todoOf(task: Task, wallet: string): Todo[] {
  const next = task._nextAction;
  if (!next || next.actor === "client") return [];
  if (next.actor === "anyone") return [{ task, next, role: "anyone" }];
  if (next.actor === "arbiter") {
    const isArbiter = task.terms.arbiter.toLowerCase() === wallet.toLowerCase();
    return isArbiter ? [{ task, next, role: "arbiter" }] : [];
  }
  const isPoster = isPosters(task, wallet);
  if (next.actor === "poster") {
    // Without an interest there is no worker to select.
    const hasNoOneToSelect = next.action === "select" && task.interestCount === 0;
    return isPoster && !hasNoOneToSelect ? [{ task, next, role: "poster" }] : [];
  }
  return isPoster ? [] : [{ task, next, role: "worker" }];
}

function byUrgency(one: Todo, other: Todo): number {
  return (one.next.deadline ?? "9").localeCompare(other.next.deadline ?? "9");
}
