import type { IncomingHttpHeaders } from "node:http";
import type { ProveWallet } from "../application/proof";
import { toAddress, type Address } from "../domain/address";
import { canonicalJson } from "../domain/canonical";
import { refuse } from "../domain/errors";
import {
  textDigest,
  ENVELOPE_FIELDS,
  isTimely,
  NONCE_PATTERN,
  TIMESTAMP_SKEW_SECONDS,
  requireSignatureFormat,
  requireValidSignature,
} from "../domain/messages/signedRequest";
import { requestText, type SignedChain } from "../domain/messages/requestText";
import { signingMistakes } from "../domain/messages/signingMistakes";
import {
  allows,
  isLive,
  TOKEN_PATTERN,
  siteOf,
  tokenHash,
  USE_MS,
  type SessionScope,
  type Site,
} from "../domain/session";
import { sha256 } from "../domain/sha256";
import type { NonceUse, Sessions, Signatures } from "../ports/authentication";
import { integer, object, optional, string, type Static } from "../schema/build";
import { Address as AddressShape, Signature } from "../schema/common";
import { scopeOf, signedSubject, type Caller, type Endpoint } from "./endpoint";
import { requireValid } from "../schema/validate";

type SiteSettings = Parameters<typeof siteOf>[0];

export interface GateParts {
  settings: SignedChain;
  sessions: () => Sessions;
  signatures: () => Signatures;
  nowMs: () => number;
}

type Body = Readonly<Record<string, unknown>>;

export const SESSION_FIELD = "agentSessionToken";

/** The fields that a signature adds to a request's own (interface.md §4). */
export const EnvelopeFields = {
  wallet: AddressShape,
  timestamp: integer({
    minimum: 0,
    maximum: 1e11,
    description: "Unix seconds; at most ten minutes from the server's clock.",
  }),
  nonce: string({ pattern: NONCE_PATTERN, description: "16 to 64 characters, once per wallet." }),
  signature: Signature,
};
const Envelope = object(EnvelopeFields);
const SessionEnvelope = object({
  wallet: optional(EnvelopeFields.wallet),
  [SESSION_FIELD]: optional(string({ maxLength: 200 })),
});
const SessionNonce = object({ nonce: optional(EnvelopeFields.nonce) });
const NEW_SESSION = "Start a new session at /mktAgentSessionChallenge.";
const BOUND = `This wallet is under a mandate: send a session of it with the scope act, as Authorization: Bearer or as ${SESSION_FIELD}.`;
const ENVELOPE_NAMES = [...Object.keys(EnvelopeFields), SESSION_FIELD];

/** A body's own fields, without those that authenticate the sender. */
export function ownFields(body: Body): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !ENVELOPE_NAMES.includes(name)));
}

/** A body without its session token. */
export function withoutToken({ [SESSION_FIELD]: _token, ...own }: Body): Record<string, unknown> {
  return own;
}

/** The session token of a request: `Authorization: Bearer`, or the body field. */
export function tokenOf(headers: IncomingHttpHeaders, body: Body): string | null {
  const bearer = /^Bearer (\S+)$/i.exec(headers.authorization ?? "")?.[1];
  const field = body[SESSION_FIELD];
  if (bearer !== undefined && field !== undefined && bearer !== field) {
    refuse(
      "invalid_request",
      `The Authorization header and ${SESSION_FIELD} name different sessions. Send one of them.`,
    );
  }
  return bearer ?? (typeof field === "string" ? field : null);
}

/** The SHA-256 under which a request's session is stored, whether it is live or not. */
export function requireToken(token: string | null, site: Site): string {
  if (token === null) {
    refuse(
      "session_required",
      `Send a session token as Authorization: Bearer, or as ${SESSION_FIELD}. Start a session at /mktAgentSessionChallenge.`,
    );
  }
  if (!new RegExp(TOKEN_PATTERN).test(token)) refuse("session_invalid", NEW_SESSION);
  return tokenHash(token, site);
}

/**
 * The wallet of a live session with this scope; looked up on every call, so that revocation takes effect immediately. Its use
 * is recorded at most once an hour.
 */
export async function bySession(hash: string, body: Body, needed: SessionScope, parts: GateParts): Promise<Caller> {
  requireValid(SessionEnvelope, only(body, ["wallet", SESSION_FIELD]));
  const [session, nowMs] = [await parts.sessions().find(hash), parts.nowMs()];
  if (!isLive(session, nowMs)) refuse("session_invalid", NEW_SESSION);
  const named = body["wallet"];
  if (typeof named === "string" && toAddress(named) !== session.wallet) {
    refuse(
      "session_invalid",
      "The session belongs to a different wallet than the request names. Leave out wallet, or use its session.",
    );
  }
  if (!allows(session.scope, needed)) {
    refuse(
      "insufficient_scope",
      `This call needs a session with the scope ${needed}; this one may only ${session.scope}. Open one with that scope, or sign the request.`,
    );
  }
  // The record is for the wallet's list only: a call does not fail for it.
  if (nowMs - session.usedAt >= USE_MS)
    await parts
      .sessions()
      .noteUse(session, nowMs)
      .catch(() => undefined);
  return { wallet: session.wallet };
}

