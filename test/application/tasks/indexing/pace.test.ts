import { firestoreTasks } from "../../../../functions/src/adapters/firestore/tasks/tasks";
import { indexer } from "../../../../functions/src/application/tasks/indexing/indexer";
import { projectedUpTo } from "../../../../functions/src/application/rollups";
import { type OwnChain, ownChain } from "../../../setup/chain/chain";
import { EscrowStage } from "../../../setup/chain/escrow";
import { testFirestore } from "../../../setup/firestore";
import { expectProjected, inRangesOf, partsOver, runToEnd } from "../../../setup/projected";
import { sampled } from "../../../setup/runs";

const SAFE_DEPTH = 10;

const { db } = testFirestore();
let chain: OwnChain;
let stage: EscrowStage;

beforeEach(async () => {
  chain = await ownChain({ safeDepth: SAFE_DEPTH });
  stage = await EscrowStage.open(chain);
  await db.recursiveDelete(db.collection("tasks"));
  await db.recursiveDelete(db.collection("indexer"));
});
afterEach(() => chain.close());

describe.each(sampled([0.2, 2], 1))("D22: the indexer on a chain with a block every %s s", (blockSeconds) => {
  it("follows and settles, in short ranges too, and knows the time up to which it has everything", async () => {
    const parts = partsOver(db, inRangesOf(stage.escrow, 7n));
    const key = await stage.create("human", { mode: "selection" });
    await chain.pass(10, blockSeconds);
    await stage.walk(key, "cancel");
    const other = await stage.create("agent-fast");
    await runToEnd(parts);
    await expectProjected(db, stage);
    await chain.pass(20, blockSeconds);
    await stage.walk(other, "start");
    await chain.pass(4 * SAFE_DEPTH, blockSeconds);
    await runToEnd(parts);
    await expectProjected(db, stage);
    const upTo = await projectedUpTo(parts.projections, stage.escrow);
    // Final is twenty blocks behind, however long that is.
    const behindSeconds = (await stage.now()) - upTo / 1_000;
    expect(Math.abs(behindSeconds - 2 * SAFE_DEPTH * blockSeconds)).toBeLessThanOrEqual(Math.max(1, 2 * blockSeconds));
  });
});

it("D22: the indexer keeps up with a chain that seals a block every 0.2 s by itself", async () => {
  const live = await ownChain({ safeDepth: SAFE_DEPTH, blockTimeSeconds: 0.2 });
  try {
    const own = await EscrowStage.open(live);
    const parts = partsOver(db, own.escrow);
    for (let round = 0; round < 3; round++) {
      const key = await own.create(round % 2 ? "agent-fast" : "human");
      const reports = await indexer(parts);
      const { latest } = await own.escrow.heads();
      expect((await firestoreTasks(db).get(key))?.task.state).toBe("FUNDED");
      for (const { lastBlock, behind, broken } of reports) {
        expect([Number(latest.number) - Number(lastBlock) < 25, behind, broken]).toEqual([true, 0, 0]);
      }
    }
  } finally {
    await live.close();
  }
});
