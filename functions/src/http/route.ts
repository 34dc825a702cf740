import type { IncomingMessage } from "node:http";
import { spendNonce, keyName, idempotent, idempotentByKey, type IdempotencyParts } from "../application/idempotency";
import type { BroughtPayment, Sale } from "../application/sale";
import type { Services } from "../application/services";
import { canonicalJson, canonicalSha256 } from "../domain/canonical";
import { ERRORS, Refusal, refuse } from "../domain/errors";
import { siteOf } from "../domain/session";
import type { NonceUse, Sessions, Signatures } from "../ports/authentication";
import type { Log } from "../ports/log";
import { mediaTypesOf, type Download } from "../schema/download";
import { validInput, violations } from "../schema/validate";
import type { Settings } from "../settings";
import {
  bySession,
  bySignature,
  nonceInSession,
  ownerOfSession,
  ownFields,
  requireToken,
  tokenOf,
  withoutToken,
} from "./authenticate";
import { scopeOf, type Endpoint } from "./endpoint";
import { Failures } from "./failures";
import { Limits, type LimitsParts } from "./limits";
import { factsOf, NO_REQUEST, asJson, readQuery, type Facts } from "./request";
import { fileAnswer, withFields, type Answer } from "./respond";
import { shared, SharedAnswers, unlessKnown } from "./shared";

/** The dependencies of the pipeline. */
export interface RouteParts extends IdempotencyParts, LimitsParts {
  settings: Settings;
  services: Services;
  openSale: OpenSale;
  /** Whether the recipient may be paid; null if there is nothing to check. */
  recipient: Availability | null;
  /** Tests: everything for sale counts as available, without a check. */
  isStocked: boolean;
  sessions: () => Sessions;
  signatures: () => Signatures;
  randomBytes: (size: number) => Buffer;
  log: Log;
  /** Tests: an undeclared output or error is a failure. */
  strict: boolean;
}

/** One endpoint's pipeline from request to answer: validate → authenticate → handle → validate the output. */
export class Route {
  private readonly sale: Sale | null;
  private readonly stock: Availability | null;
  readonly failures: Failures;
  private readonly isFile: boolean;
  private readonly limits: Limits;
  private readonly shared: SharedAnswers | null;

  constructor(
    private readonly endpoint: Endpoint,
    private readonly parts: RouteParts,
  ) {
    this.stock = parts.isStocked
      ? null
      : new Availability(async () => (await endpoint.missing?.(parts.services)) ?? null, parts.nowMs);
    this.sale =
      endpoint.auth.kind === "paid" ? parts.openSale(endpoint, endpoint.auth.label, () => this.requireStock()) : null;
    this.failures = new Failures(endpoint, parts);
    this.isFile = mediaTypesOf(endpoint.output) !== null;
    this.limits = new Limits(endpoint, parts);
    this.shared = endpoint.shared && parts.caches ? new SharedAnswers(endpoint.shared, parts.nowMs) : null;
  }

  /** The answer to a request with this body; pass errors to `failures`. */
  answer(request: IncomingMessage, body: Uint8Array): Answer | Promise<Answer> {
    if (this.sale) return this.sell(this.sale, request, body);
    return this.endpoint.shared ? this.share(request, this.endpoint.shared) : this.give(request, body);
  }

  /** A shared answer: only computations are counted. */
  private async share(request: IncomingMessage, seconds: number): Promise<Answer> {
    const value = this.validInput(readQuery(request, this.endpoint.input));
    const admit = () => this.limits.count(request);
    const compute = () => this.reply(value, factsOf(request, this.parts.clientOf));
    if (this.shared) return unlessKnown(await this.shared.get(canonicalJson(value), admit, compute), request);
    await admit();
    return unlessKnown(shared(await compute(), seconds), request);
  }

  /** Finishes a purchase of this endpoint that no request is at; false where nothing was paid. */
  async finish(key: string): Promise<boolean> {
    return (await this.sale?.finish(key, (bought) => this.handle(bought, NO_REQUEST))) ?? false;
  }

  private async give(request: IncomingMessage, bytes: Uint8Array): Promise<Answer> {
    const { auth } = this.endpoint;
    const facts = factsOf(request, this.parts.clientOf);
    const body = this.endpoint.method === "POST" ? asJson(bytes) : readQuery(request, this.endpoint.input);
    if ("ifBound" in auth) {
      const token = tokenOf(request.headers, body);
      const input = this.validInput(withoutToken(body));
      facts.prove = ownerOfSession(token, auth.ifBound, this.parts);
      // A request that was refused for its token or payment is another one with another token or payment.
      const all = { ...input, token, payment: facts.payment };
      return this.limits.run(request, all, () => this.takeOpen(input, request, facts));
    }
    const input = this.validInput(auth.kind === "open" ? body : ownFields(body));
    return this.limits.run(request, input, () =>
      auth.kind === "open" ? this.takeOpen(input, request, facts) : this.takeProven(input, body, request, facts),
    );
  }

