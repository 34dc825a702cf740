import type { Address } from "../../domain/address";
import type { Hex } from "../../domain/keccak";
import { hexBytes } from "../rpc/json";
import { RpcError, type Nodes, type RpcCall } from "../rpc/nodes";

/** What an account with code may take to check its signature, and what the transfer itself takes in addition, at most. */
export const MAX_CHECK_GAS = 250_000n;
export const TRANSFER_GAS = 110_000n;
/** What a call returns at the newest block, or at one that is no older than `since`; null if it reverts. */
export async function resultOf(nodes: Nodes, call: object, since?: bigint): Promise<Hex | null> {
  try {
    const [result] = await nodes.askAt(
      (at) => [{ method: "eth_call", params: [call, at] }],
      ([bytes]) => hexBytes(bytes),
      { since },
    );
    return result;
  } catch (error) {
    if (error instanceof RpcError) return null;
    throw error;
  }
}

export function codeCall(account: Address, at: string): RpcCall {
  return { method: "eth_getCode", params: [account, at] };
}

/** The most that calldata can cost (EIP-7623): 40 gas a byte. */
export function dataGas(data: Hex): bigint {
  return BigInt((data.length - 2) / 2) * 40n;
}

export function balanceCall(token: Address, account: Address, at: string): RpcCall {
  return {
    method: "eth_call",
    params: [{ to: token, data: `0x70a08231${account.slice(2).toLowerCase().padStart(64, "0")}` }, at],
  };
}
