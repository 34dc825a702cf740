import type { Firestore } from "@google-cloud/firestore";
import { keeperWallet, type KeeperWalletOptions } from "../../../functions/src/adapters/ethers/keeperWallet";
import { firestoreWalletStore } from "../../../functions/src/adapters/firestore/payments/walletStore";
import { Nodes } from "../../../functions/src/adapters/rpc/nodes";
import { KEEPER_CALL_PART } from "../../../functions/src/domain/jobs";
import type { Hex } from "../../../functions/src/domain/keccak";
import type { KeeperWallet } from "../../../functions/src/ports/ownWallet";
import { CHAIN_ID, type OwnChain } from "./chain";
import { KeptLog } from "../service";

const BUDGET_WEI = 10n ** 20n;

/** The keeper's wallet as one instance has it; all of one database have the same store. */
export function keeperWalletOn(
  chain: OwnChain,
  db: Firestore,
  changes: Partial<KeeperWalletOptions> = {},
): KeeperWallet {
  const log = changes.log ?? new KeptLog();
  const budgetWei = changes.budgetWei ?? BUDGET_WEI;
  return keeperWallet({
    nodes: new Nodes({ urls: [chain.rpcUrl], chainId: CHAIN_ID, timeoutMs: 2_000, log }),
    chainId: CHAIN_ID,
    privateKey: chain.wallet("keeper").privateKey as Hex,
    store: (wallet) => firestoreWalletStore(db, "keeper", wallet),
    budgetWei,
    maxWei: budgetWei / KEEPER_CALL_PART,
    log,
    nowMs: Date.now,
    sleep: () => chain.mine(),
    ...changes,
  });
}
