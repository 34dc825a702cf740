import type { Command } from "commander";
import type { Acceptance, Work } from "../tasks/texts";
import type { Context } from "./context";
import type { Options } from "./define";
import { several, textOf } from "./input";
import { linksOf, wordsOf } from "./steps";
import { usage } from "./usage";

// Options for acceptance criteria and structured output.

const JSON_FILE = "a file of JSON, or - for standard input";

export function withAcceptance(command: Command): Command {
  return command
    .option("--criteria <text>", "what finished work must be; may be repeated", several)
    .option("--output-schema <file>", `JSON Schema 2020-12 that the work's output must satisfy: ${JSON_FILE}`);
}

export async function acceptanceOf(options: Options, context: Context): Promise<{ acceptance?: Acceptance }> {
  const { outputSchema: file } = options;
  const criteria = linksOf(options["criteria"]);
  const outputSchema = file === undefined ? undefined : await jsonOf("--output-schema", file, context);
  if (criteria.length === 0 && !outputSchema) return {};
  return { acceptance: { ...(criteria.length > 0 && { criteria }), ...(outputSchema && { outputSchema }) } };
}

export function withOutput(command: Command): Command {
  return command
    .option("--output <file>", `the work as data, which the task's schema is checked with: ${JSON_FILE}`)
    .option("--force", "submit output that fails the schema; the poster sees that it fails");
}

export async function workOf(options: Options, context: Context): Promise<Work> {
  const { output: file, text } = options;
  if (file === "-" && text === "-") throw usage("Only one of --text and --output can come from standard input.");
  const words = await wordsOf(options, context);
  return {
    ...words,
    ...(file !== undefined && { output: await jsonOf("--output", file, context) }),
    ...(options["force"] !== undefined && { force: true }),
  };
}

async function jsonOf(option: string, file: string, { terminal }: Context): Promise<object> {
  const text = await textOf(file === "-" ? file : `@${file}`, terminal);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw usage(`${option} ${file} is not JSON: ${(error as Error).message}.`);
  }
  if (typeof value !== "object" || value === null) throw usage(`${option} ${file} must be a JSON object or array.`);
  return value;
}
