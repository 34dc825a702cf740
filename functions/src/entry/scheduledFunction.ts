import { onSchedule, type ScheduleFunction } from "firebase-functions/v2/scheduler";
import { MEMORY, REGION, secrets } from "./deploy";
import { JOBS } from "./jobs";
import { readSettings } from "../settings/read";
import { wire } from "./wire";

/** A job as a scheduled function; runs do not overlap. The schedule is in App Engine's cron syntax. */
export function scheduledFunction(name: keyof typeof JOBS, schedule: string): ScheduleFunction {
  const options = {
    region: REGION,
    schedule,
    secrets,
    // The job that finishes purchases computes their answers.
    memory: name === "paymentFinality" ? MEMORY.answers : MEMORY.small,
    timeoutSeconds: 300,
    maxInstances: 1,
    concurrency: 1,
  };
  return onSchedule(options, async () => {
    await JOBS[name](wire(readSettings(process.env)));
  });
}
