import { parentPort } from "node:worker_threads";
import type { Answering } from "../answering";

/** The calls that the main thread makes, one at a time. */
export type Calls = Pick<Answering, "open" | "answer" | "foresee" | "step" | "guide">;
export interface Call {
  name: keyof Calls;
  args: readonly unknown[];
}
export type Outcome = { value: unknown } | { error: string };

/** Answers the main thread's calls in this worker thread. */
export function serve(answering: Calls): void {
  parentPort!.on("message", (call: Call) => parentPort!.postMessage(outcomeOf(answering, call)));
}

function outcomeOf(answering: Calls, { name, args }: Call): Outcome {
  try {
    return { value: (answering[name] as (...args: readonly unknown[]) => unknown).apply(answering, [...args]) };
  } catch (error) {
    return { error: (error as Error).message };
  }
}
