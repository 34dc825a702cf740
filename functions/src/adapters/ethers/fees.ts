import type { Hex } from "../../domain/keccak";
import { field, hexBytes, hexNumber } from "../rpc/json";
import type { Camp, Nodes, RpcCall } from "../rpc/nodes";
import { smallest } from "./camp";

/** Wei for each gas that a transaction offers. */
export interface Fees {
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
}

/** What one node says of fees: the block's, which is the same everywhere, and the tip that the node suggests. */
export interface FeesSeen {
  baseFee: bigint;
  tip: bigint;
}

/** Wei for each gas: the least tip that nodes of the OP stack suggest, and that its sequencers take. */
const MIN_TIP = 1_000_000n;

/** The calls that read the fees at a block. */
export const feeCalls = (at: string): RpcCall[] => [
  { method: "eth_getBlockByNumber", params: [at, false] },
  { method: "eth_maxPriorityFeePerGas", params: [] },
];

export function readFees(block: unknown, suggestedTip: unknown): FeesSeen {
  return { baseFee: hexNumber(field(block, "baseFeePerGas")), tip: hexNumber(suggestedTip) + 1n };
}

/**
 * The fees that a transaction should offer, high enough to be mined even if the next blocks are full.
 *
 * Nodes agree on the base fee. The smallest of their tips is taken, because a tip is paid in full and no single node may
 * make us overpay; but at least what sequencers accept, so that no single node can delay us either.
 */
export function feesOf(camp: Camp<FeesSeen>): Fees {
  const [{ baseFee }] = camp;
  const told = smallest(camp, ({ tip }) => tip);
  const tip = told < MIN_TIP ? MIN_TIP : told;
  return { maxFeePerGas: baseFee * 2n + tip, maxPriorityFeePerGas: tip };
}

/** The market's fees now. */
export async function marketFees(nodes: Nodes): Promise<Fees> {
  const read = ([block, tip]: unknown[]) => readFees(block, tip);
  return feesOf(await nodes.askAt(feeCalls, read, { sameness: ({ baseFee }) => String(baseFee) }));
}

/** Base's oracle for what a transaction's data costs on the chain below, and its getL1FeeUpperBound(uint256). */
const DATA_FEE_ORACLE = "0x420000000000000000000000000000000000000F";
const DATA_FEE_CALL = "0xf1c7a58b";
/** What a transaction adds to its calldata: fees, addresses and the signature. */
const ENVELOPE_BYTES = 180;

/** Asks what the data of a transaction with this calldata costs on the chain below, at most. */
export function dataFeeCall(data: Hex, at: string): RpcCall {
  const bytes = (data.length - 2) / 2 + ENVELOPE_BYTES;
  const asked = `${DATA_FEE_CALL}${bytes.toString(16).padStart(64, "0")}`;
  return { method: "eth_call", params: [{ to: DATA_FEE_ORACLE, data: asked }, at] };
}

/** Wei. Chains without the oracle answer with nothing. */
export function readDataFee(answer: unknown): bigint {
  return hexBytes(answer) === "0x" ? 0n : hexNumber(answer);
}
