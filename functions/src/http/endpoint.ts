import type { ErrorCode } from "../domain/errors";
import type { Answers } from "../ports/answers";
import type { FeedbackStore } from "../ports/feedback";
import type { Schema, Static } from "../schema/build";
import type { Settings } from "../settings";

/** What handlers may reach. Each part is built on its first use, so that a function loads only what it needs. */
export interface Services {
  readonly answers: Answers;
  readonly feedback: FeedbackStore;
  readonly settings: Settings;
}

/** Who may call, and how that is shown. */
export type Auth =
  /** Anybody. */
  | { kind: "open" }
  /** Whoever pays: quote, then redeem (interface.md §2). `label` names what is bought. */
  | { kind: "paid"; label: string };

export const open: Auth = { kind: "open" };
export const paid = (label: string): Auth => ({ kind: "paid", label });

/** The errors that an endpoint answers with because of its auth, besides those it declares. */
export const AUTH_ERRORS = {
  open: [],
  paid: [
    "payment_required",
    "intent_required",
    "intent_not_found",
    "tx_required",
    "tx_not_confirmed",
    "transfer_not_found",
    "insufficient_amount",
    "tx_already_used",
    "intent_tx_mismatch",
    "signature_invalid",
    "invalid_signature_format",
  ],
} as const satisfies Record<Auth["kind"], readonly ErrorCode[]>;

/** The errors that the pipeline itself answers with, on every endpoint. */
export const PIPELINE_ERRORS = [
  "invalid_request",
  "method_not_allowed",
  "payload_too_large",
  "unsupported_media_type",
  "rate_limited",
  "internal",
  "dependency_unavailable",
] as const satisfies readonly ErrorCode[];

/** What one request brings to its handler. */
export interface Call<Input> {
  input: Input;
  /** The server's clock, unix milliseconds. */
  nowMs: number;
  /** A fresh id, 128 random bits in hex. */
  newId: () => string;
  /** The `Idempotency-Key` header, when there is one. */
  idempotencyKey: string | null;
}

/** One row of the service's interface: everything else (routes, documents, tools) is derived from it. */
export interface Endpoint<I extends Schema = Schema, O extends Schema = Schema> {
  method: "GET" | "POST";
  path: string;
  /** One line, for lists. */
  summary: string;
  /** More, for the reference. */
  description?: string;
  auth: Auth;
  input: I;
  output: O;
  /** The codes that the handler may refuse with, beside those of its auth and of the pipeline. */
  errors: readonly ErrorCode[];
  /** A body that validates, for the documents. */
  example: Static<I>;
  /** Requests that one address may make in a minute; on a paid endpoint only redemptions that fail count. */
  perMinute: number;
  handle(call: Call<Static<I>>, services: Services): Promise<Static<O>>;
}

/** Declares an endpoint; a missing field or an unknown error code does not compile. */
export function endpoint<I extends Schema, O extends Schema>(definition: Endpoint<I, O>): Endpoint {
  // Beyond this point nobody knows the types; the pipeline's validation stands for them.
  return definition;
}

/** Every code that a caller of this endpoint may see. */
export function errorsOf({ auth, errors }: Endpoint): ErrorCode[] {
  return [...new Set<ErrorCode>([...PIPELINE_ERRORS, ...AUTH_ERRORS[auth.kind], ...errors])];
}
