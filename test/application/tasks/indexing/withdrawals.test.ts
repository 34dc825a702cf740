import { firestoreEventLog } from "../../../../functions/src/adapters/firestore/events/eventLog";
import { firestoreWithdrawals } from "../../../../functions/src/adapters/firestore/credits/withdrawals";
import { eventView } from "../../../../functions/src/domain/events/event";
import { placeName, type PlacedWithdrawal } from "../../../../functions/src/domain/events/withdrawals";
import { indexer } from "../../../../functions/src/application/tasks/indexing/indexer";
import type { Escrow } from "../../../../functions/src/ports/escrow";
import { ownChain } from "../../../setup/chain/chain";
import { EscrowStage } from "../../../setup/chain/escrow";
import { testFirestore } from "../../../setup/firestore";
import { forFile } from "../../../setup/forFile";
import { partsOver, runToEnd } from "../../../setup/projected";
import { expectStepsTold, standing, wholeLog } from "../../../setup/tasks/told";

const SAFE_DEPTH = 6;
const FINALITY = 2 * SAFE_DEPTH;

const { db } = testFirestore();
const withdrawals = firestoreWithdrawals(db);
const run = () => runToEnd(partsOver(db, stage.escrow));

const chain = forFile(() => ownChain({ safeDepth: SAFE_DEPTH }));
const stage = forFile(() => EscrowStage.open(chain));

const told = async () =>
  standing(await wholeLog(db)).flatMap(({ type, finality, block }) =>
    type === "credit.withdrawn" ? [`${finality} ${block?.number}`] : [],
  );
const latest = async () => (await stage.escrow.heads()).latest.number;

/** A task whose reward USDC refuses to pay to the worker, so that it becomes a credit. */
async function credit(): Promise<void> {
  const key = await stage.create("human");
  await stage.walk(key, "start", "submit");
  await stage.whileDenied("worker", () => stage.take("approve", key));
}
const withdraw = (contract: "human" | "agent-fast" = "human") =>
  stage.call({ function: "withdraw", contract, to: stage.address("worker2") }, "worker");

/** The withdrawal of the latest block. */
async function newest(): Promise<PlacedWithdrawal> {
  const number = await latest();
  const [found] = (await stage.escrow.events({ contract: "human" }, number, number)).withdrawals;
  if (!found) throw new Error("no withdrawal in the latest block");
  return found;
}

describe("withdrawals in the event log", () => {
  it("W18: tells the account of each, and once: whom it went to, how much, and whether it is final", async () => {
    await credit();
    await withdraw();
    const { at } = await newest();
    await run();
    await run();
    const feed = { wallet: stage.address("worker"), contract: null, taskId: null };
    const log = firestoreEventLog(db);
    const [event, ...others] = await log.read({ feed, topics: ["credit.withdrawn"], after: 0, limit: 5 });
    expect(others).toEqual([]);
    const ofContract = (wallet: typeof feed.wallet | null, contract: "human" | "agent-fast") =>
      log.read({ feed: { wallet, contract, taskId: null }, topics: ["credit.withdrawn"], after: 0, limit: 5 });
    expect(await ofContract(null, "human")).toEqual([event]);
    expect(await ofContract(feed.wallet, "human")).toEqual([event]);
    expect(await ofContract(feed.wallet, "agent-fast")).toEqual([]);
    expect(event && eventView(event)).toMatchObject({ contract: "human", taskId: null });
    expect(event).toMatchObject({
      type: "credit.withdrawn",
      task: null,
      actor: stage.address("worker"),
      recipients: [stage.address("worker")],
      timeMs: at.time * 1_000,
      block: { number: at.blockNumber, hash: at.blockHash },
      finality: "pending",
      data: {
        contract: "human",
        account: stage.address("worker"),
        to: stage.address("worker2"),
        amountUsdc: "5.000001",
        txHash: at.txHash,
        read: "/agentWalletInfo",
      },
    });
    await chain.mine(FINALITY);
    await run();
    await run();
    expect(await told()).toEqual([`final ${at.blockNumber}`]);
    expect(await withdrawals.pending("human")).toEqual([]);
    await expectStepsTold(db, stage);
  });

  it("W18: takes back what a reorg undoes, and tells of what is mined again", async () => {
    const before = await told();
    await credit();
    await run();
    await withdraw();
    const first = await newest();
    await run();
    expect(await told()).toEqual([...before, `pending ${first.at.blockNumber}`]);
    expect(await withdrawals.pending("human")).toEqual([first]);
    expect(await withdrawals.pending("agent-fast")).toEqual([]);
    await chain.reorg(1);
    await run();
    expect(await told()).toEqual(before);
    const reverted = (await wholeLog(db)).filter(({ type }) => type === "credit.withdrawn.reverted");
    expect(reverted).toMatchObject([{ recipients: [stage.address("worker")], block: null, finality: "final" }]);
    await withdraw();
    const again = await latest();
    await run();
    expect(await told()).toEqual([...before, `pending ${again}`]);
    await chain.mine(FINALITY);
    await run();
    expect(await told()).toEqual([...before, `final ${again}`]);
    await expectStepsTold(db, stage);
  });

  it("W18: tells of it as final at once if nothing ran before it was, and a second reading of the chain tells nothing", async () => {
    const before = await told();
    await credit();
    await withdraw();
    const at = await latest();
    await chain.mine(FINALITY);
    await run();
    expect(await told()).toEqual([...before, `final ${at}`]);
    const { size } = await db.collection("events").get();
    await db.doc("indexer/human").delete();
    await run();
    expect((await db.collection("events").get()).size).toBe(size);
    await expectStepsTold(db, stage);
  });

  it("W18: believes no node that withholds the logs of a block that is on the chain", async () => {
    await credit();
    await run();
    await withdraw();
    await run();
    const before = await told();
    const hiding: Escrow = {
      ...stage.escrow,
      events: async (...scope) => ({ ...(await stage.escrow.events(...scope)), withdrawals: [] }),
    };
    const lines: string[] = [];
    await chain.mine(FINALITY);
    const [human] = await indexer(partsOver(db, hiding, lines));
    expect(human?.complete).toBe(false);
    expect(lines).toContain("indexer.logs_disagree");
    expect(await told()).toEqual(before);
    await run();
    expect(await told()).toEqual(before.map((one) => one.replace("pending", "final")));
  });

  it("W18: what a slow run writes of a fork that is gone, or of what is final, does not last", async () => {
    await credit();
    await run();
    const before = await told();
    await withdraw();
    const orphan = await newest();
    await chain.reorg(1);
    await withdraw();
    const real = await newest();
    expect(placeName(real)).not.toBe(placeName(orphan));
    await chain.mine(FINALITY);
    await run();
    await Promise.all([1, 2, 3].map(() => withdrawals.tell({ added: [orphan, real], removed: [], finalized: [] })));
    expect(await withdrawals.pending("human")).toEqual([orphan]);
    await chain.mine(1);
    await run();
    expect(await told()).toEqual([...before, `final ${real.at.blockNumber}`]);
    await expectStepsTold(db, stage);
  });
});
