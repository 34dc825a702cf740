import { schemaHash, type Verdict } from "../../../domain/acceptance";
import type { ContentOf } from "../../../domain/content";
import { refuse } from "../../../domain/errors";
import type { TaskMetadata } from "../../../domain/task/metadata";
import { iso } from "../../../domain/time";
import type { Services } from "../../services";
import type { TaskRecord } from "../../../ports/tasks";

type Checks = Pick<Services, "outputChecker">;

const NO_OUTPUT = [{ pointer: "", schemaPointer: "", message: "is required by the task's outputSchema" }];

/**
 * Refuses an output schema that can't be evaluated; `at` points to the metadata in the request. The domain's rules for
 * metadata have been checked.
 */
export async function requireUsableSchema(
  { acceptance }: TaskMetadata,
  at: string,
  caller: string,
  { outputChecker }: Checks,
) {
  if (!acceptance?.outputSchema) return;
  const pointer = `${at}/acceptance/outputSchema`;
  const found = await outputChecker.mistakes(acceptance.outputSchema, caller);
  if (found === "busy") return refuseBusy();
  const mistakes = found === "limit" ? [{ pointer: "", message: "takes too long to evaluate" }] : found;
  const [first] = mistakes;
  if (!first) return;
  const errors = mistakes.map((one) => ({ ...one, pointer: pointer + one.pointer }));
  refuse("invalid_request", `The schema at ${pointer}${first.pointer} ${first.message}.`, { errors });
}

/**
 * The work with a verdict, if the task has a schema. Refuses `output_invalid` for output that fails, unless it is to be
 * submitted anyway. Neither a schema that takes more than its limit nor, with force, a full queue holds work up: the worker has
 * money in the task. Called after everything else that may refuse: an evaluation takes a place that others wait for.
 */
export async function judged(
  work: ContentOf<"submission">,
  { metadata }: Pick<TaskRecord, "metadata">,
  {
    force = false,
    caller,
    nowMs,
    services,
  }: { force?: boolean | undefined; caller: string; nowMs: number; services: Checks },
): Promise<ContentOf<"submission">> {
  const schema = metadata?.acceptance?.outputSchema;
  if (!schema) return work;
  const { output } = work.value;
  const found = output ? await services.outputChecker.failures(schema, output, caller) : NO_OUTPUT;
  if (found === "busy" && !force) return refuseBusy(" With force, the work is taken unchecked.");
  const isChecked = found !== "limit" && found !== "busy";
  const failures = isChecked ? found : [];
  if (failures.length > 0 && !force) {
    refuse(
      "output_invalid",
      `The output fails the task's schema in ${failures.length === 1 ? "one place" : `${failures.length} places`}. Correct it, or submit it as it is with force.`,
      {
        errors: failures.map(({ pointer, schemaPointer, message }) => ({
          pointer: `/output${pointer}`,
          message: output ? `${message} (outputSchema#${schemaPointer})` : message,
        })),
      },
    );
  }
  const verdict: Verdict = {
    result: !isChecked ? "unchecked" : failures.length > 0 ? "failed" : "passed",
    schemaHash: schemaHash(schema),
    checkedAt: iso(nowMs),
    failures,
  };
  return { ...work, verdict };
}

function refuseBusy(otherwise = ""): never {
  return refuse(
    "dependency_unavailable",
    `Too many schemas are being checked: send the same request again.${otherwise}`,
  );
}
