import type { Address } from "./address";
import { DAY_MS, DAY_SECONDS } from "./time";
import { siweMessage, type SessionScope, type SessionTerms } from "./messages/siwe";
import { sha256 } from "./sha256";

export type { SessionScope, SessionTerms } from "./messages/siwe";

/** A challenge is valid for five minutes. */
const CHALLENGE_MS = 5 * 60_000;
/** A session lasts one day by default. */
export const SESSION_MS = DAY_MS;
/** Seconds that a session may be asked to last. */
export const MIN_SESSION_SECONDS = 60;
export const MAX_SESSION_SECONDS = 30 * DAY_SECONDS;
/** Live sessions of a wallet; opening another ends the one that would end first. */
export const MAX_SESSIONS = 50;
/** The last use of a session is recorded at most this often. */
export const USE_MS = 3_600_000;
export const SESSION_SCOPES = ["read", "act"] as const satisfies readonly SessionScope[];
/** Random bytes that `makeChallenge` takes. */
export const CHALLENGE_RANDOM_BYTES = 16;
/** Random bytes that `openSession` takes. */
export const TOKEN_RANDOM_BYTES = 32;
/** The pattern of a session token, for schemas. */
export const TOKEN_PATTERN = "^mkts_[A-Za-z0-9_-]{43}$";

/** The site for which a session is valid, from the server's settings and never from a request. */
export interface Site {
  domain: string;
  uri: string;
  chainId: number;
}

/** A challenge as stored under its nonce, until it is used. Times are unix milliseconds. */
export interface Challenge {
  wallet: Address;
  nonce: string;
  /** The exact text to be signed. */
  message: string;
  expiresAt: number;
  /** Null for the default session: a day from its opening, with the scope `act`. */
  terms: SessionTerms | null;
}

/** A session as stored, without the token itself. Times are unix milliseconds. */
export interface Session {
  tokenHash: string;
  wallet: Address;
  openedAt: number;
  expiresAt: number;
  scope: SessionScope;
  /** Recorded at most once an hour. */
  usedAt: number;
}

/** The session that a request asks for, from now (unix milliseconds); null if it asks for nothing. */
export function termsOf(
  { scope, expiresIn }: { scope?: SessionScope; expiresIn?: number },
  now: number,
): SessionTerms | null {
  if (scope === undefined && expiresIn === undefined) return null;
  return { scope: scope ?? "act", endsAt: now + (expiresIn === undefined ? SESSION_MS : expiresIn * 1_000) };
}

/** A challenge for the wallet, valid for five minutes from now (unix milliseconds). Its text names the terms. */
export function makeChallenge(
  wallet: Address,
  site: Site,
  random: Uint8Array,
  now: number,
  terms: SessionTerms | null = null,
): Challenge {
  const nonce = Buffer.from(exactly(CHALLENGE_RANDOM_BYTES, random)).toString("hex");
  const expiresAt = now + CHALLENGE_MS;
  const message = siweMessage({ ...site, wallet, nonce, issuedAt: now, expiresAt, terms });
  return { wallet, nonce, message, expiresAt, terms };
}

/** When the challenge, or the session that it asks for, is over. */
export function endOf({ expiresAt, terms }: Challenge): number {
  return Math.min(expiresAt, terms?.endsAt ?? expiresAt);
}

export function issuedAt({ expiresAt }: Challenge): number {
  return expiresAt - CHALLENGE_MS;
}

/** Whether a stored challenge belongs to this site, not to another host or to a deployment on another chain. */
export function isOf(challenge: Challenge, site: Site): boolean {
  const { wallet, nonce, message, expiresAt, terms } = challenge;
  return message === siweMessage({ ...site, wallet, nonce, issuedAt: issuedAt(challenge), expiresAt, terms });
}

/** The site of a deployment. */
export function siteOf({ baseUrl, chainId }: { baseUrl: string; chainId: number }): Site {
  return { domain: new URL(baseUrl).host, uri: baseUrl, chainId };
}

/**
 * Whether the returned text is the challenge stored under its nonce, and neither it nor its session is over.
 *
 * The whole text is compared with the server's own, so no domain, chain, account or time is taken from the client.
 * `good` does not cover the signature or single use: the caller verifies the signature over `challenge.message` for
 * `challenge.wallet`, and consumes the challenge in a transaction.
 */
export function checkChallenge(
  challenge: Challenge | null,
  message: string,
  now: number,
): "good" | "invalid" | "expired" {
  if (challenge === null || message !== challenge.message) return "invalid";
  return now < endOf(challenge) ? "good" : "expired";
}

/** The session of a signed challenge, opened now (unix milliseconds), and the only copy of its token. */
export function openSession(
  { wallet, terms }: Pick<Challenge, "wallet" | "terms">,
  site: Site,
  random: Uint8Array,
  now: number,
): { token: string; session: Session } {
  const token = `mkts_${Buffer.from(exactly(TOKEN_RANDOM_BYTES, random)).toString("base64url")}`;
  const { scope, endsAt: expiresAt } = terms ?? { scope: "act", endsAt: now + SESSION_MS };
  return {
    token,
    session: { tokenHash: tokenHash(token, site), wallet, openedAt: now, expiresAt, scope, usedAt: now },
  };
}

/** The public name of a session: it neither is the token nor leads to it or to its hash. */
export function sessionId(tokenHash: string): string {
  return `ses_${sha256(`mkt session id ${tokenHash}`).slice(0, 32)}`;
}

export function allows(scope: SessionScope, needed: SessionScope): boolean {
  return scope === "act" || scope === needed;
}

/**
 * The name under which a token's session is stored: SHA-256 in hex, of the site too. So a token is good at the deployment
 * and on the chain that it was given for, also where two share a database. 256 random bits need no salt.
 */
export function tokenHash(token: string, { uri, chainId }: Site): string {
  return sha256(`${chainId} ${uri} ${token}`);
}

/** True until the session expires; a revoked session is no longer stored and comes here as null. */
export function isLive(session: Session | null, now: number): session is Session {
  return session !== null && now < session.expiresAt;
}

function exactly(length: number, random: Uint8Array): Uint8Array {
  if (random.length !== length) throw new RangeError(`${length} random bytes are needed, not ${random.length}`);
  return random;
}
