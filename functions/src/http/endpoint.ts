import type { Address } from "../domain/address";
import type { ErrorCode } from "../domain/errors";
import type { SessionScope } from "../domain/session";
import type { SignedEndpoint } from "../domain/messages/requestText";
import type { UnitOfWork } from "../domain/unitOfWork";
import type { Schema, Static } from "../schema/build";
import { requireValid } from "../schema/validate";
import type { ProveWallet } from "../application/proof";
import type { Services } from "../application/services";

/** Who may call, and how they authenticate. */
export type Auth =
  /** Public. `orSession`: a live session also shows what is the wallet's own. */
  | { kind: "open"; orSession?: SessionScope }
  /** Public, but a wallet under a mandate has to send its live session with this scope. */
  | { kind: "open"; ifBound: SessionScope }
  /** Anyone who pays: quote, then redeem (interface.md §2). `label` describes the product. */
  | { kind: "paid"; label: string }
  /** The wallet of a live session with this scope. */
  | { kind: "session"; scope: SessionScope }
  /** Anyone with a session token, live or not. */
  | { kind: "token" }
  /**
   * The wallet that signed this very request (interface.md §4). `orSession`: a live session with this scope will do;
   * `reads`: nothing changes, so that a repeat is read again. What changes something never takes the scope `read`.
   */
  | { kind: "signed"; orSession: "act" | null; reads: false }
  | { kind: "signed"; orSession: "read"; reads: true };

const SIGNED_OR_SESSION = {
  read: { kind: "signed", orSession: "read", reads: true },
  act: { kind: "signed", orSession: "act", reads: false },
} as const;

export const open = { kind: "open" } as const;
export const openUnlessBound = { kind: "open", ifBound: "act" } as const;
export const openOrSession = <S extends SessionScope>(scope: S) => ({ kind: "open", orSession: scope }) as const;
export const paid = (label: string) => ({ kind: "paid", label }) as const;
export const session = <S extends SessionScope>(scope: S) => ({ kind: "session", scope }) as const;
export const token = { kind: "token" } as const;
export const signed = { kind: "signed", orSession: null, reads: false } as const;
export const signedOrSession = <S extends SessionScope>(scope: S) => SIGNED_OR_SESSION[scope];

/** The scope that a session needs here; null where none is taken. */
export function scopeOf(auth: Auth): SessionScope | null {
  if (auth.kind === "session") return auth.scope;
  if ("ifBound" in auth) return auth.ifBound;
  return "orSession" in auth ? (auth.orSession ?? null) : null;
}

/** A client's limit per minute, across all instances. A client is an IPv4 address or an IPv6 /64 network. */
export type RateLimit =
  /** Counts requests, except polls for an unconfirmed transaction and shared answers. */
  | { readonly counts: "requests"; readonly perMinute: number }
  /** Counts refusals: for requests with a payment, a signature or a session. */
  | { readonly counts: "refusals"; readonly perMinute: number }
  /** Counts nothing: the shared answer does not depend on the request and is computed once for all clients. */
  | { readonly counts: "computations" };

export const requests = (perMinute: number) => ({ counts: "requests", perMinute }) as const;
export const refusals = (perMinute: number) => ({ counts: "refusals", perMinute }) as const;
export const computations = { counts: "computations" } as const;

/** The errors of each kind of auth, besides those that an endpoint declares. */
export const AUTH_ERRORS = {
  open: [],
  paid: [
    "payment_required",
    "intent_required",
    "intent_not_found",
    "tx_required",
    "tx_not_confirmed",
    "tx_reverted",
    "transfer_not_found",
    "insufficient_amount",
    "transfer_too_old",
    "payment_malformed",
    "not_available",
    "payment_invalid",
    "payment_id_used",
    "mandate_exceeded",
    "mandate_refused",
    "tx_already_used",
    "intent_tx_mismatch",
    "signature_invalid",
    "signature_expired",
    "nonce_used",
    "invalid_signature_format",
  ],
  session: ["session_required", "session_invalid"],
  token: ["session_required", "session_invalid"],
  signed: ["signature_invalid", "signature_expired", "invalid_signature_format", "nonce_used", "session_invalid"],
} as const satisfies Record<Auth["kind"], readonly ErrorCode[]>;

/** The errors of the pipeline itself, on every endpoint. */
export const PIPELINE_ERRORS = [
  "invalid_request",
  "method_not_allowed",
  "payload_too_large",
  "unsupported_media_type",
  "rate_limited",
  "internal",
  "dependency_unavailable",
] as const satisfies readonly ErrorCode[];

/** The authenticated caller. */
export interface Caller {
  wallet: Address;
}

