import type { OpenApi, Operation, Parameter } from "../openapiDocument";

/** One request that a reader can send: an example of the OpenAPI document, with names in the place of what is the reader's own. */
export interface Recipe {
  /** The operation's name and, where it has several examples, the example's. */
  name: string;
  tag: string;
  title: string;
  method: "GET" | "POST";
  path: string;
  query: { name: string; value: string; isNeeded: boolean }[];
  /** The token of a session goes with it. */
  inSession: boolean;
  /** The wallet's signature goes with it: /mkt/sign/prepare writes the text. */
  isSigned: boolean;
  /** JSON text; null for GET. */
  body: string | null;
  /** What later requests take from the answer: a variable's name, and the field of the answer. */
  keeps: Readonly<Record<string, string>>;
}

/** What the reader fills in, with placeholders. The addresses belong to no wallet. */
export const VARIABLES = {
  baseUrl: "http://127.0.0.1:5000",
  wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  contract: "agent-fast",
  taskId: "1",
  intentId: "",
  txHash: "",
  agentSessionToken: "",
} as const;

const KEEPS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "demandInsights-quote": { intentId: "intentId" },
  "aiEarlyAdoptersGoals-quote": { intentId: "intentId" },
  mktAgentSession: { agentSessionToken: "agentSessionToken" },
};

/** A request for each example of each operation, in the document's order. */
export function recipesOf({ paths }: OpenApi): Recipe[] {
  return Object.entries(paths).flatMap(([path, { get, post }]) => [
    ...(get ? [getRecipe(path, get)] : []),
    ...(post ? postRecipes(path, post) : []),
  ]);
}

function getRecipe(path: string, operation: Operation): Recipe {
  const query = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === "query")
    .map((parameter) => ({
      name: parameter.name,
      value: variableOr(parameter.name, exampleOf(parameter)),
      isNeeded: parameter.required === true || (parameter.name === "contract" && parameter.example !== undefined),
    }));
  return {
    ...shared(operation, operation.operationId),
    title: operation.summary,
    method: "GET",
    path,
    query,
    inSession: false,
    isSigned: false,
    body: null,
  };
}

function postRecipes(path: string, operation: Operation): Recipe[] {
  const examples = Object.entries(
    operation.requestBody?.content["application/json"].examples ?? { request: { value: {} } },
  );
  return examples.map(([example, { summary, value }]) => {
    const name =
      example === "request" || example === "signed" ? operation.operationId : `${operation.operationId}-${example}`;
    const title = summary !== undefined && examples.length > 1 ? `${operation.summary}. ${summary}` : operation.summary;
    const inSession =
      example === "session" ||
      (operation.security?.[0] !== undefined && "session" in operation.security[0] && examples.length === 1);
    return {
      ...shared(operation, name),
      title,
      method: "POST",
      path,
      query: [],
      inSession,
      isSigned: example === "signed",
      body: withVariables(value),
    };
  });
}

function shared({ tags }: Operation, name: string): Pick<Recipe, "name" | "tag" | "keeps"> {
  return { name, tag: tags[0] ?? "", keeps: KEEPS[name] ?? {} };
}

/** The example as JSON text, with the variables' names in the place of what every reader has another of. */
function withVariables(value: unknown): string {
  return JSON.stringify(
    value,
    (name, member: unknown) => (typeof member === "string" ? variableOr(name, member) : member),
    2,
  );
}

function variableOr(name: string, value: string): string {
  const variable =
    name === "id" && /^\d+$/.test(value) ? "taskId" : name === "address" || name === "addresses" ? "wallet" : name;
  return variable in VARIABLES ? `{{${variable}}}` : value;
}

function exampleOf({ example }: Parameter): string {
  return typeof example === "string" || typeof example === "number" ? String(example) : "";
}
