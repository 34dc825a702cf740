import type { Address } from "../address";

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
  expiresAt: number;
}

/**
 * The sign-in text of EIP-4361 (version 1).
 *
 * The text is only generated and compared as a whole, never parsed: a parser could disagree about what was signed.
 */
export function siweMessage(signIn: SignIn): string {
  return [
    `${signIn.domain} wants you to sign in with your Ethereum account:`,
    signIn.wallet,
    "",
    "Sign in to mkt. This moves no money and costs no gas.",
    "",
    `URI: ${signIn.uri}`,
    "Version: 1",
    `Chain ID: ${signIn.chainId}`,
    `Nonce: ${signIn.nonce}`,
    `Issued At: ${new Date(signIn.issuedAt).toISOString()}`,
    `Expiration Time: ${new Date(signIn.expiresAt).toISOString()}`,
  ].join("\n");
}

/** The nonce on a sign-in text's nonce line, by which its challenge is looked up, or null if it has none. */
export function siweNonce(message: string): string | null {
  return /\nNonce: ([A-Za-z0-9]{8,96})\n/.exec(message)?.[1] ?? null;
}
