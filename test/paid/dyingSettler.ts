import { Firestore } from "@google-cloud/firestore";
import { hookFirestore } from "../setup/database/hookFirestore";
import { CountedAnswers, KeptLog, testHandlers } from "../setup/service";

/** When the process dies: at a write to the database, counted from 1, or after its first broadcast. */
export interface DyingEnv {
  DIES_PROJECT: string;
  DIES_RPC: string;
  DIES_AT: `commit ${number}` | "broadcast";
}

/** The service in a process that ends in the middle of its first settlement, as if the power had gone. */
export default function dyingHandlers() {
  const { DIES_PROJECT: projectId, DIES_RPC, DIES_AT } = process.env as unknown as DyingEnv;
  const die = async () => {
    process.kill(process.pid, "SIGKILL");
    await new Promise(() => undefined);
  };
  const db = new Firestore({ projectId });
  const hooks = hookFirestore(db);
  let commits = 0;
  hooks.before = async (method) => {
    if (method === "commit" && DIES_AT === `commit ${++commits}`) await die();
  };
  const honest = globalThis.fetch;
  globalThis.fetch = async (url, init) => {
    const response = await honest(url, init);
    if (DIES_AT === "broadcast" && typeof init?.body === "string" && init.body.includes("eth_sendRawTransaction"))
      await die();
    return response;
  };
  return testHandlers({ db, answers: new CountedAnswers(), log: new KeptLog(), settings: { RPC_URLS: DIES_RPC } });
}
