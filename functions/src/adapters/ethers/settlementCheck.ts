import { hexToBytes } from "@noble/hashes/utils";
import { AbiCoder, Interface } from "ethers/abi";
import { toAddress, type Address } from "../../domain/address";
import { hex, type Hex } from "../../domain/keccak";
import { authorizationTypedData, typedDataDigest } from "../../domain/messages/typedData";
import { objectionToTime, type Authorization, type Objection } from "../../domain/payment/authorization";
import type { SignedPayment } from "../../domain/payment/x402";
import type { Checked, PreparedSettlement } from "../../ports/settlement";
import { stateCall } from "../rpc/authorizations";
import { asText, blockCall, field, hexBytes, hexNumber, quantity } from "../rpc/json";
import { RpcError, largest, type Nodes } from "../rpc/nodes";
import { dataFeeCall, feeCalls, feesOf, readDataFee, readFees } from "./walletGas";
import { succeedsAsSent } from "./sending";
import { balanceCall, codeCall, dataGas, MAX_CHECK_GAS, TRANSFER_GAS, resultOf } from "./settlementCalls";
import { isSignedBy, parseEcdsa } from "./signatures";

export interface CheckOptions {
  nodes: Nodes;
  chainId: number;
  /** Who would send the transaction. */
  sender: Address;
  /** Factories that may deploy a payer's wallet on the way; null for any. */
  factories: readonly Address[] | null;
}

/** Enough to deploy a wallet that checks a passkey, and to pay from it. */
const MAX_GAS = 1_500_000n;
interface Call {
  to: Address;
  data: Hex;
}

/**
 * Simulates a settlement at the newest block, in one batch that also brings what sending it takes; another one says
 * what is wrong where the simulation fails.
 *
 * An account with code decides itself whether it accepts a signature, and may decide otherwise in a transaction. So what
 * is sent for one is simulated once more, exactly as it is sent: same sender, gas limit and fees.
 */
