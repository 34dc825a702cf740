import { Worker } from "node:worker_threads";
import type { Answer, DatasetKind, Message } from "../../ports/answers";
import type { SnapshotPointer } from "../../ports/snapshots";
import type { Overview } from "./engine";
import type { Call, Outcome } from "./serveEngine";

/** Why a call has no result. The last two are no fault of its own: it waited too long, or the thread ended before its turn. */
export type Reason = "deadline" | "crashed" | "invalid" | "failed" | "busy" | "ended";

export class NotComputed extends Error {
  constructor(
    readonly reason: Reason,
    detail: string = reason,
  ) {
    super(detail);
  }
}

export interface Limits {
  /** How long one call may compute. */
  deadlineMs: number;
  /** How long a call waits for those before it. */
  waitMs: number;
}

/** A deadline is counted in ticks: an instance that is frozen between requests loses one of them, not all. */
const TICKS = 20;
/** Smaller buffers may share their memory with others, and are copied. */
const MIN_TRANSFERRED_BYTES = 64 * 1024;

/** Starts the worker without this process's environment, which holds keys. A source file runs through tsx. */
export function startWorker(file: string = require.resolve("./answersWorker")): Worker {
  return new Worker(file, { env: {}, ...(file.endsWith(".ts") && { execArgv: ["--require", "tsx/cjs"] }) });
}

/** The engine in a worker thread, called once at a time. A call that takes too long or breaks the thread ends it for good. */
export class EngineThread {
  /** Settles when every call so far has. */
  private last: Promise<unknown> = Promise.resolve();
  private isEnded = false;
  private settle: ((outcome: Outcome | NotComputed) => void) | null = null;

  /** `onEnd` is told once, before the call that ended the thread fails. */
  constructor(
    private readonly worker: Worker,
    private readonly limits: Limits,
    private readonly onEnd: () => void,
  ) {
    worker.on("message", (outcome: Outcome) => this.settle?.(outcome));
    for (const event of ["error", "messageerror", "exit"]) worker.on(event, () => this.end("crashed"));
    // A listener for messages refs the worker again, so this comes last: an idle thread keeps no process.
    worker.unref();
  }

  /** Opens a snapshot; the thread takes the bytes over. */
  open(bytes: Uint8Array, pointer: SnapshotPointer): Promise<Overview> {
    return this.call(
      { name: "open", args: [bytes, pointer] },
      isOverview,
      bytes.length < MIN_TRANSFERRED_BYTES ? [] : [bytes.buffer as ArrayBuffer],
    );
  }

  topics(kind: DatasetKind, messages: readonly Message[]): Promise<string[]> {
    return this.call({ name: "topics", args: [kind, messages] }, areTexts);
  }

  reply(
    kind: DatasetKind,
    messages: readonly Message[],
    vectors: ReadonlyMap<string, ArrayLike<number>>,
  ): Promise<Answer> {
    return this.call({ name: "reply", args: [kind, messages, vectors] }, isAnswer);
  }

  private call<T>(call: Call, isValid: (value: unknown) => value is T, transfer: ArrayBuffer[] = []): Promise<T> {
    return new Promise((resolve, reject) => {
      let isLate = false;
      const waiting = setTimeout(() => {
        isLate = true;
        reject(new NotComputed("busy"));
      }, this.limits.waitMs);
      this.last = this.last.then(() => {
        clearTimeout(waiting);
        return isLate ? undefined : this.compute(call, isValid, transfer).then(resolve, reject);
      });
    });
  }

  private async compute<T>(call: Call, isValid: (value: unknown) => value is T, transfer: ArrayBuffer[]): Promise<T> {
    if (this.isEnded) throw new NotComputed("ended");
    this.worker.postMessage(call, transfer);
    let ticks = 0;
    const clock = setInterval(() => (ticks += 1) >= TICKS && this.end("deadline"), this.limits.deadlineMs / TICKS);
    const outcome = await new Promise<Outcome | NotComputed>((settle) => (this.settle = settle));
    clearInterval(clock);
    this.settle = null;
    if (outcome instanceof NotComputed) throw outcome;
    if ("error" in outcome) throw new NotComputed("failed", outcome.error);
    if (isValid(outcome.value)) return outcome.value;
    this.end("invalid");
    throw new NotComputed("invalid");
  }

  private end(reason: Reason): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.onEnd();
    this.settle?.(new NotComputed(reason));
    void this.worker.terminate();
  }
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? { ...value } : {};
const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
const areTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
const isOverview = (value: unknown): value is Overview =>
  isText(fieldsOf(value)["reply"]) && Number.isInteger(fieldsOf(value)["size"]);

function isAnswer(value: unknown): value is Answer {
  const { reply, dataHash, datasetCount } = fieldsOf(value);
  return isText(reply) && isText(dataHash) && Number.isInteger(datasetCount);
}
