import { AbiCoder, Interface } from "ethers/abi";
import { getCreate2Address, getCreateAddress } from "ethers/address";
import { keccak256 } from "ethers/crypto";
import { toAddress, type Address } from "../../domain/address";
import { chainOf } from "../../domain/chains";
import type { Escrows } from "../../domain/messages/requestText";
import type { Hex } from "../../domain/keccak";
import type { CallOf } from "../../domain/task/call";
import type { Deposit, Deposits, DepositState } from "../../ports/escrow";
import { address as addressIn, hexBytes, hexNumber } from "../rpc/json";
import { RpcError, type Nodes } from "../rpc/nodes";
import { taskDepositCode } from "./abi/TaskDeposit";
import { TERMS_TYPE, termsOf } from "./escrowCalls";
import { balanceCall } from "./settlementCalls";

const depositsInterface = new Interface([
  "function addressOf(address poster, bytes32 consent) view returns (address)",
  "function isUsed(address deposit) view returns (bool used)",
  "function refund(address poster, bytes32 consent) returns (uint256 amount)",
]);
/** The escrow creates its deposits' contract first of all. */
const FIRST_NONCE = 1;

export interface DepositsOptions {
  readonly nodes: Nodes;
  readonly escrows: Escrows;
  readonly chainId: number;
}

/** The deposits of the escrows, by their own contract `TaskDeposits`. */
export function escrowDeposits({ nodes, escrows, chainId }: DepositsOptions): Deposits {
  const token = chainOf(chainId).usdc.address;
  const codeHash = keccak256(`${taskDepositCode}${encode(["address"], [token]).slice(2)}`);

  return { of, stateOf };

  function of({ contract, terms }: CallOf<"createTask">, poster: Address, salt: Hex): Deposit {
    const factory = addressIn(getCreateAddress({ from: escrows[contract], nonce: FIRST_NONCE }));
    const consent = keccak256(encode([TERMS_TYPE, "bytes32"], [termsOf(terms), salt])) as Hex;
    const own = keccak256(encode(["address", "bytes32"], [poster, consent]));
    const data = depositsInterface.encodeFunctionData("refund", [poster, consent]) as Hex;
    return {
      address: addressIn(getCreate2Address(factory, own, codeHash)),
      consent,
      refund: { to: factory, data, value: 0n, chainId },
    };
  }

  async function stateOf(call: CallOf<"createTask">, poster: Address, salt: Hex): Promise<DepositState | null> {
    const { address, consent, refund } = of(call, poster, salt);
    const asked = (name: string, ...args: unknown[]) => ({
      to: refund.to,
      data: depositsInterface.encodeFunctionData(name, args),
    });
    try {
      const [state] = await nodes.askAt(
        (at) => [
          { method: "eth_call", params: [asked("addressOf", poster, consent), at] },
          { method: "eth_call", params: [asked("isUsed", address), at] },
          balanceCall(token, address, at),
        ],
        ([told, used, balance]) =>
          toAddress(`0x${hexBytes(told).slice(-40)}`) === address
            ? { isUsed: hexNumber(used) !== 0n, usdcUnits: hexNumber(balance) }
            : null,
        // At one block: the money of an earlier one than the flag's is no refund.
        { since: 0n },
      );
      return state;
    } catch (error) {
      if (error instanceof RpcError) return null;
      throw error;
    }
  }
}

const encode = (types: readonly string[], values: readonly unknown[]) =>
  AbiCoder.defaultAbiCoder().encode(types, values);
