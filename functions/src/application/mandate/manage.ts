import type { Address } from "../../domain/address";
import { refuse, refuseField } from "../../domain/errors";
import {
  MAX_AHEAD_SECONDS,
  MAX_MANDATE_SECONDS,
  typedDataOf,
  isBinding,
  leftOf,
  nextDayOf,
  type Mandate,
  type MandateTerms,
  type MandateDay,
} from "../../domain/mandate";
import { typedDataDigest } from "../../domain/messages/typedData";
import { parseUsdc, formatUsdc } from "../../domain/money";
import { isoOf } from "../../domain/time";
import type { UnitOfWork } from "../../domain/unitOfWork";
import { requireSignatureFormat, requireValidSignature } from "../../domain/messages/signedRequest";
import type { Services } from "../services";

/** The agent's wallet names its owner. It restricts nothing until the owner grants a mandate. */
export function acceptOwner(
  { agent, owner, unit }: { agent: Address; owner: Address; unit: UnitOfWork },
  { mandates }: Services,
): Promise<Mandate> {
  if (owner === agent) refuseField("/owner", "must differ from the agent's wallet");
  return mandates.change(
    agent,
    (known) => {
      if (known && known.status !== "accepted" && known.status !== "released") {
        if (known.owner === owner) return known;
        refuse(
          "state_conflict",
          `This wallet is under a mandate of ${known.owner}. Have that owner release it first, with /mkt/mandate.`,
        );
      }
      const issuedAfter = known?.issuedAfter ?? 0;
      return { agent, owner, status: "accepted", terms: null, signature: null, issuedAfter };
    },
    unit,
  );
}

/** The owner ends what its agent may do, or lets the agent go. What was granted before never counts again. */
export function endMandate(
  change: { action: "end" | "release"; agent: Address; owner: Address; unit: UnitOfWork; nowMs: number },
  { mandates }: Services,
): Promise<Mandate> {
  const { action, agent, owner, unit, nowMs } = change;
  return mandates.change(
    agent,
    (known) => {
      if (known?.owner !== owner) return refuseStranger(agent, owner);
      // There is nothing to end before a grant, and a released agent is no longer the owner's.
      const hasGrant = known.status === "active" || known.status === "ended";
      if (action === "end" && !hasGrant) return refuseStranger(agent, owner);
      // The clock by which a mandate was signed before may have been ahead.
      const issuedAfter = Math.max(known.issuedAfter, latestIssue(nowMs));
      return { ...known, status: action === "end" ? "ended" : "released", issuedAfter };
    },
    unit,
  );
}

const latestIssue = (nowMs: number) => Math.floor(nowMs / 1_000) + MAX_AHEAD_SECONDS;

interface Relation {
  readonly agent: Address;
  readonly owner: Address;
}
/** Terms as a request has them. */
interface AskedTerms extends Pick<MandateTerms, "steps" | "expiresAt"> {
  readonly maxPerTaskUsdc: string;
  readonly maxPerDayUsdc: string;
  readonly issuedAt?: number | undefined;
}
export interface Granted extends Relation {
  readonly terms: MandateTerms;
}

/** The terms as they were asked for; without a time of issue, with one that would be taken now, which costs one read. */
export async function issue(
  relation: Relation,
  { steps, maxPerTaskUsdc, maxPerDayUsdc, issuedAt, expiresAt }: AskedTerms,
  nowMs: number,
  { mandates }: Pick<Services, "mandates">,
): Promise<MandateTerms> {
  const maxPerTaskUsdcUnits = parseUsdc(maxPerTaskUsdc) ?? 0n;
  const maxPerDayUsdcUnits = parseUsdc(maxPerDayUsdc) ?? 0n;
  const terms = { steps, maxPerTaskUsdcUnits, maxPerDayUsdcUnits, expiresAt };
  if (issuedAt !== undefined) return { ...terms, issuedAt };
  const { issuedAfter } = requireOwner(await mandates.find(relation.agent), relation);
  return { ...terms, issuedAt: Math.max(Math.floor(nowMs / 1_000), issuedAfter + 1) };
}

