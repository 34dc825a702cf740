import { Worker } from "node:worker_threads";
import type { Answered, Opened } from "../answering";
import type { DatasetKind, Foresight, Message } from "../answers";
import type { ModelGuide } from "../modelGuide";
import type { SnapshotPointer } from "../snapshots";
import type { StepTaken } from "../stepTaken";
import type { Call, Outcome } from "./serve";

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
   * @param deadline starts the time of one call: what to do when it is over; gives how to stop it
   * @param onEnd called once, before the call that ended the thread fails, with what settles when the thread is gone
   */
  constructor(
    private readonly worker: Worker,
    private readonly deadline: (end: () => void) => () => void,
    private readonly onEnd: (gone: Promise<unknown>) => void,
  ) {
    worker.on("message", (outcome: Outcome) => this.settle?.(outcome));
    for (const event of ["error", "messageerror", "exit"]) worker.on(event, () => this.end("crashed"));
    // A listener for messages refs the worker again, so this comes last: an idle thread keeps no process.
    worker.unref();
  }

  /** Opens a snapshot; the thread takes the bytes over. */
  open(bytes: Uint8Array, pointer: SnapshotPointer): Promise<Opened> {
    return this.call(
      { name: "open", args: [bytes, pointer] },
      isOpened,
      null,
      bytes.length < MIN_TRANSFERRED_BYTES ? [] : [bytes.buffer as ArrayBuffer],
    );
  }

  /** See `Answering.answer`. If `givenUp` is aborted before it starts, it is not computed, and fails as busy. */
  answer(kind: DatasetKind, messages: readonly Message[], givenUp: AbortSignal): Promise<Answered> {
    return this.call({ name: "answer", args: [kind, messages] }, isAnswered, givenUp);
  }

  /** See `Answering.foresee`; as `answer` with `givenUp`. */
  foresee(kind: DatasetKind, messages: readonly Message[], givenUp: AbortSignal): Promise<Foresight> {
    return this.call({ name: "foresee", args: [kind, messages] }, isForesight, givenUp);
  }

  /** See `Answering.step`. */
  step(kind: DatasetKind, dataHash: string, step: unknown, givenUp: AbortSignal): Promise<StepTaken> {
    return this.call({ name: "step", args: [kind, dataHash, step] }, isStepTaken, givenUp);
  }

  /** See `Answering.guide`. */
  guide(kind: DatasetKind, givenUp: AbortSignal): Promise<ModelGuide> {
    return this.call({ name: "guide", args: [kind] }, isGuide, givenUp);
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
    const stop = this.deadline(() => this.end("deadline"));
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
const isCount = (value: unknown): boolean => value === null || Number.isInteger(value);
const isOpened = (value: unknown): value is Opened =>
  isText(fieldsOf(value)["overview"]) && isCount(fieldsOf(value)["size"]);

function isAnswered(value: unknown): value is Answered {
  const { answer, mayBeModelled } = fieldsOf(value);
  const { reply, dataHash, datasetCount } = fieldsOf(answer);
  return isText(reply) && isText(dataHash) && isCount(datasetCount) && typeof mayBeModelled === "boolean";
}

function isForesight(value: unknown): value is Foresight {
  const { understood, answerable, faults } = fieldsOf(value);
  return isText(understood) && ["yes", "partly", "no"].includes(answerable as string) && Array.isArray(faults);
}

function isStepTaken(value: unknown): value is StepTaken {
  const { reply, faults, figures } = fieldsOf(value);
  return typeof reply === "string" && Array.isArray(faults) && typeof figures === "object";
}

function isGuide(value: unknown): value is ModelGuide {
  const { columns, numbers, themes } = fieldsOf(value);
  return [columns, numbers, themes].every((one) => typeof one === "object" && one !== null);
}
