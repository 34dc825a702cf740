import { refuse } from "../../domain/errors";
import { siweNonce } from "../../domain/messages/siwe";
import {
  checkChallenge,
  isOf,
  MAX_SESSIONS,
  openSession,
  sessionId,
  siteOf,
  TOKEN_RANDOM_BYTES,
} from "../../domain/session";
import { requireSignatureFormat, requireValidSignature } from "../../domain/verdict";
import { endpoint, open, requests } from "../../http/endpoint";
import { object, string } from "../../schema/build";
import { Address, Signature, Time } from "../../schema/common";
import { Scope, SessionId } from "../../schema/session";

/** One sentence for all reasons, so that callers cannot learn which challenges exist. */
const WHAT_TO_SIGN = "Request a new challenge and sign its text exactly as given, with the wallet that it names.";

/** Exchanges a signed challenge for a session, once. */
export default endpoint({
  method: "POST",
  path: "/mktAgentSession",
  summary: "Exchange a signed challenge for a session token",
  description:
    "The token is valid for 24 hours, or as the challenge says, and is sent as `Authorization: Bearer …` or as the field agentSessionToken. " +
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

  handle: async ({ input, nowMs, randomBytes }, { sessions, signatures, settings }) => {
    requireSignatureFormat(input.signature, "/signature");
    const nonce = siweNonce(input.message);
    const site = siteOf(settings);
    const found = nonce === null ? null : await sessions.findChallenge(nonce);
    const challenge = found && isOf(found, site) ? found : null;
    const verdict = checkChallenge(challenge, input.message, nowMs);
    if (verdict === "expired")
      refuse(
        "signature_expired",
        "The challenge is older than five minutes, or the session that it asks for is over. Request a new one.",
      );
    if (verdict === "invalid" || challenge === null) refuse("signature_invalid", WHAT_TO_SIGN);
    requireValidSignature(
      await signatures.verifyMessage(challenge.wallet, challenge.message, input.signature),
      WHAT_TO_SIGN,
    );
    const { token, session } = openSession(challenge, site, randomBytes(TOKEN_RANDOM_BYTES), nowMs);
    if (!(await sessions.redeemChallenge(challenge, session))) refuse("signature_invalid", WHAT_TO_SIGN);
    const { wallet, scope } = session;
    const expiresAt = new Date(session.expiresAt).toISOString();
    return { agentSessionToken: token, id: sessionId(session.tokenHash), wallet, scope, expiresAt };
  },
});
