import { hexToBytes } from "@noble/hashes/utils";
import type { Address } from "../../domain/address";
import { hex, type Hex } from "../../domain/keccak";
import type { Authorization, Objection } from "../../domain/payment/authorization";
import type { SignedPayment } from "../../domain/payment/x402";
import type { Checked, PreparedSettlement } from "../../ports/settlement";
import { asText, hexBytes, hexNumber, quantity } from "../rpc/json";
import { RpcError, type Nodes } from "../rpc/nodes";
import { authorizationDigest, MULTICALL3, settlingCall, unwrap, type Deployment } from "./authorizationCall";
import { largest } from "./camp";
import { dataFeeCall, feeCalls, feesOf, readDataFee, readFees } from "./fees";
import { succeedsAsSent } from "./sending";
import { balanceCall, codeCall, dataGas, MAX_CHECK_GAS, TRANSFER_GAS } from "./settlementCalls";
import { diagnose, INSTEAD, objection } from "./settlementDiagnosis";
import { isSignedBy, parseEcdsa } from "./signaturesRecover";

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