export function settlementCheck({ nodes, chainId, sender, factories }: CheckOptions) {
  return async ({ authorization }: Pick<SignedPayment, "authorization">): Promise<Checked> => {
    const own = ownSignature(authorization, chainId);
    const unwrapped = own ? { inner: own, deployment: null } : unwrap(authorization.signature);
    if (!unwrapped) {
      const detail = "The signature's ERC-6492 wrapper cannot be read.";
      return { ok: false, objection: objection("invalid_exact_evm_signature", detail) };
    }
    const deployment = unwrapped.deployment && (await neededDeployment(authorization.from, unwrapped.deployment));
    if (deployment && "reason" in deployment) return { ok: false, objection: deployment };
    const call = settlingCall(authorization, unwrapped.inner, deployment);
    try {
      const prepared = await simulate(call, authorization, deployment !== null);
      return "reason" in prepared ? { ok: false, objection: prepared } : { ok: true, prepared };
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return { ok: false, objection: await diagnose({ nodes, chainId }, authorization, unwrapped.inner, own !== null) };
    }
  };

  /** The deployment that the payment needs; null where the wallet is there already. An objection where none would work. */
  async function neededDeployment(
    wallet: Address,
    { factory, factoryData }: Deployment,
  ): Promise<Deployment | Objection | null> {
    const codes = (at: string) => [wallet, factory, MULTICALL3].map((account) => codeCall(account, at));
    const [[hasWallet, hasFactory, hasMulticall]] = await nodes.askAt(codes, (found) =>
      found.map((code) => hexBytes(code) !== "0x"),
    );
    if (hasWallet) return null;
    if (factories && !factories.includes(factory)) {
      return objection(
        "eip6492_factory_not_allowed",
        `The wallet is not deployed, and its factory ${factory} is not supported. Deploy the wallet, then pay.`,
      );
    }
    if (!hasFactory || !hasMulticall) {
      const missing = hasFactory ? "Multicall3" : `the factory ${factory}`;
      return objection(
        "invalid_exact_evm_transaction_simulation_failed",
        `The wallet is not deployed, and this chain does not have ${missing}. Deploy the wallet, then pay.`,
      );
    }
    return { factory, factoryData };
  }

  async function simulate(
    call: Call,
    { token, from }: Authorization,
    deploys: boolean,
  ): Promise<PreparedSettlement | Objection> {
    const transaction = { from: sender, ...call, gas: quantity(MAX_GAS) };
    const most = deploys ? MAX_GAS : MAX_CHECK_GAS + TRANSFER_GAS + dataGas(call.data);
    const camp = await nodes.askAt(
      (at) => [
        // First, because the first call of a batch that reverts is the one that is reported.
        { method: "eth_call", params: [transaction, at] },
        { method: "eth_estimateGas", params: [transaction, at] },
        { method: "eth_getTransactionCount", params: [sender, at] },
        { method: "eth_getBalance", params: [sender, at] },
        ...feeCalls(at),
        dataFeeCall(call.data, at),
        balanceCall(token, from, at),
        codeCall(from, at),
        codeCall(call.to, at),
      ],
      ([, gas, count, wei, block, tip, fee, units, payerCode, targetCode]) => ({
        estimate: hexNumber(gas),
        ...readFees(block, tip),
        state: {
          hasTarget: hexBytes(targetCode) !== "0x",
          dataFeeWei: readDataFee(fee),
          nonce: Number(hexNumber(count)),
          walletWei: hexNumber(wei),
          payerUnits: hexNumber(units),
          payerKind: deploys || hexBytes(payerCode) !== "0x" ? ("contract" as const) : ("account" as const),
        },
      }),
      // Nodes suggest tips and estimate gas differently. They must agree on whether it is more than it may be.
      { sameness: ({ estimate, baseFee, state }) => asText([estimate > most, baseFee, state]) },
    );
    const [{ state }] = camp;
    const { hasTarget, ...known } = state;
    // The largest, because a node alone must not have us send a transaction that runs out of gas.
    const estimate = largest(camp, (said) => said.estimate);
    const found: PreparedSettlement = { ...call, ...known, ...feesOf(camp), gas: (estimate * 5n) / 4n };
    // A call to an address without code succeeds, and does nothing.
    if (!hasTarget)
      return objection(
        "invalid_exact_evm_transaction_simulation_failed",
        `There is no contract at ${call.to} on this chain. ${INSTEAD}`,
      );
    if (found.payerKind === "account") return found;
    if (estimate > most) {
      return objection(
        "invalid_exact_evm_transaction_simulation_failed",
        `The payer's wallet takes more than ${MAX_CHECK_GAS} gas to check its signature. ${INSTEAD}`,
      );
    }
    const prepared = { ...found, gas: found.gas < most ? found.gas : most };
    return (await succeedsAsSent(nodes, sender, prepared))
      ? prepared
      : objection(
          "invalid_exact_evm_transaction_simulation_failed",
          `The payer's wallet accepts the signature only when it is asked outside a transaction. ${INSTEAD}`,
        );
  }
}

/** The signature as tokens take an account's own (65 bytes, v 27 or 28); null where it is not the payer's own key's. */
function ownSignature(authorization: Authorization, chainId: number): Hex | null {
  const ecdsa = parseEcdsa(hexToBytes(authorization.signature.slice(2)));
  if (!ecdsa) return null;
  const digest = hexToBytes(authorizationDigest(authorization, chainId).slice(2));
  if (!isSignedBy(authorization.from, digest, ecdsa)) return null;
  return `${hex(ecdsa.rs)}${(27 + ecdsa.yParity).toString(16)}`;
}

interface Place {
  nodes: Nodes;
  chainId: number;
}

const INSTEAD = "Pay by the quote's `transaction` instead.";

/** Whether the payer's contract accepts the signature, asked as the token asks it (ERC-1271). */
async function isAccepted({ nodes, chainId }: Place, authorization: Authorization, signature: Hex): Promise<boolean> {
  const { token, from } = authorization;
  const data = acceptanceCall(authorizationDigest(authorization, chainId), signature);
  const call = { from: token, to: from, data, gas: quantity(MAX_CHECK_GAS + TRANSFER_GAS + dataGas(data)) };
  return (await resultOf(nodes, call)) === ACCEPTANCE;
}

