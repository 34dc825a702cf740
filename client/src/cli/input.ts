import { readFile } from "node:fs/promises";
import { InvalidArgumentError } from "commander";
import type { TaskKey } from "../taskKey";
import type { Terminal } from "./context";

/** A text as it is given, from a file by `@file`, or from the standard input by `-`. */
export async function textOf(given: string, { stdin }: Pick<Terminal, "stdin">): Promise<string> {
  if (given === "-") return (await stdin()).trimEnd();
  return given.startsWith("@") ? (await readFile(given.slice(1), "utf8")).trimEnd() : given;
}

/** The task that a command names. */
export function keyOf(taskId: string, contract: string | undefined): TaskKey {
  if (!/^[1-9]\d{0,14}$/.test(taskId)) throw new InvalidArgumentError(`${taskId} is no task id.`);
  return { contract: contract === "agent-fast" ? "agent-fast" : "human", taskId };
}
