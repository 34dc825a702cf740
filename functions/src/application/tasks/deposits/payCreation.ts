import { tokenAt } from "../../../domain/chains";
import { contentHash } from "../../../domain/content";
import { refuse, refuseValue, Refusal, type ErrorCode } from "../../../domain/errors";
import { keccak256, type Hex } from "../../../domain/keccak";
import { demandsOf } from "../../../domain/mandate";
import { requireEscrow } from "../../../domain/messages/requestText";
import { authorizationTypedData } from "../../../domain/messages/typedData";
import { formatUsdc } from "../../../domain/money";
import { objectionTo, type Authorization, type Objection } from "../../../domain/payment/authorization";
import type { Spender } from "../../../domain/payment/gasRisk";
import { errorOn, resourceOf } from "../../../domain/payment/quote";
import { exactOffer, requiredHeader, responseHeader } from "../../../domain/payment/x402";
import { depositSalt, MAX_GASLESS_SECONDS, type DepositStep } from "../../../domain/task/gasless";
import { termsOf } from "../../../domain/task/terms";
import { ChainUnavailable } from "../../../ports/chain";
import type { Relayed, RelayCheck } from "../../../ports/ownWallet";
import { requireMandate } from "../../mandate/require";
import { readHeader } from "../../payments/credentials";
import { MalformedPayment, readAuthorization } from "../../payments/signedPayment";
import { PROVEN, type ProveWallet } from "../../proof";
import type { Services } from "../../services";
import { requireUsableSchema } from "../work/acceptance";
import { textsIn, confirmSimpleCreation, type SimpleCreation } from "../creation/create";
import { requireFundable } from "../creation/funded";
import { tokenSignature } from "../relay/gasless";
import {
  refundOf,
  requireRelay,
  requireReward,
  sameRequest,
  codeOf,
  detailOf,
  direct,
  refuseExposed,
  refuseUnsent,
  requireOpen,
  type PaidCreation,
  type PaidRequest,
} from "./payRefusals";
import { refuseRevert } from "../step/prepare";
import { required, refuseUnconfirmed } from "../step/sent";

/**
 * The task that an x402 payment creates; without a payment it is asked for, in the header PAYMENT-REQUIRED.
 *
 * A body that was paid for is answered with its task, with a payment and without, so that a client that lost the answer
 * does not pay twice. Nothing is stored until a payment has passed every check.
 */
export async function payCreation(request: PaidRequest) {
  const { wallet, payment = null, nowMs, services } = request;
  requireRelay(request);
  requirePayable(request);
  const { input, metadata, details } = textsIn(request);
  const creations = creationsOf(request, input, contentHash(metadata));
  const [creation] = creations;
  if (!creation) throw new TypeError("a service has a key");
  const known = await sentFor(creations, services);
  if (known) return created(known.relayed, known.creation, request);
  const act = async (authorization: Authorization) => {
    const paid = await takePayment(authorization, creations, request, async () => {
      await services.contentStore.keepDrafts(wallet, [metadata, ...(details ? [details] : [])], nowMs);
    });
    return created(paid.relayed, paid.creation, request);
  };
  try {
    if (payment === null) {
      await requireUsableSchema(metadata.value, "", request.client(), services);
      return await refuseUnpaid(creation, request);
    }
    return await paidBy(payment, services, () => offerOf(creation, request), act);
  } catch (error) {
    // Another request may have sent a payment meanwhile, and what refuses this one is that the task was paid for.
    const isRefused =
      error instanceof Refusal && error.code !== "payment_required" && error.code !== "tx_not_confirmed";
    const own = isRefused ? await sentFor(creations, services) : null;
    if (own) return created(own.relayed, own.creation, request);
    throw error;
  }
}

/** The payment that was sent for one of these, if there is one. */
async function sentFor(creations: readonly PaidCreation[], { relay }: PaidRequest["services"]) {
  const found = await Promise.all(
    creations.map(async (creation) => ({ creation, relayed: await relay.find(creation.key) })),
  );
  return found.find((one): one is { creation: PaidCreation; relayed: Relayed } => one.relayed !== null) ?? null;
}

