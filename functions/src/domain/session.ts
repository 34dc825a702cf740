import { sha256 } from "@noble/hashes/sha2";
import { bytesToHex } from "@noble/hashes/utils";
import type { Address } from "./address";
import { siweMessage } from "./messages/siwe";

/** Five minutes to sign a challenge. */
export const CHALLENGE_MS = 5 * 60_000;
/** A day for each session. */
export const SESSION_MS = 24 * 3_600_000;
/** Random bytes that `makeChallenge` takes. */
export const CHALLENGE_RANDOM_BYTES = 16;
/** Random bytes that `openSession` takes. */
export const TOKEN_RANDOM_BYTES = 32;
/** What a session token looks like, for schemas. */
export const TOKEN_PATTERN = "^mkts_[A-Za-z0-9_-]{43}$";

/** Where a session is good, as the server knows itself; never what a request says of it. */
export interface Site {
  domain: string;
  uri: string;
  chainId: number;
}

/** A challenge as it is stored, under its nonce, until it is used up. Times are unix milliseconds. */
export interface Challenge {
  wallet: Address;
  nonce: string;
  /** The exact text to be signed. */
  message: string;
  expiresAt: number;
}

/** A session as it is stored; the token itself is nowhere in it. Times are unix milliseconds. */
export interface Session {
  tokenHash: string;
  wallet: Address;
  openedAt: number;
  expiresAt: number;
}

/** A challenge for the wallet, good for five minutes from now (unix milliseconds). */
export function makeChallenge(wallet: Address, site: Site, random: Uint8Array, now: number): Challenge {
  const nonce = bytesToHex(exactly(CHALLENGE_RANDOM_BYTES, random));
  const expiresAt = now + CHALLENGE_MS;
  return { wallet, nonce, message: siweMessage({ ...site, wallet, nonce, issuedAt: now, expiresAt }), expiresAt };
}

/** Whether a stored challenge is this site's own: not that of another host, or of a deployment on another chain. */
export function isOf({ wallet, nonce, message, expiresAt }: Challenge, site: Site): boolean {
  return message === siweMessage({ ...site, wallet, nonce, issuedAt: expiresAt - CHALLENGE_MS, expiresAt });
}

/** What a deployment is for those who sign in. */
export function siteOf({ baseUrl, chainId }: { baseUrl: string; chainId: number }): Site {
  return { domain: new URL(baseUrl).host, uri: baseUrl, chainId };
}

/**
 * Whether the text that came back is the challenge that was stored under its nonce, and in time.
 *
 * The whole text is compared with the server's own, so that no domain, chain, account or time in it
 * is the client's word. `good` says nothing of the signature, nor that the challenge is still unused:
 * the caller verifies the one over `challenge.message` for `challenge.wallet`, and uses up the other
 * in a transaction.
 */
export function checkChallenge(
  challenge: Challenge | null,
  message: string,
  now: number,
): "good" | "invalid" | "expired" {
  if (challenge === null || message !== challenge.message) return "invalid";
  return now < challenge.expiresAt ? "good" : "expired";
}

/** A new session for the wallet, good for a day from now (unix milliseconds), and the only copy of its token. */
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
