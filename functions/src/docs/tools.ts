import { errorsOf, type Endpoint } from "../http/endpoint";
import { accessOf, anyFormOf } from "./access";
import { exactlyOneOf, plain } from "./jsonSchema";
import { operationsOf, type Endpoints, type Operation } from "./operations";
import { INTERFACE_VERSION, NAME } from "./version";

/**
 * The tool catalogue: every endpoint as the Model Context Protocol describes tools, with the HTTP
 * call behind it. Input schemas are plain objects at the top, because model providers refuse
 * alternatives there; a rule that says "exactly one of" stands in the description instead.
 */
export function toolCatalogue(endpoints: Endpoints): object {
  return { name: NAME, version: INTERFACE_VERSION, tools: operationsOf(endpoints).map(toolOf) };
}

function toolOf(operation: Operation): object {
  const { id, endpoint } = operation;
  const { method, path, summary, auth, output } = endpoint;
  return {
    name: id,
    title: summary,
    description: describe(endpoint),
    inputSchema: anyFormOf(operation),
    outputSchema: plain(output),
    annotations: annotationsOf(endpoint),
    http: { method, path },
    access: auth.kind,
    errors: errorsOf(endpoint),
  };
}

function describe({ summary, description, auth, input }: Endpoint): string {
  const alternatives = exactlyOneOf(plain(input));
  return [
    `${summary}.`,
    description,
    alternatives.length > 0 && `Give exactly one of ${alternatives.join(" and ")}.`,
    auth.kind === "paid"
      ? "Without payment fields the answer is a quote (402). With intentId and txHash of a paid quote it is the result; the same pair again gives the same result and is not charged."
      : accessOf(auth),
  ]
    .filter(Boolean)
    .join(" ");
}

function annotationsOf({ method, auth }: Endpoint): object {
  const readOnlyHint = method === "GET";
  return {
    readOnlyHint,
    destructiveHint: false,
    // A paid request that is repeated replays what was bought.
    idempotentHint: readOnlyHint || auth.kind === "paid",
    openWorldHint: auth.kind === "paid",
  };
}