  private async takeOpen(input: Record<string, unknown>, request: IncomingMessage, facts: Facts): Promise<Answer> {
    const { auth } = this.endpoint;
    const takesSession = "orSession" in auth && auth.orSession;
    if (takesSession && tokenOf(request.headers, {}) !== null) return this.takeProven(input, {}, request, facts);
    const use = this.keyOf(input, facts);
    return use
      ? delivered(await idempotentByKey(use, this.parts, () => this.handle(input, facts)))
      : this.reply(input, facts);
  }

  private async takeProven(
    input: Record<string, unknown>,
    body: Record<string, unknown>,
    request: IncomingMessage,
    facts: Facts,
  ): Promise<Answer> {
    const { auth } = this.endpoint;
    const scope = scopeOf(auth);
    const token = auth.kind !== "token" && scope === null ? null : tokenOf(request.headers, body);
    if (auth.kind === "signed" && token === null) return this.takeSigned(input, body, auth.reads, facts);
    const sessionTokenHash = requireToken(token, siteOf(this.parts.settings));
    const caller = scope === null ? null : await bySession(sessionTokenHash, body, scope, this.parts);
    const known = { ...facts, caller, sessionTokenHash };
    if (auth.kind !== "signed" || auth.reads || !caller) return this.reply(input, known);
    const newNonce = () => this.parts.randomBytes(24).toString("base64url");
    return this.takeOnce(nonceInSession(this.endpoint, body, caller, newNonce), input, known);
  }

  /** The nonce use of a request's `Idempotency-Key`, if the endpoint stores answers by it. */
  private keyOf(body: Record<string, unknown>, { idempotencyKey }: Facts): NonceUse | null {
    const wallet = idempotencyKey === null ? null : (this.endpoint.keyed?.(body) ?? null);
    if (wallet === null || idempotencyKey === null) return null;
    const digest = canonicalSha256(body);
    return { wallet, nonce: keyName(this.endpoint.path, idempotencyKey), digest, signatureDigest: digest };
  }

  /** A signed request takes effect once; repeats get the same answer. */
  private async takeSigned(
    input: Record<string, unknown>,
    body: Record<string, unknown>,
    reads: boolean,
    facts: Facts,
  ): Promise<Answer> {
    const { caller, use } = await bySignature(this.endpoint, body, this.parts);
    if (!reads) return this.takeOnce(use, input, { ...facts, caller });
    await spendNonce(use, this.parts);
    return this.reply(input, { ...facts, caller });
  }

  /** The first request with this nonce takes effect; its repeats get the same answer. */
  private async takeOnce(use: NonceUse, input: unknown, facts: Facts): Promise<Answer> {
    const stored = await idempotent(use, this.parts, (unit) => this.handle(input, { ...facts, unit }));
    const { reveal } = this.endpoint;
    return delivered(reveal ? JSON.stringify(reveal(JSON.parse(stored), this.parts.services)) : stored);
  }

  /** The handler's result as a response: JSON or a file. */
  private async reply(input: unknown, facts: Facts): Promise<Answer> {
    const output = await this.run(input, facts);
    if (this.isFile) return fileAnswer(output as Download);
    return {
      status: this.endpoint.isDown?.(output) ? ERRORS.dependency_unavailable.status : 200,
      headers: this.endpoint.headersOf?.(output, this.parts.services, input) ?? {},
      body: JSON.stringify(output),
    };
  }

  private sell(sale: Sale, request: IncomingMessage, bytes: Uint8Array): Answer | Promise<Answer> {
    const { question, payment } = sale.read(asJson(bytes), request.headers);
    const facts = factsOf(request, this.parts.clientOf);
    const asked = Object.keys(question).length === 0 ? null : this.validInput(question);
    return payment ? this.redeem(request, question, asked, payment, sale, facts) : this.quote(sale, asked);
  }

  /** A quote; a promise only where something has to be looked up for it. */
  private quote(sale: Sale, asked: Record<string, unknown> | null): Answer | Promise<Answer> {
    const quoted = (foreseen: object | null) => ({
      status: ERRORS.payment_required.status,
      ...withFields(sale.quote(asked), foreseen ?? {}),
    });
    const looking = this.requireStock();
    const { checkStored, foresee } = this.endpoint;
    if (!looking && !(asked && (checkStored ?? foresee))) return quoted(null);
    return (async () => {
      await looking;
      if (!asked) return quoted(null);
      await checkStored?.(asked, this.parts.services);
      return quoted((await foresee?.(asked, this.parts.services)) ?? null);
    })();
  }

  private async redeem(
    request: IncomingMessage,
    question: Record<string, unknown>,
    asked: Record<string, unknown> | null,
    payment: BroughtPayment,
    sale: Sale,
    facts: Facts,
  ): Promise<Answer> {
    if (asked) await this.endpoint.checkStored?.(asked, this.parts.services);
    const compute = (bought: unknown) => this.handle(bought, facts);
    const offer = () => this.quote(sale, asked);
    const redeem = async () => ({
      status: 200,
      ...(await sale.redeem(payment, asked, compute).catch((error: unknown) => refuseWithOffer(error, offer))),
    });
    return this.limits.run(request, { question, ...payment }, redeem, () => sale.proofOf(payment));
  }

