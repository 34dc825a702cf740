import { sha256 } from "@noble/hashes/sha2";
import { bytesToHex } from "@noble/hashes/utils";
import type { Address } from "./address";
import { siweMessage } from "./messages/siwe";

/** A challenge is valid for five minutes. */
export const CHALLENGE_MS = 5 * 60_000;
/** A session lasts one day. */
export const SESSION_MS = 24 * 3_600_000;
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
}

/** A session as stored, without the token itself. Times are unix milliseconds. */
export interface Session {
  tokenHash: string;
  wallet: Address;
  openedAt: number;
  expiresAt: number;
}

/** A challenge for the wallet, valid for five minutes from now (unix milliseconds). */
export function makeChallenge(wallet: Address, site: Site, random: Uint8Array, now: number): Challenge {
  const nonce = bytesToHex(exactly(CHALLENGE_RANDOM_BYTES, random));
  const expiresAt = now + CHALLENGE_MS;
  return { wallet, nonce, message: siweMessage({ ...site, wallet, nonce, issuedAt: now, expiresAt }), expiresAt };
}

/** Whether a stored challenge belongs to this site, not to another host or to a deployment on another chain. */
export function isOf({ wallet, nonce, message, expiresAt }: Challenge, site: Site): boolean {
  return message === siweMessage({ ...site, wallet, nonce, issuedAt: expiresAt - CHALLENGE_MS, expiresAt });
}

/** The site of a deployment. */
export function siteOf({ baseUrl, chainId }: { baseUrl: string; chainId: number }): Site {
  return { domain: new URL(baseUrl).host, uri: baseUrl, chainId };
}

/**
 * Whether the returned text is the challenge stored under its nonce and has not expired.
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
  return now < challenge.expiresAt ? "good" : "expired";
}

/** A new session for the wallet, valid for a day from now (unix milliseconds), and the only copy of its token. */
export function openSession(
  wallet: Address,
  site: Site,
  random: Uint8Array,
  now: number,
): { token: string; session: Session } {
  const token = `mkts_${Buffer.from(exactly(TOKEN_RANDOM_BYTES, random)).toString("base64url")}`;
  return { token, session: { tokenHash: tokenHash(token, site), wallet, openedAt: now, expiresAt: now + SESSION_MS } };
}

/**
 * The name under which a token's session is stored: SHA-256 in hex, of the site too. So a token is good at the deployment
 * and on the chain that it was given for, also where two share a database. 256 random bits need no salt.
 */
export function tokenHash(token: string, { uri, chainId }: Site): string {
  return bytesToHex(sha256(`${chainId} ${uri} ${token}`));
}

/** True until the session's day is over; a revoked session is no longer stored and comes here as null. */
export function isLive(session: Session | null, now: number): session is Session {
  return session !== null && now < session.expiresAt;
}

function exactly(length: number, random: Uint8Array): Uint8Array {
  if (random.length !== length) throw new RangeError(`${length} random bytes are needed, not ${random.length}`);
  return random;
}
