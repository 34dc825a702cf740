import type { Address } from "../address";
import { iso } from "../time";

/** The contents of a sign-in message. Times are unix milliseconds. */
export interface SignIn {
  /** Host, with its port if any. */
  domain: string;
  /** The resource that the session is for. */
  uri: string;
  chainId: number;
  wallet: Address;
  /** At least 8 letters and digits. */
  nonce: string;
  issuedAt: number;
  /** The end of the text, not of the session. */
  expiresAt: number;
  /** The session that is asked for, where it is not the default one. */
  terms: SessionTerms | null;
}

/** What a session may do: only read, or also what changes something. */
export type SessionScope = "read" | "act";

export interface SessionTerms {
  scope: SessionScope;
  /** Unix milliseconds. */
  endsAt: number;
}

/**
 * The sign-in text of EIP-4361 (version 1).
 *
 * The text is only generated and compared as a whole, never parsed: a parser could disagree about what was signed.
 */
export function siweMessage({ terms, ...signIn }: SignIn): string {
  const statement = `Sign in to mkt${termsText(terms)}. This moves no money and costs no gas.`;
  return siweText({ ...signIn, statement });
}

/** A text of EIP-4361; statement and end are optional. */
export function siweText(
  signIn: Omit<SignIn, "terms" | "expiresAt"> & { statement?: string; expiresAt?: number },
): string {
  return [
    `${signIn.domain} wants you to sign in with your Ethereum account:`,
    signIn.wallet,
    "",
    ...(signIn.statement === undefined ? [] : [signIn.statement]),
    "",
    `URI: ${signIn.uri}`,
    "Version: 1",
    `Chain ID: ${signIn.chainId}`,
    `Nonce: ${signIn.nonce}`,
    `Issued At: ${iso(signIn.issuedAt)}`,
    ...(signIn.expiresAt === undefined ? [] : [`Expiration Time: ${iso(signIn.expiresAt)}`]),
  ].join("\n");
}

/** The default session is not described, so that its text is the same as before there were others. */
function termsText(terms: SessionTerms | null): string {
  if (!terms) return "";
  return `${terms.scope === "read" ? ", to read only," : ""} until ${iso(terms.endsAt)}`;
}

/** The nonce on a sign-in text's nonce line, by which its challenge is looked up, or null if it has none. */
export function siweNonce(message: string): string | null {
  return /\nNonce: ([A-Za-z0-9]{8,96})\n/.exec(message)?.[1] ?? null;
}
