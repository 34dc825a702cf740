import type { Address } from "../../domain/address";
import type { Hex } from "../../domain/keccak";
import type { Outgoing } from "../../ports/ownWallet";
import { field, hexBytes, hexNumber, optionalAddress } from "../rpc/json";
import type { Fees } from "./fees";

/** What a transaction of one of the service's wallets does, and what it offers for it. Fees are in wei. */
export interface Way extends Fees {
  to: Address;
  data: Hex;
  gas: bigint;
  /** The maximum L1 data fee. */
  dataFeeWei: bigint;
}

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
