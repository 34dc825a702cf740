import { firestoreProjections } from "../../../../functions/src/adapters/firestore/indexing/projections";
import { firestoreTasks } from "../../../../functions/src/adapters/firestore/tasks/tasks";
import { syncTask } from "../../../../functions/src/application/tasks/indexing/sync";
import type { Escrow } from "../../../../functions/src/ports/escrow";
import { ownChain } from "../../../setup/chain/chain";
import { countFirestore } from "../../../setup/database/countFirestore";
import { EscrowStage, escrowOver } from "../../../setup/chain/escrow";
import { testFirestore } from "../../../setup/firestore";
import { forFile } from "../../../setup/forFile";
import { startRpcProxy } from "../../../setup/chain/rpcProxy";

const { db } = testFirestore();
const projections = firestoreProjections(db);
const count = countFirestore(db);

const chain = forFile(() => ownChain({ safeDepth: 6 }));
const stage = forFile(() => EscrowStage.open(chain));

describe("happy", () => {
  it("costs four reads and five writes, the task, its poster's counters, the event and its publication, none where nothing is new, and three round trips to the node", async () => {
    const key = await stage.create();
    const proxy = await startRpcProxy(chain.rpcUrl);
    try {
      const parts = { projections, escrow: escrowOver(proxy.url, stage.addresses) };
      count.reset();
      expect((await syncTask(parts, key))?.state).toBe("FUNDED");
      expect([count.documentsRead, count.documentsWritten, proxy.roundTrips]).toEqual([4, 5, 3]);
      count.reset();
      await syncTask(parts, key);
      expect([count.documentsRead, count.documentsWritten]).toEqual([2, 0]);
    } finally {
      await proxy.close();
    }
  });
});

describe("faults", () => {
  it("X6: reads again where the chain was reorganised between reading and writing", async () => {
    const key = await stage.create();
    await stage.walk(key, "start");
    let reads = 0;
    const overtaken: Escrow = {
      ...stage.escrow,
      events: async (...range) => {
        const read = await stage.escrow.events(...range);
        if (reads++ === 0) await chain.reorg(1);
        return read;
      },
    };
    expect((await syncTask({ projections, escrow: overtaken }, key))?.state).toBe("FUNDED");
    expect((await firestoreTasks(db).get(key))?.task.state).toBe("FUNDED");
    // Once more to learn that the block is replaced.
    expect(reads).toBe(3);
  });

  it("gives up on a chain that never comes to rest, rather than say what may be gone", async () => {
    const key = await stage.create();
    const restless: Escrow = { ...stage.escrow, areOnChain: async (blocks) => blocks.map(() => false) };
    await expect(syncTask({ projections, escrow: restless }, key)).rejects.toThrow(
      "the chain changes while it is read",
    );
  });
});
