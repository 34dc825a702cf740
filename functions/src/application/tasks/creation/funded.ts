import { refuse } from "../../../domain/errors";
import { demandsOf, isBinding } from "../../../domain/mandate";
import { requireEscrow } from "../../../domain/messages/requestText";
import { permitTypedData, type TypedData } from "../../../domain/messages/typedData";
import { formatUsdc, parseUsdc } from "../../../domain/money";
import type { EscrowCall, Permit } from "../../../domain/task/call";
import { APPROVE_INSTEAD, PERMIT_SECONDS, permitOf, isFunding } from "../../../domain/task/gasless";
import { NodesDisagree } from "../../../ports/chain";
import { requireMandate } from "../../mandate/require";
import type { Services } from "../../services";
import { authorized, forwarded, NO_SALT, relayKey, type Gasless, type MaybeGasless } from "../relay/gasless";
import {
  refuseRevert,
  simulated,
  transactionOf,
  thenConfirm,
  prepare,
  type ToPrepare,
  type Transaction,
} from "../step/prepare";
import { receiptOf, refuseReceipt, required } from "../step/sent";
import type { TaskStepRequest, StepRequest } from "../step/step";

/** Gas limits of calls that cannot be simulated before the approval is mined: more than twice their maximum use. */
const GAS = { createTask: 300_000n, fundMore: 150_000n, stakeAndStart: 200_000n } as const;

export interface ToFund extends Omit<ToPrepare, "call"> {
  readonly call: Extract<EscrowCall, { function: keyof typeof GAS }>;
  /** The same call including the approval. */
  readonly withPermit: (permit: Permit) => EscrowCall;
  /** The amount that it takes from the wallet. */
  readonly amountUsdcUnits: bigint;
  readonly permit: { deadline: number; signature: string } | undefined;
  /** Makes the salt of an authorization; absent where the relay does not take the step that way. */
  readonly randomBytes?: (size: number) => Buffer;
}

export interface Funded extends MaybeGasless {
  readonly transactions: Transaction[];
  readonly signatures?: { field: "permit"; reason: string; deadline: number; typedData: TypedData }[];
}

/**
 * The transactions of a call that takes USDC: only the call if the allowance suffices or a permit is given; else the
 * approval and the call, plus a permit that can replace the approval if the account can sign one.
 */
export async function prepareFunded(toFund: ToFund, services: Services, nowMs: number): Promise<Funded> {
  const funded = await fund(toFund, services, nowMs);
  const { wallet, prove, amountUsdcUnits, permit } = toFund;
  const call = permit ? toFund.withPermit(permitOf(amountUsdcUnits, permit)) : toFund.call;
  const all = { ...funded, ...(await gaslessWay(toFund, call, funded, services, nowMs)) };
  const isBound = isBinding(await services.mandates.find(wallet));
  if (!isBound) return all;
  const given = toFund.call.function === "createTask" ? await oneForm(toFund, all, services) : all;
  const once = given.transactions.length === 0 && given.gasless ? relayKeyOf(toFund, given.gasless, services) : null;
  const demands = demandsOf(call, amountUsdcUnits).map((one) => ({ ...one, once: one.once ?? once }));
  await requireMandate({ wallet, demands, prove }, services.mandates, nowMs);
  return given;
}

/**
 * The one form in which a creation is handed out under a mandate. The chain takes each form, so that two of them are two
 * tasks; and to count both for the day would count an honest agent's one task twice.
 */
async function oneForm(
  { wallet, permit }: ToFund,
  { transactions, gasless }: Funded,
  services: Services,
): Promise<Funded> {
  if (!gasless || permit) return { transactions };
  const { wei, baseFeeWei } = await services.escrow.balances(wallet);
  const gas = transactions.reduce((sum, one) => sum + BigInt(one.gas), 0n);
  return wei < gas * baseFeeWei ? { transactions: [], gasless } : { transactions };
}

