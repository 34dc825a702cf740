import { parentPort } from "node:worker_threads";
import type { Engine } from "../engine/engine";

/** The calls that the main thread makes, one at a time. */
export type Calls = Pick<Engine, "open" | "reply" | "step">;
export interface Call {
  name: keyof Calls;
  args: readonly unknown[];
}
export type Outcome = { value: unknown } | { error: string };

/** Answers the main thread's calls in this worker thread. */
export function serveEngine(engine: Calls): void {
  parentPort!.on("message", (call: Call) => parentPort!.postMessage(outcomeOf(engine, call)));
}

function outcomeOf(engine: Calls, { name, args }: Call): Outcome {
  try {
    return { value: (engine[name] as (...args: readonly unknown[]) => unknown).apply(engine, args as unknown[]) };
  } catch (error) {
    return { error: (error as Error).message };
  }
}