/** Refuses terms that could not be granted now, and an agent that has not named this owner. One read. */
export async function requireGrantable(
  { agent, owner, terms }: Granted,
  signature: string,
  nowMs: number,
  { mandates }: Pick<Services, "mandates">,
) {
  // First, so that a stranger learns nothing else.
  const { issuedAfter } = requireNewer(await mandates.find(agent), { agent, owner, terms }, signature);
  const { issuedAt, expiresAt, maxPerTaskUsdcUnits, maxPerDayUsdcUnits } = terms;
  const now = Math.floor(nowMs / 1_000);
  // Right after an end, the first time that counts is further ahead than clocks may be.
  if (issuedAt > Math.max(latestIssue(nowMs), issuedAfter + 1)) refuseField("/issuedAt", "must not be in the future");
  if (expiresAt <= Math.max(now, issuedAt)) refuseField("/expiresAt", "must be in the future");
  if (expiresAt > issuedAt + MAX_MANDATE_SECONDS) refuseField("/expiresAt", "must be at most 366 days after issuedAt");
  if (maxPerTaskUsdcUnits > maxPerDayUsdcUnits) refuseField("/maxPerTaskUsdc", "must be at most maxPerDayUsdc");
}

/** Stores a mandate that its owner signed. The same one again is answered the same. */
export async function grant(granted: Granted, signature: string, nowMs: number, services: Services): Promise<Mandate> {
  const { agent, owner, terms } = granted;
  await requireGrantable(granted, signature, nowMs, services);
  requireSignatureFormat(signature, "/signature");
  const digest = typedDataDigest(typedDataOf(granted, terms, services.settings));
  requireValidSignature(
    await services.signatures.verifyDigest(owner, digest, signature),
    "Send the same body without signature, and have the owner sign its typedData (EIP-712).",
  );
  return services.mandates.change(agent, (known) => {
    const { issuedAfter } = requireNewer(known, granted, signature);
    return { agent, owner, status: "active", terms, signature, issuedAfter: Math.max(issuedAfter, terms.issuedAt) };
  });
}

/** The agent's relation to this owner, for which these terms are new, or are those in force with this signature. */
function requireNewer(mandate: Mandate | null, { agent, owner, terms }: Granted, signature: string): Mandate {
  const known = requireOwner(mandate, { agent, owner });
  const isSame = known.status === "active" && known.signature === signature && known.terms?.issuedAt === terms.issuedAt;
  if (!isSame && terms.issuedAt <= known.issuedAfter) {
    refuse(
      "state_conflict",
      `issuedAt must be after ${known.issuedAfter}: the last mandate of this agent was issued then, or ended up to ${MAX_AHEAD_SECONDS} s before. Send the same body without issuedAt and signature to get typed data with a valid one.`,
    );
  }
  return known;
}

function requireOwner(known: Mandate | null, { agent, owner }: Relation): Mandate {
  return known?.owner === owner && known.status !== "released" ? known : refuseStranger(agent, owner);
}

function refuseStranger(agent: Address, owner: Address): never {
  refuse(
    "forbidden_role",
    `${agent} has not named ${owner} as its owner. The agent's wallet does so with the action accept of /mkt/mandate.`,
  );
}

/** A mandate as its two wallets see it; `day` is null where it was not read. */
export function mandateView(
  { agent, owner, status, terms, signature }: Mandate,
  day: MandateDay | null,
  nowMs: number,
) {
  const now = Math.floor(nowMs / 1_000);
  const isOver = status === "active" && terms !== null && now >= terms.expiresAt;
  return {
    agent,
    owner,
    status: isOver ? ("expired" as const) : status,
    isBinding: isBinding({ agent, owner, status, terms, signature, issuedAfter: 0 }),
    terms: terms && {
      steps: [...terms.steps],
      maxPerTaskUsdc: formatUsdc(terms.maxPerTaskUsdcUnits),
      maxPerDayUsdc: formatUsdc(terms.maxPerDayUsdcUnits),
      issuedAt: terms.issuedAt,
      expiresAt: terms.expiresAt,
    },
    signature,
    leftTodayUsdc: terms && day ? formatUsdc(status === "active" && !isOver ? leftOf(terms, day) : 0n) : null,
    dayEndsAt: isoOf(nextDayOf(now)),
  };
}
