import { acceptOwner, endMandate, grant, issue, mandateView, requireGrantable } from "../../application/mandate/manage";
import { requireAddress } from "../../application/tasks/requestedTask";
import { required } from "../../application/tasks/step/sent";
import { dayOf } from "../../domain/time";
import { refuse } from "../../domain/errors";
import { isBinding, typedDataOf, STEP_KINDS } from "../../domain/mandate";
import { endpoint, open, openOrSession, refusals, requests, signed } from "../../http/endpoint";
import { boolean, literal, nullable, object, oneOf, optional, array, integer } from "../../schema/build";
import { TypedData } from "../../schema/call";
import { Address, Signature, Time, Usdc } from "../../schema/common";
import { DEFAULT_LIMIT, pageInput, pageOf } from "../../schema/list";

const Seconds = { minimum: 1, maximum: 1e11 };

/** What an owner grants. */
const MandateFields = {
  steps: array(oneOf(...STEP_KINDS), {
    uniqueItems: true,
    maxItems: STEP_KINDS.length,
    description:
      "buy: answers, paid by x402 payments that the service settles; post: create tasks and raise rewards; work: stake, submit, answer; decide: approve, reject, request changes, cancel, select a worker; rule: as arbiter; withdraw: pay out credits, to the agent or its owner.",
  }),
  maxPerTaskUsdc: { ...Usdc, description: "The most for one task or answer." },
  maxPerDayUsdc: { ...Usdc, description: "The most in one day (UTC)." },
  issuedAt: integer({ ...Seconds, description: "Unix seconds; later than the mandate before it." }),
  expiresAt: integer({ ...Seconds, description: "Unix seconds; at most 366 days after issuedAt." }),
};

const MandateView = object(
  {
    agent: Address,
    owner: Address,
    status: {
      ...oneOf("accepted", "active", "expired", "ended", "released"),
      description:
        "accepted: the agent named its owner, nothing is restricted yet; expired, ended: nothing is allowed; released: nothing is restricted.",
    },
    isBinding: boolean(),
    terms: nullable(object(MandateFields)),
    signature: { ...nullable(Signature), description: "The owner's EIP-712 signature over the terms." },
    leftTodayUsdc: { ...nullable(Usdc), description: "Left of maxPerDayUsdc; null in lists." },
    dayEndsAt: Time,
  },
  { title: "Mandate" },
);

