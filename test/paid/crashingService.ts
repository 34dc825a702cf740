import { randomUUID } from "node:crypto";
import { Firestore } from "@google-cloud/firestore";
import { rpcChain } from "../../functions/src/adapters/rpc/chain";
import { Nodes } from "../../functions/src/adapters/rpc/nodes";
import { hookFirestore } from "../setup/database/hookFirestore";
import { CountedAnswers, KeptLog, testHandlers, testSettings } from "../setup/service";

/** Where a redemption waits for something, in its order. */
export const STEPS = ["find", "evidence", "claim", "compute", "deliver"] as const;
type Step = (typeof STEPS)[number];

/** What the process is told: its database, and the moment at which it must die, such as `claim after`. */
export interface CrashEnv {
  CRASH_PROJECT: string;
  CRASH_AT?: string;
}

/** The service in a process that ends at one chosen moment of its first redemption, as if the power had gone. */
export default function crashingHandlers() {
  const { CRASH_PROJECT: projectId, CRASH_AT } = process.env as unknown as CrashEnv;
  const pass = async (step: Step, when: "before" | "after") => {
    if (`${step} ${when}` !== CRASH_AT) return;
    process.kill(process.pid, "SIGKILL");
    await new Promise(() => undefined);
  };

  const db = new Firestore({ projectId });
  const hooks = hookFirestore(db);
  let commits = 0;
  const stepOf = (method: string): Step =>
    method === "batchGetDocuments" ? "find" : commits === 0 ? "claim" : "deliver";
  hooks.before = (method) => pass(stepOf(method), "before");
  hooks.after = async (method) => {
    await pass(stepOf(method), "after");
    if (method === "commit") commits += 1;
  };

  const { rpcUrls, chainId, rpcTimeoutMs } = testSettings();
  const log = new KeptLog();
  const real = rpcChain(new Nodes({ urls: rpcUrls, chainId, timeoutMs: rpcTimeoutMs, log }));
  const chain: typeof real = {
    ...real,
    evidence: async (txHash) => {
      await pass("evidence", "before");
      const evidence = await real.evidence(txHash);
      await pass("evidence", "after");
      return evidence;
    },
  };
  // No two computations give the same bytes, so that equal bytes were stored.
  const answers = new CountedAnswers(async () => {
    await pass("compute", "before");
    const reply = randomUUID();
    await pass("compute", "after");
    return reply;
  });
  return testHandlers({ db, chain, answers, log });
}
