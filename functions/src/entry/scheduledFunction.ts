import { onSchedule, type ScheduleFunction } from "firebase-functions/v2/scheduler";
import { MEMORY, REGION, secrets } from "./deploy";
import type { Job } from "../jobs/job";
import { readSettings } from "../settings/read";
import { wire } from "../wire";

/** A job as a scheduled function; runs do not overlap. */
export function scheduledFunction(job: Job): ScheduleFunction {
  const options = {
    region: REGION,
    schedule: job.schedule,
    secrets,
    memory: MEMORY.small,
    timeoutSeconds: 300,
    maxInstances: 1,
    concurrency: 1,
  };
  return onSchedule(options, async () => {
    await job.run(wire(readSettings(process.env)));
  });
}
