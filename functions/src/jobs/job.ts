import type { Chain } from "../ports/chain";
import type { Log } from "../ports/log";
import type { Payments } from "../ports/payments";

/** What jobs may reach; each part is built on its first use. */
export interface JobParts {
  payments: () => Payments;
  chain: () => Chain;
  log: Log;
}

/** Work that the service does by itself, on a schedule, and that can be run by hand as well. */
export interface Job {
  /** In App Engine's cron syntax, such as `every 10 minutes`. */
  schedule: string;
  /** Resolves to what was done, in numbers. */
  run(parts: JobParts): Promise<object>;
}

export function job(definition: Job): Job {
  return definition;
}