/** Refuses fields that would make each repeat another task, or that contradict the payment. */
function requirePayable({ input: { permit, privateDetails } }: PaidRequest): void {
  if (permit) refuseValue("/permit", "cannot be combined with pay");
  if (privateDetails && privateDetails.salt === undefined)
    refuseValue(
      "/privateDetails/salt",
      "is required with pay: 32 random bytes that you choose, the same in every attempt",
    );
}

/** The task as each of the service's keys quotes it: the first one now, the others before they were replaced. */
function creationsOf({ wallet: poster, services, input }: PaidRequest, given: SimpleCreation, metadataHash: Hex) {
  const { chainId, escrows, quoteKeys } = services.settings;
  const { name: contract, address: escrow } = requireEscrow(given.contract, escrows);
  const terms = termsOf(contract, { ...given, ...required(given, "rewardUsdc", "stakeUsdc") }, metadataHash);
  const call: PaidCreation["call"] = { function: "createTask", contract, terms };
  return quoteKeys.map((key): PaidCreation => {
    const salt = depositSalt({ chainId, escrow, poster, terms, reference: input.reference ?? "" }, key);
    const deposit = services.deposits.of(call, poster, salt);
    return { call, salt, deposit, key: keccak256(["deposit", chainId, escrow, deposit.address].join(" ")) };
  });
}

/** The task of a payment that was sent. */
async function created({ txHash, state }: Relayed, creation: PaidCreation, request: PaidRequest) {
  if (state === null || state === "lost") refuseUnconfirmed();
  if (state === "reverted")
    refuse("state_conflict", "The transaction was reverted and moved no money. Send the same request without payment.");
  const { contract, terms } = creation.call;
  const sent = { contract, txHash, metadataHash: terms.metadataHash };
  const confirmed = await confirmSimpleCreation({ ...request, input: sent });
  const usdcUnits = await leftIn(creation, request);
  return { ...confirmed, ...(usdcUnits > 0n && { transactions: [refundOf(creation, usdcUnits, request)] }) };
}

/** What a deposit holds after its task was created: someone used a second signature of its poster at USDC itself. */
async function leftIn({ call, salt }: PaidCreation, { wallet, services }: PaidRequest): Promise<bigint> {
  try {
    return (await services.deposits.stateOf(call, wallet, salt))?.usdcUnits ?? 0n;
  } catch (error) {
    // The task is the answer; repeating the request adds the rest later.
    if (!(error instanceof ChainUnavailable)) throw error;
    return 0n;
  }
}

/** Asks for the payment, if the task could be created now and the relay would send it. */
async function refuseUnpaid(creation: PaidCreation, request: PaidRequest): Promise<never> {
  const { wallet, prove, services, nowMs } = request;
  const { call } = creation;
  const { rewardUsdcUnits: amountUsdcUnits } = call.terms;
  requireReward(creation, request);
  await requireFundable({ wallet, call, record: null, amountUsdcUnits }, services, nowMs);
  await requireRelayable(creation, request);
  await allowPayment(creation, prove, request);

  throw new Refusal(
    "payment_required",
    `Sign the offer with ${wallet} and send the same request with PAYMENT-SIGNATURE. payTo serves this task alone, and the escrow holds the ${rewardOf(creation)}.`,
    {
      ...offerOf(creation, request),
      nextAction: sameRequest(request, { action: "pay", reason: "Send the same request with the signed payment." }),
    },
  );
}

const rewardOf = ({ call }: PaidCreation) => `${formatUsdc(call.terms.rewardUsdcUnits)} USDC`;

