import type { Address } from "../../domain/address";
import type { Hex } from "../../domain/keccak";
import type { Fees, Outgoing, Way } from "../../ports/ownWallet";
import { blockCall, field, hexBytes, hexNumber, optionalAddress } from "../rpc/json";
import { smallest, type Camp, type Nodes, type RpcCall } from "../rpc/nodes";

/** Gas of a transaction that moves nothing. */
const FILL_GAS = 21_000n;
/** How many times the market's fee a raise may reach; beyond that, the fee is not why a transaction waits. */
const MAX_RAISE = 3n;

/** Wei: the most that a transaction can cost. */
export function costOf({ gas, maxFeePerGas, dataFeeWei }: Pick<Way, "gas" | "maxFeePerGas" | "dataFeeWei">): bigint {
  return gas * maxFeePerGas + dataFeeWei;
}

/** A transaction to the wallet itself, which only takes a nonce. */
export function fillOf(self: Address, fees: Fees): Way {
  return { to: self, data: "0x", gas: FILL_GAS, dataFeeWei: 0n, ...fees };
}

/** Whether a transaction still offers what a block asks for. */
export function paysForABlock({ maxFeePerGas }: Pick<Outgoing, "maxFeePerGas">, market: Fees): boolean {
  return maxFeePerGas * 2n >= market.maxFeePerGas;
}

/**
 * The same transaction at fees that a node takes in its place; null where higher ones would not help, or cost too much.
 *
 * One that would cost more than it may gives its nonce up, so that the next ones are not blocked.
 */
export function raisedWay(
  old: Outgoing,
  market: Fees,
  { self, maxWei }: { self: Address; maxWei: bigint },
): Way | null {
  const fees = {
    maxFeePerGas: raise(old.maxFeePerGas, market.maxFeePerGas),
    maxPriorityFeePerGas: raise(old.maxPriorityFeePerGas, market.maxPriorityFeePerGas),
  };
  if (fees.maxFeePerGas > market.maxFeePerGas * MAX_RAISE) return null;
  const dataFeeWei = old.reservedWei - old.gas * old.maxFeePerGas;
  const same: Way = {
    to: old.to,
    data: old.data,
    gas: old.gas,
    dataFeeWei: dataFeeWei > 0n ? dataFeeWei : 0n,
    ...fees,
  };
  return [same, fillOf(self, fees)].find((way) => costOf(way) <= maxWei) ?? null;
}

/** A node takes a replacement only where both fees are a tenth higher. */
function raise(fee: bigint, market: bigint): bigint {
  const least = (fee * 9n) / 8n + 1n;
  return least > market ? least : market;
}

/** A transaction in its block. */
export interface Mined {
  txHash: Hex;
  succeeded: boolean;
  to: Address | null;
  paidWei: bigint;
}

/** What became of a transaction, and what it cost; Base adds what its data cost on the chain below (`l1Fee`). */
export function readReceipt(receipt: unknown): Mined {
  const l1Fee = field(receipt, "l1Fee");
  const gasFee = hexNumber(field(receipt, "gasUsed")) * hexNumber(field(receipt, "effectiveGasPrice"));
  return {
    txHash: hexBytes(field(receipt, "transactionHash")),
    succeeded: hexNumber(field(receipt, "status")) === 1n,
    to: optionalAddress(field(receipt, "to")),
    paidWei: gasFee + (l1Fee === undefined || l1Fee === null ? 0n : hexNumber(l1Fee)),
  };
}

/** What one node says of fees: the block's, which is the same everywhere, and the tip that the node suggests. */
export interface FeesSeen {
  baseFee: bigint;
  tip: bigint;
}

/** Wei for each gas: the least tip that nodes of the OP stack suggest, and that its sequencers take. */
const MIN_TIP = 1_000_000n;

/** The calls that read the fees at a block. */
export const feeCalls = (at: string): RpcCall[] => [blockCall(at), { method: "eth_maxPriorityFeePerGas", params: [] }];

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
