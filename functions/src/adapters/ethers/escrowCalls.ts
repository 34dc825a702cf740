import { Interface, type ParamType } from "ethers";
import { chainOf } from "../../domain/chains";
import type { Escrows } from "../../domain/messages/requestText";
import type { Hex } from "../../domain/keccak";
import {
  REVERTS,
  type CallOf,
  type EscrowCall,
  type PreparedTransaction,
  type RevertName,
} from "../../domain/task/call";
import type { Terms } from "../../domain/task/events";
import { NO_SIGNATURE, writeValues } from "./abiValues";
import { escrowInterface } from "./escrowEvents";

/** What is called of the token, how tokens of OpenZeppelin's making word their refusals, and how a used deposit does. */
export const tokenInterface = new Interface([
  "function approve(address spender, uint256 amount) returns (bool)",
  "function balanceOf(address account) view returns (uint256)",
  "function allowance(address owner, address spender) view returns (uint256)",
  "function nonces(address owner) view returns (uint256)",
  "event Approval(address indexed owner, address indexed spender, uint256 value)",
  "error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)",
  "error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)",
  "error TokenPaused()",
  "error AccountDenied(address account)",
  "error AuthorizationExpired()",
  "error AuthorizationAlreadyUsed()",
  "error WrongSignature()",
  "error DepositUsed(address deposit)",
]);

/** The transaction that makes a call. */
export function encodeCall(call: EscrowCall, escrows: Escrows, chainId: number): PreparedTransaction {
  if (call.function === "approveUsdc") {
    const data = tokenInterface.encodeFunctionData("approve", [escrows[call.contract], call.amountUsdcUnits]) as Hex;
    return { to: chainOf(chainId).usdc.address, data, value: 0n, chainId };
  }
  return { to: escrows[call.contract], data: dataOf(call), value: 0n, chainId };
}

function dataOf(call: EscrowCall): Hex {
  if (call.function === "approveUsdc") throw new TypeError("the token's approval is no call of the escrow");
  if (call.function === "multicall") return encoded("multicall", [call.calls.map(dataOf)]);
  return encoded(
    call.function,
    writeValues(inputsOf(call.function), call.function === "resubmitWork" ? flat(call) : call),
  );
}

/** The contract takes the signature of a resubmission beside the other arguments. */
function flat({ signed, ...call }: CallOf<"resubmitWork">) {
  const { deadline, signature } = signed ?? NO_SIGNATURE;
  return { ...call, signatureDeadline: deadline, signature };
}

const encoded = (name: string, values: readonly unknown[]) => escrowInterface.encodeFunctionData(name, values) as Hex;

/** What a function of the escrow takes. */
export function inputsOf(name: string): readonly ParamType[] {
  const found = escrowInterface.getFunction(name);
  if (!found) throw new TypeError(`the escrow has no function ${name}`);
  return found.inputs;
}

const [TERMS] = inputsOf("createTask") as [ParamType];
/** Terms as the contract takes them, and their Solidity type. */
export const termsOf = (terms: Terms) => writeValues(TERMS.components ?? [], terms);
export const TERMS_TYPE = TERMS.format();

/** The token's errors and sentences, by the names that callers see: OpenZeppelin's custom errors, Circle's texts. */
const TOKEN_NAMES: Readonly<Record<string, RevertName>> = {
  ERC20InsufficientAllowance: "InsufficientAllowance",
  ERC20InsufficientBalance: "InsufficientBalance",
  "ERC20: transfer amount exceeds allowance": "InsufficientAllowance",
  "ERC20: transfer amount exceeds balance": "InsufficientBalance",
  "Pausable: paused": "TokenPaused",
  "Blacklistable: account is blacklisted": "AccountDenied",
  WrongSignature: "InvalidSignature",
  AuthorizationExpired: "SignatureExpired",
  AuthorizationAlreadyUsed: "AuthorizationUsed",
  "FiatTokenV2: invalid signature": "InvalidSignature",
  "FiatTokenV2: authorization is expired": "SignatureExpired",
  "FiatTokenV2: authorization is used or canceled": "AuthorizationUsed",
};

/** The reason that the bytes of a revert give; bytes that cannot be read give none. */
export function revertName(data: Hex): RevertName {
  try {
    const error = escrowInterface.parseError(data) ?? tokenInterface.parseError(data);
    const name = error?.name === "Error" ? String(error.args[0]) : (error?.name ?? "");
    if (Object.hasOwn(TOKEN_NAMES, name)) return TOKEN_NAMES[name] ?? "Unknown";
    return Object.hasOwn(REVERTS, name) ? (name as RevertName) : "Unknown";
  } catch {
    return "Unknown";
  }
}