/** The name under which the relay counts a prepared authorization, and so counts it once. */
function relayKeyOf({ wallet: from, call }: ToFund, { request }: Gasless, services: Services): string | null {
  if (!isFunding(call) || !request) return null;
  const { deadline, data, salt = NO_SALT } = request;
  return relayKey({ kind: "authorization", call, from, deadline: Number(deadline), salt }, data, services);
}

/** A creation or a start by an authorization, with any allowance; more money by a request, once the call would succeed. */
async function gaslessWay(
  { wallet, call: plain, record, amountUsdcUnits, randomBytes }: ToFund,
  call: EscrowCall,
  { transactions }: Funded,
  services: Services,
  nowMs: number,
): Promise<MaybeGasless> {
  if (isFunding(plain)) {
    return randomBytes ? authorized({ wallet, call: plain, amountUsdcUnits }, randomBytes, services, nowMs) : {};
  }
  const [only, ...others] = transactions;
  if (!only || others.length > 0) return {};
  return forwarded({ wallet, call, record, gas: BigInt(only.gas) }, services, nowMs);
}

async function fund(toFund: ToFund, services: Services, nowMs: number): Promise<Funded> {
  const { wallet, call, amountUsdcUnits, permit, record, prove } = toFund;
  const { escrow } = services;
  if (permit) return { transactions: [await prepareWithPermit(toFund, permit, services, nowMs)] };
  const gas = await gasIfApproved(toFund, services, nowMs);
  if (gas !== null) return { transactions: [transactionOf(toFund, gas, services)] };
  const [, nonce] = await Promise.all([requireBalance(toFund, services, nowMs), escrow.permitNonce(wallet)]);
  const approval = { function: "approveUsdc", contract: call.contract, amountUsdcUnits } as const;
  const way = nonce === null ? " An account with code must approve by this transaction instead of a permit." : "";
  const description = `Allows the ${call.contract} escrow to take ${formatUsdc(amountUsdcUnits)} USDC.${way}`;
  const transactions = [
    await simulated({ wallet, call: approval, description, record, prove }, services, nowMs),
    transactionOf(toFund, GAS[call.function], services),
  ];
  // For an account with code, USDC verifies signatures by that code, which may not accept 65 bytes.
  if (nonce === null) return { transactions };
  const deadline = Math.floor(nowMs / 1000) + PERMIT_SECONDS;
  const domain = { chainId: services.settings.chainId, escrow: escrow.addresses[call.contract] };
  const typedData = permitTypedData(domain, { owner: wallet, valueUsdcUnits: amountUsdcUnits, nonce, deadline });
  return {
    transactions,
    signatures: [
      {
        field: "permit",
        reason: "Replaces the approval: sign it, and prepare again with permit {deadline, signature}.",
        deadline,
        typedData,
      },
    ],
  };
}

type Fundable = Pick<ToFund, "wallet" | "call" | "record" | "amountUsdcUnits">;

/** Refuses a call that would fail even if the escrow could take the money. */
export async function requireFundable(toFund: Fundable, services: Services, nowMs: number): Promise<void> {
  if ((await gasIfApproved(toFund, services, nowMs)) === null) await requireBalance(toFund, services, nowMs);
}

/** The gas of a call that would succeed now; null where it needs nothing but the approval. */
async function gasIfApproved(toFund: Fundable, services: Services, nowMs: number): Promise<bigint | null> {
  const simulation = await services.escrow.simulate(toFund.call, toFund.wallet);
  if (simulation.ok) return simulation.gas;
  // The escrow takes the money last, so only the approval is missing; the word of one node is not enough to ask for it.
  if (simulation.reason !== "InsufficientAllowance") return refuseRevert(simulation.reason, toFund, services, nowMs);
  if (!simulation.isAgreed) throw new NodesDisagree();
  return null;
}

async function requireBalance(toFund: Fundable, services: Services, nowMs: number): Promise<void> {
  const { usdcUnits } = await services.escrow.balances(toFund.wallet);
  if (usdcUnits < toFund.amountUsdcUnits) await refuseRevert("InsufficientBalance", toFund, services, nowMs);
}

