import { Interface } from "ethers";
import { toAddress, type Address } from "../../domain/address";
import { chainOf, MAX_TRANSACTION_GAS } from "../../domain/chains";
import type { Hex } from "../../domain/keccak";
import type { AgentRegistry } from "../../ports/profiles";
import { hexBytes, hexNumber } from "../rpc/json";
import { RpcError, largest, type Nodes } from "../rpc/nodes";

const registry = new Interface([
  "function ownerOf(uint256 agentId) view returns (address)",
  "function getAgentWallet(uint256 agentId) view returns (address)",
  "function giveFeedback(uint256 agentId, int128 value, uint8 valueDecimals, string tag1, string tag2, string endpoint, string feedbackURI, bytes32 feedbackHash)",
]);
/** Bytes of an address as a call returns it: 32, as `0x` and hex. */
const WORD_LENGTH = 66;

/** The registries through the chain's nodes. */
export function ethersAgentRegistry(nodes: Nodes, chainId: number): AgentRegistry {
  const { reputationRegistry: to } = chainOf(chainId);
  return {
    async holders(at, agentId) {
      const views = ["ownerOf", "getAgentWallet"].map((name) => ({
        to: at,
        data: registry.encodeFunctionData(name, [agentId]),
      }));
      const found = await unlessReverted(
        nodes.askAt(
          (block) => views.map((view) => ({ method: "eth_call", params: [view, block] })),
          (results) => results.map((result) => hexBytes(result)),
        ),
      );
      return found?.[0].flatMap(addressIn) ?? [];
    },

    async feedbackCall(from, said) {
      const { agentId, value, valueDecimals, tag1, tag2, endpoint, feedbackURI, feedbackHash } = said;
      const values = [agentId, value, valueDecimals, tag1, tag2, endpoint, feedbackURI, feedbackHash];
      const data = registry.encodeFunctionData("giveFeedback", values) as Hex;
      const camp = await unlessReverted(
        nodes.askAt(
          // The call comes first because nodes tell a revert there most reliably.
          (block) => ["eth_call", "eth_estimateGas"].map((method) => ({ method, params: [{ from, to, data }, block] })),
          ([, estimate]) => (hexNumber(estimate) * 5n) / 4n,
          { sameness: () => "succeeds" },
        ),
      );
      if (!camp) return null;
      const gas = largest(camp, (said) => said);
      return { to, data, gas: gas < MAX_TRANSACTION_GAS ? gas : MAX_TRANSACTION_GAS };
    },
  };
}

async function unlessReverted<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof RpcError) return null;
    throw error;
  }
}

/** None in what an account without code returns. */
function addressIn(bytes: Hex): Address[] {
  const found = bytes.length === WORD_LENGTH ? toAddress(`0x${bytes.slice(-40)}`) : null;
  return found ? [found] : [];
}
