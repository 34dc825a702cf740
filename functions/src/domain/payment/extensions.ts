/** The x402 extension by which a payer identifies a payment, which makes it idempotent. */
export const PAYMENT_IDENTIFIER = { "payment-identifier": { info: { required: false } } };

/** The x402 extension that describes input and output to crawlers. */
export function bazaar({ input, output, example }: Record<"input" | "output" | "example", object>): object {
  const constant = (value: string) => ({ type: "string", const: value });
  return {
    bazaar: {
      info: { input: { type: "http", method: "POST", bodyType: "json", body: example } },
      schema: {
        type: "object",
        properties: {
          input: {
            type: "object",
            properties: {
              type: constant("http"),
              method: constant("POST"),
              bodyType: constant("json"),
              body: bare(input),
            },
            required: ["type", "method", "bodyType", "body"],
            additionalProperties: false,
          },
          output: {
            type: "object",
            properties: { type: constant("json"), example: outline(bare(output)) },
            required: ["type"],
          },
        },
        required: ["input"],
      },
    },
  };
}

/** A schema whose larger parts are reduced to their type; the OpenAPI document has the details. */
function outline(schema: unknown): unknown {
  const { properties, ...rest } = schema as { properties?: Record<string, { type?: unknown }> };
  if (!properties) return schema;
  const brief = Object.entries(properties).map(([name, part]) => [
    name,
    JSON.stringify(part).length <= MAX_PART ? part : { type: part.type },
  ]);
  return { ...rest, properties: Object.fromEntries(brief) as object };
}

/** Characters of JSON. */
const MAX_PART = 120;

/** A schema without its human-readable texts. */
function bare(schema: unknown): unknown {
  const forPeople = ["title", "description", "examples"];
  return JSON.parse(
    JSON.stringify(schema, (name, value: unknown) => (forPeople.includes(name) && isText(value) ? undefined : value)),
  );
}

/** A property may be named like a keyword; then its value is a schema. */
function isText(value: unknown): boolean {
  return typeof value === "string" || Array.isArray(value);
}
