import { testFirestore } from "../../setup/firestore";
import { Market } from "../../setup/market";
import { RELAY } from "../../setup/relay";
import { playRelayedSteps, relayedOn } from "../../setup/tasks/relayedSteps";
import { startRpcProxy, type RpcProxy } from "../../setup/chain/rpcProxy";
import { runs } from "../../setup/runs";
import type { TestServer } from "../../setup/http/server";

const SETTINGS = { ...RELAY, RELAY_WALLET_STEPS: "1000", RELAY_TASK_STEPS: "1000" };
const { db, another } = testFirestore();
let market: Market;
let node: RpcProxy;
let service: TestServer;
beforeAll(async () => {
  // Every other time that the service waits, the chain goes on: a step is in the newest block, or in one before.
  let waits = 0;
  market = await Market.open(db, SETTINGS, {
    sleep: async () => {
      if (++waits % 2 === 0) await market.chain.mine();
    },
  });
  node = await startRpcProxy(market.chain.rpcUrl);
  service = await market.anotherService(another(), { ...SETTINGS, RPC_URLS: node.url });
  for (const role of ["buyer", "worker"] as const)
    await market.chain.call("anvil_setBalance", market.address(role), "0x0");
});
afterEach(() => {
  node.fault = undefined;
});
afterAll(async () => {
  await service.close();
  await node.close();
  await market.close();
});

describe("G14: no wrong outcome from nodes that are not at one block", () => {
  it("G14: each step is sent once and ends as it was told, with null receipts, split batches and nodes a block apart", async () => {
    const [before, steps] = [await relayedOn(market), runs(14, 300)];
    const played = await playRelayedSteps({ market, service, node, steps, seed: 42 });
    expect(played.wrong).toEqual([]);
    expect(await relayedOn(market)).toBe(before + played.steps);
    expect(played.repeated).toBeGreaterThan(0);
  });
});
