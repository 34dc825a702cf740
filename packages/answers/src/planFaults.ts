import Ajv, { type ErrorObject } from "ajv";
import type { Fault } from "./engine/results";
import { MAX_STEPS, PLAN_SCHEMA, PLAN_VERSION, STEP_NAMES, STEP_SCHEMAS, type StepName } from "./plan";

/** Compiles a schema when it is first used: all of them take longer than the rest of the engine takes to load. */
const ajv = new Ajv({ allErrors: true, strict: false });
/** More faults than this are not listed. */
const MAX_FAULTS = 20;
const { steps: _, ...MEMBERS } = PLAN_SCHEMA.properties;
/** The plan without its steps: each is checked by the schema of its `do`. */
const PLAN_MEMBERS = {
  type: "object",
  properties: { ...MEMBERS, steps: { type: "array", minItems: 1, maxItems: MAX_STEPS } },
  required: ["steps"],
  additionalProperties: false,
};

/** What is wrong with the form of a plan, each with a JSON pointer (RFC 6901) into it; nothing where it fits `answer-plan/v2`. */
export function planFaults(value: unknown): Fault[] {
  const ofPlan = faultsBy(PLAN_MEMBERS, value, "");
  const { steps } = (value ?? {}) as { steps?: unknown };
  const ofSteps = Array.isArray(steps)
    ? steps.slice(0, MAX_STEPS).flatMap((step: unknown, i) => stepFaults(step, `/steps/${i}`))
    : [];
  return [...ofPlan, ...ofSteps].slice(0, MAX_FAULTS);
}

function stepFaults(step: unknown, pointer: string): Fault[] {
  if (typeof step !== "object" || step === null || Array.isArray(step))
    return [{ pointer, detail: `A step is an object with do, one of ${STEP_NAMES.join(", ")}.` }];
  const { do: name } = step as { do?: unknown };
  if (!STEP_NAMES.includes(name as StepName))
    return [{ pointer: `${pointer}/do`, detail: `do is one of ${STEP_NAMES.join(", ")}.` }];
  return faultsBy(STEP_SCHEMAS[name as StepName], step, pointer);
}

function faultsBy(schema: object, value: unknown, at: string): Fault[] {
  ajv.validate(schema, value);
  const faults = (ajv.errors ?? []).filter(({ keyword }) => keyword !== "anyOf").map((error) => faultOf(error, at));
  // A value that may be a text or a list of texts fails as both.
  return faults.filter(({ pointer }, i) => faults.findIndex((other) => other.pointer === pointer) === i);
}

const escaped = (name: string): string => name.replace(/~/g, "~0").replace(/\//g, "~1");

function faultOf({ keyword, instancePath, params, message }: ErrorObject, at: string): Fault {
  const pointer = `${at}${instancePath}`;
  const given = params as { missingProperty?: string; additionalProperty?: string; allowedValue?: unknown };
  if (keyword === "required")
    return { pointer: `${pointer}/${escaped(given.missingProperty!)}`, detail: "This member is missing." };
  if (keyword === "additionalProperties")
    return { pointer: `${pointer}/${escaped(given.additionalProperty!)}`, detail: "There is no such member here." };
  if (keyword === "const" && pointer === "/version") return { pointer, detail: `version is ${PLAN_VERSION}.` };
  if (keyword === "const")
    return {
      pointer,
      detail: `This is one of the values that the schema names, such as ${JSON.stringify(given.allowedValue)}.`,
    };
  if (keyword === "minProperties")
    return {
      pointer,
      detail: "A predicate has at least one of topic, words, where, all, any and none; where has at least one column.",
    };
  return { pointer, detail: `This ${message ?? "does not fit the schema"}.` };
}
