import type { Address } from "../../domain/address";
import type { Escrows } from "../../domain/messages/requestText";
import { keccak256 } from "../../domain/keccak";
import type { Vitals } from "../../ports/health";
import { blockCall, field, hexBytes, hexNumber, quantity, timeOf } from "../rpc/json";
import type { Nodes, RpcCall } from "../rpc/nodes";
import { tokenInterface } from "./escrowCalls";

export interface VitalsOptions {
  nodes: Nodes;
  escrows: Escrows | null;
  token: Address;
}

/** Signs of life over the nodes' JSON-RPC. */
export function ethersVitals({ nodes, escrows, token }: VitalsOptions): Vitals {
  return {
    async head() {
      const [head] = await nodes.askAt(
        (at) => [blockCall(at)],
        ([block]) => ({ number: hexNumber(field(block, "number")), time: timeOf(block) }),
      );
      return head;
    },

    async vault(contract, block) {
      if (!escrows) throw new TypeError("this deployment has no marketplace");
      const address = escrows[contract];
      const balance = { to: token, data: tokenInterface.encodeFunctionData("balanceOf", [address]) };
      const calls = (at: string): RpcCall[] => [
        { method: "eth_getCode", params: [address, at] },
        { method: "eth_call", params: [balance, at] },
        blockCall(at),
      ];
      const read = ([code, units, asked]: unknown[]) => ({
        codeHash: keccak256(Buffer.from(hexBytes(code).slice(2), "hex")),
        balanceUsdcUnits: hexNumber(units),
        time: timeOf(asked),
      });
      const [vault] =
        block === null ? await nodes.askAt(calls, read) : await nodes.askAgreed(calls(quantity(block)), read);
      return vault;
    },
  };
}
