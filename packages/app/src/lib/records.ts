import type { Market, ParticipantTask, Profile, Task } from "../api";
import { count } from "./text";
import { roughly } from "./time";

type PosterRecord = NonNullable<Task["posterRecord"]>;
type WorkerRecord = NonNullable<NonNullable<ParticipantTask["interests"]>["items"][number]["workerRecord"]>;

type Kept = Pick<NonNullable<Market["totals"]>, "decided" | "decidedByDeadlineShare">;

const inPercent = (share: number) => `${Math.round(share * 100)} %`;

/** A share in percent, rounded down to a tenth: 100 % means all. */
export const percentOf = (share: number) => `${Math.floor(share * 1_000) / 10} %`;

/** From so many approved tasks on the market is told in numbers: a median of a few says nothing of the next one. */
export const ENOUGH = 10;

/**
 * How the market kept its promise so far; null while there is nothing to tell. It is kept also where a deadline was
 * missed and the task ended as its terms say.
 */
export function keptText(totals: Kept): string | null {
  const { decided, decidedByDeadlineShare: share } = totals;
  if (share === null) return null;
  const tasks = count(decided, "task");
  const kept = share < 1 ? `${percentOf(share)} of ${tasks}` : decided === 1 ? "The one task" : `All ${tasks}`;
  return `${kept} with delivered work ended as agreed.`;
}

/** How long a decision usually takes, after "decides". */
export function usualTime(seconds: number): string {
  return seconds < 60 ? "within a minute" : `in ${roughly(seconds)}`;
}

/** What to expect of a poster, in one sentence or two. */
export function posterText({ numbers }: PosterRecord): string {
  if (!numbers) return "How this poster usually decides is shown after work by 5 workers.";
  const { decisionSeconds, approvedShare, rejectedShare, silentShare, works } = numbers;
  const others = [
    rejectedShare > 0 && `rejected ${inPercent(rejectedShare)}`,
    silentShare > 0 && `let the deadline pay ${inPercent(silentShare)}`,
  ].filter(Boolean);
  const rest = others.length > 0 ? `, ${others.join(", ")}` : "";
  return `Usually decides ${usualTime(decisionSeconds.median)}; approved ${inPercent(approvedShare)} of ${count(works, "work")}${rest}.`;
}

/** What became of a poster's tasks, in short. */
export function pastText({ completed, rejected }: Profile["asPoster"]): string {
  return completed + rejected === 0 ? "No work decided yet" : `${completed} approved, ${rejected} rejected`;
}

/** The same in short, for lists; null with too few works. */
export function usualText(usual: Task["posterUsually"]): string | null {
  if (!usual) return null;
  return `Usually decides ${usualTime(usual.decisionSeconds)}`;
}

/** What to expect of a worker, in one sentence. */
export function workerText({ numbers }: WorkerRecord): string {
  if (!numbers) return "What to expect of this worker is shown after work for 5 posters.";
  const { started, submitted, approved, abandoned } = numbers;
  return `Started ${count(started, "task")}: ${submitted} submitted in time, ${approved} approved, ${abandoned} abandoned.`;
}
