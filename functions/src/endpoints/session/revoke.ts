import { endpoint, requests, token } from "../../http/endpoint";
import { literal, object } from "../../schema/build";

/** Revokes a session token. */
export default endpoint({
  method: "POST",
  path: "/mktAgentRevokeSession",
  summary: "Revoke a session token",
  description: "Takes effect immediately and everywhere. Revoking an invalid token gives the same answer.",
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
