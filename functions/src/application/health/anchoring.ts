import { keeperWorks } from "../../domain/keeper";
import type { Services } from "../services";
import { inTime } from "./inTime";

/** The maximum that is counted. */
const MAX_COUNTED = 1_000;

/** The signed resubmissions that wait to be anchored; null without a marketplace. */
export async function anchoringHealth({ resubmissions, keeperStore, settings }: Services, nowMs: number) {
  if (!settings.escrows) return null;
  const read = await inTime(() => Promise.all([resubmissions.waitingCount(nowMs, MAX_COUNTED), keeperStore.newest()]));
  if (!read) return { ok: false, waiting: null, until: null };
  const [{ count, until }, newestRunMs] = read;
  return {
    ok: count === 0 || keeperWorks(newestRunMs, nowMs),
    waiting: count,
    until: until === null ? null : new Date(until * 1000).toISOString(),
  };
}
