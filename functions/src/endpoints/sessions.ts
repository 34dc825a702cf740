import { redeemChallenge } from "../application/session";
import { toAddress } from "../domain/address";
import { refuseField } from "../domain/errors";
import {
  CHALLENGE_RANDOM_BYTES,
  endOf,
  makeChallenge,
  MAX_SESSIONS,
  sessionId,
  siteOf,
  termsOf,
  MAX_SESSION_SECONDS,
  MIN_SESSION_SECONDS,
  SESSION_SCOPES,
} from "../domain/session";
import { iso } from "../domain/time";
import { endpoint, open, refusals, requests, signedOrSession, token } from "../http/endpoint";
import { array, exactlyOne, integer, literal, object, optional, string, boolean, oneOf } from "../schema/build";
import { Address, Signature, Time } from "../schema/common";
import { NETWORK } from "../schema/network";

const Scope = {
  ...oneOf(...SESSION_SCOPES),
  description: "read refuses every call that changes something; act, the default, allows them.",
};

const ExpiresIn = integer({
  minimum: MIN_SESSION_SECONDS,
  maximum: MAX_SESSION_SECONDS,
  description: "Seconds that the session lasts, from now; a day by default, 30 days at most.",
  examples: [86_400],
});

const SessionId = string({
  title: "SessionId",
  pattern: "^ses_[0-9a-f]{32}$",
  description: "The public id of a session. It is not the token and does not reveal it.",
  examples: ["ses_3f0c1d9a5b7e42688c1f0a9d7e5b3c21"],
});

const SessionView = object(
  {
    id: SessionId,
    scope: Scope,
    createdAt: Time,
    expiresAt: Time,
    lastUsedAt: { ...Time, description: "The last use, recorded at most once an hour." },
    isCurrent: { ...boolean(), description: "Whether this request was made with it." },
  },
  { title: "Session" },
);

/** Returns the text with which a wallet signs in. */
export const mktAgentSessionChallenge = endpoint({
  method: "POST",
  path: "/mktAgentSessionChallenge",
  summary: "Get the text that a wallet signs to start a session",
  description:
    "Open to anyone. The text is an EIP-4361 message, valid for one session and five minutes, or until that session ends. Sign it unchanged (EIP-191). " +
    "If you ask for a scope or an expiry, the text names both, so that its signature opens no other session.",
  auth: open,
  input: object({
    wallet: Address,
    chainId: optional(
      integer({ description: "The chain of this deployment; any other is refused.", examples: [NETWORK.id] }),
    ),
    scope: optional(Scope),
    expiresIn: optional(ExpiresIn),
  }),
  output: object({
    message: string({ description: "The text to sign, byte for byte." }),
    nonce: string({ description: "Identifies this challenge; part of the text." }),
    expiresAt: Time,
  }),
  errors: [],
  rateLimit: requests(60),
  example: { wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", chainId: NETWORK.id },

  handle: async ({ input, nowMs, randomBytes }, { sessions, settings }) => {
    const { chainId } = settings;
    if (input.chainId !== undefined && input.chainId !== chainId) {
      refuseField(
        "/chainId",
        `must be ${chainId}`,
        `Sessions are for chain ${chainId} only. Send that chainId, or none.`,
      );
    }
    const wallet = toAddress(input.wallet);
    if (!wallet) throw new TypeError("the pattern of an address accepts something else");
    const challenge = makeChallenge(
      wallet,
      siteOf(settings),
      randomBytes(CHALLENGE_RANDOM_BYTES),
      nowMs,
      termsOf(input, nowMs),
    );
    await sessions.putChallenge(challenge);
    return {
      message: challenge.message,
      nonce: challenge.nonce,
      expiresAt: iso(endOf(challenge)),
    };
  },
});

/** Exchanges a signed challenge for a session, once. */
export const mktAgentSession = endpoint({
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
    const expiresAt = iso(session.expiresAt);
    return { agentSessionToken: token, id: sessionId(session.tokenHash), wallet, scope, expiresAt };
  },
});

/** Revokes a session token. */
export const mktAgentRevokeSession = endpoint({
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

/** A wallet's live sessions. */
export const mktSessions = endpoint({
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
      createdAt: iso(openedAt),
      expiresAt: iso(expiresAt),
      lastUsedAt: iso(usedAt),
      isCurrent: tokenHash === sessionTokenHash,
    })),
  }),
});

/** A wallet ends one of its sessions, or all. */
export const mktSessionsRevoke = endpoint({
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