  /** Refuses `not_available` if the endpoint cannot deliver or must not be paid. */
  private requireStock(): Promise<void> | undefined {
    this.parts.recipient?.requireIfKnown();
    return this.stock?.require();
  }

  /** The endpoint's own fields in NFC, validated. */
  private validInput(fields: Record<string, unknown>): Record<string, unknown> {
    const input = validInput(this.endpoint.input, fields, this.endpoint.invalidAs);
    this.endpoint.check?.(input);
    return input;
  }

  /** The endpoint's answer as response bytes. */
  private async handle(input: unknown, facts: Facts): Promise<string> {
    return JSON.stringify(await this.run(input, facts));
  }

  /** The endpoint's answer, checked against its schema. */
  private async run(input: unknown, facts: Facts): Promise<unknown> {
    const { services, nowMs, randomBytes } = this.parts;
    const output: unknown = await this.endpoint.handle({ input, ...facts, nowMs: nowMs(), randomBytes }, services);
    const broken = this.isFile ? [] : violations(this.endpoint.output, output);
    if (broken.length > 0) {
      const fields = { path: this.endpoint.path, pointer: broken[0]?.pointer, rule: broken[0]?.message };
      if (this.parts.strict) throw new TypeError(`an output breaks its schema: ${JSON.stringify(fields)}`);
      this.parts.log.error("output.invalid", fields);
    }
    return output;
  }
}

function delivered(body: string): Answer {
  return { status: 200, body };
}

/** Opens the sale of an endpoint's answers; `requireStock` refuses what could not be delivered. */
export type OpenSale = (endpoint: Endpoint, label: string, requireStock: () => Promise<void> | undefined) => Sale;

/**
 * Status 402 means one thing, an offer that is safe to pay: a refusal with it has all that a quote has, also for clients
 * of x402 v1, which read the body. So has a payment that cannot be parsed.
 */
async function refuseWithOffer(error: unknown, offer: () => Answer | Promise<Answer>): Promise<never> {
  if (!(error instanceof Refusal)) throw error;
  const { code, detail, options } = error;
  if (ERRORS[code].status !== ERRORS.payment_required.status && code !== "payment_malformed") throw error;
  const { headers, body } = await offer();
  const { code: _quoted, ...document } = JSON.parse(body) as Record<string, unknown>;
  throw new Refusal(code, detail, {
    ...options,
    headers: { ...headers, ...options.headers },
    members: { ...document, error: detail, ...options.members },
  });
}

/**
 * How long a positive result is trusted, unless the caller says otherwise; after that it is checked in the background.
 */
const STOCKED_FRESH_MS = 30_000;
/** How long a negative result is trusted. */
const MISSING_FRESH_MS = 2_000;

/**
 * This instance's knowledge of whether an endpoint can deliver what it sells.
 *
 * The first request waits for one read; later ones use memory, even while the database is down.
 */
export class Availability {
  private known: { missing: string | null; lookedAt: number } | null = null;
  private looking: Promise<void> | null = null;

  /** @param look a sentence that says what is missing; null if nothing is */
  constructor(
    private readonly look: () => Promise<string | null>,
    private readonly nowMs: () => number,
    private readonly freshMs = STOCKED_FRESH_MS,
  ) {}

  /**
   * Refuses `not_available` if something is missing. Throws what the first check throws.
   *
   * @returns a promise only where it has to look
   */
  require(): Promise<void> | undefined {
    if (this.known?.missing === null) {
      if (this.isOlderThan(this.freshMs)) this.refreshQuietly();
    } else if (this.isOlderThan(MISSING_FRESH_MS)) return this.refresh().then(() => this.refuseMissing());
    this.refuseMissing();
    return undefined;
  }

  /** As `require`, without waiting: an unknown state counts as available. */
  requireIfKnown(): void {
    if (this.isOlderThan(this.known?.missing ? MISSING_FRESH_MS : this.freshMs)) this.refreshQuietly();
    this.refuseMissing();
  }

  private isOlderThan(ms: number): boolean {
    return this.known === null || this.nowMs() - this.known.lookedAt >= ms;
  }

  private refuseMissing(): void {
    if (this.known?.missing)
      refuse(
        "not_available",
        `${this.known.missing} Nothing is quoted or charged until then; earlier payments remain valid.`,
      );
  }

  /** Keeps the known state if the check fails. */
  private refreshQuietly(): void {
    if (this.known) this.known.lookedAt = this.nowMs();
    this.refresh().catch(() => {});
  }

  private refresh(): Promise<void> {
    this.looking ??= this.look()
      .then((missing) => void (this.known = { missing, lookedAt: this.nowMs() }))
      .finally(() => (this.looking = null));
    return this.looking;
  }
}
