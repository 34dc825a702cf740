import type { Output } from "../domain/acceptance";
import type { Failure, JsonObject } from "../domain/outputSchema";
import type { FieldError } from "../domain/errors";

/**
 * Why there is no result: the schema or its output needs more than an evaluation may take, or too many are waiting, of all
 * callers or of this one.
 */
export type NotEvaluated = "limit" | "busy";

/**
 * Evaluates strangers' JSON Schemas, one at a time, within limits of steps, memory and time. The domain's rules for
 * schemas and outputs have been checked before. `caller` names whose share of the waiting places it takes: a wallet that is
 * proven to be a party, or a client.
 */
export interface OutputChecker {
  /** What the meta-schema or the regular expressions refuse; pointers into the schema, at most 20. */
  mistakes(schema: JsonObject, caller: string): Promise<readonly FieldError[] | NotEvaluated>;
  /** Where the output fails the schema, at most 20 places. */
  failures(schema: JsonObject, output: Output, caller: string): Promise<readonly Failure[] | NotEvaluated>;
}