/** The mandate of an agent's wallet. */
export const mktMandateRead = endpoint({
  method: "GET",
  path: "/mkt/mandate",
  summary: "What an agent's wallet may do through this service",
  description:
    "Anyone may ask whether a wallet is under a mandate. Its terms and what is left of the day are for the agent and its owner, by session. " +
    "Without agent: the caller's own mandate, and those that the caller granted. A mandate limits what this service does for the agent; its key can still transact on the chain.",
  auth: openOrSession("read"),
  input: object({ agent: optional(Address), ...pageInput("agents") }),
  output: object({
    isBound: { ...boolean(), description: "Whether the wallet is under a mandate." },
    mandate: { ...nullable(MandateView), description: "Null for others than the agent and its owner." },
    agents: { ...nullable(pageOf(MandateView)), description: "Granted by the caller; null with agent." },
  }),
  errors: ["session_required", "session_invalid"],
  rateLimit: requests(120),
  example: { agent: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" },

  handle: async ({ input: { agent: named, limit = DEFAULT_LIMIT, cursor = null }, caller, nowMs }, { mandates }) => {
    const agent = named === undefined ? caller?.wallet : requireAddress(named);
    if (!agent) refuse("session_required", "Name an agent, or send a session to read your own mandates.");
    const [known, granted] = await Promise.all([
      mandates.find(agent),
      named === undefined ? mandates.ofOwner(agent, limit, cursor) : null,
    ]);
    const mayRead = known && caller && (caller.wallet === known.agent || caller.wallet === known.owner);
    return {
      isBound: isBinding(known),
      mandate: mayRead ? mandateView(known, await mandates.day(agent, dayOf(nowMs / 1_000)), nowMs) : null,
      agents: granted && {
        items: granted.items.map((one) => mandateView(one, null, nowMs)),
        nextCursor: granted.nextCursor,
      },
    };
  },
});

/** An agent names its owner; an owner ends a mandate or releases its agent. */
export const mktMandateChange = endpoint({
  method: "POST",
  path: "/mkt/mandate",
  summary: "Name your owner, or end the mandate of your agent",
  description:
    "accept, by the agent: names the owner, who can then grant a mandate; " +
    "end, by the owner: the agent may do nothing that a mandate covers until another is granted; release, by the owner: the agent is as free as without a mandate. Only the owner can undo accept once a mandate was granted.",
  auth: signed,
  input: object({
    action: oneOf("accept", "end", "release"),
    owner: optional({ ...Address, description: "With accept: the wallet that may grant mandates to this one." }),
    agent: optional({ ...Address, description: "With end and release: the agent's wallet." }),
  }),
  check: (input) => void required(input, input.action === "accept" ? "owner" : "agent"),
  output: object({ ok: literal(true), mandate: MandateView }),
  errors: ["forbidden_role", "state_conflict"],
  rateLimit: refusals(60),
  example: { action: "accept", owner: "0x14dC79964da2C08b23698B3D3cc7Ca32193d9955" },

  handle: async ({ input: { action, ...named }, caller: { wallet }, unit, nowMs }, services) => {
    const mandate =
      action === "accept"
        ? await acceptOwner({ agent: wallet, owner: requireAddress(named.owner ?? ""), unit }, services)
        : await endMandate({ action, agent: requireAddress(named.agent ?? ""), owner: wallet, unit, nowMs }, services);
    return { ok: true as const, mandate: mandateView(mandate, null, nowMs) };
  },
});

/** An owner grants its agent a mandate, by its EIP-712 signature alone. */
export const mktMandateGrant = endpoint({
  method: "POST",
  path: "/mkt/mandate/grant",
  summary: "Grant an agent a mandate, signed by its owner",
  description:
    "Without signature, returns the typedData (EIP-712 Mandate) that the owner signs. With it, puts the mandate in force in place of the one before. " +
    "Anyone may send it, at any time until it expires: the signature alone counts. A mandate issued before the last one, or before its end, is refused. " +
    "The agent must have named the owner with /mkt/mandate.",
  auth: open,
  input: object({
    agent: Address,
    owner: Address,
    ...MandateFields,
    issuedAt: optional({
      ...MandateFields.issuedAt,
      description: `${MandateFields.issuedAt.description} Optional without signature.`,
    }),
    signature: optional(Signature),
  }),
  check: (input) => void (input.signature !== undefined && required(input, "issuedAt")),
  output: object({
    ok: literal(true),
    typedData: { ...nullable(TypedData), description: "What the owner signs; null once it is signed." },
    mandate: { ...nullable(MandateView), description: "Null until it is signed." },
  }),
  errors: ["forbidden_role", "state_conflict", "signature_invalid", "invalid_signature_format"],
  rateLimit: requests(60),
  example: {
    agent: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    owner: "0x14dC79964da2C08b23698B3D3cc7Ca32193d9955",
    steps: ["buy", "work"],
    maxPerTaskUsdc: "5",
    maxPerDayUsdc: "20",
    issuedAt: 1_769_860_800,
    expiresAt: 1_772_452_800,
  },

  handle: async ({ input: { signature, ...input }, nowMs }, services) => {
    const relation = { agent: requireAddress(input.agent), owner: requireAddress(input.owner) };
    const granted = { ...relation, terms: await issue(relation, input, nowMs, services) };
    if (signature === undefined) {
      await requireGrantable(granted, "", nowMs, services);
      return { ok: true as const, typedData: typedDataOf(relation, granted.terms, services.settings), mandate: null };
    }
    const mandate = await grant(granted, signature, nowMs, services);
    return { ok: true as const, typedData: null, mandate: mandateView(mandate, null, nowMs) };
  },
});
