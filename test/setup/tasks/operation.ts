/** The Firestore requests of one call in a task's life. */
export interface Operations {
  /** Method and path. */
  endpoint: string;
  /** What this call did, where the endpoint does several things. */
  step: string;
  reads: number;
  writes: number;
  roundTrips: number;
  /** What a signed write is there for; whatever else it costs is beside that. */
  own?: Own;
}

export interface Own {
  /** The documents that it is there to write. */
  records: readonly string[];
  /** How many documents it reads for them. */
  reads: number;
}

/** An event is written with the change, then read and written with its position, and so is the head of the log. */
const EVENT = ["the event", "its position", "the head of the log"];
const EVENT_READS = 2;
export const writes = (records: readonly string[], reads = 0): Own => ({ records, reads });
export const writesWithEvent = (records: readonly string[], reads = 0): Own =>
  writes([...records, ...EVENT], reads + EVENT_READS);

/** The calls of one task from its creation to both ratings, with one change round: what its parties send and read. */
const LIFE: readonly (readonly [endpoint: string, step: string])[] = [
  ["POST /agentCreateTaskSimple", "prepare"],
  ["POST /agentCreateTaskSimple", "confirm"],
  ["GET /mkt/tasks", "one open task"],
  ["GET /mkt/task", ""],
  ["POST /mkt/interest", "signed"],
  ["GET /mkt/interest/status", ""],
  ["POST /mkt/interest/resolve", "signed"],
  ["POST /agentStakeAndConfirm", "prepare"],
  ["POST /agentStakeAndConfirm", "confirm"],
  ["POST /agentGetPrivateDetails", "by session"],
  ["POST /agentSubmitWork", "prepare"],
  ["POST /agentSubmitWork", "confirm"],
  ["POST /agentGetSubmissionDetails", "by session"],
  ["POST /mkt/request-changes", "signed, first call"],
  ["POST /mkt/request-changes", "signed, with txHash"],
  ["POST /mkt/sign/prepare", "a resubmission"],
  ["POST /mkt/resubmit", "signed"],
  ["POST /mkt/task", "signed, its list of submissions"],
  ["POST /agentDecide", "prepare"],
  ["POST /agentDecide", "confirm"],
  ["POST /agentRateAndClaimStake", "prepare"],
  ["POST /agentRateAndClaimStake", "confirm"],
];

/** What the calls of one task's life cost together. */
export function lifeTotal(calls: readonly Operations[]): { calls: number; reads: number; writes: number } {
  const life = LIFE.flatMap(
    ([endpoint, step]) => calls.find((one) => one.endpoint === endpoint && one.step === step) ?? [],
  );
  const sum = (name: "reads" | "writes") => life.reduce((total, one) => total + one[name], 0);
  return { calls: life.length, reads: sum("reads"), writes: sum("writes") };
}
