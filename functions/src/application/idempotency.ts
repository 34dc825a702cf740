import { createHash } from "node:crypto";
import { Refusal, refuse, type ErrorCode, type RefusalOptions } from "../domain/errors";
import type { UnitOfWork } from "../domain/unitOfWork";
import type { KeptAnswer, KnownNonce, Nonces, NonceUse } from "../ports/nonces";
import { StoreUnavailable } from "../ports/storeUnavailable";

export interface IdempotencyParts {
  nonces: () => Nonces;
  nowMs: () => number;
  sleep: (ms: number) => Promise<void>;
}

const ATTEMPTS = 8;
const BACK_OFF_MS = 20;

/**
 * Carries a request out once, however often and in how many places at a time it is sent; every repeat gets the same answer.
 *
 * Whatever `act` puts into the unit is written together with the nonce and the answer, so that none of them is ever there
 * without the others. Where somebody else changed what it read meanwhile, it acts again on what is there then; beside the
 * unit it must do nothing that is not harmless to repeat. A request that is refused, or that fails, leaves its nonce as it was.
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
  throw new StoreUnavailable(new Error("what this request writes changes too often"));
}

/** As `once`, for what is known by its `Idempotency-Key`: the key's other bodies are refused before anything is done. */
export async function idempotentByKey(
  use: NonceUse,
  parts: IdempotencyParts,
  act: () => Promise<string>,
): Promise<string> {
  const known = await parts.nonces().find(use);
  ofKey(known);
  return known.outcome === "repeat" && known.answer ? given(known.answer) : idempotent(use, parts, act, ofKey);
}

/** Lets a request pass that changes nothing: it is done anew whenever it is sent, and its nonce is good for no other. */
export async function spendNonce(use: NonceUse, { nonces, nowMs }: IdempotencyParts): Promise<void> {
  if (!(await nonces().spend(use, null, { writes: [] }, nowMs()))) ofNonce(await nonces().find(use));
}

/** A key as a nonce that no client can sign: longer than theirs, and good for one endpoint. */
export function keyName(path: string, key: string): string {
  return `key-${createHash("sha256").update(`${path}|${key}`).digest("hex")}`;
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

/** What is known of the nonce; what went wrong before goes first where the database does not say. */
async function find(use: NonceUse, nonces: Nonces, outcome: Outcome): Promise<KnownNonce> {
  try {
    return await nonces.find(use);
  } catch (error) {
    throw outcome.kept ? error : outcome.error;
  }
}

function ofNonce({ outcome }: KnownNonce): void {
  if (outcome === "used") refuse("nonce_used", "Sign this request with a fresh nonce.");
  if (outcome === "reencoded") {
    refuse(
      "signature_invalid",
      "This request has counted already, with its signature in another form. Repeat it byte for byte, or sign with a fresh nonce.",
    );
  }
}

function ofKey({ outcome }: KnownNonce): void {
  if (outcome === "used")
    refuse("idempotency_key_used", "This Idempotency-Key was used with another body in the last 24 hours.");
}

function given({ kind, text }: KeptAnswer): string {
  if (kind === "body") return text;
  const { code, detail, options } = JSON.parse(text) as { code: ErrorCode; detail: string; options: RefusalOptions };
  throw new Refusal(code, detail, options);
}
