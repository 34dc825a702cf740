import { Worker } from "node:worker_threads";
import type { DatasetKind, Message } from "../answers";
import type { SnapshotPointer } from "../snapshots";
import { countdown } from "./countdown";
import type { Counted, Overview } from "../engine/engine";
import type { Taken } from "../engine/modelStep";
import type { ToolCall } from "../model/stepOf";
import type { Step } from "../plan/plan";
import type { Call, Outcome } from "./serveEngine";

/**
 * Why a call has no result. The last two are not its fault: its turn did not come in time, or the thread ended before
 * it started.
 */
export type Reason = "deadline" | "crashed" | "invalid" | "failed" | "busy" | "ended";

export class NotComputed extends Error {
  constructor(
    readonly reason: Reason,
    detail: string = reason,
  ) {
    super(detail);
  }
}

/** Smaller buffers may share their memory with others, and are copied. */
const MIN_TRANSFERRED_BYTES = 64 * 1024;
/** Holds two datasets of 100,000 records, as a refresh needs, and fits in an instance's 512 MiB with the rest. */
const MAX_HEAP_MB = 256;

/**
 * Starts the worker without this process's environment, which holds keys, and with a separate heap that it alone
 * can exhaust. A source file runs through tsx.
 */
export function startWorker(file: string = require.resolve("./answersWorker")): Worker {
  return new Worker(file, {
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    ...(file.endsWith(".ts") && { execArgv: ["--require", "tsx/cjs"] }),
  });
}

/** The engine in a worker thread, called once at a time. A call that takes too long or breaks the thread ends it for good. */
export class EngineThread {
  /** Settles when every call so far has. */
  private last: Promise<unknown> = Promise.resolve();
  private isEnded = false;
  private settle: ((outcome: Outcome | NotComputed) => void) | null = null;

  /**
   * @param deadlineMs how long one call may compute
   * @param onEnd called once, before the call that ended the thread fails, with what settles when the thread is gone
   */
  constructor(
    private readonly worker: Worker,
    private readonly deadlineMs: number,
    private readonly onEnd: (gone: Promise<unknown>) => void,
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
      null,
      bytes.length < MIN_TRANSFERRED_BYTES ? [] : [bytes.buffer as ArrayBuffer],
    );
  }

  /** See `Engine.reply`. If `givenUp` is aborted before it starts, it is not computed, and fails as busy. */
  reply(kind: DatasetKind, messages: readonly Message[], turns: number, givenUp: AbortSignal): Promise<Counted> {
    return this.call({ name: "reply", args: [kind, messages, turns] }, isCounted, givenUp);
  }

  /** See `Engine.step`. */
  step(
    kind: DatasetKind,
    dataHash: string,
    taken: readonly (readonly Step[])[],
    call: ToolCall,
    givenUp: AbortSignal,
  ): Promise<Taken> {
    return this.call({ name: "step", args: [kind, dataHash, taken, call] }, isTaken, givenUp);
  }

  private call<T>(
    call: Call,
    isValid: (value: unknown) => value is T,
    givenUp: AbortSignal | null,
    transfer: ArrayBuffer[] = [],
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      this.last = this.last.then(() =>
        givenUp?.aborted
          ? reject(new NotComputed("busy"))
          : this.compute(call, isValid, transfer).then(resolve, reject),
      );
    });
  }

  private async compute<T>(call: Call, isValid: (value: unknown) => value is T, transfer: ArrayBuffer[]): Promise<T> {
    if (this.isEnded) throw new NotComputed("ended");
    this.worker.postMessage(call, transfer);
    const stop = countdown(this.deadlineMs, () => this.end("deadline"));
    const outcome = await new Promise<Outcome | NotComputed>((settle) => (this.settle = settle));
    stop();
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
    this.onEnd(this.worker.terminate());
    this.settle?.(new NotComputed(reason));
  }
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? { ...value } : {};
const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
const areTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
const isOverview = (value: unknown): value is Overview =>
  isText(fieldsOf(value)["reply"]) && Number.isInteger(fieldsOf(value)["size"]);

function isCounted(value: unknown): value is Counted {
  const { answer, asked, steps, guide } = fieldsOf(value);
  const { reply, dataHash, datasetCount } = fieldsOf(answer);
  const isAnswer = isText(reply) && isText(dataHash) && Number.isInteger(datasetCount);
  return isAnswer && areTexts(asked) && Array.isArray(steps) && typeof guide === "string";
}

function isTaken(value: unknown): value is Taken {
  const { step, text, isFound } = fieldsOf(value);
  return isText(text) && (step === null || typeof step === "object") && typeof isFound === "boolean";
}
