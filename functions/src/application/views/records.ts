import { formatUsdc } from "../../domain/money";
import type { PosterRecord, WorkerRecord } from "../../domain/reputation/records";
import type { Static } from "../../schema/build";
import type { PosterRecordShown, WorkerRecordShown } from "../../schema/records";

const PLACES = 10_000;
const rounded = (value: number) => Math.round(value * PLACES) / PLACES;

/** The public view of a poster's record. */
export function posterRecordView(record: PosterRecord | null): Static<typeof PosterRecordShown> {
  if (!record) return { status: "too_few", numbers: null };
  const { workers, works, decisionSeconds, workersEarnedUsdcUnits } = record;
  const share = (count: number) => rounded(count / works);
  return {
    status: "known",
    numbers: {
      workers,
      works,
      decisionSeconds: { ...decisionSeconds },
      approvedShare: share(record.approved),
      rejectedShare: share(record.rejected),
      silentShare: share(record.silent),
      disputedShare: share(record.disputed),
      workersEarnedUsdc: formatUsdc(workersEarnedUsdcUnits),
    },
  };
}

/** The public view of a worker's record. */
export function workerRecordView(record: WorkerRecord | null): Static<typeof WorkerRecordShown> {
  return record ? { status: "known", numbers: { ...record } } : { status: "too_few", numbers: null };
}
