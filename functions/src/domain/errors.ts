export interface ErrorRow {
  status: number;
  title: string;
  /** Seconds; set for transient errors. */
  retryAfter?: number;
}

/**
 * Every error that the service responds with: its status, its title, and when to retry. What to do about each is in
 * `packages/site/remedies.ts`.
 *
 * `title` is the fixed short sentence; `detail` says what was wrong in one particular request.
 */
export const ERRORS = {
  invalid_request: { status: 400, title: "The request violates a rule of this endpoint." },
  payment_malformed: { status: 400, title: "The signed payment cannot be parsed." },
  output_invalid: { status: 400, title: "The output does not satisfy the task's schema." },
  intent_required: { status: 400, title: "A txHash needs the intentId of its quote." },
  tx_required: { status: 400, title: "An intentId needs the txHash of its payment." },
  invalid_filters: { status: 400, title: "The analytics filters are invalid." },
  invalid_signature_format: { status: 400, title: "The signature is not 0x-prefixed hex of a known form." },
  session_required: { status: 401, title: "This endpoint needs a session token." },
  session_invalid: { status: 401, title: "The session token is unknown, expired or revoked." },
  signature_invalid: { status: 401, title: "The signature does not match the message and the wallet." },
  signature_expired: { status: 401, title: "The signed timestamp is outside the allowed window." },
  payment_required: { status: 402, title: "Pay the quoted price, then redeem." },
  tx_reverted: { status: 409, title: "The transaction was reverted and moved no money." },
  transfer_not_found: {
    status: 402,
    title: "The transaction contains no transfer of an accepted token to the recipient.",
  },
  insufficient_amount: { status: 402, title: "No single transfer in the transaction meets the price." },
  transfer_too_old: {
    status: 402,
    title: "The transfer names no intent and can no longer be redeemed with this quote.",
  },
  payment_invalid: { status: 402, title: "The signed payment would not settle; nothing was charged." },
  insufficient_scope: { status: 403, title: "The session's scope does not allow this call." },
  mandate_exceeded: { status: 403, title: "This is more than the wallet's mandate allows." },
  mandate_refused: { status: 403, title: "The wallet's mandate does not allow this." },
  relay_refused: { status: 403, title: "The relay does not pay for this step; send its transactions yourself." },
  forbidden_role: { status: 403, title: "This wallet has no role that allows this." },
  forbidden_origin: { status: 403, title: "Pages of this origin may not call this URL." },
  intent_not_found: { status: 404, title: "The intentId was not issued by this service." },
  task_not_found: { status: 404, title: "No such task on this contract." },
  webhook_not_found: { status: 404, title: "This wallet has no such webhook or delivery." },
  not_found: { status: 404, title: "Nothing exists at this path." },
  method_not_allowed: { status: 405, title: "This path does not support that method." },
  tx_already_used: { status: 409, title: "The payment has already bought another answer." },
  payment_id_used: { status: 409, title: "The payment identifier belongs to another payment." },
  intent_tx_mismatch: { status: 409, title: "The transaction and the intent do not belong together." },
  display_name_taken: { status: 409, title: "Another wallet uses this name or one that looks like it." },
  webhook_limit_reached: { status: 409, title: "This wallet already has the maximum number of webhooks." },
  message_limit_reached: { status: 409, title: "This thread takes no more messages from this author now." },
  nonce_used: { status: 409, title: "The nonce was used for another request." },
  idempotency_key_used: { status: 409, title: "The Idempotency-Key was used for another body." },
  state_conflict: { status: 409, title: "The task is not in a state that allows this." },
  metadata_hash_mismatch: { status: 409, title: "The content does not hash to what the chain holds." },
  request_changes_chain_step_required: { status: 409, title: "The change request must first be confirmed on chain." },
  cursor_expired: { status: 410, title: "The cursor is older than the events that are kept." },
  payload_too_large: { status: 413, title: "The body is over 256 KiB." },
  unsupported_media_type: { status: 415, title: "The body must be application/json in UTF-8, not compressed." },
  rate_limited: { status: 429, title: "Too many requests from this address.", retryAfter: 60 },
  internal: { status: 500, title: "The service failed; you lost nothing." },
  tx_not_confirmed: { status: 503, title: "The transaction is not in a confirmed block yet.", retryAfter: 2 },
  not_available: {
    status: 503,
    title: "What this endpoint sells is not available; nothing is quoted or charged.",
    retryAfter: 60,
  },
  relay_unavailable: {
    status: 503,
    title: "The relay cannot pay for gas now; send the step's transactions yourself.",
    retryAfter: 60,
  },
  dependency_unavailable: { status: 503, title: "A dependency of this request is not responding.", retryAfter: 5 },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;

/** Where in the body a rule was violated: a JSON Pointer (RFC 6901), and the rule. */
export interface FieldError {
  pointer: string;
  message: string;
}

export interface RefusalOptions {
  errors?: FieldError[];
  /** Seconds; overrides the table's value. */
  retryAfter?: number;
  nextAction?: object;
  /** Additional members of the problem document. */
  members?: object;
  /** Additional response headers. */
  headers?: Readonly<Record<string, string>>;
  /** Set while the request waits for a transaction's confirmation: repeating it is a poll. */
  isPending?: boolean;
  /** Set if the refusal is the request's final answer: its writes are committed, and a repeat gets the same refusal. */
  isAnswer?: boolean;
}

/** Thrown by `refuse`: the request ends with the problem document of `code`. */
export class Refusal extends Error {
  constructor(
    readonly code: ErrorCode,
    /** What was wrong in this request and what to do next. Must contain nothing private. */
    readonly detail: string,
    readonly options: RefusalOptions = {},
  ) {
    super(`${code}: ${detail}`);
    this.name = "Refusal";
  }
}

/** Ends the request with the problem document of `code`. */
export function refuse(code: ErrorCode, detail: string, options?: RefusalOptions): never {
  throw new Refusal(code, detail, options);
}

/** Refuses `invalid_request` for one field. */
export function refuseField(pointer: string, message: string, detail = `${pointer.slice(1)} ${message}.`): never {
  return refuse("invalid_request", detail, { errors: [{ pointer, message }] });
}

export const refuseValue: (pointer: string, message: string) => never = (pointer, message) =>
  refuseField(pointer, message, `The value at ${pointer} ${message}.`);
