import { failures, mistakes } from "../../../../functions/src/adapters/outputSchema/evaluate";
import { isJsonObject, brokenSchemaRules, type Failure } from "../../../../functions/src/domain/outputSchema";

/** What a try-out found: what is wrong with the schema, or where the sample fails it. */
export interface Tried {
  about: "schema" | "sample";
  failures: readonly Pick<Failure, "pointer" | "message">[];
}

/**
 * Tries a schema on a sample by the service's own code: the same rules and the same limits of steps, and nothing of the
 * schema is compiled to code. Large, so it is loaded when it is asked for.
 */
export async function tryOut(schemaText: string, sampleText: string): Promise<Tried> {
  const schema = jsonOf(schemaText);
  if (!isJsonObject(schema)) return { about: "schema", failures: [{ pointer: "", message: "is not a JSON object" }] };
  const broken = brokenSchemaRules(schema, "");
  if (broken.length > 0) return { about: "schema", failures: broken };
  const wrong = limited(await mistakes(schema));
  if (wrong.length > 0) return { about: "schema", failures: wrong };
  const sample = jsonOf(sampleText);
  if (typeof sample !== "object" || sample === null)
    return { about: "sample", failures: [{ pointer: "", message: "is not a JSON object or array" }] };
  return { about: "sample", failures: limited(await failures(schema, sample)) };
}

function limited<T extends { pointer: string; message: string }>(found: readonly T[] | "limit") {
  return found === "limit" ? [{ pointer: "", message: "takes too long to evaluate" }] : found;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
