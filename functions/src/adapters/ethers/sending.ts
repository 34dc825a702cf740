import type { Address } from "../../domain/address";
import type { Hex } from "../../domain/keccak";
import { hexNumber, quantity } from "../rpc/json";
import type { Nodes, RpcCall } from "../rpc/nodes";
import { dataFeeCall, feeCalls, readDataFee, readFees, type FeesSeen } from "./walletGas";
import type { Way } from "../../ports/ownWallet";
import { resultOf } from "./settlementCalls";

/** What one node says of sending a transaction now. */
export interface SenderSeen extends FeesSeen {
  state: {
    /** The maximum L1 data fee, in wei. */
    dataFeeWei: bigint;
    /** The sender's lowest free nonce and its ether. */
    chainNonce: number;
    walletWei: bigint;
  };
}

/** Asks what it takes to send a transaction with this calldata. */
export const senderCalls = (sender: Address, data: Hex, at: string): RpcCall[] => [
  { method: "eth_getTransactionCount", params: [sender, at] },
  { method: "eth_getBalance", params: [sender, at] },
  ...feeCalls(at),
  dataFeeCall(data, at),
];

export function readSender([count, wei, block, tip, dataFee]: readonly unknown[]): SenderSeen {
  return {
    ...readFees(block, tip),
    state: { dataFeeWei: readDataFee(dataFee), chainNonce: Number(hexNumber(count)), walletWei: hexNumber(wei) },
  };
}

/** What nodes must agree on; tips and data fees differ. */
export const senderSameness = ({ baseFee, state: { chainNonce, walletWei } }: SenderSeen): string =>
  [baseFee, chainNonce, walletWei].join(" ");

/**
 * Whether a transaction succeeds with the sender, gas limit and fees that it is sent with: a contract on its way may
 * behave otherwise where a call has no gas price, or more gas.
 */
export async function succeedsAsSent(
  nodes: Nodes,
  from: Address,
  { to, data, gas, maxFeePerGas, maxPriorityFeePerGas, walletWei }: Omit<Way, "dataFeeWei"> & { walletWei: bigint },
  since = 0n,
): Promise<boolean> {
  // Nodes simulate nothing for a wallet with too little ether, which then sends nothing.
  if (gas * maxFeePerGas > walletWei) return true;
  const fees = { maxFeePerGas: quantity(maxFeePerGas), maxPriorityFeePerGas: quantity(maxPriorityFeePerGas) };
  const call = { from, to, data, gas: quantity(gas), ...fees };
  // A node that lacks the newest block may say no where the simulation, at another one, said yes.
  return (await resultOf(nodes, call)) !== null || (await resultOf(nodes, call, since)) !== null;
}
