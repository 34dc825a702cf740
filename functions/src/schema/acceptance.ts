import { Unsafe } from "@sinclair/typebox";
import { MAX_CRITERIA, MAX_CRITERION, RESULTS, type Output } from "../domain/acceptance/acceptance";
import { MAX_FAILURES } from "../domain/acceptance/failure";
import { anyObject, array, boolean, nullable, object, oneOf, optional, string, text, untrusted } from "./build";
import { Bytes32, Time } from "./common";

const SCHEMA_EXAMPLE = { type: "object", required: ["text"], properties: { text: { type: "string", minLength: 1 } } };

/** What finished work must be, as the poster says it. */
export const AcceptanceInput = object(
  {
    criteria: optional(
      array(text(MAX_CRITERION), {
        maxItems: MAX_CRITERIA,
        description: "At most 20 texts of at most 500 characters.",
      }),
    ),
    outputSchema: optional(
      anyObject({
        description:
          "JSON Schema 2020-12 for the work's output: at most 16 KiB, 24 levels and 300 schemas, no references out of it, RE2 patterns; format is not checked.",
        examples: [SCHEMA_EXAMPLE],
      }),
    ),
  },
  {
    title: "Acceptance",
    minProperties: 1,
    description: "What finished work must be; public.",
  },
);

/** Work as data. */
export const OutputInput = Unsafe<Output>({
  anyOf: [{ type: "object" }, { type: "array", items: {} }],
  description:
    "The work as JSON, at most 64 KiB and 24 levels; required if the task has an outputSchema, which it must satisfy.",
  examples: [{ text: "O gato dorme." }],
});

/** For work whose output fails the schema. */
export const Force = boolean({
  description: "Submits output that fails the task's schema; the poster sees the failures.",
});

/** The acceptance as answers show it. */
export const AcceptanceShown = nullable(
  object(
    {
      criteria: untrusted(array(string())),
      schemaHash: { ...nullable(Bytes32), description: "keccak256 of outputSchema (RFC 8785); null without one." },
      outputSchema: optional(
        untrusted(
          nullable(anyObject({ description: "JSON Schema 2020-12. Lists leave it out; GET /mkt/task has it." })),
        ),
      ),
    },
    { title: "TaskAcceptance", description: "What finished work must be." },
  ),
);

/** What the service found when it checked an output. */
export const VerdictShown = nullable(
  object(
    {
      result: {
        ...oneOf(...RESULTS),
        description:
          "unchecked: the work reached the chain without this service, or its check took more than its limit. It is no reason to reject.",
      },
      schemaHash: Bytes32,
      checkedAt: nullable(Time),
      failures: array(
        object({
          pointer: untrusted(string({ description: "JSON Pointer into output." })),
          schemaPointer: untrusted(string({ description: "JSON Pointer into outputSchema." })),
          message: untrusted(string()),
        }),
        { description: `At most ${MAX_FAILURES}.` },
      ),
    },
    { title: "Verdict", description: "Whether the output satisfies the task's outputSchema; null without a schema." },
  ),
);
