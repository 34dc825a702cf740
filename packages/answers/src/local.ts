import type { Worker } from "node:worker_threads";
import type { Answered, Opened } from "./answering";
import type { Answers, DatasetKind, Foresight, Message } from "./answers";
import { currentDatasets, type DatasetsSettings } from "./datasets";
import type { ModelGuide } from "./modelGuide";
import type { SnapshotPointer } from "./snapshots";
import type { StepTaken } from "./stepTaken";
import { countdown as onTheClock, type Countdown } from "./thread/countdown";
import { EngineThread, NotComputed, startWorker, type Reason } from "./thread/engineThread";

export interface Limits {
  /** How long one call of the thread may compute. */
  deadlineMs: number;
  /**
   * How long an answer may take in all: to wait for others, to open the dataset and to compute. One whose turn comes too
   * late to have its whole deadline is not computed.
   */
  answerMs: number;
  /** How long a free quote waits for what its question is understood to ask. */
  foreseeMs: number;
}

export interface LocalSettings extends DatasetsSettings {
  /** What tests put in the place of the real worker and its limits. */
  startWorker?: () => Worker;
  limits?: Limits;
  countdown?: Countdown;
}

/** Together with a model's time, an answer's is well below the lease on a payment's answer. */
export const LIMITS: Limits = { deadlineMs: 7_500, answerMs: 15_000, foreseeMs: 300 };
/** How often a call is tried if another call ends its thread. */
const MAX_ATTEMPTS = 3;

/** Questions that may wait at once to be understood for a quote; others get their quote without. */
const MAX_FORESEEN_AT_ONCE = 8;

/** Reasons that lie in the question, or in the engine: it would fail again. */
const LASTING: ReadonlySet<Reason> = new Set(["deadline", "crashed", "invalid", "failed"]);

interface Session {
  thread: EngineThread;
  datasetOf: (kind: DatasetKind) => Promise<Opened>;
}

export interface LocalAnswers extends Answers {
  /** Answers, and says whether a model may see the question. */
  count(kind: DatasetKind, messages: readonly Message[]): Promise<Answered>;
  /** See `Answering.guide`. */
  guide(kind: DatasetKind, givenUp: AbortSignal): Promise<ModelGuide>;
  /** See `Answering.step`. Throws `NotComputed`, also once `givenUp` is aborted. */
  step(kind: DatasetKind, dataHash: string, step: unknown, givenUp: AbortSignal): Promise<StepTaken>;
}

/**
 * Answers counted from the published snapshots, without a model: the same data and question give the same reply.
 *
 * They are computed in a worker thread, which starts with the first question and again after a call has ended it; a
 * question is read there and nowhere else. What can't be computed in time is answered by the dataset's overview; what
 * had no turn because of others fails with `NotComputed`, and may be asked again. Needs no network but for the snapshots.
 */
