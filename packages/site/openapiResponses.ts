import type { ErrorCode } from "../../functions/src/domain/errors";
import { errorsOf } from "../../functions/src/http/endpoint";
import { mediaTypesOf } from "../../functions/src/schema/download";
import { plain, sampleOf, type JsonSchema } from "../../functions/src/catalogue/jsonSchema";
import type { Operation } from "../../functions/src/catalogue/operations";
import { errorRow, Problem, problemExample } from "./problem";
import { PayHeader, QuoteDocument, quoteExample, RefusedPayment } from "./quote";
import { withRefs } from "./openapiRefs";

type Schemas = Record<string, JsonSchema>;

const ref = (part: string, name: string) => ({ $ref: `#/components/${part}/${name}` });
const headers = (...names: (keyof typeof HEADERS)[]) =>
  Object.fromEntries(names.map((name) => [name, ref("headers", name)]));

const text = (description: string) => ({ description, schema: { type: "string" } });

/** The response headers. */
export const HEADERS = {
  "X-Request-Id": text(
    "The id of this request. A request's own X-Request-Id (8 to 64 of A-Z, a-z, 0-9, _ and -) is kept.",
  ),
  "Retry-After": {
    description: "Seconds after which the same request can succeed.",
    schema: { type: "integer", minimum: 1 },
  },
  "X-Next-Cursor": text("The start of the next part; absent for the last one."),
  "Content-Disposition": text("The file's name."),
  "Content-Digest": text("The SHA-256 of the file (RFC 9530), if known before the file is sent."),
  Allow: text("The methods that this path supports."),
  "RateLimit-Policy": text('The rate limit, such as "minute";q=20;w=60.'),
  RateLimit: text('What remains and when it resets, such as "minute";r=0;t=17.'),
  Pay: {
    description: "Recipient, chain, amount and expiry, as one JSON object.",
    content: { "application/json": { schema: ref("schemas", "PayHeader") } },
  },
  "X-Price-Intent": text("The intentId of this quote."),
  "X-Payment-Contracts": text("The accepted token contracts, separated by commas."),
  "PAYMENT-REQUIRED": text(
    "The same offer in x402 v2 form, with signed offers where the operator signs: base64 of JSON.",
  ),
  "PAYMENT-RESPONSE": text(
    "The settlement in x402 v2 form, with the signed receipt where the operator signs: base64 of JSON.",
  ),
  "X-PAYMENT-RESPONSE": text("The settlement of a signed payment in x402 v1 form: base64 of JSON."),
};

/** The operation's responses by status; shared parts go into the components. */
export function responsesOf(
  operation: Operation,
  components: { schemas: Schemas; responses: Record<string, object> },
): object {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(operation.endpoint)) {
    const { status } = errorRow(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const errors = [...byStatus].map(([status, codes]): [string, object] => {
    if (operation.endpoint.isDown && codes.includes("dependency_unavailable"))
      return [String(status), down(operation, codes, components.schemas)];
    if (operation.endpoint.auth.kind === "paid" && codes.includes("payment_required"))
      return [String(status), quoted(operation, codes, components.schemas)];
    const [only] = codes;
    if (codes.length > 1 || only === undefined) return [String(status), refused(codes, components.schemas)];
    const name = pascal(only);
    components.responses[name] ??= refused(codes, components.schemas);
    return [String(status), ref("responses", name)];
  });
  return { "200": succeeded(operation, components.schemas), ...Object.fromEntries(errors) };
}

/** The components that only headers refer to. */
export function registerHeaderSchemas(schemas: Schemas): void {
  withRefs(plain(PayHeader), schemas);
}

/** Both occur only in responses to signed payments. */
const SETTLED = ["PAYMENT-RESPONSE", "X-PAYMENT-RESPONSE"] as const;

function succeeded({ endpoint: { auth, output, headersOf } }: Operation, schemas: Schemas): object {
  const schema = plain(output);
  const mediaTypes = mediaTypesOf(output);
  if (mediaTypes) {
    return {
      description: schema.description ?? "The file.",
      headers: headers("X-Request-Id", "X-Next-Cursor", "Content-Disposition", "Content-Digest"),
      // A file of bytes has no schema (OpenAPI 3.1).
      content: Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, {}])),
    };
  }
  return {
    description: schema.description ?? "The answer.",
    headers: headers(
      "X-Request-Id",
      ...(auth.kind === "paid" ? SETTLED : headersOf ? (["PAYMENT-RESPONSE"] as const) : []),
    ),
    content: { "application/json": { schema: withRefs(schema, schemas), example: sampleOf(schema) } },
  };
}

function quoted(operation: Operation, codes: readonly ErrorCode[], schemas: Schemas): object {
  const refusals = codes.filter((code) => code !== "payment_required");
  const example: unknown = JSON.parse(quoteExample(operation).body);
  return {
    description:
      "An offer that is safe to pay: the quote, or why a payment is not accepted, with all that a quote has.",
    headers: headers("X-Request-Id", "Pay", "X-Price-Intent", "X-Payment-Contracts", "PAYMENT-REQUIRED", ...SETTLED),
    content: {
      "application/json": { schema: withRefs(plain(QuoteDocument), schemas), example },
      ...problemContent(refusals, schemas, withRefs(plain(RefusedPayment), schemas)),
    },
  };
}

/** The health endpoint returns its own document even when the service is down. */
function down({ endpoint: { output } }: Operation, codes: readonly ErrorCode[], schemas: Schemas): object {
  const problem = refused(codes, schemas) as { content: object };
  return {
    ...problem,
    content: { "application/json": { schema: withRefs(plain(output), schemas) }, ...problem.content },
  };
}

function refused(codes: readonly ErrorCode[], schemas: Schemas): object {
  const passes = codes.some((code) => errorRow(code).retryAfter !== undefined);
  return {
    description: codes.map((code) => errorRow(code).title).join(" Or: "),
    headers: {
      ...headers("X-Request-Id"),
      ...(passes && headers("Retry-After")),
      ...(codes.includes("payment_required") && headers("PAYMENT-REQUIRED", "PAYMENT-RESPONSE")),
      ...(codes.includes("rate_limited") && headers("RateLimit-Policy", "RateLimit")),
      ...(codes.includes("method_not_allowed") && headers("Allow")),
    },
    content: problemContent(codes, schemas),
  };
}

function problemContent(
  codes: readonly ErrorCode[],
  schemas: Schemas,
  document: object = withRefs(plain(Problem), schemas),
): object {
  const schema = {
    allOf: [document, { type: "object", properties: { code: { enum: codes } } }],
  };
  const examples = Object.fromEntries(codes.map((code) => [code, ref("examples", code)]));
  return { "application/problem+json": { schema, examples } };
}

/** Named examples for the given codes. */
export function problemExamples(codes: readonly ErrorCode[]): Record<string, object> {
  return Object.fromEntries(
    codes.map((code) => [code, { summary: errorRow(code).title, value: problemExample(code) }]),
  );
}

function pascal(code: string): string {
  return code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
