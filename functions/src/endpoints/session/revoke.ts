import { endpoint, requests, token } from "../../http/endpoint";
import { literal, object } from "../../schema/build";

/** A session's token is worth nothing from now on. */
export default endpoint({
  method: "POST",
  path: "/mktAgentRevokeSession",
  summary: "Revoke a session token",
  description: "Takes effect at once, everywhere. Revoking a token that is no longer good answers the same.",
  auth: token,
  input: object({}),
  output: object({ ok: literal(true) }),
  errors: [],
  rateLimit: requests(60),
  example: {},

  handle: async ({ sessionTokenHash }, { sessions }) => {
    await sessions.revoke(sessionTokenHash);
    return { ok: true as const };
  },
});
