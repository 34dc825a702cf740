import { EnvelopeFields } from "../http/authenticate";
import type { Endpoint } from "../http/endpoint";
import { plain, exactlyOneOf, type JsonSchema } from "./jsonSchema";
import { anyFormOf } from "./access";
import { entrancesOf, HOW_TO } from "./toolDescription";
import { operationsOf, SESSIONS, type Endpoints, type Operation } from "./operations";
import { annotationsOf, takesTransaction, type ToolAnnotations } from "./toolAnnotations";
import { toolsetsOf, type Toolset } from "./toolsets";

/** A tool as `tools/list` shows it: what a model needs to choose it and to fill it in. */
export interface ListedTool {
  [member: string]: unknown;
  name: string;
  description: string;
  inputSchema: JsonSchema & { type: "object" };
  annotations: Partial<ToolAnnotations>;
}

/** The tools, and the instructions that hold for all of them. */
export interface ToolList {
  /** The tools of a toolset; all without one. */
  tools: (toolset?: Toolset) => ListedTool[];
  /** What holds for many tools: how to pay, sign and confirm, and what their common fields mean. */
  instructions: string;
}

/** A description that this many fields share is given once, in the server's instructions. */
const SHARED_BY = 2;
/** Longer lists of values or fields are left out: their descriptions and the refusal of another one name them. */
const MAX_LISTED = 12;
/** What signing adds to a request. Examples leave it out: the signer returns it, and it must not be copied. */
const ADDED = Object.keys(EnvelopeFields).join(", ");

/**
 * The tools of the Model Context Protocol, in their short form. The long form, with rules of every field, output
 * schemas, steps and errors, is the tool catalogue.
 */
export function toolListOf(endpoints: Endpoints): ToolList {
  const operations = operationsOf(endpoints);
  const shared = sharedFieldsOf(operations);
  const { signer, challenge, open } = entrancesOf(operations);
  const rows = operations.map((operation) => ({
    sets: toolsetsOf(operation),
    tool: {
      name: operation.id,
      description: describe(operation, signer),
      inputSchema: inputOf(operation, shared),
      annotations: hintsOf(operation),
    },
  }));
  return {
    tools: (toolset) =>
      rows.filter(({ sets }) => toolset === undefined || sets.includes(toolset)).map(({ tool }) => tool),
    instructions: [
      `Paid tools: ${HOW_TO.pay}`,
      `Signed tools: ${HOW_TO.sign(signer, "the path in the tool's description")} Their examples leave out ${ADDED}: request has them.`,
      HOW_TO.begin(challenge, open),
      `Tools that prepare: ${HOW_TO.confirm}`,
      `Fields of many tools:\n${[...shared].map(([description, names]) => `${names}: ${description}`).join("\n")}`,
    ].join("\n"),
  };
}

/** What the call does, how a caller proves itself or completes it, and its name in `_nextAction`. */
function describe({ endpoint, group }: Operation, signer: string): string {
  const { summary, description = "", input, method, path } = endpoint;
  const alternatives = exactlyOneOf(plain(input));
  return [
    `${summary}.`,
    firstSentence(description),
    alternatives.length > 0 && `Give exactly one of ${alternatives.join(" and ")}.`,
    group === SESSIONS && endpoint.auth.kind !== "signed" ? "" : proofOf(endpoint, signer),
    `(${method} ${path})`,
  ]
    .filter(Boolean)
    .join(" ");
}

function proofOf(endpoint: Endpoint, signer: string): string {
  const { auth } = endpoint;
  switch (auth.kind) {
    case "paid":
      return "Paid: without payment, the price.";
    case "signed":
      return auth.orSession ? `Session, or signed by ${signer}.` : `Signed by ${signer}.`;
    case "session":
    case "token":
      return "Session.";
    case "open":
      return takesTransaction(endpoint) ? "With txHash, confirms." : "";
  }
}

function inputOf(operation: Operation, shared: ReadonlyMap<string, string>): ListedTool["inputSchema"] {
  const { properties = {}, required = [] } = anyFormOf(operation);
  return {
    type: "object",
    properties: Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => !isWordy(name))
        .map(([name, field]) => {
          // Only this says how to fill in a field that only the tool has.
          if (operation.endpoint.asTool && name in operation.endpoint.asTool.fields) return [name, field];
          return [name, shared.has(field.description ?? "") ? unworded(field) : brief(field)];
        }),
    ),
    ...(required.length > 0 && { required }),
    ...(Object.keys(properties).length > 0 && {
      examples: [
        Object.fromEntries(
          Object.entries(operation.endpoint.example as object).map(([name, value]) => [name, shortened(value)]),
        ),
      ],
    }),
  };
}

/** Fields that only make answers longer: the server takes them, but they are not listed for models. */
function isWordy(field: string): boolean {
  return field === "view";
}

/** Shortens signatures in examples: models need only the form. */
function shortened(value: unknown): unknown {
  return typeof value === "string" && /^0x[0-9a-f]{65,}$/.test(value) ? `${value.slice(0, 10)}…` : value;
}

/** The schema with its types, alternatives, names and first sentences. The service itself checks every rule. */
function brief(schema: JsonSchema): JsonSchema {
  const { type, enum: values, description, properties, required = [], items } = schema;
  // Alternatives are spellings of the same value: the first will do.
  const [variant] = schema.anyOf ?? [];
  return {
    ...(variant && brief(variant)),
    ...(type !== undefined && { type }),
    ...(values && values.length <= MAX_LISTED && { enum: values }),
    ...(description !== undefined && { description: firstSentence(description) }),
    ...(properties &&
      Object.keys(properties).length <= MAX_LISTED && {
        properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, unworded(field)])),
      }),
    ...(required.length > 0 && { required }),
    // The members of a link are in the description that all links share.
    ...(items && !items.title?.startsWith("Link") && { items: unworded({ ...items, required: [] }) }),
  };
}

function unworded({ description: _, ...schema }: JsonSchema): JsonSchema {
  return brief(schema);
}

/** The descriptions that several fields have, each with the names of these fields. */
function sharedFieldsOf(operations: readonly Operation[]): Map<string, string> {
  const names = new Map<string, string[]>();
  for (const operation of operations)
    for (const [name, { description }] of Object.entries(anyFormOf(operation).properties ?? {}))
      if (description !== undefined && !(name in (operation.endpoint.asTool?.fields ?? {})))
        names.set(description, [...(names.get(description) ?? []), name]);
  return new Map(
    [...names]
      .filter(([, same]) => same.length >= SHARED_BY)
      .map(([description, same]) => [description, [...new Set(same)].join(", ")]),
  );
}

function firstSentence(words: string): string {
  return words.split(/(?<=\.) /, 1)[0] ?? "";
}

/** The hints that differ from the protocol's defaults. */
function hintsOf(operation: Operation): Partial<ToolAnnotations> {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotationsOf(operation);
  return {
    ...(readOnlyHint
      ? { readOnlyHint }
      : { ...(!destructiveHint && { destructiveHint }), ...(idempotentHint && { idempotentHint }) }),
    ...(!openWorldHint && { openWorldHint }),
  };
}
