import { canonicalKeccak256 } from "./canonical";
import type { FieldError } from "./errors";
import type { Hex } from "./keccak";
import { brokenSchemaRules, depthOf, MAX_JSON_DEPTH, sizeOf, type Failure, type JsonObject } from "./outputSchema";
import { brokenPublicRule, tidy } from "./text";

export const MAX_CRITERIA = 20;
/** Characters of one criterion. */
export const MAX_CRITERION = 500;
/** Bytes of the canonical form of a submission's output. */
const MAX_OUTPUT_BYTES = 65_536;

/** What finished work must be: criteria for its reader, and a schema that the service checks its output with. */
export interface Acceptance {
  readonly criteria?: readonly string[];
  /** JSON Schema 2020-12. */
  readonly outputSchema?: JsonObject;
}

/** Work as data: an object or an array. */
export type Output = JsonObject | readonly unknown[];

export const RESULTS = ["passed", "failed", "unchecked"] as const;
export type Result = (typeof RESULTS)[number];

/** What the service found out about an output; stored with the work. */
export interface Verdict {
  readonly result: Result;
  /** The hash of the schema that it was checked with. */
  readonly schemaHash: Hex;
  /** ISO 8601 UTC. */
  readonly checkedAt: string;
  /** At most 20; empty unless it failed. */
  readonly failures: readonly Failure[];
}

/** keccak256 of the schema's RFC 8785 form. */
export function schemaHash(schema: JsonObject): Hex {
  return canonicalKeccak256(schema);
}

/** The acceptance as it is stored and hashed. A schema stays as it was given. */
export function tidyAcceptance({ criteria, outputSchema }: Acceptance): Acceptance {
  return {
    ...(criteria && { criteria: criteria.map((one) => tidy(one, "lines")) }),
    ...(outputSchema && { outputSchema }),
  };
}

/** What is wrong with an acceptance, as far as it can be said without evaluating the schema. */
export function brokenAcceptanceRules({ criteria = [], outputSchema }: Acceptance, at: string): FieldError[] {
  const texts = criteria.flatMap((one, index) => {
    const message = brokenPublicRule(one, "lines", MAX_CRITERION);
    return message === null ? [] : [{ pointer: `${at}/criteria/${index}`, message }];
  });
  return [...texts, ...(outputSchema ? brokenSchemaRules(outputSchema, `${at}/outputSchema`) : [])];
}

/** The rule for every output that this one violates, as the end of a sentence; null if none. */
export function brokenOutputRule(output: Output): string | null {
  if (depthOf(output) > MAX_JSON_DEPTH) return `must not be nested more than ${MAX_JSON_DEPTH} levels deep`;
  return sizeOf(output) > MAX_OUTPUT_BYTES ? `must have at most ${MAX_OUTPUT_BYTES} bytes as JSON` : null;
}

/** A verdict as its readers see it; not checked at all if the work reached the chain without the service. */
export interface ReadVerdict {
  readonly result: Result;
  readonly schemaHash: Hex;
  readonly checkedAt: string | null;
  readonly failures: Failure[];
}

/**
 * The verdict on stored work; null without a schema. An author's drafts are not of one task, so a verdict by another
 * schema says nothing.
 */
export function verdictOn(acceptance: Acceptance | undefined, stored: Verdict | undefined): ReadVerdict | null {
  if (!acceptance?.outputSchema) return null;
  const expected = schemaHash(acceptance.outputSchema);
  if (stored?.schemaHash === expected) return { ...stored, failures: [...stored.failures] };
  return { result: "unchecked", schemaHash: expected, checkedAt: null, failures: [] };
}
