import { refuse, Refusal, type ErrorCode } from "../../domain/errors";
import { demandsOf } from "../../domain/mandate";
import { authorizationTypedData } from "../../domain/messages/typedData";
import { objectionTo, type Authorization, type Objection } from "../../domain/payment/authorization";
import type { Spender } from "../../domain/payment/gasRisk";
import { responseHeader } from "../../domain/payment/x402";
import type { DepositStep } from "../../domain/task/gasless";
import type { RelayCheck, Relayed } from "../../ports/ownWallet";
import { requireMandate } from "../mandate/require";
import { readHeader } from "../payments/credentials";
import { MalformedPayment, readAuthorization } from "../payments/signedPayment";
import { PROVEN, type ProveWallet } from "../proof";
import type { Services } from "../services";
import {
  codeOf,
  detailOf,
  direct,
  refuseExposed,
  refuseUnsent,
  requireOpen,
  requireReward,
  type PaidCreation,
  type PaidRequest,
} from "./payRefusals";
import { refuseRevert } from "./prepare";
import { tokenSignature } from "./tokenSignature";

/**
 * Reads a PAYMENT-SIGNATURE header and acts on it. Only a payment that is refused before a node saw it gets `offer` and a
 * PAYMENT-RESPONSE that says so: x402 clients answer those by signing another payment.
 */
export async function paidBy<T>(
  header: string,
  services: Services,
  offer: () => Offered,
  act: (authorization: Authorization) => Promise<T>,
): Promise<T> {
  const { settings, escrow } = services;
  let authorization: Authorization | null = null;
  try {
    const payload = readHeader(header, "PAYMENT-SIGNATURE");
    ({ authorization } = readAuthorization(payload, { chainId: settings.chainId, tokens: [escrow.token] }));
    return await act(authorization);
  } catch (error) {
    const refusal = error instanceof MalformedPayment ? objected(error.objection, error.code) : error;
    if (!(refusal instanceof Refusal) || !REFUSED_FOR_ITSELF.includes(refusal.code)) throw refusal;
    const { headers, members } = offer();
    const response = responseHeader(2, settings.chainId, {
      success: false,
      errorReason: reasonOf(refusal),
      transaction: "",
      ...(authorization && { payer: authorization.from }),
    });
    throw new Refusal(refusal.code, refusal.detail, {
      ...refusal.options,
      headers: { ...headers, ...response },
      members,
    });
  }
}

/** What asks for a payment: in a header, and in the body. */
export interface Offered {
  readonly headers: Readonly<Record<string, string>>;
  readonly members: object;
}

const REFUSED_FOR_ITSELF: readonly ErrorCode[] = ["payment_invalid", "payment_malformed", "invalid_request"];

/** Sends a payment for one of these tasks, once it has passed every check. `keep` stores the task's texts. */
export async function takePayment(
  authorization: Authorization,
  creations: readonly PaidCreation[],
  request: PaidRequest,
  keep: () => Promise<void>,
): Promise<{ creation: PaidCreation; relayed: Relayed }> {
  const { services } = request;
  const creation = creations.find(({ deposit }) => deposit.address === authorization.to);
  if (!creation)
    return object({
      reason: "invalid_exact_evm_recipient_mismatch",
      detail: `The payment to ${authorization.to} is not for this body and wallet. Send the body that was quoted, or ask for a new offer without a payment.`,
    });
  requirePayment(authorization, creation, request);
  requireReward(creation, request);
  const signature = await tokenSignature(
    authorization.from,
    authorizationTypedData(services.settings.chainId, authorization),
    authorization.signature,
    services,
  );
  if (signature === null) return object(WRONG_SIGNATURE);
  if (signature === "tooLong")
    return refuse(
      "relay_refused",
      "The relay takes no signatures of that length. Nothing was charged: send the body without pay.",
      {
        nextAction: direct(request),
      },
    );
  await requireSendable(creation, request);
  const { call, salt, key } = creation;
  const { from, nonce, validAfter, validBefore } = authorization;
  const step: DepositStep = { kind: "deposit", call, from, salt, nonce, validAfter, validBefore };
  const check = await services.relay.check(step, signature);
  if (!check.ok) return refuseCheck(check, authorization, request);
  await allowPayment(creation, PROVEN, request);
  await keep();
  const spenders = spendersOf(request);
  const sent = await services.relay.send(key, check.prepared, { spenders, isUnderWay: false, mayRepeat: true });
  if (sent.outcome !== "sent")
    return refuseExposed({ code: codeOf(sent), detail: detailOf(sent) }, authorization, request);
  return { creation, relayed: sent.relayed };
}

/** What refuses any payment for this task now, asked before a node sees the signature, with which it could create the task. */
export async function requireSendable(creation: PaidCreation, request: PaidRequest): Promise<void> {
  await requireOpen(creation, request);
  const refused = await request.services.relay.refusalOf(creation.key, spendersOf(request));
  if (refused) refuseUnsent(refused, request);
}

/** What shows without a node: the payer, the amount and the time. */
function requirePayment(authorization: Authorization, { call, deposit }: PaidCreation, request: PaidRequest): void {
  const { wallet, nowMs } = request;
  if (authorization.from !== wallet)
    object({
      reason: "invalid_payment_requirements",
      detail: `The payment is by ${authorization.from}, but the task's poster is ${wallet}. The poster pays for its own task.`,
    });
  const asked = { recipient: deposit.address, priceUsdcUnits: call.terms.rewardUsdcUnits };
  const objection = objectionTo(authorization, asked, Math.floor(nowMs / 1_000));
  if (objection) object(objection);
}

/**
 * Counts the task for its poster's mandate: once, however often it is quoted and paid for, and beside any other creation
 * of a task with the same terms.
 */
export function allowPayment({ call, key }: PaidCreation, prove: ProveWallet, request: PaidRequest): Promise<void> {
  const { wallet, services, nowMs } = request;
  const demands = demandsOf(call, call.terms.rewardUsdcUnits).map((one) => ({ ...one, once: `deposit ${key}` }));
  return requireMandate({ wallet, demands, prove }, services.mandates, nowMs);
}

function spendersOf({ wallet, services }: PaidRequest): Spender[] {
  return [{ rule: "wallet", name: wallet, max: services.settings.relay?.walletSteps ?? 0, enters: true }];
}

const WRONG_SIGNATURE: Objection = {
  reason: "invalid_exact_evm_signature",
  detail: "This is not the poster's signature of the offer. Sign it unchanged.",
};

function refuseCheck(
  { reason }: RelayCheck & { ok: false },
  authorization: Authorization,
  request: PaidRequest,
): Promise<never> {
  const { wallet, services, nowMs } = request;
  if (reason === "InvalidSignature") object(WRONG_SIGNATURE);
  if (reason === "gas" || reason === "stale" || reason === "early")
    refuseExposed(
      { code: "relay_refused", detail: "This takes more gas than the relay pays for." },
      authorization,
      request,
    );
  return refuseRevert(reason, { wallet, record: null }, services, nowMs);
}

function object(objection: Objection): never {
  throw objected(objection, "payment_invalid");
}

function objected({ reason, detail }: Objection, code: ErrorCode): Refusal {
  return new Refusal(code, `${reason}: ${detail}`);
}

/** The reason as facilitators name it. */
function reasonOf({ code, detail }: Refusal): Objection["reason"] {
  return code === "invalid_request" ? "invalid_payload" : (detail.split(":")[0] as Objection["reason"]);
}
