import { createHash } from "node:crypto";
import { keccak256 } from "ethers";
import { firestoreMirrors } from "../../../functions/src/adapters/firestore/mirrors";
import { firestoreSnapshots } from "../../../functions/src/adapters/firestore/snapshots";
import { lastBlock } from "../../../functions/src/domain/task/cursor";
import { testFirestore } from "../../setup/firestore";
import { GrpcError, hookFirestore, PERMISSION_DENIED } from "../../setup/hookFirestore";
import { Market } from "../../setup/market";
import { startRpcProxy, type RpcProxy } from "../../setup/rpcProxy";
import type { TestServer } from "../../setup/server";

const { db } = testFirestore();
const hooks = hookFirestore(db);
let market: Market;
let proxy: RpcProxy;
let behind: TestServer;
beforeAll(async () => {
  market = await Market.open(db);
  proxy = await startRpcProxy(market.chain.rpcUrl);
  behind = await market.anotherService(db, { RPC_URLS: proxy.url, COMMIT: "0123abc" });
  const bytes = Buffer.from("{}");
  const dataHash = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
  await firestoreSnapshots(db).publish({ kind: "chats", dataHash, count: 7, publishedAt: 1 }, bytes);
});
afterAll(async () => {
  await behind.close();
  await proxy.close();
  await market.close();
});
beforeEach(() => {
  proxy.fault = undefined;
  delete hooks.before;
});

interface Health {
  status: string;
  checks: {
    firestore: object;
    rpc: { ok: boolean; lagSeconds: number };
    indexer: { lastBlock: number; lagBlocks: number };
    contracts: { human: { escrowUsdc: string; liabilitiesUsdc: string; codeHash: string; solvent: boolean }; agentFast: object };
  };
}

async function ask(baseUrl = behind.baseUrl): Promise<{ code: number; health: Health; ms: number }> {
  const began = performance.now();
  const response = await fetch(`${baseUrl}/mkt/health`);
  return { code: response.status, health: (await response.json()) as Health, ms: performance.now() - began };
}

/** As the indexer leaves it once it has read everything. */
async function caughtUp(): Promise<void> {
  const mirrors = firestoreMirrors(db);
  for (const contract of ["human", "agent-fast"] as const) {
    const from = await mirrors.cursor(contract);
    const head = BigInt(await market.chain.provider.getBlockNumber());
    if (!from || lastBlock(from) < head) await mirrors.moveCursor(contract, from, { finalBlock: head, checkpoints: [], behind: [], lastTime: await market.stage.now() });
  }
}

describe("happy", () => {
  it("is ok, and the money adds up to the last unit through a task's whole life", async () => {
    const before = (await ask()).health.checks.contracts.human;
    expect(before).toMatchObject({ escrowUsdc: "0", liabilitiesUsdc: "0", solvent: true });
    const key = await market.task();
    const stages: [() => Promise<unknown>, string][] = [
      [() => Promise.resolve(), "5.000001"],
      [() => market.take("start", key), "5.500002"],
      [() => market.take("submit", key), "5.500002"],
      [() => market.take("approve", key), "0.500001"],
      [() => market.take("rateAndClaim", key), "0"],
    ];
    for (const [act, held] of stages) {
      await act();
      await caughtUp();
      const { code, health } = await ask();
      expect([code, health]).toMatchObject([200, {
        status: "ok", commit: "0123abc", version: "1.0.0",
        checks: {
          firestore: { ok: true }, rpc: { ok: true }, indexer: { ok: true, lagBlocks: 0 }, answers: { ok: true, count: 7, engine: "local" },
          contracts: { human: { ok: true, solvent: true, escrowUsdc: held, liabilitiesUsdc: held, address: market.stage.addresses.human }, agentFast: { ok: true } },
        },
      }]);
    }
    const code = await market.chain.provider.getCode(market.stage.addresses.human);
    expect((await ask()).health.checks.contracts.human.codeHash).toBe(keccak256(code));
  });
});

describe("faults", () => {
  it("is degraded where the indexer lags, and where an escrow holds less than it owes", async () => {
    await caughtUp();
    await market.chain.mine(301);
    expect(await ask()).toMatchObject({ code: 200, health: { status: "degraded", checks: { indexer: { ok: false, lagBlocks: 301 } } } });
    await caughtUp();
    await db.doc("indexer/agent-fast").delete();
    expect(await ask()).toMatchObject({ code: 200, health: { status: "degraded", checks: { firestore: { ok: true }, indexer: { ok: false, lastBlock: null } } } });
    await caughtUp();
    await db.doc("tasks/human-999999").set({ contract: "human", settled: false, owed: 1_000_000 });
    expect(await ask()).toMatchObject({ code: 200, health: { status: "degraded", checks: { contracts: { human: { ok: false, solvent: false, liabilitiesUsdc: "1" } } } } });
    await db.doc("tasks/human-999999").delete();
  });

  it("is down, with status 503 and in under three seconds, where no node answers", async () => {
    for (const fault of [{ kind: "hang" }, { kind: "status", status: 503 }, { kind: "garbage" }] as const) {
      proxy.fault = fault;
      const { code, health, ms } = await ask();
      expect([fault, code, health]).toMatchObject([fault, 503, {
        status: "down", checks: { firestore: { ok: true }, rpc: { ok: false, blockNumber: null }, contracts: { human: { ok: false, solvent: null } } },
      }]);
      expect(ms).toBeLessThan(3_000);
    }
  });

  it("is down where the database does not answer", async () => {
    hooks.before = () => {
      throw new GrpcError(PERMISSION_DENIED);
    };
    const { code, health } = await ask();
    expect([code, health]).toMatchObject([503, { status: "down", checks: { firestore: { ok: false }, rpc: { ok: true }, answers: { ok: false } } }]);
  });

  it("is down, and does not wait, where the database hangs", async () => {
    const waiting: (() => void)[] = [];
    hooks.before = () => new Promise((resolve) => waiting.push(resolve));
    const { code, ms } = await ask();
    for (const go of waiting) go();
    expect(code).toBe(503);
    expect(ms).toBeLessThan(3_000);
  });
});
