import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises";

/** Waits until it is so, for as long as that takes: a test that waits in vain ends by Jest's own limit. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(10);
}

/** Lets everything run that waits for nothing outside of this process. */
export async function turns(count = 20): Promise<void> {
  for (let at = 0; at < count; at++) await turn();
}
