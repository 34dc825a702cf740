/** Evaluates JSON Schemas by interpretation: no code is generated from a stranger's schema. Runs in its own thread. */
import { removeUriSchemePlugin } from "@hyperjump/browser";
import { BASIC, compile, getSchema, interpret, type EvaluationPlugin } from "@hyperjump/json-schema/experimental";
import {
  InvalidSchemaError,
  registerSchema,
  setMetaSchemaOutputFormat,
  unregisterSchema,
  type OutputUnit,
  type SchemaObject,
} from "@hyperjump/json-schema/draft-2020-12";
import { fromJs, typeOf, value, type JsonNode } from "@hyperjump/json-schema/instance/experimental";
import { MAX_FAILURES, DIALECT, type Failure } from "../../domain/outputSchema";
import type { FieldError } from "../../domain/errors";
import { BadPattern, useLinearPatterns, allowSteps, MAX_STEPS, OutOfSteps, spend } from "./linearPatterns";

/** The name of the schema that is evaluated; references lead nowhere else. */
const URI = "https://schema.invalid/output";
/** Items of a keyword's list that are compared in one step. */
const COMPARED_PER_STEP = 8;
/** Characters of a text that a keyword reads in one step. */
const CHARACTERS_PER_STEP = 100;
const COMPARING = new Set(["const", "enum", "uniqueItems"].map((name) => `https://json-schema.org/keyword/${name}`));
const MAX_QUOTED = 120;
/** Names of an output's members may be long; a verdict with 20 failures has to fit into a document. */
const MAX_POINTER = 500;

for (const scheme of ["http", "https", "file"]) removeUriSchemePlugin(scheme);
setMetaSchemaOutputFormat(BASIC);
useLinearPatterns();

/** Charges for each schema that is applied, for long texts, and for the keywords that compare many values at once. */
const counter: EvaluationPlugin = {
  beforeSchema: () => spend(1),
  beforeKeyword: ([id, , compiled], instance) => {
    if (Array.isArray(compiled)) spend(compiled.length / COMPARED_PER_STEP);
    if (COMPARING.has(id)) spend(valuesIn(instance) / COMPARED_PER_STEP);
    if (typeOf(instance) === "string") spend(value<string>(instance).length / CHARACTERS_PER_STEP);
  },
};

export type Evaluated<T> = readonly T[] | "limit";

/** See `OutputChecker.mistakes`. */
export async function mistakes(schema: object): Promise<Evaluated<FieldError>> {
  try {
    await withCompiled(schema, () => undefined);
    return [];
  } catch (error) {
    if (error instanceof BadPattern) return [{ pointer: pointerIn(error.place), message: error.message }];
    if (error instanceof OutOfSteps) return "limit";
    if (error instanceof InvalidSchemaError) return notAllowed(error.output.errors ?? []);
    return [{ pointer: "", message: "can't be evaluated" }];
  }
}

/** See `OutputChecker.failures`. */
export async function failures(schema: object, output: unknown): Promise<Evaluated<Failure>> {
  try {
    return await withCompiled(schema, (compiled) => {
      allowSteps(MAX_STEPS);
      const found = interpret(compiled, fromJs(output as never), { outputFormat: BASIC, plugins: [counter] });
      return found.valid ? [] : (found.errors ?? []).slice(0, MAX_FAILURES).map((one) => failure(one, schema));
    });
  } catch (error) {
    // A schema that was accepted is known to compile: what is left is too deep or too much.
    if (error instanceof OutOfSteps || error instanceof RangeError) return "limit";
    throw error;
  }
}

async function withCompiled<T>(schema: object, use: (compiled: Awaited<ReturnType<typeof compile>>) => T): Promise<T> {
  registerSchema(schema as SchemaObject, URI, DIALECT);
  try {
    allowSteps(MAX_STEPS);
    return use(await compile(await getSchema(URI)));
  } finally {
    unregisterSchema(URI);
  }
}

/** One error per location: the meta-schema reports the same value several times. */
function notAllowed(errors: readonly OutputUnit[]): FieldError[] {
  const byPointer = new Map<string, string>();
  for (const { instanceLocation, absoluteKeywordLocation } of errors) {
    const pointer = pointerIn(instanceLocation);
    if (!byPointer.has(pointer)) byPointer.set(pointer, lastOf(pointerIn(absoluteKeywordLocation)));
  }
  return [...byPointer]
    .slice(0, MAX_FAILURES)
    .map(([pointer, rule]) => ({ pointer, message: `is not what JSON Schema 2020-12 allows here (${rule})` }));
}

function failure({ instanceLocation, absoluteKeywordLocation }: OutputUnit, schema: object): Failure {
  const schemaPointer = pointerIn(absoluteKeywordLocation);
  const quoted = JSON.stringify(valueAt(schema, schemaPointer)) ?? "";
  const expected = quoted.length > MAX_QUOTED ? `${quoted.slice(0, MAX_QUOTED)}…` : quoted;
  return {
    pointer: pointerIn(instanceLocation).slice(0, MAX_POINTER),
    schemaPointer: schemaPointer.slice(0, MAX_POINTER),
    message: `fails ${lastOf(schemaPointer)}: ${expected}`,
  };
}

/** The JSON Pointer in a URI's fragment. */
function pointerIn(uri: string): string {
  return decodeURIComponent(uri.slice(uri.indexOf("#") + 1));
}

function segmentsOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((one) => one.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function lastOf(pointer: string): string {
  return segmentsOf(pointer).at(-1) ?? "";
}

function valueAt(schema: unknown, pointer: string): unknown {
  return segmentsOf(pointer).reduce(
    (at, name) =>
      typeof at === "object" && at !== null && Object.hasOwn(at, name)
        ? (at as Record<string, unknown>)[name]
        : undefined,
    schema,
  );
}

function valuesIn(instance: JsonNode): number {
  const count = (one: unknown): number =>
    typeof one === "object" && one !== null
      ? Object.values(one).reduce((sum: number, each) => sum + count(each), 1)
      : 1 + (typeof one === "string" ? one.length / CHARACTERS_PER_STEP : 0);
  return count(value(instance));
}
