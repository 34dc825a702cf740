import type { Address } from "../../../domain/address";
import { selectionOf, type ListedInterest } from "../../../domain/interest";
import { requireEscrows } from "../../../domain/messages/requestText";
import { deadlineOf } from "../../../domain/task/task";
import { ownSummaryOf, listedView, taskView } from "../../views/task";
import type { Services } from "../../services";
import { creditsOf, hiresAmong, withdrawalOf, resubmissionsOf } from "../requestedTask";
import type { TaskRecord } from "../../../ports/tasks";

export const TABS = ["posted", "started", "interested", "completed", "waiting", "disputes", "ruled"] as const;

/** Selections that the first page of `waiting` has at most, besides its tasks. */
const MAX_SELECTIONS = 20;
/** How many of a worker's newest interests are searched for selections. One read. */
const MAX_LISTED = 200;
/** Unread events are counted up to here. */
const MAX_UNREAD = 100;

interface Asked {
  readonly wallet: Address;
  readonly tab: (typeof TABS)[number];
  readonly limit: number;
  readonly cursor: string | null;
  readonly view: "full" | undefined;
  readonly nowMs: number;
  /** Whether the wallet itself asks, and up to where it has read its events. */
  readonly isOwn: boolean;
  readonly unreadSince: string | null;
}

interface Page {
  readonly rows: readonly { record: TaskRecord; interest: ListedInterest | null }[];
  readonly nextCursor: string | null;
}

/** A page of a wallet's tasks in one role, and how many it has in each. */
export async function dashboardOf(asked: Asked, services: Services) {
  const { wallet, tab, cursor, view, nowMs, isOwn, unreadSince } = asked;
  const counted = services.counters.of(wallet);
  const [{ rows, nextCursor }, counts, unread, withdrawal] = await Promise.all([
    pageOf(asked, services),
    counted,
    isOwn && unreadSince !== null ? services.eventFeed.unread(wallet, unreadSince, MAX_UNREAD) : null,
    // Only a poster or a worker can have a credit: for other wallets the chain is not asked.
    tab === "waiting" && cursor === null
      ? counted.then(({ posted, started }) => (posted + started > 0 ? withdrawalOf(wallet, services) : null))
      : null,
  ]);
  const escrows = requireEscrows(services.settings.escrows);
  const records = rows.map(({ record }) => record);
  const tasks = records.map(({ task }) => task);
  const [answers, hires, hasCredit] = await Promise.all([
    resubmissionsOf(tasks, services),
    hiresAmong(records, wallet, nowMs, services),
    creditsOf(tasks, wallet, services),
  ]);
  const items = rows.flatMap(({ record, interest }, at) => {
    const [hire, resubmission] = [hires[at] ?? null, answers[at] ?? null];
    if (tab === "waiting" && hire?.status === "selected") return [];
    const viewer = { wallet, interest, resubmission, hire, hasCredit: hasCredit(record.task), nowMs };
    const task = taskView(record, escrows, viewer);
    return [view === "full" ? listedView(task) : ownSummaryOf(task)];
  });
  return { wallet, tab, items, nextCursor, counts, unread, _nextAction: withdrawal };
}

async function pageOf(asked: Asked, services: Services): Promise<Page> {
  const { wallet, tab, limit, cursor } = asked;
  const { tasks, interests } = services;
  if (tab === "waiting") return waitingPage(asked, services);
  if (tab !== "interested") {
    const { items, nextCursor } =
      tab === "disputes"
        ? await tasks.disputed(wallet, limit, cursor)
        : await tasks.page({ kind: tab, wallet }, limit, cursor);
    return { rows: items.map((record) => ({ record, interest: null })), nextCursor };
  }
  const { items, nextCursor } = await interests.ofWorker(wallet, limit, cursor);
  const records = await tasks.getAll(items);
  const rows = items.flatMap((interest, at) => {
    const record = records[at];
    return record?.task.poster === interest.poster ? [{ record, interest }] : [];
  });
  return { rows, nextCursor };
}

/** What waits for the wallet, the earliest deadline first: a task that it must act on, or one that it was selected for. */
async function waitingPage({ wallet, limit, cursor, nowMs }: Asked, { tasks, interests }: Services): Promise<Page> {
  const [page, told] = await Promise.all([
    tasks.waiting(wallet, limit, cursor),
    cursor === null ? interests.ofWorker(wallet, MAX_LISTED, null) : null,
  ]);
  const selections = (told?.items ?? []).filter((interest) => selectionOf(interest, nowMs)).slice(0, MAX_SELECTIONS);
  const records = await tasks.getAll(selections);
  const selected = selections.flatMap((interest, at) => {
    const record = records[at];
    return record?.task.poster === interest.poster && record.task.state === "FUNDED" ? [{ record, interest }] : [];
  });
  // Without an interest or a hire there is no worker to select.
  const own = page.items.filter(
    ({ task, metadata, interestCount }) =>
      task.state !== "FUNDED" ||
      interestCount > 0 ||
      metadata?.reservedFor !== undefined ||
      nowMs > (task.deadlines.openUntil ?? 0) * 1000,
  );
  const rows = [...selected, ...own.map((record) => ({ record, interest: null }))];
  return {
    rows: rows.sort((a, b) => deadlineOf(a.record.task) - deadlineOf(b.record.task)),
    nextCursor: page.nextCursor,
  };
}
