/**
 * The keywords that hold regular expressions, with RE2 instead of the language's own engine: its time is linear in the
 * text, whatever the expression. Back-references and look-around are refused.
 */
import { entries, keys, step, typeOf, value, type Browser } from "@hyperjump/browser";
import { addKeyword, canonicalUri, Validation, type SchemaDocument } from "@hyperjump/json-schema/experimental";
import * as Instance from "@hyperjump/json-schema/instance/experimental";
import { RE2JS } from "re2js";

const FLAGS = /\(\?[A-Za-z-]/;
const MAX_PROGRAM = 1_000;
/** A class by its Unicode property, which is a table of hundreds of ranges. */
const PROPERTY = /\\p/gi;
/** Steps that compiling one of them takes. */
const STEPS_OF_PROPERTY = 125;
/** Instructions times characters in a step. */
const PER_STEP = 200;

/** A schema whose regular expression cannot be used. */
export class BadPattern extends Error {
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

class Pattern {
  private readonly compiled: RE2JS;

  constructor(source: string, place: string) {
    // JSON Schema's patterns have no flags, and ignoring case makes large classes slow to compile.
    if (FLAGS.test(source)) throw new BadPattern(place, "sets flags, which patterns of JSON Schema do not have");
    spend(2 + source.length / 8 + STEPS_OF_PROPERTY * (source.match(PROPERTY)?.length ?? 0));
    try {
      this.compiled = RE2JS.compile(RE2JS.translateRegExp(source));
    } catch (error) {
      throw new BadPattern(place, `is no regular expression of RE2: ${(error as Error).message}`);
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
  for await (const [source, child] of entries(schema) as AsyncIterable<[string, Schema]>)
    compiled.push([new Pattern(source, canonicalUri(child)), await Validation.compile(child, ast, schema)]);
  return compiled;
};

/** Puts the three keywords in the place of the library's. */
export function useLinearPatterns(): void {
  addKeyword<Pattern>({
    id: "https://json-schema.org/keyword/pattern",
    compile: (schema) => Promise.resolve(new Pattern(value<string>(schema), canonicalUri(schema))),
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
      const [properties, patterns] = [await step("properties", parent), await step("patternProperties", parent)];
      return {
        names: new Set(typeOf(properties) === "object" ? keys(properties) : []),
        patterns:
          typeOf(patterns) === "object"
            ? [...keys(patterns)].map((source) => new Pattern(source, canonicalUri(schema)))
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
export const MAX_STEPS = 50_000;

/** The evaluation needs more than it may take. */
export class OutOfSteps extends Error {}

let left = 0;

/** Begins an evaluation; the thread has one at a time. */
export function allowSteps(steps: number): void {
  left = steps;
}

/** Takes steps before the work is done; throws `OutOfSteps`. The count depends on schema and output alone. */
export function spend(steps: number): void {
  left -= steps;
  if (left < 0) throw new OutOfSteps();
}
