import { dayOf } from "../../../domain/days";
import { isBinding } from "../../../domain/mandate";
import { refuse } from "../../../domain/errors";
import { requireAddress } from "../../../application/tasks/requestedTask";
import { mandateView } from "../../../application/mandate/manage";
import { endpoint, openOrSession, requests } from "../../../http/endpoint";
import { boolean, nullable, object, optional } from "../../../schema/build";
import { Address } from "../../../schema/common";
import { DEFAULT_LIMIT, pageInput, pageOf } from "../../../schema/list";
import { MandateView } from "../../../schema/mandate";

/** The mandate of an agent's wallet. */
export default endpoint({
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
