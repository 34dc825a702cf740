import type { ErrorCode } from "../../functions/src/domain/errors";
import { errorsOf } from "../../functions/src/http/endpoint";
import { mediaTypesOf } from "../../functions/src/schema/download";
import { plain, sampleOf, withRefs, type JsonSchema } from "../../functions/src/catalogue/jsonSchema";
import type { Operation } from "../../functions/src/catalogue/operations";
import { errorRow, Problem, problemExample } from "./problem";
import { PayHeader, QuoteDocument, quoteExample } from "./quote";

type Schemas = Record<string, JsonSchema>;

const ref = (part: string, name: string) => ({ $ref: `#/components/${part}/${name}` });
const headers = (...names: (keyof typeof HEADERS)[]) =>
  Object.fromEntries(names.map((name) => [name, ref("headers", name)]));

const text = (description: string) => ({ description, schema: { type: "string" } });

/** The headers that answers carry. */
export const HEADERS = {
  "X-Request-Id": text("Names this request. A request's own X-Request-Id (8 to 64 of A-Z, a-z, 0-9, _ and -) is kept."),
  "Retry-After": {
    description: "Seconds after which the same request can succeed.",
    schema: { type: "integer", minimum: 1 },
  },
  "X-Next-Cursor": text("Where the next part begins; absent at the end."),
  "Content-Disposition": text("The file's name."),
  "Content-Digest": text("The SHA-256 of the file (RFC 9530), where it is known before the file is sent."),
  Allow: text("The methods that this address takes."),
  "RateLimit-Policy": text('What one address may do, such as "minute";q=20;w=60.'),
  RateLimit: text('What is left and when the count starts anew, such as "minute";r=0;t=17.'),
  Pay: {
    description: "Whom to pay, where, how much and until when, as one JSON object.",
    content: { "application/json": { schema: ref("schemas", "PayHeader") } },
  },
  "X-Price-Intent": text("The intentId of this quote."),
  "X-Payment-Contracts": text("The token contracts that are taken, separated by commas."),
  "PAYMENT-REQUIRED": text("The same offer as x402 v2 writes it: base64 of JSON."),
  "PAYMENT-RESPONSE": text("What became of a signed payment, as x402 v2 writes it: base64 of JSON."),
  "X-PAYMENT-RESPONSE": text("What became of a signed payment, as x402 v1 writes it: base64 of JSON."),
};

/** The answers of the operation by status; what they share goes into the components. */
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
    if (codes.includes("payment_required")) return [String(status), quoted(operation, codes, components.schemas)];
    const [only] = codes;
    if (codes.length > 1 || only === undefined) return [String(status), refused(codes, components.schemas)];
    const name = pascal(only);
    components.responses[name] ??= refused(codes, components.schemas);
    return [String(status), ref("responses", name)];
  });
  return { "200": succeeded(operation, components.schemas), ...Object.fromEntries(errors) };
}

/** The components that no schema refers to by itself, but a header does. */
export function registerHeaderSchemas(schemas: Schemas): void {
  withRefs(plain(PayHeader), schemas);
}

/** Both stand only in answers to signed payments. */
const SETTLED = ["PAYMENT-RESPONSE", "X-PAYMENT-RESPONSE"] as const;

function succeeded({ endpoint: { auth, output } }: Operation, schemas: Schemas): object {
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
    headers: headers("X-Request-Id", ...(auth.kind === "paid" ? SETTLED : [])),
    content: { "application/json": { schema: withRefs(schema, schemas), example: sampleOf(schema) } },
  };
}

function quoted(operation: Operation, codes: readonly ErrorCode[], schemas: Schemas): object {
  const refusals = codes.filter((code) => code !== "payment_required");
  const example: unknown = JSON.parse(quoteExample(operation).body);
  return {
    description: "Payment is required: the quote, or why a payment does not count (yet).",
    headers: headers(
      "X-Request-Id",
      "Pay",
      "X-Price-Intent",
      "X-Payment-Contracts",
      "PAYMENT-REQUIRED",
      "Retry-After",
      ...SETTLED,
    ),
    content: {
      "application/json": { schema: withRefs(plain(QuoteDocument), schemas), example },
      ...problemContent(refusals, schemas),
    },
  };
}

/** An endpoint that reports the service's health answers with its own document also where the service is down. */
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
      ...(codes.includes("rate_limited") && headers("RateLimit-Policy", "RateLimit")),
      ...(codes.includes("method_not_allowed") && headers("Allow")),
    },
    content: problemContent(codes, schemas),
  };
}

function problemContent(codes: readonly ErrorCode[], schemas: Schemas): object {
  const schema = {
    allOf: [withRefs(plain(Problem), schemas), { type: "object", properties: { code: { enum: codes } } }],
  };
  const examples = Object.fromEntries(codes.map((code) => [code, ref("examples", code)]));
  return { "application/problem+json": { schema, examples } };
}

/** Examples for the given codes, to be referred to by their name. */
export function problemExamples(codes: readonly ErrorCode[]): Record<string, object> {
  return Object.fromEntries(
    codes.map((code) => [code, { summary: errorRow(code).title, value: problemExample(code) }]),
  );
}

function pascal(code: string): string {
  return code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
