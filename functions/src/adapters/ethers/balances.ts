import type { Address } from "../../domain/address";
import type { Escrows } from "../../domain/contract";
import type { BlockRef } from "../../domain/task/events";
import type { VariantName } from "../../domain/workflow/variants";
import type { WalletBalances } from "../../ports/escrow";
import { field, hexBytes, hexNumber } from "../rpc/json";
import type { Nodes, RpcCall } from "../rpc/nodes";
import { tokenInterface } from "./escrowCalls";
import { escrowInterface } from "./escrowEvents";

/** What a wallet holds, has approved and is credited with, at one block and in one batch. */
export async function balances(
  nodes: Nodes,
  escrows: Escrows,
  token: Address,
  wallet: Address,
): Promise<WalletBalances> {
  const names = Object.keys(escrows) as VariantName[];
  const views = [
    { to: token, data: tokenInterface.encodeFunctionData("balanceOf", [wallet]) },
    ...names.map((name) => ({
      to: token,
      data: tokenInterface.encodeFunctionData("allowance", [wallet, escrows[name]]),
    })),
    ...names.map((name) => ({ to: escrows[name], data: escrowInterface.encodeFunctionData("credits", [wallet]) })),
  ];
  const calls = (at: string): RpcCall[] => [
    { method: "eth_getBlockByNumber", params: [at, false] },
    { method: "eth_getBalance", params: [wallet, at] },
    { method: "eth_getTransactionCount", params: [wallet, at] },
    ...views.map((view) => ({ method: "eth_call", params: [view, at] })),
  ];
  const [found] = await nodes.askAt(calls, ([latest, wei, nonce, usdc, ...perEscrow]) => {
    const amounts = perEscrow.map(hexNumber);
    const of = (at: number) => ({
      allowanceUsdcUnits: amounts[at] ?? 0n,
      creditUsdcUnits: amounts[at + names.length] ?? 0n,
    });
    return {
      wei: hexNumber(wei),
      usdcUnits: hexNumber(usdc),
      nonce: Number(hexNumber(nonce)),
      baseFeeWei: hexNumber(field(latest, "baseFeePerGas")),
      block: blockRef(latest),
      escrows: Object.fromEntries(names.map((name, at) => [name, of(at)])) as WalletBalances["escrows"],
    };
  });
  return found;
}

export function blockRef(result: unknown): BlockRef {
  return { number: hexNumber(field(result, "number")), hash: hexBytes(field(result, "hash")) };
}
