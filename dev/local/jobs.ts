import { setTimeout as sleep } from "node:timers/promises";
import type { Firestore } from "@google-cloud/firestore";
import { JOB_MINUTES, type JobName } from "../../functions/src/domain/jobs";
import { runJob } from "../../functions/src/entry/jobs";
import { readSettings } from "../../functions/src/settings/read";
import { wire } from "../../functions/src/entry/wire";

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

/** How long a job rests on a local stack. */
export const JOB_PAUSE_MS = 2_000;

/** A run that is under way gets so long to end. */
const CLOSE_MS = 2_000;

/** The scheduled functions, run here because the Firebase emulators do not run any. */
export interface RunningJobs {
  close(): Promise<void>;
}

/**
 * Runs every job over and over, each again `pauseMs` after it ended.
 *
 * @param failed told once for each job and reason that a run fails with
 */
export function startJobs(
  db: Firestore,
  settings: Record<string, string>,
  pauseMs: number,
  failed: (line: string) => void,
): RunningJobs {
  const parts = wire(readSettings(settings), { db, log: SILENT });
  const stopping = new AbortController();
  const told = new Set<string>();

  const repeat = async (name: string, run: () => Promise<object>): Promise<void> => {
    while (!stopping.signal.aborted) {
      await run().catch((error: unknown) => {
        const line = `${name}: ${error instanceof Error ? error.message : String(error)}`;
        if (stopping.signal.aborted || told.has(line)) return;
        told.add(line);
        failed(line);
      });
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const loops = (Object.keys(JOB_MINUTES) as JobName[]).map((name) => repeat(name, () => runJob(name, parts)));

  return {
    async close() {
      stopping.abort();
      // The emulator and the chain are stopped at the same time: a run that waits for them would never end.
      await Promise.race([Promise.all(loops).then(() => db.terminate()), sleep(CLOSE_MS, undefined, { ref: true })]);
    },
  };
}
