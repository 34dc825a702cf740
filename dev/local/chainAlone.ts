/**
 * `npm run chain`: what the Firebase emulators lack, beside `npx firebase emulators:start`. A chain with test USDC and
 * the escrows; and, once the Firestore emulator answers, the sample data and the scheduled functions, which the emulators
 * do not run. Until Ctrl-C.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { BASE } from "../../functions/src/domain/chains";
import { startChain } from "./chain";
import { deployContracts } from "./contracts";
import { DEMO, demoSettings } from "./demoProject";
import { emulatorDatabase, loadSample } from "./emulatorData";
import { JOB_PAUSE_MS, startJobs } from "./jobs";
import { exitAfter } from "./processes";

/** As on a local stack: final after four seconds. */
const SAFE_DEPTH = 10;

async function main(): Promise<void> {
  const stopped = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stopped.abort());
  const chain = await startChain({ port: DEMO.chainPort, blockTimeSeconds: BASE.blockSeconds, safeDepth: SAFE_DEPTH });
  await deployContracts(chain);
  console.log(`Chain ${chain.chainId} at ${chain.rpcUrl}: USDC in place, wallets funded, escrows deployed.`);
  console.log(`Waiting for the Firestore emulator at ${DEMO.firestoreHost} ...`);
  while (!stopped.signal.aborted && !(await isUp())) await sleep(JOB_PAUSE_MS, undefined, stopped).catch(() => {});
  if (!stopped.signal.aborted) {
    await loadSample(DEMO.firestoreHost);
    const jobs = startJobs(emulatorDatabase(DEMO.firestoreHost), demoSettings(), JOB_PAUSE_MS, console.error);
    console.log(`Sample data imported; the scheduled functions are at work. The service is at ${DEMO.baseUrl}.`);
    await new Promise<void>((resolve) => {
      if (stopped.signal.aborted) resolve();
      stopped.signal.addEventListener("abort", () => resolve());
    });
    await jobs.close();
  }
  await chain.close();
}

const isUp = (): Promise<boolean> =>
  fetch(`http://${DEMO.firestoreHost}/`).then(
    ({ ok }) => ok,
    () => false,
  );

exitAfter(main());
