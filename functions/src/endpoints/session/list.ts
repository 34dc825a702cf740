import { MAX_SESSIONS, sessionId } from "../../domain/session";
import { endpoint, refusals, signedOrSession } from "../../http/endpoint";
import { array, object } from "../../schema/build";
import { SessionView } from "../../schema/session";

/** A wallet's live sessions. */
export default endpoint({
  method: "POST",
  path: "/mkt/sessions",
  summary: "Your live sessions",
  description: `Newest first, at most ${MAX_SESSIONS}. Tokens are never shown: the service does not have them.`,
  auth: signedOrSession("read"),
  input: object({}),
  output: object({ sessions: array(SessionView) }),
  errors: [],
  rateLimit: refusals(60),
  example: {},

  handle: async ({ caller, sessionTokenHash, nowMs }, { sessions }) => ({
    sessions: (await sessions.list(caller.wallet, nowMs)).map(({ tokenHash, scope, openedAt, expiresAt, usedAt }) => ({
      id: sessionId(tokenHash),
      scope,
      createdAt: new Date(openedAt).toISOString(),
      expiresAt: new Date(expiresAt).toISOString(),
      lastUsedAt: new Date(usedAt).toISOString(),
      isCurrent: tokenHash === sessionTokenHash,
    })),
  }),
});
