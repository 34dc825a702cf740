import { hexToBytes } from "@noble/hashes/utils";
import type { Address } from "../../domain/address";
import { hex, type Hex } from "../../domain/keccak";
import type { Authorization, Objection } from "../../domain/payment/authorization";
import type { SignedPayment } from "../../domain/payment/x402";
import type { Checked, PreparedSettlement } from "../../ports/settlement";
import { stateCall } from "../rpc/authorizations";
import { asText, hexBytes, hexNumber, quantity } from "../rpc/json";
import { RpcError, type Nodes, type RpcCall } from "../rpc/nodes";
import {
  ACCEPTANCE,
  acceptanceCall,
  authorizationDigest,
  MULTICALL3,
  settlingCall,
  unwrap,
  type Deployment,
} from "./authorizationCall";
import { largest } from "./camp";
import { feeCalls, feesOf, readFees } from "./fees";
import { ethersRecover, isSignedBy, parseEcdsa } from "./signaturesRecover";

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
/** What an account with code may take to check its signature, and what the transfer itself takes beside it, at most. */
const MAX_CHECK_GAS = 250_000n;
const TRANSFER_GAS = 110_000n;
/** Base's oracle for what a transaction's data costs on the chain below, and its getL1FeeUpperBound(uint256). */
const DATA_FEE_ORACLE = "0x420000000000000000000000000000000000000F";
const DATA_FEE_CALL = "0xf1c7a58b";
/** What a transaction adds to its calldata: fees, addresses and the signature. */
const ENVELOPE_BYTES = 180;
const INSTEAD = "Pay by the quote's `transaction` instead.";

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
    const own = await ownSignature(authorization, chainId);
    const unwrapped = own ? { inner: own, deployment: null } : unwrap(authorization.signature);
    if (!unwrapped) return refused("invalid_exact_evm_signature", "The signature's ERC-6492 wrapper cannot be read.");
    const deployment = unwrapped.deployment && (await neededDeployment(authorization.from, unwrapped.deployment));
    if (deployment && "reason" in deployment) return { ok: false, objection: deployment };
    const call = settlingCall(authorization, unwrapped.inner, deployment);
    try {
      const prepared = await simulate(call, authorization, deployment !== null);
      return "reason" in prepared ? { ok: false, objection: prepared } : { ok: true, prepared };
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return { ok: false, objection: await diagnose(authorization, unwrapped.inner, own !== null) };
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
        `The wallet is not deployed, and ${factory} is no factory that is used here. Deploy the wallet, then pay.`,
      );
    }
    if (!hasFactory || !hasMulticall) {
      const missing = hasFactory ? "Multicall3" : `the factory ${factory}`;
      return objection(
        "invalid_exact_evm_transaction_simulation_failed",
        `The wallet is not deployed, and this chain lacks ${missing}. Deploy the wallet, then pay.`,
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
    const bytes = (call.data.length - 2) / 2 + ENVELOPE_BYTES;
    const dataFee = `${DATA_FEE_CALL}${bytes.toString(16).padStart(64, "0")}`;
    const most = deploys ? MAX_GAS : MAX_CHECK_GAS + TRANSFER_GAS + dataGas(call.data);
    const camp = await nodes.askAt(
      (at) => [
        // First, because the first call of a batch that reverts is the one that is reported.
        { method: "eth_call", params: [transaction, at] },
        { method: "eth_estimateGas", params: [transaction, at] },
        { method: "eth_getTransactionCount", params: [sender, at] },
        { method: "eth_getBalance", params: [sender, at] },
        ...feeCalls(at),
        { method: "eth_call", params: [{ to: DATA_FEE_ORACLE, data: dataFee }, at] },
        balanceCall(token, from, at),
        codeCall(from, at),
        codeCall(call.to, at),
      ],
      ([, gas, count, wei, block, tip, fee, units, payerCode, targetCode]) => ({
        estimate: hexNumber(gas),
        ...readFees(block, tip),
        state: {
          hasTarget: hexBytes(targetCode) !== "0x",
          // Chains without the oracle answer with nothing.
          dataFeeWei: hexBytes(fee) === "0x" ? 0n : hexNumber(fee),
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
    return (await succeedsAsSent(prepared))
      ? prepared
      : objection(
          "invalid_exact_evm_transaction_simulation_failed",
          `The payer's wallet accepts the signature only when it is asked outside a transaction. ${INSTEAD}`,
        );
  }

  /** Whether the transaction succeeds as the settling wallet would sign it. */
  async function succeedsAsSent({
    to,
    data,
    gas,
    maxFeePerGas,
    maxPriorityFeePerGas,
    walletWei,
  }: PreparedSettlement): Promise<boolean> {
    // Who has too little ether sends nothing, and nodes simulate nothing for it.
    if (gas * maxFeePerGas > walletWei) return true;
    const fees = { maxFeePerGas: quantity(maxFeePerGas), maxPriorityFeePerGas: quantity(maxPriorityFeePerGas) };
    try {
      const call = { from: sender, to, data, gas: quantity(gas), ...fees };
      await nodes.askAt(
        (at) => [{ method: "eth_call", params: [call, at] }],
        ([result]) => hexBytes(result),
      );
      return true;
    } catch (error) {
      if (error instanceof RpcError) return false;
      throw error;
    }
  }

  /** Whether the payer's contract accepts the signature, asked as the token asks it (ERC-1271). */
  async function isAccepted(authorization: Authorization, signature: Hex): Promise<boolean> {
    const { token, from } = authorization;
    const data = acceptanceCall(authorizationDigest(authorization, chainId), signature);
    const call = { from: token, to: from, data, gas: quantity(MAX_CHECK_GAS + TRANSFER_GAS + dataGas(data)) };
    try {
      const [accepts] = await nodes.askAt(
        (at) => [{ method: "eth_call", params: [call, at] }],
        ([answer]) => hexBytes(answer) === ACCEPTANCE,
      );
      return accepts;
    } catch (error) {
      if (error instanceof RpcError) return false;
      throw error;
    }
  }

  /** Why the token does not take it, from what it says of payer and authorization now. */
  async function diagnose(authorization: Authorization, inner: Hex, ownSignatureFits: boolean): Promise<Objection> {
    const { token, from, valueUsdcUnits } = authorization;
    const [found] = await nodes.askAt(
      (at) => [stateCall(authorization, at), balanceCall(token, from, at), codeCall(from, at)],
      ([used, units, code]) => ({
        isUsed: hexNumber(used) !== 0n,
        units: hexNumber(units),
        hasCode: hexBytes(code) !== "0x",
      }),
    );
    const notSigned = objection(
      "invalid_exact_evm_signature",
      "The signature is not the payer's, over this authorization, under USDC's domain on this chain.",
    );
    if (found.isUsed) {
      // The nonce of a used authorization is public, so only its payer learns this, and only the payer may buy with it.
      const isSigned = ownSignatureFits || (found.hasCode && (await isAccepted(authorization, inner)));
      return isSigned
        ? objection(
            "invalid_exact_evm_nonce_already_used",
            "This authorization was used or cancelled before. Sign a new one.",
          )
        : notSigned;
    }
    if (!ownSignatureFits && !found.hasCode && !authorization.signature.endsWith("6492")) return notSigned;
    if (found.units < valueUsdcUnits)
      return objection("invalid_exact_evm_insufficient_balance", "The payer has less USDC than the price.");
    if (!ownSignatureFits || found.hasCode)
      return objection("invalid_exact_evm_signature", `The payer's wallet does not accept the signature. ${INSTEAD}`);
    return objection(
      "invalid_exact_evm_transaction_simulation_failed",
      "The token refuses the transfer: it is paused, or bars one of the parties.",
    );
  }
}

/** The signature as tokens take an account's own (65 bytes, v 27 or 28); null where it is not the payer's own key's. */
async function ownSignature(authorization: Authorization, chainId: number): Promise<Hex | null> {
  const ecdsa = parseEcdsa(hexToBytes(authorization.signature.slice(2)));
  if (!ecdsa) return null;
  const digest = hexToBytes(authorizationDigest(authorization, chainId).slice(2));
  if (!isSignedBy(authorization.from, digest, ecdsa, await ethersRecover())) return null;
  return `${hex(ecdsa.rs)}${(27 + ecdsa.yParity).toString(16)}`;
}

function codeCall(account: Address, at: string): RpcCall {
  return { method: "eth_getCode", params: [account, at] };
}

/** The most that calldata can cost (EIP-7623): 40 gas a byte. */
function dataGas(data: Hex): bigint {
  return BigInt((data.length - 2) / 2) * 40n;
}

function balanceCall(token: Address, account: Address, at: string): RpcCall {
  return {
    method: "eth_call",
    params: [{ to: token, data: `0x70a08231${account.slice(2).toLowerCase().padStart(64, "0")}` }, at],
  };
}

function objection(reason: Objection["reason"], detail: string): Objection {
  return { reason, detail };
}

function refused(reason: Objection["reason"], detail: string): Checked {
  return { ok: false, objection: { reason, detail } };
}
