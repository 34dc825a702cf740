import { endpoint, refusals, signedOrSession } from "../../http/endpoint";
import { exactlyOne, integer, literal, object, optional } from "../../schema/build";
import { SessionId } from "../../schema/session";

/** A wallet ends one of its sessions, or all. */
export default endpoint({
  method: "POST",
  path: "/mkt/sessions/revoke",
  summary: "End one of your sessions, or all",
  description:
    "Takes effect immediately and everywhere. all also ends the session of this request, and voids every challenge issued until now. " +
    "An id that is no session of the wallet, or no longer, ends none.",
  auth: signedOrSession("act"),
  input: exactlyOne(object({ id: optional(SessionId), all: optional(literal(true)) }), "id", "all"),
  output: object({ ok: literal(true), revoked: integer({ description: "How many live sessions this ended." }) }),
  errors: [],
  rateLimit: refusals(60),
  example: { all: true },

  handle: async ({ input: { id = "all" }, caller, unit, nowMs }, { sessions }) => ({
    ok: true as const,
    revoked: await sessions.revokeOf(caller.wallet, id, nowMs, unit),
  }),
});
