import { getBytes, Wallet } from "ethers";
import { toAddress } from "../../domain/address";
import { keccak256, type Hex } from "../../domain/keccak";
import { ChainUnavailable } from "../../ports/chain";
import type { KeeperWallet, Sent } from "../../ports/keeper";
import { field, hexNumber, quantity } from "../rpc/json";
import type { Nodes } from "../rpc/nodes";
import { feeCalls, feesOf, readFees, type Fees } from "./fees";
import { resultOf } from "./settlementCalls";
import { readReceipt } from "./walletGas";

export interface KeeperWalletOptions {
  nodes: Nodes;
  privateKey: Hex;
  sleep: (ms: number) => Promise<void>;
}

/** Base seals five blocks a second; a fee that pays for itself is mined in the next few. */
const POLL_MS = 1_000;
const POLLS = 20;
const POLLS_TO_SEND_AGAIN = 5;
/** A node takes a replacement only where both fees are a tenth higher. */
const BUMPS = 12;

/**
 * A wallet that sends at its first free nonce and never past it: if a run is interrupted, the next one replaces its
 * pending transaction, so no nonce is skipped or used twice.
 */
export function ethersKeeperWallet({ nodes, privateKey, sleep }: KeeperWalletOptions): KeeperWallet {
  const wallet = new Wallet(privateKey);
  const address = toAddress(wallet.address);
  if (!address) throw new TypeError("a wallet has an address");

  return {
    address,
    async send(transaction, gas, maxWei): Promise<Sent> {
      const camp = await nodes.askAt(
        (at) => [{ method: "eth_getTransactionCount", params: [address, at] }, ...feeCalls(at)],
        ([count, block, tip]) => ({ nonce: Number(hexNumber(count)), ...readFees(block, tip) }),
        { sameness: ({ nonce, baseFee }) => `${nonce} ${baseFee}` },
      );
      const [{ nonce }] = camp;
      const market = feesOf(camp);
      for (let bump = 0; bump < BUMPS; bump++) {
        const fees = raised(market, bump);
        const wouldCostWei = gas * fees.maxFeePerGas;
        if (wouldCostWei > maxWei) return { outcome: "tooExpensive", wouldCostWei };
        const { to, data, value, chainId } = transaction;
        // A contract on the way may behave otherwise where a call has no gas price, or more gas.
        const call = { from: address, to, data, gas: quantity(gas), ...quantities(fees) };
        if (bump === 0 && (await resultOf(nodes, call)) === null) return { outcome: "wouldRevert" };
        const raw = (await wallet.signTransaction({
          type: 2,
          to,
          data,
          value,
          chainId,
          nonce,
          gasLimit: gas,
          ...fees,
        })) as Hex;
        if (await isTaken(raw)) return await mined(raw, wouldCostWei);
      }
      throw new ChainUnavailable("no node takes the keeper's transaction, at any fee");
    },
  };

  /** False where a node is well and yet refuses: another transaction of this nonce waits there and pays as much. */
  async function isTaken(raw: Hex): Promise<boolean> {
    try {
      await nodes.broadcast(raw);
      return true;
    } catch (error) {
      if (error instanceof ChainUnavailable) return false;
      throw error;
    }
  }

  async function mined(raw: Hex, maxWei: bigint): Promise<Sent> {
    const txHash = keccak256(getBytes(raw));
    for (let poll = 0; poll < POLLS; poll++) {
      // A node may have lost it, or kept it to itself.
      if (poll % POLLS_TO_SEND_AGAIN === POLLS_TO_SEND_AGAIN - 1) await isTaken(raw);
      const [receipt] = await nodes.askSeen([{ method: "eth_getTransactionReceipt", params: [txHash] }], ([found]) =>
        found === null || field(found, "blockHash") === null ? null : readReceipt(found),
      );
      if (receipt) return { outcome: "mined", txHash, succeeded: receipt.succeeded, paidWei: receipt.paidWei };
      await sleep(POLL_MS);
    }
    return { outcome: "waiting", txHash, maxWei };
  }
}

function quantities({ maxFeePerGas, maxPriorityFeePerGas }: Fees): Record<keyof Fees, Hex> {
  return { maxFeePerGas: quantity(maxFeePerGas), maxPriorityFeePerGas: quantity(maxPriorityFeePerGas) };
}

/** An eighth more for each bump, in both fees. */
function raised({ maxFeePerGas, maxPriorityFeePerGas }: Fees, bumps: number): Fees {
  const raise = (fee: bigint) => (fee * 9n ** BigInt(bumps)) / 8n ** BigInt(bumps) + BigInt(bumps);
  return { maxFeePerGas: raise(maxFeePerGas), maxPriorityFeePerGas: raise(maxPriorityFeePerGas) };
}
