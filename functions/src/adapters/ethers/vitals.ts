import { computeAddress } from "ethers";
import { toAddress, type Address } from "../../domain/address";
import type { Escrows } from "../../domain/contract";
import { keccak256, type Hex } from "../../domain/keccak";
import type { Vitals } from "../../ports/vitals";
import { field, hexBytes, hexNumber } from "../rpc/json";
import type { Nodes } from "../rpc/nodes";
import { tokenInterface } from "./escrowCalls";

export interface VitalsOptions {
  nodes: Nodes;
  escrows: Escrows | null;
  token: Address;
  keeperKey: Hex | null;
}

/** Signs of life over the nodes' JSON-RPC. */
export function ethersVitals({ nodes, escrows, token, keeperKey }: VitalsOptions): Vitals {
  const keeper = keeperKey && toAddress(computeAddress(keeperKey));

  return {
    head: () =>
      nodes.ask([{ method: "eth_getBlockByNumber", params: ["latest", false] }], ([block]) => ({
        number: hexNumber(field(block, "number")),
        time: Number(hexNumber(field(block, "timestamp"))),
      })),

    async vault(contract, block) {
      if (!escrows) throw new TypeError("this deployment has no marketplace");
      const address = escrows[contract];
      const at = block === null ? "latest" : `0x${block.toString(16)}`;
      const balance = { to: token, data: tokenInterface.encodeFunctionData("balanceOf", [address]) };
      const calls = [
        { method: "eth_getCode", params: [address, "latest"] },
        { method: "eth_call", params: [balance, at] },
        { method: "eth_getBlockByNumber", params: [at, false] },
      ];
      return nodes.ask(calls, ([code, units, asked]) => ({
        codeHash: keccak256(Buffer.from(hexBytes(code).slice(2), "hex")),
        balanceUsdcUnits: hexNumber(units),
        time: Number(hexNumber(field(asked, "timestamp"))),
      }));
    },

    async keeper() {
      if (!keeper) return null;
      const wei = await nodes.ask([{ method: "eth_getBalance", params: [keeper, "latest"] }], ([amount]) =>
        hexNumber(amount),
      );
      return { address: keeper, wei };
    },
  };
}
