import { onSchedule, type ScheduleFunction } from "firebase-functions/v2/scheduler";
import { MEMORY, REGION, secrets } from "./deploy";
import { JOB_MINUTES, type JobName } from "../domain/jobs";
import { runJob } from "./jobs";
import { readSettings } from "../settings/read";
import { wire } from "./wire";

/** A job as a scheduled function; runs do not overlap. */
export function scheduledFunction(name: JobName): ScheduleFunction {
  const options = {
    region: REGION,
    schedule: `every ${JOB_MINUTES[name]} minutes`,
    secrets,
    // The job that finishes purchases computes their answers.
    memory: name === "paymentFinality" ? MEMORY.answers : MEMORY.small,
    timeoutSeconds: 300,
    maxInstances: 1,
    concurrency: 1,
  };
  return onSchedule(options, async () => {
    await runJob(name, wire(readSettings(process.env)));
  });
}
