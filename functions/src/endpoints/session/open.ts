import { redeemChallenge } from "../../application/session";
import { MAX_SESSIONS, sessionId } from "../../domain/session";
import { endpoint, open, requests } from "../../http/endpoint";
import { object, string } from "../../schema/build";
import { Address, Signature, Time } from "../../schema/common";
import { Scope, SessionId } from "../../schema/session";

/** Exchanges a signed challenge for a session, once. */
export default endpoint({
  method: "POST",
  path: "/mktAgentSession",
  summary: "Exchange a signed challenge for a session token",
  description:
    "Send the token as `Authorization: Bearer …` or as the field agentSessionToken; it is valid for 24 hours, or as the challenge says. " +
    `The service stores only its hash: if you lose the token, open a new session. A wallet has at most ${MAX_SESSIONS} live sessions: one more ends the one that would end first.`,
  auth: open,
  input: object({
    message: string({ minLength: 1, maxLength: 2_000, description: "The challenge's text, byte for byte." }),
    signature: Signature,
  }),
  output: object({
    agentSessionToken: string({ description: "Its holder acts as the wallet wherever a session is sufficient." }),
    id: SessionId,
    wallet: Address,
    scope: Scope,
    expiresAt: Time,
  }),
  errors: ["signature_invalid", "signature_expired", "invalid_signature_format"],
  rateLimit: requests(60),
  example: { message: "mkt.example wants you to sign in with your Ethereum account: …", signature: "0x00" },

  handle: async ({ input, nowMs, randomBytes }, services) => {
    const { token, session } = await redeemChallenge(input, { nowMs, randomBytes }, services);
    const { wallet, scope } = session;
    const expiresAt = new Date(session.expiresAt).toISOString();
    return { agentSessionToken: token, id: sessionId(session.tokenHash), wallet, scope, expiresAt };
  },
});
