import { toAddress } from "../../domain/address";
import { ChainUnavailable } from "../../ports/chain";
import type { KeeperOrder, KeeperWallet, Sent, Outgoing } from "../../ports/ownWallet";
import { feesOf, costOf } from "./walletGas";
import { ownWallet, type OwnWalletOptions, type Submitted } from "./ownWallet";
import { readSender, senderCalls, senderSameness, succeedsAsSent } from "./sending";

export interface KeeperWalletOptions extends Omit<OwnWalletOptions, "name"> {
  sleep: (ms: number) => Promise<void>;
}

/** Milliseconds until each look. A fee that pays for itself is mined in the next few blocks, of which Base seals five a second. */
const WAITS_MS = [1_000, 1_000, 1_000, 1_000, 1_000];
/** Times that it waits so long, and then sends the transaction again. */
const MAX_WAITS = 4;

/** The service's own wallet as the keeper. */
export function keeperWallet({ sleep, ...options }: KeeperWalletOptions): KeeperWallet {
  const { nodes, maxWei } = options;
  const wallet = ownWallet({ ...options, name: "keeper" });
  const { address } = wallet;

  return {
    address,
    find,
    send,
    forgive: (key) => wallet.forgive(key),
    advance: () => wallet.advance(),
    state: () => wallet.state(),
  };

  async function find(key: string): Promise<Sent | null> {
    const known = await wallet.again(key);
    return known && follow(known);
  }

  async function send({ key, spenders, transaction: { to: target, data }, gas }: KeeperOrder): Promise<Sent> {
    const to = toAddress(target);
    if (!to) throw new TypeError("a call has an address");
    const camp = await nodes.askAt((at) => senderCalls(address, data, at), readSender, { sameness: senderSameness });
    const [{ state }] = camp;
    const { chainNonce, walletWei, dataFeeWei } = state;
    const way = { to, data, gas, dataFeeWei, ...feesOf(camp) };
    if (!(await succeedsAsSent(nodes, address, { ...way, walletWei }))) return { outcome: "wouldRevert" };
    const submitted = await wallet.submit({ key, spenders, way, chainNonce, walletWei });
    if (submitted.outcome === "queued") return follow(submitted.outgoing);
    return notSent(submitted, costOf(way));
  }

  /** Waits for a transaction. */
  async function follow(outgoing: Outgoing): Promise<Sent> {
    let seen = await wallet.follow(outgoing, { waitsMs: WAITS_MS, sleep });
    try {
      for (let wait = 1; seen.state === null && wait < MAX_WAITS; wait++) {
        await wallet.advance();
        seen = await wallet.follow(outgoing, { waitsMs: WAITS_MS, sleep });
      }
    } catch (error) {
      // It is stored and broadcast, so it may be mined whatever the nodes say now.
      if (!(error instanceof ChainUnavailable)) throw error;
    }
    const { txHash, state } = seen;
    return state === null ? { outcome: "waiting", txHash } : { outcome: "ended", txHash, ending: state };
  }

  function notSent(submitted: Exclude<Submitted, { outcome: "queued" }>, wouldCostWei: bigint): Sent {
    switch (submitted.outcome) {
      case "tooExpensive":
        return { outcome: "tooExpensive", wouldCostWei, maxWei };
      case "walletEmpty":
      case "overBudget":
      case "overRisk":
        return { outcome: "short" };
      case "crowded":
      case "barred":
      case "used":
        return { outcome: "barred" };
      case "reverted":
        return { outcome: "reverted" };
    }
  }
}
