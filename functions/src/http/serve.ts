import type { IncomingMessage, ServerResponse } from "node:http";
import { ERRORS, Refusal, refuse, type ErrorCode } from "../domain/errors";
import { DatasetMissing } from "../ports/answers";
import type { Budgets } from "../ports/budgets";
import { ChainUnavailable } from "../ports/chain";
import type { Log } from "../ports/log";
import { StoreUnavailable } from "../ports/payments";
import { readBody } from "./body";
import { readCredentials, splitBody } from "./credentials";
import { errorsOf, type Endpoint, type Services } from "./endpoint";
import { parseJson } from "./json";
import { Paywall, type PaywallParts } from "./paywall";
import { PROBLEM_TYPE, problemDocument, retryAfter } from "./problem";
import { requireValid, violations } from "./validate";

/** Everything that the pipeline needs besides the endpoint itself. */
export interface Parts extends PaywallParts {
  services: Services;
  budgets: () => Budgets;
  /** The address that a request comes from, past the proxies that are trusted. */
  clientOf: (request: IncomingMessage) => string;
  log: Log;
  /** Tests and the local stack: an output or an error that the endpoint does not declare is a failure. */
  strict: boolean;
}

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body: string;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const JSON_TYPE = "application/json; charset=utf-8";
const EXPOSED =
  "Pay, X-Price-Intent, X-Payment-Contracts, PAYMENT-REQUIRED, PAYMENT-RESPONSE, Retry-After, X-Request-Id";
const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** The HTTP handler of the endpoints that share one path. */
export function serve(endpoints: readonly Endpoint[], parts: Parts): Handler {
  const routes = new Map(endpoints.map((endpoint) => [endpoint.method as string, new Route(endpoint, parts)]));
  const allow = [...routes.keys(), "OPTIONS"].join(", ");

  return async (request, response) => {
    const requestId = requestIdOf(request, parts);
    const method = request.method === "HEAD" ? "GET" : (request.method ?? "");
    const route = routes.get(method);
    if (method === "OPTIONS") return preflight(response, allow);
    const answer = route
      ? await route.answer(request, requestId)
      : problem(new Refusal("method_not_allowed", `Use ${allow}.`), parts, requestId, { Allow: allow });
    if (request.destroyed && !request.complete) return;
    send(response, answer, requestId, request.method === "HEAD");
  };
}

/** One endpoint's way from request to answer: validate → authenticate → handle → validate the output. */
class Route {
  private readonly paywall: Paywall | null;
  private readonly declared: ReadonlySet<ErrorCode>;

  constructor(
    private readonly endpoint: Endpoint,
    private readonly parts: Parts,
  ) {
    this.paywall = endpoint.auth.kind === "paid" ? new Paywall(endpoint, endpoint.auth.label, parts) : null;
    this.declared = new Set(errorsOf(endpoint));
  }

  async answer(request: IncomingMessage, requestId: string): Promise<Answer> {
    try {
      return this.paywall ? await this.sell(this.paywall, request) : await this.give(request);
    } catch (error) {
      return this.refusal(error, requestId);
    }
  }

  private async give(request: IncomingMessage): Promise<Answer> {
    const input = request.method === "POST" ? await readJson(request) : queryOf(request);
    requireValid(this.endpoint.input, input);
    await this.spend(request);
    return { status: 200, body: await this.handle(input, request) };
  }

  private async sell(paywall: Paywall, request: IncomingMessage): Promise<Answer> {
    const { question, given } = splitBody(await readJson(request));
    const credentials = readCredentials(given, request.headers);
    const empty = Object.keys(question).length === 0;
    if (!empty) requireValid(this.endpoint.input, question);
    if (!credentials) {
      const { headers, document } = paywall.quote(empty ? null : question);
      return { status: ERRORS.payment_required.status, headers, body: JSON.stringify(document) };
    }
    this.requireBudgetLeft(request);
    try {
      const body = await paywall.redeem(credentials, empty ? null : question, (bought) => this.handle(bought, request));
      return { status: 200, body };
    } catch (error) {
      if (error instanceof Refusal) await this.spend(request);
      throw error;
    }
  }

  /** The endpoint's answer as response bytes. */
  private async handle(input: unknown, request: IncomingMessage): Promise<string> {
    const { services, nowMs, randomBytes } = this.parts;
    const output: unknown = await this.endpoint.handle(
      {
        input: input,
        nowMs: nowMs(),
        newId: () => randomBytes(16).toString("hex"),
        idempotencyKey: idempotencyKeyOf(request),
      },
      services,
    );
    const broken = violations(this.endpoint.output, output);
    if (broken.length > 0) {
      const fields = { path: this.endpoint.path, pointer: broken[0]?.pointer, rule: broken[0]?.message };
      if (this.parts.strict) throw new TypeError(`an output breaks its schema: ${JSON.stringify(fields)}`);
      this.parts.log.error("output.invalid", fields);
    }
    return JSON.stringify(output);
  }

