import { Worker } from "node:worker_threads";
import type { Output } from "../../domain/acceptance";
import type { Failure, JsonObject } from "../../domain/outputSchema";
import type { FieldError } from "../../domain/errors";
import type { Log } from "../../ports/log";
import type { NotEvaluated, OutputChecker } from "../../ports/outputChecker";

/** What the thread is asked: whether a schema can be used, or where an output fails it. */
export interface Evaluation {
  readonly schema: JsonObject;
  readonly output?: Output;
}

/** How long one evaluation may take. Its steps end it earlier, so more time than this says that the instance is overloaded. */
const TIMEOUT_MS = 2_000;
const MAX_START_MS = 10_000;
const MAX_WAITING = 20;
/** Of those, evaluations of one caller. */
const MAX_WAITING_OF_CALLER = 4;
const LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, stackSizeMb: 2 };

interface Options {
  readonly log: Pick<Log, "warn">;
  readonly timeoutMs?: number;
  /** The thread's file; a source file runs through tsx. */
  readonly file?: string | undefined;
}

/**
 * The evaluator in a worker thread, which starts with the first schema. It has no environment, a small heap of its own,
 * and one evaluation at a time; one that exhausts the heap ends it, and the next starts another.
 */
export class SchemaThread implements OutputChecker {
  private readonly file: string;
  private readonly timeoutMs: number;
  /** Settles when every evaluation so far has. */
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  private readonly waitingOf = new Map<string, number>();
  private worker: Worker | null = null;

  constructor(private readonly options: Options) {
    this.file = options.file ?? require.resolve("./schemaWorker");
    this.timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  }

  mistakes(schema: JsonObject, caller: string): Promise<readonly FieldError[] | NotEvaluated> {
    return this.queued<FieldError>({ schema }, caller);
  }

  failures(schema: JsonObject, output: Output, caller: string): Promise<readonly Failure[] | NotEvaluated> {
    return this.queued<Failure>({ schema, output }, caller);
  }

  private async queued<T>(evaluation: Evaluation, caller: string): Promise<readonly T[] | NotEvaluated> {
    const own = this.waitingOf.get(caller) ?? 0;
    if (this.waiting >= MAX_WAITING || own >= MAX_WAITING_OF_CALLER) return "busy";
    this.waiting += 1;
    this.waitingOf.set(caller, own + 1);
    const result = this.last.then(() => this.evaluate<T>(evaluation));
    this.last = result.catch(() => undefined).finally(() => this.leave(caller));
    return result;
  }

  private leave(caller: string): void {
    const others = (this.waitingOf.get(caller) ?? 1) - 1;
    this.waiting -= 1;
    if (others > 0) this.waitingOf.set(caller, others);
    else this.waitingOf.delete(caller);
  }

  private async evaluate<T>(evaluation: Evaluation): Promise<readonly T[] | NotEvaluated> {
    this.worker ??= await this.started();
    const { worker } = this;
    if (worker === null) return "busy";
    worker.postMessage(evaluation);
    const found = await replyOf<readonly T[] | "limit">(worker, this.timeoutMs);
    if (found !== "ended" && found !== "late") return found;
    this.options.log.warn("schema.thread_ended", { reason: found });
    this.worker = null;
    await worker.terminate();
    return found === "ended" ? "limit" : "busy";
  }

  private async started(): Promise<Worker | null> {
    const worker = new Worker(this.file, {
      env: {},
      resourceLimits: LIMITS,
      ...(this.file.endsWith(".ts") && { execArgv: ["--require", "tsx/cjs"] }),
    });
    const ready = await replyOf<"ready">(worker, MAX_START_MS);
    if (ready === "ended" || ready === "late") {
      this.options.log.warn("schema.thread_not_started");
      await worker.terminate();
      return null;
    }
    const forget = () => {
      if (this.worker === worker) this.worker = null;
    };
    worker.on("error", forget).on("exit", forget);
    return worker;
  }
}

/** The thread's next message; "ended" if it ends before, "late" if it takes too long. While it is waited for, it keeps the process. */
function replyOf<T>(worker: Worker, timeoutMs: number): Promise<T | "ended" | "late"> {
  return new Promise((resolve) => {
    const settle = (reply: T | "ended" | "late") => {
      clearTimeout(clock);
      worker.off("message", settle).off("error", ended).off("exit", ended).unref();
      resolve(reply);
    };
    const ended = () => settle("ended");
    // A reply that has come while this thread was busy is taken first.
    const clock = setTimeout(() => setImmediate(() => settle("late")), timeoutMs);
    worker.ref();
    worker.on("message", settle).on("error", ended).on("exit", ended);
  });
}
