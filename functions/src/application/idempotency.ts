import { Refusal, refuse, type ErrorCode, type RefusalOptions } from "../domain/errors";
import { sha256 } from "../domain/sha256";
import type { UnitOfWork } from "../domain/unitOfWork";
import type { KeptAnswer, KnownNonce, Nonces, NonceUse } from "../ports/authentication";
import { StoreUnavailable } from "../ports/storeUnavailable";

export interface IdempotencyParts {
  nonces: () => Nonces;
  nowMs: () => number;
  sleep: (ms: number) => Promise<void>;
}

const ATTEMPTS = 8;
const BACK_OFF_MS = 20;

/**
 * Executes a request once, even if it is sent repeatedly or concurrently; every repeat gets the same answer.
 *
 * The unit's writes are committed atomically with the nonce and the answer. If data that `act` read has changed
 * meanwhile, it runs again; anything it does outside the unit must be idempotent. A refused or failed request does not
 * spend its nonce.
 */
export async function idempotent(
  use: NonceUse,
  parts: IdempotencyParts,
  act: (unit: UnitOfWork) => Promise<string>,
  requireOwn = ofNonce,
): Promise<string> {
  const nonces = parts.nonces();
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const unit: UnitOfWork = { writes: [] };
    const outcome = await outcomeOf(() => act(unit));
    if (outcome.kept && (await nonces.spend(use, outcome.kept, unit, parts.nowMs()))) return given(outcome.kept);
    const known = await find(use, nonces, outcome);
    requireOwn(known);
    if (known.outcome === "repeat" && known.answer) return given(known.answer);
    if (!outcome.kept) throw outcome.error;
    await parts.sleep(BACK_OFF_MS * attempt);
  }
  throw new StoreUnavailable(new Error("the data that this request writes changes too often"));
}

/** As `idempotent`, by `Idempotency-Key`: other bodies with the same key are refused before anything is done. */
export async function idempotentByKey(
  use: NonceUse,
  parts: IdempotencyParts,
  act: () => Promise<string>,
): Promise<string> {
  const known = await parts.nonces().find(use);
  ofKey(known);
  return known.outcome === "repeat" && known.answer ? given(known.answer) : idempotent(use, parts, act, ofKey);
}

/** Admits a request that changes nothing: it is executed each time, and its nonce is valid for no other request. */
export async function spendNonce(use: NonceUse, { nonces, nowMs }: IdempotencyParts): Promise<void> {
  if (!(await nonces().spend(use, null, { writes: [] }, nowMs()))) ofNonce(await nonces().find(use));
}

/** An idempotency key as a nonce that no client can sign: longer than theirs, and specific to one endpoint. */
export function keyName(path: string, key: string): string {
  return `key-${sha256(`${path}|${key}`)}`;
}

type Outcome = { kept: KeptAnswer } | { kept: null; error: unknown };

async function outcomeOf(act: () => Promise<string>): Promise<Outcome> {
  try {
    return { kept: { kind: "body", text: await act() } };
  } catch (error) {
    if (!(error instanceof Refusal && error.options.isAnswer)) return { kept: null, error };
    const { code, detail, options } = error;
    return { kept: { kind: "refusal", text: JSON.stringify({ code, detail, options }) } };
  }
}

/** The nonce's state; if the database does not answer, the earlier error is thrown. */
async function find(use: NonceUse, nonces: Nonces, outcome: Outcome): Promise<KnownNonce> {
  try {
    return await nonces.find(use);
  } catch (error) {
    throw outcome.kept ? error : outcome.error;
  }
}

function ofNonce({ outcome }: KnownNonce): void {
  if (outcome === "used") refuse("nonce_used", "Sign this request with a new nonce.");
  if (outcome === "reencoded") {
    refuse(
      "signature_invalid",
      "This request was already executed with another encoding of its signature. Repeat it byte for byte, or sign with a new nonce.",
    );
  }
}

function ofKey({ outcome }: KnownNonce): void {
  if (outcome === "used")
    refuse(
      "idempotency_key_used",
      "This Idempotency-Key was used with another body in the last 24 hours. Use a new key.",
    );
}

function given({ kind, text }: KeptAnswer): string {
  if (kind === "body") return text;
  const { code, detail, options } = JSON.parse(text) as { code: ErrorCode; detail: string; options: RefusalOptions };
  throw new Refusal(code, detail, options);
}