  private budgetKey(request: IncomingMessage): string {
    return `${this.endpoint.path}|${this.parts.clientOf(request)}`;
  }

  private requireBudgetLeft(request: IncomingMessage): void {
    if (!this.parts.budgets().mayHaveLeft(this.budgetKey(request), this.parts.nowMs())) this.rateLimited();
  }

  private async spend(request: IncomingMessage): Promise<void> {
    const { perMinute } = this.endpoint;
    if (!(await this.parts.budgets().spend(this.budgetKey(request), perMinute, this.parts.nowMs()))) this.rateLimited();
  }

  private rateLimited(): never {
    const seconds = 60 - (Math.floor(this.parts.nowMs() / 1000) % 60);
    refuse("rate_limited", `At most ${this.endpoint.perMinute} a minute. Retry in ${seconds} s.`, { retryAfter: seconds });
  }

  private refusal(error: unknown, requestId: string): Answer {
    const refusal = toRefusal(error);
    if (refusal.code === "internal" || refusal.code === "dependency_unavailable") {
      this.parts.log.error(`request.${refusal.code}`, { path: this.endpoint.path, requestId, ...traceOf(error) });
    }
    if (this.parts.strict && !this.declared.has(refusal.code)) {
      throw new TypeError(`${this.endpoint.path} refuses with ${refusal.code}, which it does not declare`);
    }
    const headers: Record<string, string> = {};
    if (refusal.code === "rate_limited") {
      headers["RateLimit-Policy"] = `"minute";q=${this.endpoint.perMinute};w=60`;
      headers["RateLimit"] = `"minute";r=0;t=${retryAfter(refusal)}`;
    }
    return problem(refusal, this.parts, requestId, headers);
  }
}

function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof StoreUnavailable) {
    return new Refusal("dependency_unavailable", "The database does not answer. Nothing is lost: send the same request again.");
  }
  if (error instanceof ChainUnavailable) {
    return new Refusal("dependency_unavailable", "No node of the chain answers. Nothing is lost: send the same request again.");
  }
  if (error instanceof DatasetMissing) {
    return new Refusal("dependency_unavailable", `The ${error.kind} dataset is not published yet. A payment that was made stays good.`, {
      retryAfter: 60,
    });
  }
  return new Refusal("internal", "Send the same request again; if it fails again, report the requestId to /x402Feedback.");
}

/** Where an error came from, without its message: a message may quote what a user wrote. */
function traceOf(error: unknown): { error: string; at: string } {
  const origin = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(origin instanceof Error)) return { error: typeof origin, at: "" };
  const frames = (origin.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return { error: origin.name, at: frames.slice(0, 4).map((line) => line.trim()).join(" | ") };
}

function problem(refusal: Refusal, { settings }: Parts, requestId: string, headers: Record<string, string> = {}): Answer {
  const wait = retryAfter(refusal);
  return {
    status: ERRORS[refusal.code].status,
    headers: {
      "Content-Type": PROBLEM_TYPE,
      ...(wait !== undefined && { "Retry-After": String(wait) }),
      // What is left of a body that was refused is not worth reading.
      ...(refusal.code === "payload_too_large" && { Connection: "close" }),
      ...headers,
    },
    body: JSON.stringify(problemDocument(refusal, settings.baseUrl, requestId)),
  };
}

function send(response: ServerResponse, { status, headers, body }: Answer, requestId: string, headOnly: boolean): void {
  response.writeHead(status, {
    "Content-Type": JSON_TYPE,
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": requestId,
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": EXPOSED,
    ...headers,
  });
  response.end(headOnly ? undefined : body);
}

function preflight(response: ServerResponse, allow: string): void {
  response.writeHead(204, {
    Allow: allow,
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": allow,
    "Access-Control-Allow-Headers": "*, Authorization",
    "Access-Control-Max-Age": "86400",
  });
  response.end();
}

function requestIdOf(request: IncomingMessage, { randomBytes }: Parts): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && REQUEST_ID.test(given) ? given : randomBytes(12).toString("hex");
}

/** The body as an object; an absent one is an empty one. */
async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const bytes = await readBody(request);
  const value = bytes.length === 0 ? {} : parseJson(bytes);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  return refuse("invalid_request", "The body must be a JSON object.");
}

function queryOf(request: IncomingMessage): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of new URL(request.url ?? "", "http://localhost").searchParams) {
    if (Object.hasOwn(query, name)) refuse("invalid_request", "A query parameter is given twice.");
    query[name] = value;
  }
  return query;
}

function idempotencyKeyOf(request: IncomingMessage): string | null {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return null;
  if (typeof key === "string" && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  return refuse("invalid_request", "Idempotency-Key takes 1 to 255 printable ASCII characters without spaces.");
}
