import type { Address } from "../../../functions/src/domain/address";
import type { Hex } from "../../../functions/src/domain/keccak";
import { firestoreWalletStore } from "../../../functions/src/adapters/firestore/payments/walletStore";
import { Nodes } from "../../../functions/src/adapters/rpc/nodes";
import { CHAIN_ID, ownChain, USDC } from "../../setup/chain/chain";
import { testFirestore } from "../../setup/firestore";
import { forFile } from "../../setup/forFile";
import { keeperWalletOn } from "../../setup/chain/keeper";
import { startRpcProxy, type Fault, type RpcCall } from "../../setup/chain/rpcProxy";
import { KeptLog } from "../../setup/service";

const TOTAL_SUPPLY = { to: USDC as Address, data: "0x18160ddd" as Hex, value: 0n, chainId: CHAIN_ID };
const { db } = testFirestore();
let aheadMs = 0;
let sent = 0;
const chain = forFile(() => ownChain());
const node = forFile(() => startRpcProxy(chain.rpcUrl));
afterEach(() => node.reset());

const wallet = () =>
  keeperWalletOn(chain, db, {
    nodes: new Nodes({ urls: [node.url], chainId: CHAIN_ID, timeoutMs: 10_000, log: new KeptLog() }),
    nowMs: () => Date.now() + aheadMs,
  });
const send = (key = `call-${++sent}`) => wallet().send({ key, spenders: [], transaction: TOTAL_SUPPLY, gas: 100_000n });
const stored = async () => (await firestoreWalletStore(db, "keeper", wallet().address).find(`call-${sent}`))?.state;
const nonceOf = () => chain.provider.getTransactionCount(wallet().address);
const asks = (calls: readonly RpcCall[], method: string) => calls.some((call) => call.method === method);
const noReceipts = (): Fault => ({ kind: "lie", method: "eth_getTransactionReceipt", result: () => null });
const lostBroadcasts = (calls: readonly RpcCall[]): Fault | undefined =>
  asks(calls, "eth_sendRawTransaction") ? { kind: "drop", when: "before" } : undefined;
/** A node that keeps the state of its newest block alone. */
const noOldState = (calls: readonly RpcCall[]): Fault | undefined =>
  calls.some(({ method, params }) => method === "eth_getTransactionCount" && String(params[1]).startsWith("0x"))
    ? { kind: "error", code: -32000, message: "missing trie node" }
    : undefined;

describe("G14: what is called lost", () => {
  it("G14: nothing that was mined, however long its receipt is missing", async () => {
    node.fault = noReceipts();
    expect(await send()).toMatchObject({ outcome: "waiting" });
    await chain.mine(500);
    await wallet().advance();
    expect([await stored(), await wallet().find(`call-${sent}`)]).toMatchObject(["sent", { outcome: "waiting" }]);
    node.fault = undefined;
    expect(await wallet().find(`call-${sent}`)).toMatchObject({ outcome: "ended", ending: "succeeded" });
  });

  it.each([1, 9, 300])(
    "G14: what another transaction took the nonce of, %d blocks ago: it is sent again, once",
    async (blocks) => {
      node.fault = lostBroadcasts;
      expect(await send()).toMatchObject({ outcome: "waiting" });
      await chain.send({ from: "keeper", to: USDC, data: TOTAL_SUPPLY.data });
      await chain.mine(blocks - 1);
      node.fault = undefined;
      expect(await wallet().find(`call-${sent}`)).toBeNull();
      expect(await stored()).toBe("lost");
      const before = await nonceOf();
      expect(await send(`call-${sent}`)).toMatchObject({ outcome: "ended", ending: "succeeded" });
      expect(await nonceOf()).toBe(before + 1);
    },
  );

  it("G14: without old state, nothing until the nodes have had no trace of it for twenty minutes", async () => {
    node.fault = lostBroadcasts;
    await send();
    await chain.send({ from: "keeper", to: USDC, data: TOTAL_SUPPLY.data });
    await chain.mine(300);
    node.fault = noOldState;
    await wallet().advance();
    expect(await stored()).toBe("sent");
    aheadMs = 20 * 60_000;
    await wallet().advance();
    expect(await stored()).toBe("lost");
  });

  it("G14: what a reorg brings back after it was given up has been carried out", async () => {
    node.fault = lostBroadcasts;
    await send();
    const own = await firestoreWalletStore(db, "keeper", wallet().address).find(`call-${sent}`);
    const snapshot = await chain.snapshot();
    await chain.send({ from: "keeper", to: USDC, data: TOTAL_SUPPLY.data });
    node.fault = undefined;
    expect(await wallet().find(`call-${sent}`)).toBeNull();
    await chain.revert(snapshot);
    await chain.call("eth_sendRawTransaction", own?.raw);
    await chain.mine();
    expect(await wallet().find(`call-${sent}`)).toEqual({
      outcome: "ended",
      txHash: own?.txHashes[0],
      ending: "succeeded",
    });
  });
});