export function localAnswers(settings: LocalSettings): LocalAnswers {
  const { log, limits = LIMITS, countdown = onTheClock } = settings;
  const start = settings.startWorker ?? (() => startWorker());
  /** What is known about each dataset without asking the thread. */
  const known = new Map<DatasetKind, { pointer: SnapshotPointer; opened: Opened | null }>();
  let current: Session | null = null;
  let foreseeing = 0;
  /** Settles when the last thread that was ended has given its memory back: two of them would not fit. */
  let ending: Promise<unknown> = Promise.resolve();

  /** The thread that works, or a new one. */
  async function session(): Promise<Session> {
    while (current === null) {
      const before = ending;
      await before;
      if (ending === before) current ??= newSession();
    }
    return current;
  }

  function newSession(): Session {
    const thread = new EngineThread(
      start(),
      (end) => countdown(limits.deadlineMs, end),
      (ended) => {
        if (current === own) current = null;
        ending = ended;
      },
    );
    const datasetOf = currentDatasets(settings, async (bytes, pointer) => {
      if (!known.get(pointer.kind)?.opened) known.set(pointer.kind, { pointer, opened: null });
      const opened = await thread.open(bytes, pointer).catch((error: NotComputed) => {
        // A fault of the deployment, and no answer: it is there once the snapshot is repaired.
        throw error.reason === "failed"
          ? new Error(`The ${pointer.kind} snapshot can't be read: ${error.message}`)
          : error;
      });
      known.set(pointer.kind, { pointer, opened });
      return opened;
    });
    const own: Session = { thread, datasetOf };
    return own;
  }

  /** What a call of the thread gives once the dataset is open; tried again if another call ends the thread. */
  async function computed<T>(
    kind: DatasetKind,
    givenUp: AbortSignal,
    call: (thread: EngineThread) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const { thread, datasetOf } = await session();
      try {
        await datasetOf(kind);
        return await call(thread);
      } catch (error) {
        const mayTryAgain = error instanceof NotComputed && error.reason === "ended" && attempt < MAX_ATTEMPTS;
        if (!mayTryAgain || givenUp.aborted) throw error;
      }
    }
  }

  function fallback(kind: DatasetKind, reason: Reason): Answered | null {
    const found = known.get(kind);
    if (!found) return null;
    log.error("answer_fallback", { kind, reason });
    const { pointer, opened } = found;
    const reply = [
      "This question could not be computed in time; here is an overview of the data instead. Ask about one topic or group at a time.",
      ...(opened ? [opened.overview] : []),
    ].join("\n\n");
    return {
      answer: { reply, dataHash: pointer.dataHash, datasetCount: opened?.size ?? null },
      mayBeModelled: false,
    };
  }

  async function count(kind: DatasetKind, messages: readonly Message[]): Promise<Answered> {
    const givenUp = new AbortController();
    const stopWaiting = countdown(limits.answerMs - limits.deadlineMs, () => givenUp.abort());
    let stop: () => void;
    const late = new Promise<never>((_, reject) => {
      stop = countdown(limits.answerMs, () => reject(new NotComputed("busy")));
    });
    try {
      const answered = computed(kind, givenUp.signal, (thread) => thread.answer(kind, messages, givenUp.signal));
      return await Promise.race([answered, late]);
    } catch (error) {
      if (!(error instanceof NotComputed)) throw error;
      const given = LASTING.has(error.reason) ? fallback(kind, error.reason) : null;
      if (given) return given;
      log.warn("answer_not_computed", { kind, reason: error.reason });
      throw error;
    } finally {
      stopWaiting();
      stop!();
    }
  }

  /** A call that is not waited for once it is given up. */
  function unlessGivenUp<T>(
    kind: DatasetKind,
    givenUp: AbortSignal,
    call: (thread: EngineThread) => Promise<T>,
  ): Promise<T> {
    if (givenUp.aborted) return Promise.reject(new NotComputed("busy"));
    const late = new Promise<never>((_, reject) => {
      givenUp.addEventListener("abort", () => reject(new NotComputed("busy")), { once: true });
    });
    return Promise.race([computed(kind, givenUp, call), late]);
  }

  async function foresee(kind: DatasetKind, messages: readonly Message[]): Promise<Foresight | null> {
    if (foreseeing >= MAX_FORESEEN_AT_ONCE) return null;
    foreseeing += 1;
    const givenUp = new AbortController();
    const stop = countdown(limits.foreseeMs, () => givenUp.abort());
    try {
      return await unlessGivenUp(kind, givenUp.signal, (thread) => thread.foresee(kind, messages, givenUp.signal));
    } catch (error) {
      // The quote is valid without it; an unreadable snapshot is reported when an answer needs it.
      if (!(error instanceof NotComputed)) log.warn("foresight_failed", { kind, reason: (error as Error).message });
      return null;
    } finally {
      stop();
      foreseeing -= 1;
    }
  }

  return {
    count,
    foresee,
    guide: (kind, givenUp) => unlessGivenUp(kind, givenUp, (thread) => thread.guide(kind, givenUp)),
    step: (kind, dataHash, step, givenUp) =>
      unlessGivenUp(kind, givenUp, (thread) => thread.step(kind, dataHash, step, givenUp)),
    answer: async (kind, messages) => (await count(kind, messages)).answer,
  };
}