/** The request for the payment. It can be paid once, by any of the requests that it was offered to. */
function offerOf(creation: PaidCreation, { path, services }: PaidRequest): Offered {
  const { call, salt, deposit } = creation;
  const { chainId, baseUrl } = services.settings;
  const { token } = services.escrow;
  const offer = exactOffer(2, tokenAt(chainId, token), {
    chainId,
    payTo: deposit.address,
    amountUsdcUnits: call.terms.rewardUsdcUnits,
    maxTimeoutSeconds: MAX_GASLESS_SECONDS,
  });
  const description = `Creates a task on the ${call.contract} contract with ${rewardOf(creation)} in escrow.`;
  const asked = {
    resource: resourceOf(baseUrl, { endpoint: path, description }),
    accepts: [{ ...offer, extra: { ...offer.extra, salt, consent: deposit.consent } }],
  };
  return {
    headers: { "X-Payment-Contracts": token, ...requiredHeader({ error: errorOn(chainId), ...asked }) },
    members: { x402Version: 2, ...asked },
  };
}

/**
 * Reads a PAYMENT-SIGNATURE header and acts on it. Only a payment that is refused before a node saw it gets `offer` and a
 * PAYMENT-RESPONSE that says so: x402 clients answer those by signing another payment.
 */
async function paidBy<T>(
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
interface Offered {
  readonly headers: Readonly<Record<string, string>>;
  readonly members: object;
}

const REFUSED_FOR_ITSELF: readonly ErrorCode[] = ["payment_invalid", "payment_malformed", "invalid_request"];

/** Sends a payment for one of these tasks, once it has passed every check. `keep` stores the task's texts. @internal */
export async function takePayment(
  authorization: Authorization,
  creations: readonly PaidCreation[],
  request: PaidRequest,
  keep: () => Promise<void>,
): Promise<{ creation: PaidCreation; relayed: Relayed }> {
  const { services } = request;
  const creation = creations.find(({ deposit }) => deposit.address === authorization.to);
  if (!creation)
    return refusePayment({
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
  if (signature === null) return refusePayment(WRONG_SIGNATURE);
  if (signature === "tooLong")
    return refuse(
      "relay_refused",
      "The relay takes no signatures of that length. Nothing was charged: send the body without pay.",
      {
        nextAction: direct(request),
      },
    );
  await requireRelayable(creation, request);
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
async function requireRelayable(creation: PaidCreation, request: PaidRequest): Promise<void> {
  await requireOpen(creation, request);
  const refused = await request.services.relay.refusalOf(creation.key, spendersOf(request));
  if (refused) refuseUnsent(refused, request);
}

/** What shows without a node: the payer, the amount and the time. */
function requirePayment(authorization: Authorization, { call, deposit }: PaidCreation, request: PaidRequest): void {
  const { wallet, nowMs } = request;
  if (authorization.from !== wallet)
    refusePayment({
      reason: "invalid_payment_requirements",
      detail: `The payment is by ${authorization.from}, but the task's poster is ${wallet}. The poster pays for its own task.`,
    });
  const asked = { recipient: deposit.address, priceUsdcUnits: call.terms.rewardUsdcUnits };
  const objection = objectionTo(authorization, asked, Math.floor(nowMs / 1_000));
  if (objection) refusePayment(objection);
}

/**
 * Counts the task for its poster's mandate: once, however often it is quoted and paid for, and beside any other creation
 * of a task with the same terms.
 */
function allowPayment({ call, key }: PaidCreation, prove: ProveWallet, request: PaidRequest): Promise<void> {
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
  if (reason === "InvalidSignature") refusePayment(WRONG_SIGNATURE);
  if (reason === "gas" || reason === "stale" || reason === "early")
    refuseExposed(
      { code: "relay_refused", detail: "This takes more gas than the relay pays for." },
      authorization,
      request,
    );
  return refuseRevert(reason, { wallet, record: null }, services, nowMs);
}

function refusePayment(objection: Objection): never {
  throw objected(objection, "payment_invalid");
}

function objected({ reason, detail }: Objection, code: ErrorCode): Refusal {
  return new Refusal(code, `${reason}: ${detail}`);
}

/** The reason as facilitators name it. */
function reasonOf({ code, detail }: Refusal): Objection["reason"] {
  return code === "invalid_request" ? "invalid_payload" : (detail.split(":")[0] as Objection["reason"]);
}
