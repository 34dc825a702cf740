import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { toAddress, type Address } from "../domain/address";
import { escrowNamed, type Escrows } from "../domain/contract";
import { refuse } from "../domain/errors";
import {
  actionOf,
  commentHash,
  isTimely,
  NONCE_PATTERN,
  payloadHash,
  ratingMessage,
  signedRequestMessage,
  TIMESTAMP_SKEW_SECONDS,
} from "../domain/messages/signedRequest";
import { isLive, TOKEN_PATTERN, tokenHash } from "../domain/session";
import { requireValidSignature } from "../domain/verdict";
import type { NonceUse } from "../ports/nonces";
import type { Sessions } from "../ports/sessions";
import type { Signatures } from "../ports/signatures";
import { integer, object, optional, string, type Schema, type Static } from "../schema/build";
import { Address as AddressShape } from "../schema/common";
import { requireValid } from "./validate";

/** Who calls, as it was proven. */
export interface Caller {
  wallet: Address;
}

export interface GateParts {
  settings: { chainId: number; escrows: Escrows | null };
  sessions: () => Sessions;
  signatures: () => Signatures;
  nowMs: () => number;
}

type Body = Readonly<Record<string, unknown>>;

export const SESSION_FIELD = "agentSessionToken";

/** The fields that a signature adds to a request's own (interface.md §4). */
export const EnvelopeFields = {
  wallet: AddressShape,
  timestamp: integer({ minimum: 0, maximum: 1e11, description: "Unix seconds; at most ten minutes from the server's clock." }),
  nonce: string({ pattern: NONCE_PATTERN, description: "16 to 64 characters, once per wallet." }),
  signature: string({ pattern: "^0x[0-9a-fA-F]+$", maxLength: 32_770, description: "EIP-191 over the request's text." }),
};
const Envelope = object(EnvelopeFields);
const SessionEnvelope = object({
  wallet: optional(EnvelopeFields.wallet),
  [SESSION_FIELD]: optional(string({ maxLength: 200 })),
});
const NEW_SESSION = "Begin a new session at /mktAgentSessionChallenge.";
const ENVELOPE_NAMES = [...Object.keys(EnvelopeFields), SESSION_FIELD];

/** A body's own fields, without those that prove who sends it. */
export function ownFields(body: Body): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !ENVELOPE_NAMES.includes(name)));
}

/** The session token of a request: `Authorization: Bearer`, or the body field. */
export function tokenOf(headers: IncomingHttpHeaders, body: Body): string | null {
  const bearer = /^Bearer (\S+)$/i.exec(headers.authorization ?? "")?.[1];
  const field = body[SESSION_FIELD];
  if (bearer !== undefined && field !== undefined && bearer !== field) {
    refuse("invalid_request", `The Authorization header and ${SESSION_FIELD} name different sessions.`);
  }
  return bearer ?? (typeof field === "string" ? field : null);
}

/** The SHA-256 under which a request's session is stored, whether it is live or not. */
export function requireToken(token: string | null): string {
  if (token === null) {
    refuse(
      "session_required",
      `Send a session's token as Authorization: Bearer, or as ${SESSION_FIELD}. /mktAgentSessionChallenge begins one.`,
    );
  }
  if (!new RegExp(TOKEN_PATTERN).test(token)) refuse("session_invalid", NEW_SESSION);
  return tokenHash(token);
}

/** The wallet of a live session; looked up on every call, so that a revoked one ends at once. */
export async function bySession(hash: string, body: Body, parts: GateParts): Promise<Caller> {
  requireValid(SessionEnvelope, only(body, ["wallet", SESSION_FIELD]));
  const session = await parts.sessions().find(hash);
  if (!isLive(session, parts.nowMs())) refuse("session_invalid", NEW_SESSION);
  const named = body["wallet"];
  if (typeof named === "string" && toAddress(named) !== session.wallet) {
    refuse("session_invalid", "The session belongs to another wallet than the request names.");
  }
  return { wallet: session.wallet };
}

/** What a signed request is about, as its text names it. */
export interface Subject {
  path: string;
  input: Schema;
}

/**
 * The text that a wallet signs for one request.
 *
 * @param body as it was received, before any normalisation: that is what the wallet hashed
 */
export function textToSign(
  { path, input }: Subject,
  body: Body,
  { wallet, timestamp, nonce }: { wallet: Address; timestamp: number; nonce: string },
  { chainId, escrows }: GateParts["settings"],
): string {
  const takes = (field: string) => Object.hasOwn((input as { properties?: object }).properties ?? {}, field);
  const request = {
    action: actionOf(path as `/mkt/${string}`),
    chainId,
    contract: takes("contract") ? requireEscrow(body["contract"], escrows).address : null,
    taskId: takes("taskId") ? taskIdOf(body["taskId"]) : null,
    wallet,
    payloadHash: payloadHash(body),
    timestamp,
    nonce,
  };
  const comment = body["comment"];
  return path === "/mkt/rating" && typeof comment === "string"
    ? ratingMessage({ ...request, commentHash: commentHash(comment) })
    : signedRequestMessage(request);
}

/** The deployment that a request names; the human one where it names none. */
export function requireEscrow(named: unknown, escrows: Escrows | null): ReturnType<typeof escrowNamed> & object {
  if (!escrows) refuse("dependency_unavailable", "This deployment has no escrow contracts.");
  const found = escrowNamed(typeof named === "string" ? named : "human", escrows);
  if (!found) {
    refuse("invalid_request", "contract must be human, agent-fast, or the address of one of them.", {
      errors: [{ pointer: "/contract", message: "is not one of this service's escrows" }],
    });
  }
  return found;
}

/** The wallet that signed a request, and the use of its nonce, which the caller must claim before anything takes effect. */
export async function bySignature(subject: Subject, body: Body, parts: GateParts): Promise<{ caller: Caller; use: NonceUse }> {
  const envelope = only(body, Object.keys(EnvelopeFields));
  requireValid(Envelope, envelope);
  const { timestamp, nonce, signature, ...named } = envelope as unknown as Static<typeof Envelope>;
  const wallet = toAddress(named.wallet);
  if (!wallet) throw new TypeError("the pattern of an address lets something else pass");
  if (!isTimely(timestamp, parts.nowMs())) {
    refuse("signature_expired", `The timestamp must be at most ${TIMESTAMP_SKEW_SECONDS} s from the server's clock, ${Math.floor(parts.nowMs() / 1000)}.`);
  }
  const text = textToSign(subject, body, { wallet, timestamp, nonce }, parts.settings);
  const verdict = await parts.signatures().verifyMessage(wallet, text, signature);
  requireValidSignature(verdict, "Sign exactly the text that /mkt/sign/prepare gives for this request, with the wallet that it names.");
  const digest = createHash("sha256").update(text).digest("hex");
  return { caller: { wallet }, use: { wallet, nonce, digest } };
}

/** Numbers are accepted for ids; the text has their decimal form. */
function taskIdOf(value: unknown): string | null {
  return typeof value === "string" || typeof value === "number" ? String(value) : null;
}

function only(body: Body, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));
}