/** One request as its handler sees it. */
export interface Call<Input, A extends Auth = Auth> {
  input: Input;
  /** The caller; null if no authentication is required. */
  caller: A extends { kind: "session" | "signed" } ? Caller : Caller | null;
  /** Who sends it, as limits count: an IPv4 address or an IPv6 /64. */
  client: () => string;
  /** Calls back if the connection ends before the answer; returns a function that stops this. */
  onGone: (act: () => void) => () => void;
  /** The hash of the request's session token; null if none is required. */
  sessionTokenHash: A extends { kind: "token" } ? string : string | null;
  /** The server's clock, unix milliseconds. */
  nowMs: number;
  /** Refuses unless the request has a session of the wallet with the endpoint's scope. */
  prove: A extends { ifBound: SessionScope } ? ProveWallet : ProveWallet | null;
  randomBytes: (size: number) => Buffer;
  /** The `Idempotency-Key` header, when there is one. */
  idempotencyKey: string | null;
  /** The `PAYMENT-SIGNATURE` header, when there is one. */
  payment: string | null;
  /** The unit to which a request that changes something adds its writes, so that they are committed with its answer. */
  unit: A extends { kind: "signed"; reads: false } ? UnitOfWork : UnitOfWork | null;
}

/** One row of the service's interface: everything else (routes, documents, tools) is derived from it. */
export interface Endpoint<I extends Schema = Schema, O extends Schema = Schema, A extends Auth = Auth> {
  method: "GET" | "POST";
  path: string;
  /** One line, for lists. */
  summary: string;
  /** More, for the reference. */
  description?: string;
  auth: A;
  /** True if a POST has no effect on its own. */
  reads?: true;
  /** The endpoint's own fields; those that prove a payment or a wallet are the pipeline's. */
  input: I;
  /** Checks what the schema cannot express. On a paid endpoint it runs before anything is quoted. */
  check?: (input: Static<I>) => void;
  /** Checks against stored data, on a paid endpoint before anything is quoted. */
  checkStored?: (input: Static<I>, services: Services) => Promise<void>;
  /**
   * On a paid endpoint, what a quote says of the question before it is paid; null if nothing is known. Waits a moment at
   * most. Refuses what can't be answered as it was sent.
   */
  foresee?: (input: Static<I>, services: Services) => Promise<object | null>;
  /** On a paid endpoint, a sentence that says what is missing to deliver; null if nothing is. One read. */
  missing?: (services: Services) => Promise<string | null>;
  /** What its tool of the Model Context Protocol takes beside the input, and the input that its arguments make. */
  asTool?: { fields: Record<string, Schema>; inputOf: (given: Record<string, unknown>) => Record<string, unknown> };
  /** The error code for fields that violate the schema; `invalid_request` by default. */
  invalidAs?: ErrorCode;
  output: O;
  /**
   * On a signed endpoint that writes: completes each answer with what must not be stored with its nonce. The same stored
   * answer is completed in the same way.
   */
  reveal?: A extends { kind: "signed" } ? (output: Static<O>, services: Services) => Static<O> : never;
  /** The additional headers of an answer. */
  headersOf?: (output: Static<O>, services: Services, input: Static<I>) => Record<string, string>;
  /** Whether an answer means that the service is down: it is sent with status 503. */
  isDown?: (output: Static<O>) => boolean;
  /** Set if every refusal states the next step, including those of the pipeline. */
  advises?: true;
  /** The codes with which the handler may refuse, besides those of its auth and of the pipeline. */
  errors: readonly ErrorCode[];
  /**
   * The wallet to which a request's `Idempotency-Key` belongs and for which its answer is stored; null if nothing is
   * stored.
   */
  keyed?: (input: Static<I>) => Address | null;
  /** A body that validates, for the documents. */
  example: Static<I>;
  /** A client's limit per minute. */
  rateLimit: A extends { kind: "open" | "token" }
    ? Exclude<RateLimit, { counts: "refusals" }>
    : Exclude<RateLimit, { counts: "computations" }>;
  /** On an open GET: the seconds for which an answer is shared and may be cached (E8). */
  shared?: A extends { kind: "open" } ? number : never;
  handle(call: Call<Static<I>, A>, services: Services): Promise<Static<O>>;
}

/** Declares an endpoint; a missing field or an unknown error code does not compile. */
export function endpoint<I extends Schema, O extends Schema, A extends Auth>(definition: Endpoint<I, O, A>): Endpoint {
  // From here on the types are erased; the pipeline's validation guarantees them.
  return definition as unknown as Endpoint;
}

/** Every error code of this endpoint. */
export function errorsOf({ auth, errors }: Endpoint): ErrorCode[] {
  const scope = scopeOf(auth);
  const scoped: ErrorCode[] = [
    ...(scope === "act" ? (["insufficient_scope"] as const) : []),
    ...(auth.kind === "open" && scope !== null ? AUTH_ERRORS.session : []),
  ];
  return [...new Set<ErrorCode>([...PIPELINE_ERRORS, ...AUTH_ERRORS[auth.kind], ...scoped, ...errors])];
}

/** Refuses `invalid_request` if fields violate the endpoint's schema; does not run `check`. */
export function requireShape({ input }: Pick<Endpoint, "input">, fields: unknown): void {
  requireValid(input, fields);
}

/** What the endpoint's requests refer to, as named in the texts that wallets sign. */
export function signedSubject({ path, input }: Pick<Endpoint, "path" | "input">): SignedEndpoint {
  const properties = (input as { properties?: object }).properties ?? {};
  const takes = (field: string) => Object.hasOwn(properties, field);
  return { path, takesContract: takes("contract"), takesTaskId: takes("taskId") };
}
