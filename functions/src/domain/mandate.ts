import type { Address } from "./address";
import { beginOf, DAY_SECONDS, dayOf, isoOf } from "./time";
import type { ErrorCode } from "./errors";
import { mandateTypedData, type TypedData } from "./messages/typedData";
import { formatUsdc } from "./money";
import type { EscrowCall } from "./task/call";
import { mainCall } from "./task/gasless";

/** What an agent may do through the service, in the order in which owners sign it. */
export const STEP_KINDS = ["buy", "post", "work", "decide", "rule", "withdraw"] as const;
export type StepKind = (typeof STEP_KINDS)[number];

/** The longest time for which a mandate is granted, and how far the owner's clock may be ahead, in seconds. */
export const MAX_MANDATE_SECONDS = 366 * DAY_SECONDS;
export const MAX_AHEAD_SECONDS = 60;
/** Steps of an agent in a day that count once: each is a few bytes of the day's document. @internal */
export const MAX_STEPS_PER_DAY = 2_000;

/** What an owner signs. Amounts are USDC base units, times unix seconds. */
export interface MandateTerms {
  readonly steps: readonly StepKind[];
  readonly maxPerTaskUsdcUnits: bigint;
  readonly maxPerDayUsdcUnits: bigint;
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/**
 * The relation of an agent's wallet to its owner's. `accepted`: the agent named its owner, which restricts nothing yet;
 * `active`: the owner granted `terms`; `ended`: the owner ended them, and the agent may do nothing that a mandate covers;
 * `released`: the owner let the agent go, which is as free as before.
 */
export interface Mandate {
  readonly agent: Address;
  readonly owner: Address;
  readonly status: "accepted" | "active" | "ended" | "released";
  readonly terms: MandateTerms | null;
  /** The owner's EIP-712 signature over the terms. */
  readonly signature: string | null;
  /** Only terms that were issued after this count: no earlier or ended ones. Unix seconds. */
  readonly issuedAfter: number;
}

/** What an agent was handed out in a UTC day. */
export interface MandateDay {
  readonly spentUsdcUnits: bigint;
  /** The steps of it that count once. */
  readonly steps: readonly string[];
}

/** One step that a wallet asks for. */
export interface Demand {
  /** An approval of an escrow needs `post` or `work`. */
  readonly kind: StepKind | "approve";
  /** The limit for one task applies to it: all that the wallet has in the task with it. */
  readonly ofTaskUsdcUnits: bigint;
  /** What it takes from the wallet, which counts for the day. */
  readonly takesUsdcUnits: bigint;
  /** What the chain takes once, by its name: it counts once however often it is handed out. Null for what counts each time. */
  readonly once: string | null;
  /** To whom it pays out, where the wallet chooses that. */
  readonly to?: string;
}

export type Admission =
  | { readonly ok: true; readonly day: MandateDay }
  | { readonly ok: false; readonly code: ErrorCode; readonly detail: string; readonly retryAfter?: number };

export const isBinding = (mandate: Mandate | null): mandate is Mandate =>
  mandate?.status === "active" || mandate?.status === "ended";

/** What is left of the day; never negative. */
export function leftOf({ maxPerDayUsdcUnits }: MandateTerms, { spentUsdcUnits }: MandateDay): bigint {
  return spentUsdcUnits < maxPerDayUsdcUnits ? maxPerDayUsdcUnits - spentUsdcUnits : 0n;
}

/** When the next UTC day begins, in unix seconds. */
export const nextDayOf = (nowSeconds: number): number => beginOf(dayOf(nowSeconds)) + DAY_SECONDS;

/** Whether a binding mandate allows a step now, and the day with it. `now` in unix seconds. */
export function admit(mandate: Mandate, day: MandateDay, demand: Demand, now: number): Admission {
  const { terms, status, agent, owner } = mandate;
  const { kind, ofTaskUsdcUnits, takesUsdcUnits, once, to } = demand;
  const refused = (detail: string): Admission => ({ ok: false, code: "mandate_refused", detail });
  const exceeded = (detail: string, retryAfter?: number): Admission => ({
    ok: false,
    code: "mandate_exceeded",
    detail,
    ...(retryAfter !== undefined && { retryAfter }),
  });
  if (status === "ended" || !terms)
    return refused(`The owner ended the mandate of ${agent}. Only the owner can grant another.`);
  if (now >= terms.expiresAt)
    return refused(`The mandate of ${agent} expired at ${isoOf(terms.expiresAt)}. Only the owner can grant another.`);
  const allowing = kind === "approve" ? (["post", "work"] as const) : [kind];
  if (!allowing.some((one) => terms.steps.includes(one)))
    return refused(
      `The mandate of ${agent} allows ${terms.steps.join(", ") || "nothing"}, but not ${kind}. Only the owner can grant more.`,
    );
  if (to !== undefined && to !== agent && to !== owner)
    return refused(
      "Under a mandate, a credit is paid out to the agent or its owner only. Send one of their addresses.",
    );
  if (ofTaskUsdcUnits > terms.maxPerTaskUsdcUnits) {
    return exceeded(
      `This takes ${formatUsdc(ofTaskUsdcUnits)} USDC; the mandate allows ${formatUsdc(terms.maxPerTaskUsdcUnits)} for one task or answer.`,
    );
  }
  if (takesUsdcUnits === 0n || (once !== null && day.steps.includes(once))) return { ok: true, day };
  const spentUsdcUnits = day.spentUsdcUnits + takesUsdcUnits;
  const wait = nextDayOf(now) - now;
  if (spentUsdcUnits > terms.maxPerDayUsdcUnits) {
    return exceeded(
      `This takes ${formatUsdc(takesUsdcUnits)} USDC; of the mandate's ${formatUsdc(terms.maxPerDayUsdcUnits)} a day, ${formatUsdc(leftOf(terms, day))} are left until ${isoOf(now + wait)}.`,
      wait,
    );
  }
  if (once !== null && day.steps.length >= MAX_STEPS_PER_DAY)
    return exceeded(`An agent takes at most ${MAX_STEPS_PER_DAY} paid steps a day, until ${isoOf(now + wait)}.`, wait);
  return { ok: true, day: { spentUsdcUnits, steps: once === null ? day.steps : [...day.steps, once] } };
}

/** What the owner signs for these terms. */
export function typedDataOf(
  { agent, owner }: Pick<Mandate, "agent" | "owner">,
  { steps, ...limits }: MandateTerms,
  { chainId, baseUrl }: { chainId: number; baseUrl: string },
): TypedData {
  const inOrder = STEP_KINDS.filter((kind) => steps.includes(kind)).join(",");
  return mandateTypedData({ chainId, service: baseUrl }, { agent, owner, steps: inOrder, ...limits });
}

type Rule = Demand["kind"] | null;

/** The kind of each call; null for what anyone may do, because it only ends what a deadline has ended. */
const KINDS: Readonly<Record<Exclude<EscrowCall["function"], "multicall">, Rule>> = {
  approveUsdc: "approve",
  createTask: "post",
  createTaskWithPermit: "post",
  createTaskWithAuthorization: "post",
  createTaskFromDeposit: "post",
  fundMore: "post",
  fundMoreWithPermit: "post",
  cancelTask: "decide",
  requestChanges: "decide",
  rateWork: "decide",
  approve: "decide",
  reject: "decide",
  stakeAndStart: "work",
  stakeAndStartWithPermit: "work",
  stakeAndStartWithAuthorization: "work",
  submitWork: "work",
  resubmitWork: "work",
  contest: "work",
  rateAndClaimStake: "work",
  rule: "rule",
  withdraw: "withdraw",
  expireTask: null,
  approveByJudge: null,
  releaseAfterReview: null,
  finalizeRejection: null,
  ruleByDefault: null,
  claimStakeAfterRating: null,
};

/** What a mandate has to allow for a call that takes this much from its wallet; of several, the main call takes it. */
export function demandsOf(call: EscrowCall, takesUsdcUnits: bigint): Demand[] {
  if (call.function === "multicall") {
    const main = mainCall(call);
    return call.calls.flatMap((one) => demandsOf(one, one === main ? takesUsdcUnits : 0n));
  }
  const kind = KINDS[call.function];
  if (kind === null) return [];
  const demand = { kind, ofTaskUsdcUnits: takesUsdcUnits, takesUsdcUnits };
  switch (call.function) {
    case "approveUsdc":
      // To take an approval back is always allowed.
      return call.amountUsdcUnits === 0n
        ? []
        : [{ ...demand, ofTaskUsdcUnits: call.amountUsdcUnits, takesUsdcUnits: 0n, once: null }];
    case "createTask":
    case "createTaskWithPermit":
    case "createTaskWithAuthorization":
    case "createTaskFromDeposit":
      return [{ ...demand, once: null }];
    case "fundMore":
    case "fundMoreWithPermit": {
      const { contract, taskId, rewardUsdcUnits } = call;
      const ofTaskUsdcUnits = takesUsdcUnits > 0n ? rewardUsdcUnits : 0n;
      return [{ ...demand, ofTaskUsdcUnits, once: `fund ${contract} ${taskId} ${rewardUsdcUnits}` }];
    }
    case "resubmitWork": {
      // Anyone may anchor what its worker signed; a poster does so together with the decision on it.
      return call.signed === null ? [{ ...demand, once: null }] : [];
    }
    case "withdraw":
      return [{ ...demand, once: null, to: call.to }];
    default:
      return [{ ...demand, once: `${kind} ${call.contract} ${"taskId" in call ? call.taskId : ""}` }];
  }
}

/** What a mandate has to allow for a signed payment, which counts once however often it is sent. */
export const purchaseDemand = (key: string, priceUsdcUnits: bigint): Demand => ({
  kind: "buy",
  ofTaskUsdcUnits: priceUsdcUnits,
  takesUsdcUnits: priceUsdcUnits,
  once: `buy ${key}`,
});

/** What a mandate has to allow for new work that its worker signs, and anyone may then anchor. */
export const RESUBMISSION: Demand = { kind: "work", ofTaskUsdcUnits: 0n, takesUsdcUnits: 0n, once: null };

/** What a mandate has to allow for handing a signed selection to its worker. */
export const SELECTION: Demand = { kind: "decide", ofTaskUsdcUnits: 0n, takesUsdcUnits: 0n, once: null };
