import { EnvelopeFields, SESSION_FIELD } from "../http/authenticate";
import { CredentialFields } from "../application/payments/credentials";
import { scopeOf, type Auth } from "../http/endpoint";
import { object, optional, string } from "../schema/build";
import { plain, type JsonSchema } from "./jsonSchema";
import type { Operation } from "./operations";

/** Who may call, in one sentence each. */
export const ACCESS: Record<Auth["kind"], string> = {
  open: "Public.",
  paid: "Anyone who pays: quote, pay, redeem. No account and no API key.",
  session: `The wallet of a live session: its token as Authorization: Bearer, or as ${SESSION_FIELD} in the body.`,
  token: `Anyone with a session token, live or not: as Authorization: Bearer, or as ${SESSION_FIELD} in the body.`,
  signed: `The wallet that signs this request: add ${Object.keys(EnvelopeFields).join(", ")} to the other fields.`,
};

export function accessOf(auth: Auth): string {
  if ("ifBound" in auth)
    return `${ACCESS.open} To prepare for a wallet under a mandate, send its live session with the scope ${auth.ifBound}.`;
  if (auth.kind === "open" && auth.orSession)
    return `${ACCESS.open} A wallet's own data needs its live session: its token as Authorization: Bearer.`;
  const scope = scopeOf(auth) === "act" ? " with the scope act" : "";
  if (auth.kind === "session") return `${ACCESS.session}${scope && ` It needs a session${scope}.`}`;
  return auth.kind === "signed" && auth.orSession
    ? `${ACCESS.signed} A live session token${scope} is accepted instead${auth.reads ? "" : "; a nonce then makes a repeat safe"}.`
    : ACCESS[auth.kind];
}

/** One form of an operation's body, with an example. */
export interface Form {
  /** A word for lists of examples. */
  name: string;
  does: string;
  schema: JsonSchema;
  example: Record<string, unknown>;
}

const CREDENTIALS = plain(object(CredentialFields));
const ENVELOPE = plain(object(EnvelopeFields));
const NONCE = plain(object({ nonce: optional(EnvelopeFields.nonce) }));
const SESSION = plain(
  object({
    wallet: optional(EnvelopeFields.wallet),
    [SESSION_FIELD]: optional(
      string({ maxLength: 200, description: "The session token, unless it is sent in the Authorization header." }),
    ),
  }),
);

const PAYMENT = { intentId: "…", txHash: `0x${"5f".repeat(32)}` };
const SIGNED = {
  wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  timestamp: Date.UTC(2026, 0, 31, 12) / 1000,
  nonce: "q7Jx2mB0dV9wKc4t",
  signature: `0x${"1b".repeat(65)}`,
};

/** Every form of the operation's body: its own fields and those that authenticate the sender. */
export function formsOf({ id, endpoint }: Operation): Form[] {
  const { auth } = endpoint;
  const input = plain(endpoint.input);
  const example = endpoint.example as Record<string, unknown>;
  const title = input.title ?? `${id.charAt(0).toUpperCase()}${id.slice(1)}`;
  const own = { name: "request", does: "The request.", schema: input, example };
  const withSession = { ...own, schema: join(input, SESSION, `${title}InSession`, []) };
  switch (auth.kind) {
    case "open":
      return "orSession" in auth && auth.orSession
        ? [own, { ...withSession, name: "session", does: "With a session token." }]
        : [own];
    case "session":
    case "token":
      return [withSession];
    case "signed": {
      const schema = join(input, ENVELOPE, `${title}Signed`, Object.keys(SIGNED));
      const signed = { name: "signed", does: "Signed by the wallet.", schema, example: { ...example, ...SIGNED } };
      if (!auth.orSession) return [signed];
      const inSession = { ...withSession, name: "session", does: "With a session token." };
      if (auth.reads) return [signed, inSession];
      const withNonce = join(inSession.schema, NONCE, `${title}InSession`, []);
      return [signed, { ...inSession, schema: withNonce, example: { ...example, nonce: SIGNED.nonce } }];
    }
    case "paid":
      return [
        {
          ...own,
          name: "quote",
          does: "The question without payment returns a quote; with the header x402-payment, the answer.",
        },
        {
          name: "redeem",
          does: "The question and its payment return the answer.",
          schema: join(input, CREDENTIALS, `${title}Redemption`, Object.keys(PAYMENT)),
          example: { ...example, ...PAYMENT },
        },
        {
          name: "replay",
          does: "The payment without the question returns a purchased answer again.",
          schema: { ...CREDENTIALS, title: "Replay", required: Object.keys(PAYMENT) },
          example: PAYMENT,
        },
        {
          name: "probe",
          does: "An empty body returns a quote for any valid body.",
          schema: { type: "object", title: "Probe", additionalProperties: false },
          example: {},
        },
      ];
  }
}

/**
 * All forms as one object, for clients that do not support alternatives; only fields that every form requires are
 * required.
 */
export function anyFormOf(operation: Operation): JsonSchema {
  const forms = formsOf(operation).map(({ schema }) => schema);
  return {
    type: "object",
    properties: Object.assign(
      {},
      ...forms.map(({ properties }) => properties),
      plain(object(operation.endpoint.asTool?.fields ?? {})).properties,
    ) as Record<string, JsonSchema>,
    required: [...new Set(forms.flatMap(({ required = [] }) => required))].filter((name) =>
      forms.every(({ required = [] }) => required.includes(name)),
    ),
    additionalProperties: false,
  };
}

function join(input: JsonSchema, proof: JsonSchema, title: string, required: readonly string[]): JsonSchema {
  return {
    ...input,
    title,
    properties: { ...input.properties, ...proof.properties },
    required: [...new Set([...(input.required ?? []), ...required])],
  };
}
