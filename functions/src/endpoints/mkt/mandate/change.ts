import { acceptOwner, endMandate, mandateView } from "../../../application/mandate/manage";
import { required } from "../../../application/tasks/sent";
import { requireAddress } from "../../../application/tasks/requestedTask";
import { endpoint, refusals, signed } from "../../../http/endpoint";
import { literal, object, oneOf, optional } from "../../../schema/build";
import { Address } from "../../../schema/common";
import { MandateView } from "../../../schema/mandate";

/** An agent names its owner; an owner ends a mandate or releases its agent. */
export default endpoint({
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
