/** Evaluates JSON Schemas by interpretation: no code is generated from a stranger's schema. Runs in its own thread. */
import {
  removeUriSchemePlugin,
  entries as schemaEntries,
  keys as schemaKeys,
  step as schemaStep,
  typeOf as schemaTypeOf,
  value as schemaValue,
  type Browser,
} from "@hyperjump/browser";
import {
  InvalidSchemaError,
  registerSchema,
  setMetaSchemaOutputFormat,
  unregisterSchema,
  type OutputUnit,
  type SchemaObject,
} from "@hyperjump/json-schema/draft-2020-12";
import {
  BASIC,
  compile,
  getSchema,
  interpret,
  addKeyword,
  canonicalUri,
  Validation,
  type EvaluationPlugin,
  type SchemaDocument,
} from "@hyperjump/json-schema/experimental";
import * as Instance from "@hyperjump/json-schema/instance/experimental";
import { fromJs, typeOf, value, type JsonNode } from "@hyperjump/json-schema/instance/experimental";
import { RE2JS } from "re2js";
import type { FieldError } from "../../domain/errors";
import { MAX_FAILURES, DIALECT, type Failure } from "../../domain/outputSchema";

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

class Pattern {
  private readonly compiled: RE2JS;

  constructor(source: string, place: string) {
    // JSON Schema's patterns have no flags, and ignoring case makes large classes slow to compile.
    if (FLAGS.test(source)) throw new BadPattern(place, "sets flags, which patterns of JSON Schema do not have");
    spend(2 + source.length / 8 + STEPS_OF_PROPERTY * (source.match(PROPERTY)?.length ?? 0));
    try {
      this.compiled = RE2JS.compile(RE2JS.translateRegExp(source));
    } catch (error) {
      throw new BadPattern(place, `is not a regular expression of RE2: ${(error as Error).message}`);
    }
    spend(this.compiled.programSize());
    if (this.compiled.programSize() > MAX_PROGRAM) throw new BadPattern(place, "is too large a regular expression");
  }

  isIn(text: string): boolean {
    spend(2 + (text.length * this.compiled.programSize()) / PER_STEP);
    return this.compiled.test(text);
  }
}

const compilePatternProperties = async (schema: Schema, ast: Parameters<typeof Validation.compile>[1]) => {
  const compiled: [Pattern, string][] = [];
  for await (const [source, child] of schemaEntries(schema) as AsyncIterable<[string, Schema]>)
    compiled.push([new Pattern(source, canonicalUri(child)), await Validation.compile(child, ast, schema)]);
  return compiled;
};

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

/**
 * The keywords that hold regular expressions, with RE2 instead of the language's own engine: its time is linear in the
 * text, whatever the expression. Back-references and look-around are refused.
 */
const FLAGS = /\(\?[A-Za-z-]/;
const MAX_PROGRAM = 1_000;
/** A class by its Unicode property, which is a table of hundreds of ranges. */
const PROPERTY = /\\p/gi;
/** Steps that compiling one of them takes. */
const STEPS_OF_PROPERTY = 125;
/** Instructions times characters in a step. */
const PER_STEP = 200;

/** A schema whose regular expression cannot be used. */
class BadPattern extends Error {
  constructor(
    /** The URI of the keyword. */
    readonly place: string,
    message: string,
  ) {
    super(message);
  }
}

type Schema = Browser<SchemaDocument>;
type Context = Parameters<typeof Validation.interpret>[2] & { evaluatedProperties?: Set<string> };

/** Puts the three keywords in the place of the library's. */
function useLinearPatterns(): void {
  addKeyword<Pattern>({
    id: "https://json-schema.org/keyword/pattern",
    compile: (schema) => Promise.resolve(new Pattern(schemaValue<string>(schema), canonicalUri(schema))),
    interpret: (pattern, instance) =>
      Instance.typeOf(instance) !== "string" || pattern.isIn(Instance.value<string>(instance)),
  });

  addKeyword<[Pattern, string][]>({
    id: "https://json-schema.org/keyword/patternProperties",
    simpleApplicator: true,
    compile: compilePatternProperties,
    interpret: (patterns, instance, context: Context) => {
      let isValid = true;
      for (const [name, property] of membersOf(instance)) {
        for (const [pattern, uri] of patterns) {
          if (!pattern.isIn(name)) continue;
          if (!Validation.interpret(uri, property, context)) isValid = false;
          context.evaluatedProperties?.add(name);
        }
      }
      return isValid;
    },
  });

  addKeyword<{ names: Set<string>; patterns: Pattern[]; uri: string }>({
    id: "https://json-schema.org/keyword/additionalProperties",
    simpleApplicator: true,
    compile: async (schema, ast, parent) => {
      const [properties, patterns] = [
        await schemaStep("properties", parent),
        await schemaStep("patternProperties", parent),
      ];
      return {
        names: new Set(schemaTypeOf(properties) === "object" ? schemaKeys(properties) : []),
        patterns:
          schemaTypeOf(patterns) === "object"
            ? [...schemaKeys(patterns)].map((source) => new Pattern(source, canonicalUri(schema)))
            : [],
        uri: await Validation.compile(schema, ast, parent),
      };
    },
    interpret: ({ names, patterns, uri }, instance, context: Context) => {
      let isValid = true;
      for (const [name, property] of membersOf(instance)) {
        if (names.has(name) || patterns.some((pattern) => pattern.isIn(name))) continue;
        if (!Validation.interpret(uri, property, context)) isValid = false;
        context.evaluatedProperties?.add(name);
      }
      return isValid;
    },
  });
}

function* membersOf(instance: Instance.JsonNode): Generator<[string, Instance.JsonNode]> {
  if (Instance.typeOf(instance) !== "object") return;
  for (const [name, member] of Instance.entries(instance)) yield [Instance.value<string>(name), member];
}

/** Steps of one evaluation: about 50 ms. A step is a schema applied to a value, or as much work of another kind. */
const MAX_STEPS = 50_000;

/** The evaluation needs more than it may take. */
class OutOfSteps extends Error {}

let left = 0;

/** Begins an evaluation; the thread has one at a time. */
function allowSteps(steps: number): void {
  left = steps;
}

/** Takes steps before the work is done; throws `OutOfSteps`. The count depends on schema and output alone. */
function spend(steps: number): void {
  left -= steps;
  if (left < 0) throw new OutOfSteps();
}