/** Refuses unless the token is that of a session of the wallet with this scope. */
export function ownerOfSession(
  token: string | null,
  scope: SessionScope,
  parts: GateParts & { settings: SiteSettings },
): ProveWallet {
  return async (wallet) => {
    if (token === null) refuse("session_required", BOUND);
    await bySession(requireToken(token, siteOf(parts.settings)), { wallet }, scope, parts);
  };
}

/**
 * The wallet that signed a request, and the use of its nonce, which must be spent together with the request's effects.
 */
export async function bySignature(
  endpoint: Pick<Endpoint, "path" | "input" | "auth">,
  body: Body,
  parts: GateParts,
): Promise<{ caller: Caller; use: NonceUse }> {
  const envelope = only(body, Object.keys(EnvelopeFields));
  requireEnvelope(endpoint, envelope);
  const { timestamp, nonce, signature, ...named } = envelope as unknown as Static<typeof Envelope>;
  const wallet = toAddress(named.wallet);
  if (!wallet) throw new TypeError("the pattern of an address accepts something else");
  if (!isTimely(timestamp, parts.nowMs())) {
    refuse(
      "signature_expired",
      `The timestamp must be at most ${TIMESTAMP_SKEW_SECONDS} s from the server's clock, ${Math.floor(parts.nowMs() / 1000)}.`,
    );
  }
  requireSignatureFormat(signature, "/signature");
  const text = requestText(signedSubject(endpoint), body, { wallet, timestamp, nonce }, parts.settings);
  const verdict = await parts.signatures().verifyMessage(wallet, text, signature);
  const mistake = verdict === "invalid" ? await mistakeIn({ wallet, text, signature }, body, parts) : null;
  requireValidSignature(
    verdict,
    `${mistake ?? "The signature is not by this wallet over this request's text."} Sign exactly the text that /mkt/sign/prepare returns for this request, with the wallet that it names.`,
  );
  return { caller: { wallet }, use: { wallet, nonce, digest: sha256(text), signatureDigest: sha256(signature) } };
}

/**
 * The use of a nonce by a request in a session: with its own, a repeat has no second effect; without one, each request
 * counts for itself.
 */
export function nonceInSession(
  { path }: Pick<Endpoint, "path">,
  body: Body,
  { wallet }: Caller,
  newNonce: () => string,
): NonceUse {
  const named = only(body, ["nonce"]);
  requireValid(SessionNonce, named);
  const { nonce = newNonce() } = named as Static<typeof SessionNonce>;
  const digest = sha256(`${path}|${canonicalJson(ownFields(body))}`);
  return { wallet, nonce, digest, signatureDigest: digest };
}

/** Refuses an incomplete or malformed envelope; without any of its fields, the refusal says how to sign a request. */
function requireEnvelope({ path, auth }: Pick<Endpoint, "path" | "auth">, envelope: Body): void {
  const missing = ENVELOPE_FIELDS.filter((name) => envelope[name] === undefined);
  if (missing.length === 0) return requireValid(Envelope, envelope);
  const wallet = typeof envelope["wallet"] === "string" ? toAddress(envelope["wallet"]) : null;
  const scope = scopeOf(auth);
  const session =
    scope === null ? "" : ` A session with the scope ${scope} will do, too: see /mktAgentSessionChallenge.`;
  refuse(
    "invalid_request",
    `This request must be signed, and ${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} missing. POST {"endpoint": "${path}", "wallet": …, "body": …} to /mkt/sign/prepare, sign the messageToSign that it returns, and send its request with the signature.${session}`,
    {
      errors: missing.map((name) => ({ pointer: `/${name}`, message: "is required" })),
      nextAction: {
        actor: "client",
        action: "sign",
        endpoint: "/mkt/sign/prepare",
        method: "POST",
        reason: "Get the exact text to sign for this request, whose own fields are its body.",
        body: { endpoint: path, ...(wallet !== null && { wallet }) },
        add: [...(wallet === null ? ["wallet"] : []), "body"],
      },
    },
  );
}

/** The mistake in the signed text, if it is a common one. */
async function mistakeIn(
  { wallet, text, signature }: { wallet: Address; text: string; signature: string },
  body: Body,
  { signatures, settings }: GateParts,
): Promise<string | null> {
  for (const mistake of signingMistakes(text, body, settings.escrows)) {
    if (await signatures().isByOwnKey(wallet, textDigest(mistake.text), signature)) return mistake.says;
  }
  return null;
}

function only(body: Body, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));
}
