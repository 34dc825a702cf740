import {
  FILTERS,
  DIMENSIONS,
  addCounts,
  NO_COUNTS,
  type Dimension,
  type FilterName,
  type Counts,
} from "../../../functions/src/domain/analytics/cells";
import type { EventName } from "../../../functions/src/domain/task/events";
import type { MarketTask } from "../../../dev/local/marketYear";

const OUTCOMES: readonly EventName[] = [
  "TaskApproved",
  "TaskReleased",
  "TaskRefunded",
  "TaskResolved",
  "TaskCancelled",
  "TaskExpired",
];

/** Counts by month, by table (`nameOf`), by row; the row "" is the totals. */
export type Counted = Map<string, Map<string, Map<string, Counts>>>;

/** The counts of every question's rows and totals, made of one event after another. */
export function countEvents(tasks: Iterable<MarketTask>): Counted {
  const counted: Counted = new Map();
  for (const { events, metadata, interestCount } of tasks) {
    const end = events.find(({ name }) => OUTCOMES.includes(name));
    const day = new Date((end?.at.time ?? 0) * 1000).toISOString();
    if (!end) continue;
    const month = counted.get(`${day.slice(0, 7)}-01`) ?? new Map<string, Map<string, Counts>>();
    counted.set(`${day.slice(0, 7)}-01`, month);
    let counts: Counts = { ...NO_COUNTS, interested: interestCount > 0 ? 1 : 0 };
    let agent: string | null = null;
    for (const event of events) {
      if (event.name === "TaskCreated") counts = { ...counts, posted: 1, rewardUsdcUnits: event.rewardUsdcUnits };
      if (event.name === "TaskStarted") counts = { ...counts, started: 1, interested: 1 };
      if (event.name === "TaskStarted") agent = event.worker;
      if (event.name === "WorkSubmitted") counts = { ...counts, submitted: 1 };
      if (event.name === "TaskApproved" || event.name === "TaskReleased") counts = { ...counts, approved: 1 };
      if (event.name === "TaskRejected") counts = { ...counts, rejected: 1 };
      if (event.name === "TaskCancelled") counts = { ...counts, cancelled: 1 };
    }
    const values: Record<Dimension, string | null> = {
      agent,
      category: metadata ? metadata.category.toLowerCase() : null,
      industry: metadata?.industry ? metadata.industry.toLowerCase() : null,
      country: metadata?.country ?? null,
    };
    const given = FILTERS.filter((name) => values[name] !== null);
    for (const filter of [null, ...given]) {
      for (const aggregate of DIMENSIONS) {
        const name = nameOf(aggregate, filter, filter && values[filter]);
        const table = month.get(name) ?? new Map<string, Counts>();
        month.set(name, table);
        for (const row of ["", ...(values[aggregate] === null ? [] : [values[aggregate]])]) {
          table.set(row, addCounts(table.get(row) ?? NO_COUNTS, counts));
        }
      }
    }
  }
  return counted;
}

/** The name of a table: what it counts by, among all tasks or those of a filter's value. */
export function nameOf(aggregate: Dimension, filter: FilterName | null, value: string | null): string {
  return JSON.stringify([aggregate, filter, value]);
}
