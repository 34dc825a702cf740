import { AbiCoder, Interface } from "ethers/abi";
import { toAddress, type Address } from "../../domain/address";
import type { Hex } from "../../domain/keccak";
import { authorizationTypedData, typedDataDigest } from "../../domain/messages/typedData";
import type { Authorization } from "../../domain/payment/authorization";

const token = new Interface([
  "function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)",
]);
const multicall = new Interface([
  "function aggregate3((address target, bool allowFailure, bytes callData)[] calls) payable returns ((bool success, bytes returnData)[])",
]);
const wallet = new Interface(["function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)"]);

/** What a contract wallet answers to `acceptanceCall` where it accepts the signature (ERC-1271). */
export const ACCEPTANCE = `0x1626ba7e${"00".repeat(28)}`;

/** Multicall3, at its address on every chain. */
export const MULTICALL3 = toAddress("0xcA11bde05977b3631167028862bE2a173976CA11") as Address;
/** The 32 bytes at the end of an ERC-6492 wrapper. */
const WRAPPER_MAGIC = "6492".repeat(16);

/** What the wallet of an ERC-6492 signature is deployed with. */
export interface Deployment {
  factory: Address;
  factoryData: Hex;
}

/** The 32 bytes that the payer signed, under the token's own EIP-712 domain. */
export function authorizationDigest(authorization: Authorization, chainId: number): Hex {
  return typedDataDigest(authorizationTypedData(chainId, authorization));
}

/** Asks a contract wallet whether it accepts a signature over a digest (ERC-1271). */
export function acceptanceCall(digest: Hex, signature: Hex): Hex {
  return wallet.encodeFunctionData("isValidSignature", [digest, signature]) as Hex;
}

/** A signature without its ERC-6492 wrapper, and what stood in the wrapper; null for a wrapper that cannot be read. */
export function unwrap(signature: Hex): { inner: Hex; deployment: Deployment | null } | null {
  if (!signature.endsWith(WRAPPER_MAGIC)) return { inner: signature, deployment: null };
  try {
    const wrapped = signature.slice(0, -WRAPPER_MAGIC.length);
    const [to, data, inner] = AbiCoder.defaultAbiCoder().decode(["address", "bytes", "bytes"], wrapped).toArray() as [
      string,
      Hex,
      Hex,
    ];
    const factory = toAddress(to);
    return factory && { inner, deployment: /^0x0{40}$/.test(to) ? null : { factory, factoryData: data } };
  } catch {
    return null;
  }
}

/**
 * The call that submits an authorization to its token.
 *
 * It is the form that takes any signature (USDC 2.2), accounts' own included. A wallet that has yet to be deployed is
 * deployed in the same transaction; if it is deployed by another account first, that step fails harmlessly.
 */
export function settlingCall(
  { token: asset, from, to: payee, valueUsdcUnits, validAfter, validBefore, nonce }: Authorization,
  signature: Hex,
  deployment: Deployment | null,
): { to: Address; data: Hex } {
  const transfer = token.encodeFunctionData("transferWithAuthorization", [
    from,
    payee,
    valueUsdcUnits,
    validAfter,
    validBefore,
    nonce,
    signature,
  ]);
  if (!deployment) return { to: asset, data: transfer as Hex };
  const calls = [
    { target: deployment.factory, allowFailure: true, callData: deployment.factoryData },
    { target: asset, allowFailure: false, callData: transfer },
  ];
  return { to: MULTICALL3, data: multicall.encodeFunctionData("aggregate3", [calls]) as Hex };
}
