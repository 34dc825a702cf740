import type { Address } from "../../domain/address";
import type { Escrows } from "../../domain/contract";
import { keccak256 } from "../../domain/keccak";
import type { Vitals } from "../../ports/vitals";
import { field, hexBytes, hexNumber } from "../rpc/json";
import type { Nodes } from "../rpc/nodes";
import { tokenInterface } from "./escrowCalls";

/** Signs of life over the nodes' JSON-RPC. */
export function ethersVitals(nodes: Nodes, escrows: Escrows, token: Address): Vitals {
  return {
    head: () =>
      nodes.ask([{ method: "eth_getBlockByNumber", params: ["latest", false] }], ([block]) => ({
        number: hexNumber(field(block, "number")),
        time: Number(hexNumber(field(block, "timestamp"))),
      })),

    vault: (contract) => {
      const address = escrows[contract];
      const balance = { to: token, data: tokenInterface.encodeFunctionData("balanceOf", [address]) };
      const calls = [
        { method: "eth_getCode", params: [address, "latest"] },
        { method: "eth_call", params: [balance, "latest"] },
      ];
      return nodes.ask(calls, ([code, units]) => ({
        codeHash: keccak256(Buffer.from(hexBytes(code).slice(2), "hex")),
        balanceUsdcUnits: hexNumber(units),
      }));
    },
  };
}
