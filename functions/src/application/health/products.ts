import { isClosed, monthAfter, monthOf } from "../../domain/analytics/periods";
import type { DatasetKind } from "../../ports/answers";
import type { Services } from "../services";
import { inTime } from "./inTime";

const DAY_MS = 86_400_000;
const MAX_DATASET_AGE_MS = 365 * DAY_MS;
/** The job that publishes reports runs every hour. */
const MAX_REPORT_DELAY_MS = 2 * DAY_MS;

/** The datasets of paid answers. */
export async function answersHealth({ snapshots, settings }: Services, nowMs: number) {
  const [chats, goals] = await Promise.all([look("chats"), look("goals")]);
  const { dataHash, count } = chats;
  const engine = settings.answerModel ? ("model" as const) : ("local" as const);
  return { ok: chats.ok && goals.ok, dataHash, count, engine, datasets: { chats, goals } };

  async function look(kind: DatasetKind) {
    const found = await inTime(() => snapshots.current(kind));
    return {
      ok: found ? nowMs - found.publishedAt <= MAX_DATASET_AGE_MS : false,
      dataHash: found?.dataHash ?? null,
      count: found?.count ?? null,
      publishedAt: found ? new Date(found.publishedAt).toISOString() : null,
    };
  }
}

/** The latest monthly report, and whether one is overdue; null without a marketplace. */
export async function reportsHealth({ analytics, settings }: Services, nowMs: number) {
  if (!settings.escrows) return null;
  const read = await inTime(() => Promise.all([analytics.catalogue(), analytics.quietUpTo(), analytics.firstDay()]));
  if (!read) return { ok: false, from: null, to: null, publishedAt: null };
  const [catalogue, quietUpTo, firstDay] = read;
  const last = catalogue?.reports.at(-1);
  const begins = last?.to ?? (firstDay && monthOf(firstDay));
  // Months with too few wallets are merged with the next one.
  const from = begins && quietUpTo && quietUpTo > begins ? quietUpTo : begins;
  return {
    ok: !from || !isClosed(monthAfter(from), nowMs - MAX_REPORT_DELAY_MS),
    from: last?.from ?? null,
    to: last?.to ?? null,
    publishedAt: catalogue ? new Date(catalogue.publishedAt).toISOString() : null,
  };
}
