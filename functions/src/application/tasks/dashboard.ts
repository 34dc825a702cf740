import type { Address } from "../../domain/address";
import type { ListedInterest } from "../../domain/interest";
import { requireEscrows } from "../../domain/messages/requestText";
import { taskView } from "../views/task";
import type { Services } from "../services";
import { resubmissionsOf } from "./requestedTask";
import type { TaskRecord } from "./task";

export const TABS = ["posted", "started", "interested", "completed"] as const;

interface Asked {
  readonly wallet: Address;
  readonly tab: (typeof TABS)[number];
  readonly limit: number;
  readonly cursor: string | null;
  readonly nowMs: number;
}

interface Page {
  readonly rows: readonly { record: TaskRecord; interest: ListedInterest | null }[];
  readonly nextCursor: string | null;
}

/** A page of a wallet's tasks in one role, and how many it has in each. */
export async function dashboardOf(asked: Asked, services: Services) {
  const { wallet, tab, nowMs } = asked;
  const [{ rows, nextCursor }, counts] = await Promise.all([pageOf(asked, services), services.counters.of(wallet)]);
  const escrows = requireEscrows(services.settings.escrows);
  const tasks = rows.map(({ record }) => record.task);
  const answers = await resubmissionsOf(tasks, services);
  const items = rows.map(({ record, interest }, at) =>
    taskView(record, escrows, { wallet, interest, resubmission: answers[at] ?? null, nowMs }),
  );
  return { wallet, tab, items, nextCursor, counts };
}

async function pageOf({ wallet, tab, limit, cursor }: Asked, { tasks, interests }: Services): Promise<Page> {
  if (tab !== "interested") {
    const { items, nextCursor } = await tasks.page({ kind: tab, wallet }, limit, cursor);
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
