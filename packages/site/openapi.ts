import { scopeOf } from "../../functions/src/http/endpoint";
import { ACCESS, accessOf } from "../../functions/src/catalogue/access";
import { DOCUMENTS } from "../../functions/src/catalogue/documents";
import type { JsonSchema } from "../../functions/src/catalogue/jsonSchema";
import { errorsByStatus, HEADERS, registerHeaderSchemas, responsesOf, sharedResponses } from "./openapiResponses";
import { PARAMETERS, requestOf } from "./openapiRequest";
import { withShared } from "./openapiShared";
import { groupsOf, operationsOf, type Endpoints, type Operation } from "../../functions/src/catalogue/operations";
import { PRICE_FLOOR_USDC } from "./quote";
import { NETWORK } from "../../functions/src/schema/network";
import { ABOUT, INTEGRATION_POLICY, INTERFACE_VERSION, NAME } from "../../functions/src/catalogue/version";

/** The OpenAPI 3.1 document. Its server is `/`: the host from which the document was fetched. */
export function openApi(endpoints: Endpoints): object {
  const operations = operationsOf(endpoints);
  const schemas: Record<string, JsonSchema> = {};
  registerHeaderSchemas(schemas);
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    const { path, method } = operation.endpoint;
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(operation, schemas) };
  }
  const responses = sharedResponses(schemas);
  return {
    openapi: "3.1.1",
    info: {
      title: NAME,
      version: INTERFACE_VERSION,
      summary: ABOUT,
      description: `${ABOUT}\n\n${INTEGRATION_POLICY} They are the emergency exit if this service is unavailable: the guide explains how, at ${DOCUMENTS.guide.path}#leaving-without-the-service.\n\nThe guide at ${DOCUMENTS.guide.path} explains paying and a task's whole life, with programs. Every error is explained at ${DOCUMENTS.errors.path}.`,
      contact: { name: NAME, url: `${DOCUMENTS.guide.path}#feedback` },
      "x-guidance": GUIDANCE,
    },
    externalDocs: { description: DOCUMENTS.guide.purpose, url: DOCUMENTS.guide.path },
    servers: [{ url: "/" }],
    security: [],
    tags: groupsOf(operations).map(({ name, about }) => ({ name, description: about })),
    paths: withShared(paths, schemas),
    components: {
      schemas: sorted(schemas),
      responses,
      parameters: PARAMETERS,
      headers: HEADERS,
      ...(operations.some(takesSession) && { securitySchemes: { session: SESSION_SCHEME } }),
    },
  };
}

/** A wallet signs in once (EIP-4361) for the token: what agentcash calls siwx. */
const SESSION_SCHEME = { type: "http", scheme: "bearer", description: ACCESS.session, "x-agentcash-auth-kind": "siwx" };

const GUIDANCE =
  `POST a paid endpoint's body without payment fields: the 402 answer is a quote. Send its transaction unchanged on ${NETWORK.name}, ` +
  "then POST the same body with intentId and txHash. Repeat that request whenever an answer was lost: it is never charged twice. " +
  "For work: GET /mkt/tasks, or POST /agentCreateTaskSimple; send the transactions of a prepared call from your own wallet, confirm them with txHash, " +
  "and follow _nextAction. /mkt/sign/prepare returns the text of every request that must be signed.";

function describe(operation: Operation, schemas: Record<string, JsonSchema>): object {
  const { summary, description, auth } = operation.endpoint;
  return {
    operationId: operation.id,
    tags: [operation.group],
    summary,
    description: [description, accessOf(auth)].filter(Boolean).join("\n\n"),
    ...(auth.kind === "paid" && { "x-payment-info": PAYMENT_INFO }),
    security: takesSession(operation) ? [{ session: [] }, {}] : [],
    ...requestOf(operation, schemas),
    "x-rate-limit": operation.endpoint.rateLimit,
    "x-errors": errorsByStatus(operation),
    responses: responsesOf(operation, schemas),
  };
}

/** The token may also be sent in the body, so the header is optional. */
function takesSession({ endpoint: { auth } }: Operation): boolean {
  return auth.kind === "token" || scopeOf(auth) !== null;
}

/** For crawlers of paid endpoints. A deployment may charge more than the minimum; see its quotes. */
const PAYMENT_INFO = {
  price: { mode: "dynamic", currency: "USD", min: PRICE_FLOOR_USDC },
  protocols: [{ x402: {} }],
};

function sorted<T>(record: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
