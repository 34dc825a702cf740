import { tokenAt } from "../../domain/chains";
import { contentHash } from "../../domain/content";
import { refuse, Refusal } from "../../domain/errors";
import { keccak256, type Hex } from "../../domain/keccak";
import { requireEscrow } from "../../domain/messages/requestText";
import { formatUsdc } from "../../domain/money";
import type { Authorization } from "../../domain/payment/authorization";
import { errorOn, resourceOf } from "../../domain/payment/quote";
import { exactOffer, requiredHeader } from "../../domain/payment/x402";
import { depositSalt, MAX_GASLESS_SECONDS } from "../../domain/task/gasless";
import { termsOf } from "../../domain/task/terms";
import { ChainUnavailable } from "../../ports/chain";
import type { Relayed } from "../../ports/ownWallet";
import { requireUsableSchema } from "./acceptance";
import { textsIn, type SimpleCreation } from "./create";
import { requireFundable } from "./funded";
import { confirmSimpleCreation } from "./hire";
import { refundOf, requireRelay, requireReward, sameRequest, type PaidCreation, type PaidRequest } from "./payRefusals";
import { required, notConfirmed } from "./sent";
import { allowPayment, paidBy, requireSendable, takePayment, type Offered } from "./takePayment";

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
      return await quote(creation, request);
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
  const refuseField = (pointer: string, message: string) =>
    refuse("invalid_request", `The value at ${pointer} ${message}.`, { errors: [{ pointer, message }] });
  if (permit) refuseField("/permit", "has no use with pay");
  if (privateDetails && privateDetails.salt === undefined)
    refuseField("/privateDetails/salt", "is required with pay: 32 random bytes of your own, the same in every try");
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
  if (state === null || state === "lost") notConfirmed();
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
async function quote(creation: PaidCreation, request: PaidRequest): Promise<never> {
  const { wallet, prove, services, nowMs } = request;
  const { call } = creation;
  const { rewardUsdcUnits: amountUsdcUnits } = call.terms;
  requireReward(creation, request);
  await requireFundable({ wallet, call, record: null, amountUsdcUnits }, services, nowMs);
  await requireSendable(creation, request);
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
