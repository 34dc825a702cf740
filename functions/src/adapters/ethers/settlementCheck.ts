import { hexToBytes } from "@noble/hashes/utils";
import type { Address } from "../../domain/address";
import { hex, type Hex } from "../../domain/keccak";
import type { Authorization, Objection } from "../../domain/payment/authorization";
import type { SignedPayment } from "../../domain/payment/x402";
import type { Checked, Passage } from "../../ports/settlement";
import { stateCall } from "../rpc/authorizations";
import { field, hexBytes, hexNumber } from "../rpc/json";
import { RpcError, type Nodes, type RpcCall } from "../rpc/nodes";
import { authorizationDigest, settlingCall, unwrap, type Deployment } from "./authorizationCall";
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
const MOST_GAS = 1_500_000n;
/** Base's oracle for what a transaction's data costs on the chain below, and its getL1FeeUpperBound(uint256). */
const DATA_FEE_ORACLE = "0x420000000000000000000000000000000000000F";
const DATA_FEE_CALL = "0xf1c7a58b";
/** What a transaction adds to its calldata: fees, addresses and the signature. */
const ENVELOPE_BYTES = 180;

/**
 * Simulates a settlement at the newest block, in one batch that also brings what sending it takes; a second one says
 * what is wrong where the simulation fails.
 */
export function settlementCheck({ nodes, chainId, sender, factories }: CheckOptions) {
  return async ({ authorization }: Pick<SignedPayment, "authorization">): Promise<Checked> => {
    const own = await ownSignature(authorization, chainId);
    const unwrapped = own ? { inner: own, deployment: null } : unwrap(authorization.signature);
    if (!unwrapped) return refused("invalid_exact_evm_signature", "The signature's ERC-6492 wrapper cannot be read.");
    const { inner, deployment } = unwrapped;
    const isAllowed = deployment !== null && (factories?.includes(deployment.factory) ?? true);
    const call = settlingCall(authorization, inner, isAllowed ? deployment : null);
    try {
      return { ok: true, passage: await passage(call, authorization) };
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return { ok: false, objection: await diagnose(authorization, own !== null, isAllowed ? null : deployment) };
    }
  };

  function passage(call: { to: Address; data: Hex }, { token, from }: Authorization): Promise<Passage> {
    const transaction = { from: sender, ...call, gas: quantity(MOST_GAS) };
    const bytes = (call.data.length - 2) / 2 + ENVELOPE_BYTES;
    const dataFee = `${DATA_FEE_CALL}${bytes.toString(16).padStart(64, "0")}`;
    return nodes.askAt(
      (at) => [
        // First, because the first call of a batch that reverts is the one that is told.
        { method: "eth_call", params: [transaction, at] },
        { method: "eth_estimateGas", params: [transaction, at] },
        { method: "eth_getTransactionCount", params: [sender, at] },
        { method: "eth_getBalance", params: [sender, at] },
        { method: "eth_getBlockByNumber", params: [at, false] },
        { method: "eth_maxPriorityFeePerGas", params: [] },
        { method: "eth_call", params: [{ to: DATA_FEE_ORACLE, data: dataFee }, at] },
        balanceCall(token, from, at),
      ],
      ([, gas, count, wei, block, priority, fee, units]) => ({
        ...call,
        gas: (hexNumber(gas) * 5n) / 4n,
        ...feesOf(block, priority),
        // Chains without the oracle answer with nothing.
        dataFeeWei: hexBytes(fee) === "0x" ? 0n : hexNumber(fee),
        nonce: Number(hexNumber(count)),
        walletWei: hexNumber(wei),
        payerUnits: hexNumber(units),
      }),
      // Nodes estimate gas and fees differently.
      { sameness: ({ nonce, walletWei, payerUnits }) => `${nonce} ${walletWei} ${payerUnits}` },
    );
  }

  /** Why the token does not take it, from what it says of payer and authorization now. */
  async function diagnose(authorization: Authorization, ownSignatureFits: boolean, refusedDeployment: Deployment | null): Promise<Objection> {
    const { token, from, valueUsdcUnits } = authorization;
    const found = await nodes.askAt(
      (at) => [stateCall(authorization, at), balanceCall(token, from, at), { method: "eth_getCode", params: [from, at] }],
      ([used, units, code]) => ({ isUsed: hexNumber(used) !== 0n, units: hexNumber(units), hasCode: hexBytes(code) !== "0x" }),
    );
    if (found.isUsed) return objection("invalid_exact_evm_nonce_already_used", "This authorization was used or cancelled before. Sign a new one.");
    if (refusedDeployment && !found.hasCode) {
      return objection(
        "eip6492_factory_not_allowed",
        `The wallet is not deployed, and ${refusedDeployment.factory} is no factory that is used here. Deploy the wallet, then pay.`,
      );
    }
    if (!ownSignatureFits && !found.hasCode && !authorization.signature.endsWith("6492")) {
      return objection("invalid_exact_evm_signature", "The signature is not the payer's, over this authorization, under USDC's domain on this chain.");
    }
    if (found.units < valueUsdcUnits) return objection("invalid_exact_evm_insufficient_balance", "The payer has less USDC than the price.");
    if (!ownSignatureFits) return objection("invalid_exact_evm_signature", "The payer's wallet does not accept the signature.");
    return objection("invalid_exact_evm_transaction_simulation_failed", "The token refuses the transfer: it is paused, or bars one of the parties.");
  }
}

/** Both fees that a transaction should offer: it pays for itself even when the next blocks fill up. */
export function feesOf(block: unknown, priority: unknown): Pick<Passage, "maxFeePerGas" | "maxPriorityFeePerGas"> {
  const tip = hexNumber(priority) + 1n;
  return { maxFeePerGas: hexNumber(field(block, "baseFeePerGas")) * 2n + tip, maxPriorityFeePerGas: tip };
}

/** The signature as tokens take an account's own (65 bytes, v 27 or 28); null where it is not the payer's own key's. */
async function ownSignature(authorization: Authorization, chainId: number): Promise<Hex | null> {
  const ecdsa = parseEcdsa(hexToBytes(authorization.signature.slice(2)));
  if (!ecdsa) return null;
  const digest = hexToBytes(authorizationDigest(authorization, chainId).slice(2));
  if (!isSignedBy(authorization.from, digest, ecdsa, await ethersRecover())) return null;
  return `${hex(ecdsa.rs)}${(27 + ecdsa.yParity).toString(16)}`;
}

function balanceCall(token: Address, account: Address, at: string): RpcCall {
  return { method: "eth_call", params: [{ to: token, data: `0x70a08231${account.slice(2).toLowerCase().padStart(64, "0")}` }, at] };
}

function objection(reason: Objection["reason"], detail: string): Objection {
  return { reason, detail };
}

function refused(reason: Objection["reason"], detail: string): Checked {
  return { ok: false, objection: { reason, detail } };
}

function quantity(number: bigint): Hex {
  return `0x${number.toString(16)}`;
}