async function prepareWithPermit(
  toFund: ToFund,
  given: { deadline: number; signature: string },
  services: Services,
  nowMs: number,
): Promise<Transaction> {
  const call = toFund.withPermit(permitOf(toFund.amountUsdcUnits, given));
  const simulation = await services.escrow.simulate(call, toFund.wallet);
  if (simulation.ok) return transactionOf({ ...toFund, call }, simulation.gas, services);
  // The contract continues after an invalid permit and then finds no approval.
  if (simulation.reason === "InsufficientAllowance") {
    refuse(
      "signature_invalid",
      `The permit is not valid for this wallet, amount, nonce and deadline. ${APPROVE_INSTEAD}`,
    );
  }
  return refuseRevert(simulation.reason, toFund, services, nowMs);
}

interface TopUp {
  rewardUsdc?: string;
  openUntil?: number;
  permit?: { deadline: number; signature: string };
}

/** The poster's new totals for an open task: the reward, the deadline to start, or both. */
export async function prepareTopUp({ path, input, wallet, record, prove, services, nowMs }: TaskStepRequest<TopUp>) {
  const { contract, taskId, rewardUsdcUnits: current, deadlines } = record.task;
  const rewardUsdcUnits = parseUsdc(input.rewardUsdc ?? formatUsdc(current)) ?? current;
  const totals = { contract, taskId, rewardUsdcUnits, openUntil: input.openUntil ?? deadlines.openUntil ?? 0 };
  const funded = await prepareFunded(
    {
      wallet,
      record,
      prove,
      call: { function: "fundMore", ...totals },
      withPermit: (permit) => ({ function: "fundMoreWithPermit", ...totals, permit }),
      amountUsdcUnits: rewardUsdcUnits > current ? rewardUsdcUnits - current : 0n,
      permit: input.permit,
      description: `Funds task ${taskId} with ${formatUsdc(rewardUsdcUnits)} USDC in total.`,
    },
    services,
    nowMs,
  );
  const _nextAction = thenConfirm("poster", path, { wallet, contract, taskId: String(taskId) });
  return { ok: true as const, ...funded, _nextAction };
}

interface Approval {
  contract?: string;
  amountUsdc?: string;
  txHash?: string;
  signedTransaction?: string;
}

/** The transaction by which a wallet lets an escrow take an amount of USDC. */
export async function prepareApproval({ path, input, wallet, prove, services, nowMs }: StepRequest<Approval>) {
  const { name: contract, address: contractAddress } = requireEscrow(input.contract, services.settings.escrows);
  const { amountUsdc } = required(input, "amountUsdc");
  const amountUsdcUnits = parseUsdc(amountUsdc);
  if (amountUsdcUnits === null) throw new TypeError("the pattern of an amount accepts something else");
  const call = { function: "approveUsdc", contract, amountUsdcUnits } as const;
  const description = `Allows the ${contract} escrow to take up to ${amountUsdc} USDC.`;
  const transaction = await prepare({ wallet, call, description, record: null, prove }, services, nowMs);
  const _nextAction = thenConfirm("client", path, { wallet, contract });
  return { ok: true as const, contract, contractAddress, transactions: [transaction], _nextAction };
}

/** What a sent transaction approved; refuses `state_conflict` if it approved nothing for this wallet and escrow. */
export async function confirmApproval({ input, wallet, services }: StepRequest<Approval>) {
  const { name: contract, address: contractAddress } = requireEscrow(input.contract, services.settings.escrows);
  const receipt = await receiptOf(input, services);
  const approval = receipt.approvals.findLast(({ owner, spender }) => owner === wallet && spender === contractAddress);
  if (!approval)
    return refuseReceipt(
      receipt,
      `The transaction does not approve the ${contract} escrow for ${wallet}. Send the hash of the approval.`,
    );
  const allowanceUsdc = formatUsdc(approval.amountUsdcUnits);
  return { ok: true as const, contract, contractAddress, allowanceUsdc, _nextAction: null };
}
