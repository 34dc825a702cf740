import { formsOf } from "../../functions/src/catalogue/access";
import { plain, type JsonSchema } from "../../functions/src/catalogue/jsonSchema";
import type { Operation } from "../../functions/src/catalogue/operations";
import { withRefs } from "./openapiRefs";

/** The operation's request: query parameters, headers and body. */
export function requestOf(operation: Operation, schemas: Record<string, JsonSchema>): object {
  const { endpoint } = operation;
  if (endpoint.method === "GET")
    return { parameters: queryParameters(plain(endpoint.input), endpoint.example as Record<string, unknown>, schemas) };
  const isPaid = endpoint.auth.kind === "paid";
  const forms = formsOf(operation);
  const refs = forms.map(({ schema }) => withRefs(schema, schemas));
  return {
    parameters: (isPaid
      ? PAYMENT_PARAMETERS
      : (["IdempotencyKey", ...(endpoint.headersOf ? (["PaymentSignature"] as const) : [])] as const)
    ).map((name) => ({
      $ref: `#/components/parameters/${name}`,
    })),
    requestBody: {
      // An empty body is a probe on paid endpoints.
      required: !isPaid,
      ...(forms.length > 1 && { description: forms.map(({ does }) => does).join(" ") }),
      content: {
        "application/json": {
          schema: refs.length === 1 ? refs[0] : { anyOf: refs },
          examples: Object.fromEntries(
            forms
              .slice(0, isPaid ? forms.length : 1)
              .map(({ name, does, example }) => [name, { summary: does, value: example }]),
          ),
        },
      },
    },
  };
}

/** The payment headers, or the sign-in of a wallet that has paid; at most one of them. */
const PAYMENT_PARAMETERS = ["X402Payment", "PaymentSignature", "XPayment", "SignInWithX"] as const;

const signedPayload = (name: string, version: number) => ({
  name,
  in: "header",
  required: false,
  description: `A signed x402 v${version} payment (scheme exact, EIP-3009): base64 of JSON. Accepted if the quote's accepts is not empty; the service settles it and answers in the same response.`,
  schema: { type: "string", contentEncoding: "base64", contentMediaType: "application/json" },
});

/** The request headers. */
export const PARAMETERS = {
  PaymentSignature: signedPayload("PAYMENT-SIGNATURE", 2),
  XPayment: signedPayload("X-PAYMENT", 1),
  SignInWithX: {
    name: "SIGN-IN-WITH-X",
    in: "header",
    required: false,
    description:
      "Instead of a payment, to read a bought answer again with the wallet that paid: the quote's challenge signed by it (x402 extension sign-in-with-x), base64 of JSON. Send the same question. Once for each challenge, within five minutes.",
    schema: { type: "string", contentEncoding: "base64", contentMediaType: "application/json" },
  },
  X402Payment: {
    name: "x402-payment",
    in: "header",
    required: false,
    description:
      "The payment fields as a header instead of in the body: a JSON object with intentId, txHash and, if needed, payerSignature; plain or in base64. Or a complete signed payment as in PAYMENT-SIGNATURE or X-PAYMENT.",
    schema: { type: "string" },
    examples: {
      json: { value: '{"intentId":"…","txHash":"0x…"}' },
      base64: { value: Buffer.from('{"intentId":"…","txHash":"0x…"}').toString("base64") },
    },
  },
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description:
      "1 to 255 printable ASCII characters without spaces. The same key with the same body is the same request.",
    schema: { type: "string", pattern: "^[!-~]{1,255}$" },
  },
};

/** What its parameter says already. */
function bare({ description: _, ...field }: JsonSchema): JsonSchema {
  return field;
}

function queryParameters(
  { properties = {}, required = [] }: JsonSchema,
  example: Record<string, unknown>,
  schemas: Record<string, JsonSchema>,
): object[] {
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: "query",
    required: required.includes(name),
    ...(field.description !== undefined && { description: field.description }),
    schema: withRefs(field.title ? field : bare(field), schemas),
    ...(name in example && { example: example[name] }),
  }));
}
