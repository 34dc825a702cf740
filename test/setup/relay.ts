import { setTimeout as sleep } from "node:timers/promises";
import type { Firestore } from "@google-cloud/firestore";
import { relayWallet } from "../../functions/src/adapters/ethers/relayWallet";
import { firestoreWalletStore } from "../../functions/src/adapters/firestore/payments/walletStore";
import { Nodes } from "../../functions/src/adapters/rpc/nodes";
import type { Hex } from "../../functions/src/domain/keccak";
import { RELAY_STEP_PART } from "../../functions/src/domain/task/gasless";
import type { Relay } from "../../functions/src/ports/ownWallet";
import { devWallets } from "../../dev/local/wallets";
import type { Market } from "./market";

/** The settings of a service that relays; anvil's gas costs a thousand times Base's. */
export const RELAY = {
  RELAY_KEY: devWallets().relay.privateKey,
  RELAY_BUDGET_GWEI: "900000000",
  RELAY_FREE_START_GWEI: "20000000",
};

/** The relay of one instance, as the job `settlements` has it. */
export function relayOn(market: Market, db: Firestore): Relay {
  const { chain, stage, log } = market;
  const budgetWei = 9n * 10n ** 17n;
  return relayWallet({
    nodes: new Nodes({ urls: [chain.rpcUrl], chainId: chain.facts.id, timeoutMs: 2_000, log }),
    chainId: chain.facts.id,
    privateKey: RELAY.RELAY_KEY as Hex,
    escrows: stage.addresses,
    store: (wallet) => firestoreWalletStore(db, "relay", wallet),
    budgetWei,
    maxWei: budgetWei / RELAY_STEP_PART,
    log,
    nowMs: () => market.nowMs(),
    sleep,
  });
}
