import { JOB_MINUTES, jobWorks, type JobName } from "../../domain/jobs";
import type { Services } from "../services";
import { inTime } from "./inTime";

/** The maximum that is counted. */
const MAX_COUNTED = 1_000;

/** When each scheduled job last succeeded, and how much waits for it. */
export async function jobsHealth({ jobRuns }: Services, nowMs: number) {
  const read = await inTime(() => Promise.all([jobRuns.newest(), jobRuns.waiting(nowMs, MAX_COUNTED)]));
  const [newest, counts] = read ?? [{}, null];
  const runOf = (job: JobName) => {
    const last = newest[job] ?? null;
    const waiting = counts && job in counts ? counts[job as keyof typeof counts] : null;
    return {
      ok: read !== undefined && jobWorks(job, last, waiting, nowMs),
      lastSuccess: last === null ? null : new Date(last).toISOString(),
      waiting,
    };
  };
  const runs = Object.fromEntries((Object.keys(JOB_MINUTES) as JobName[]).map((job) => [job, runOf(job)])) as Record<
    JobName,
    ReturnType<typeof runOf>
  >;
  return { ok: Object.values(runs).every(({ ok }) => ok), runs };
}
