import { toAddress, type Address } from "../../functions/src/domain/address";
import type { EventName, TaskEvent } from "../../functions/src/domain/task/events";
import { workerRecordText } from "../../packages/client/src/cli/records";
import { becomesFinal, postAll } from "../setup/bookkeeping";
import { testFirestore } from "../setup/firestore";
import { event, GENESIS, history } from "../setup/tasks/histories";
import { Market } from "../setup/market";
import { commandLine, words } from "./commandLine";

const { db } = testFirestore();
const market = Market.forFile(db);
const mkt = commandLine(() => market);
const wallet = (number: number) => toAddress(`0x${String(number).padStart(40, "0")}`) as Address;
const WORKED: EventName[] = ["TaskCreated", "TaskStarted", "WorkSubmitted"];
const approved = [...history(...WORKED), event("TaskApproved", { block: 9, time: GENESIS + 56 })];

let lastId = 0n;
/** A final task of its own, of these parties. */
async function final(poster: Address, worker: Address, events: readonly TaskEvent[]): Promise<bigint> {
  const key = { contract: "human" as const, taskId: ++lastId };
  const own = events.map((one) => ({
    ...one,
    ...key,
    ...("poster" in one && { poster }),
    ...("worker" in one && one.worker && { worker }),
  })) as TaskEvent[];
  await becomesFinal(db, { key, events: own, paid: [] }, own.length);
  return key.taskId;
}

it("the command line shows how a poster decides, and searches by it", async () => {
  const [poster, unknown] = [wallet(101), wallet(102)];
  for (const worker of [1, 2, 3, 4, 5].map(wallet)) await final(poster, worker, approved);
  await final(poster, wallet(1), history(...WORKED, "TaskRejected"));
  await postAll(db);
  const [known, other] = [
    await final(poster, wallet(9), history("TaskCreated")),
    await final(unknown, wallet(9), history("TaskCreated")),
  ];
  await postAll(db);

  const shown = async (id: bigint) => (await mkt(words`task show ${String(id)}`)).out;
  expect(await shown(known)).toContain(
    "The poster: usually decides within 1m; of 6 works 83 % approved, 17 % rejected, 0 % paid by its silence",
  );
  expect(await shown(other)).toContain("The poster: fewer than 5 workers so far");

  const found = async (...options: string[]) => (await mkt(words`task list ${options}`)).out;
  const line = expect.stringMatching(new RegExp(`^human ${known}  FUNDED [^\\n]*$`));
  expect(await found("--decided-within", "1")).toEqual(line);
  expect(await found("--min-approved", "83")).toEqual(line);
  // The poster without a record comes last.
  expect((await found("--sort", "approved")).split("\n")).toEqual([line, expect.stringMatching(`^human ${other}  `)]);
  expect(await found("--decided-within", "0.01")).toBe("No such tasks.");
  expect(await found("--min-approved", "84")).toBe("No such tasks.");
  const both = await mkt(words`task list --decided-within 1 --min-approved 83`);
  expect([both.code, both.err]).toEqual([2, expect.stringMatching(/--min-approved .*decidedWithinHours/)]);
});

it("a proposal shows what to expect of its worker", () => {
  const numbers = { posters: 5, started: 7, submitted: 6, approved: 5, abandoned: 1 };
  expect(workerRecordText({ status: "known", numbers })).toBe(
    "started 7: 6 submitted in time, 5 approved, 1 abandoned",
  );
  expect(workerRecordText({ status: "too_few", numbers: null })).toBe("fewer than 5 posters so far");
});
