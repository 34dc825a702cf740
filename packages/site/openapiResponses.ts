import type { ErrorCode } from "../../functions/src/domain/errors";
import { errorsOf, PIPELINE_ERRORS } from "../../functions/src/http/endpoint";
import { mediaTypesOf } from "../../functions/src/schema/download";
import { plain, type JsonSchema } from "../../functions/src/catalogue/jsonSchema";
import type { Operation } from "../../functions/src/catalogue/operations";
import { errorRow, Problem } from "./problem";
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
    "The id of this request, on every response. A request's own X-Request-Id (8 to 64 of A-Z, a-z, 0-9, _ and -) is kept.",
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

/** The operation's own errors by status, besides those of every operation; `Problem` is the answer to each. */
export function errorsByStatus({ endpoint }: Operation): Record<string, ErrorCode[]> {
  const byStatus: Record<string, ErrorCode[]> = {};
  for (const code of errorsOf(endpoint))
    if (!(PIPELINE_ERRORS as readonly ErrorCode[]).includes(code)) (byStatus[errorRow(code).status] ??= []).push(code);
  return byStatus;
}

/** The operation's responses; every error has the one form of `PROBLEM`, so only offers and reports have their own. */
export function responsesOf(operation: Operation, schemas: Schemas): object {
  const { endpoint } = operation;
  const codes = errorsOf(endpoint);
  const asksPayment = codes.includes("payment_required");
  return {
    "200": succeeded(operation, schemas),
    ...(asksPayment && {
      "402": endpoint.auth.kind === "paid" ? quoted(operation, schemas) : ref("responses", "Unpaid"),
    }),
    ...(endpoint.isDown && { "503": down(operation, schemas) }),
    "4XX": ref("responses", "Problem"),
    "5XX": ref("responses", "Problem"),
  };
}

/** The responses that operations share. */
export function sharedResponses(schemas: Schemas): Record<string, object> {
  const content = problemContent(schemas);
  const own = headers("X-Request-Id", "Retry-After", "RateLimit-Policy", "RateLimit", "Allow");
  return {
    Problem: {
      description: `Refused, or failed. Codes: x-errors of the operation, and everywhere ${PIPELINE_ERRORS.join(", ")}.`,
      headers: own,
      content,
    },
    Unpaid: {
      description: "A price to pay, or why a payment is not accepted.",
      headers: headers("PAYMENT-REQUIRED", "PAYMENT-RESPONSE"),
      content,
    },
  };
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
      headers: headers("X-Next-Cursor", "Content-Disposition", "Content-Digest"),
      // A file of bytes has no schema (OpenAPI 3.1).
      content: Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, {}])),
    };
  }
  return {
    description: schema.description ?? "The answer.",
    headers: headers(...(auth.kind === "paid" ? SETTLED : headersOf ? (["PAYMENT-RESPONSE"] as const) : [])),
    content: { "application/json": { schema: withRefs(schema, schemas) } },
  };
}

function quoted(operation: Operation, schemas: Schemas): object {
  const example: unknown = JSON.parse(quoteExample(operation).body);
  return {
    description:
      "An offer that is safe to pay: the quote, or why a payment is not accepted, with all that a quote has.",
    headers: headers("Pay", "X-Price-Intent", "X-Payment-Contracts", "PAYMENT-REQUIRED", ...SETTLED),
    content: {
      "application/json": { schema: withRefs(plain(QuoteDocument), schemas), example },
      ...problemContent(schemas, withRefs(plain(RefusedPayment), schemas)),
    },
  };
}

/** The health endpoint returns its own document even when the service is down. */
function down({ endpoint: { output } }: Operation, schemas: Schemas): object {
  return {
    description: "The report, when the service is down; or a problem.",
    headers: headers("Retry-After"),
    content: { "application/json": { schema: withRefs(plain(output), schemas) }, ...problemContent(schemas) },
  };
}

function problemContent(schemas: Schemas, schema: object = withRefs(plain(Problem), schemas)): object {
  return { "application/problem+json": { schema } };
}