/** Why the token does not take it, from what it says of payer and authorization now. */
async function diagnose(
  { nodes, chainId }: Place,
  authorization: Authorization,
  inner: Hex,
  ownSignatureFits: boolean,
): Promise<Objection> {
  const { token, from, valueUsdcUnits, validAfter, validBefore } = authorization;
  const [found] = await nodes.askAt(
    (at) => [stateCall(authorization, at), balanceCall(token, from, at), codeCall(from, at), blockCall(at)],
    ([used, units, code, block]) => ({
      isUsed: hexNumber(used) !== 0n,
      units: hexNumber(units),
      hasCode: hexBytes(code) !== "0x",
      time: hexNumber(field(block, "timestamp")),
    }),
    // At one block: with a later balance, a payer who has just paid would seem to have too little.
    { since: 0n },
  );
  const notSigned = objection(
    "invalid_exact_evm_signature",
    "The signature is not the payer's, over this authorization, under USDC's domain on this chain.",
  );
  if (found.isUsed) {
    // The nonce of a used authorization is public, so only its payer learns this, and only the payer may buy with it.
    const isSigned =
      ownSignatureFits || (found.hasCode && (await isAccepted({ nodes, chainId }, authorization, inner)));
    return isSigned
      ? objection("invalid_exact_evm_nonce_already_used", "This authorization was used or cancelled before.")
      : notSigned;
  }
  if (!ownSignatureFits && !found.hasCode && !authorization.signature.endsWith("6492")) return notSigned;
  // The chain's clock decides, which may be behind the service's.
  if (found.time <= validAfter) return objectionToTime("valid_after", authorization);
  if (found.time >= validBefore) return objectionToTime("valid_before", authorization);
  if (found.units < valueUsdcUnits)
    return objection("invalid_exact_evm_insufficient_balance", "The payer has less USDC than the price.");
  if (!ownSignatureFits || found.hasCode)
    return objection("invalid_exact_evm_signature", `The payer's wallet does not accept the signature. ${INSTEAD}`);
  return objection(
    "invalid_exact_evm_transaction_simulation_failed",
    "The token refuses the transfer: it is paused, or bars one of the parties.",
  );
}

function objection(reason: Objection["reason"], detail: string): Objection {
  return { reason, detail };
}

const token = new Interface([
  "function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)",
]);
const multicall = new Interface([
  "function aggregate3((address target, bool allowFailure, bytes callData)[] calls) payable returns ((bool success, bytes returnData)[])",
]);
const wallet = new Interface(["function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)"]);

/** What a contract wallet answers to `acceptanceCall` where it accepts the signature (ERC-1271). */
const ACCEPTANCE = `0x1626ba7e${"00".repeat(28)}`;

/** Multicall3, at its address on every chain. */
const MULTICALL3 = toAddress("0xcA11bde05977b3631167028862bE2a173976CA11") as Address;
/** The 32 bytes at the end of an ERC-6492 wrapper. */
const WRAPPER_MAGIC = "6492".repeat(16);

/** What the wallet of an ERC-6492 signature is deployed with. */
interface Deployment {
  factory: Address;
  factoryData: Hex;
}

/** The 32 bytes that the payer signed, under the token's own EIP-712 domain. */
function authorizationDigest(authorization: Authorization, chainId: number): Hex {
  return typedDataDigest(authorizationTypedData(chainId, authorization));
}

/** Asks a contract wallet whether it accepts a signature over a digest (ERC-1271). */
function acceptanceCall(digest: Hex, signature: Hex): Hex {
  return wallet.encodeFunctionData("isValidSignature", [digest, signature]) as Hex;
}

/** A signature without its ERC-6492 wrapper, and what stood in the wrapper; null for a wrapper that cannot be read. */
function unwrap(signature: Hex): { inner: Hex; deployment: Deployment | null } | null {
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
function settlingCall(
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
