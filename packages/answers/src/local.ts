import type { Worker } from "node:worker_threads";
import type { Answers, DatasetKind, Foresight, Message } from "./answers";
import type { SnapshotPointer } from "./snapshots";
import { currentDatasets, type DatasetsSettings } from "./datasets";
import { countdown } from "./thread/countdown";
import type { Counted, Overview } from "./engine/engine";
import type { Taken } from "./engine/modelStep";
import type { ToolCall } from "./model/stepOf";
import { EngineThread, NotComputed, startWorker, type Reason } from "./thread/engineThread";
import { aliasesOf, type Alias } from "./engine/groups";
import { foresightOf } from "./plan/foresight";
import type { Known, Step } from "./plan/plan";
import { planOf } from "./plan/planner";
import { fallbackReply } from "./fallback";

export interface Limits {
  /** How long one call of the thread may compute. */
  deadlineMs: number;
  /**
   * How long an answer may take in all: to wait for others, to open the dataset and to compute. One whose turn comes too
   * late to have its whole deadline is not computed.
   */
  answerMs: number;
}

export interface LocalSettings extends DatasetsSettings {
  /** What tests put in the place of the real worker and its limits. */
  startWorker?: () => Worker;
  limits?: Limits;
}

/**
 * The deadline is five times what the slowest of 50 hostile conversations takes over 100,000 records, 1.5 s of processor time
 * on a busy machine, and what opening these takes (docs/figures.md). Together with a model's time, an answer's is well below
 * the lease on a payment's answer.
 */
export const LIMITS: Limits = { deadlineMs: 7_500, answerMs: 15_000 };
/** How often a call is tried if another call ends its thread. */
const MAX_ATTEMPTS = 3;

/** A longer conversation is understood only when it is answered: a quote must cost next to nothing. */
const MAX_FORESEEN_LENGTH = 1_000;

/** Reasons that lie in the question, or in the engine: it would fail again. */
const LASTING: ReadonlySet<Reason> = new Set(["deadline", "crashed", "invalid", "failed"]);

interface Session {
  thread: EngineThread;
  datasetOf: (kind: DatasetKind) => Promise<Overview>;
}

export interface LocalAnswers extends Answers {
  /** Answers, and says what a model may see of the questions among the last `turns` messages: none where nothing was computed. */
  count(kind: DatasetKind, messages: readonly Message[], turns: number): Promise<Counted>;
  /** See `Engine.step`. Throws `NotComputed`, also once `givenUp` is aborted. */
  step(
    kind: DatasetKind,
    dataHash: string,
    taken: readonly (readonly Step[])[],
    call: ToolCall,
    givenUp: AbortSignal,
  ): Promise<Taken>;
}

/**
 * Answers counted from the published snapshots, without a model: the same data and question give the same reply.
 *
 * They are computed in a worker thread, which starts with the first answer and again after a call has ended it; a
 * question is read there and nowhere else. What can't be computed in time is answered by the dataset's overview; what
 * had no turn because of others fails with `NotComputed`, and may be asked again. Needs no network but for the snapshots.
 */
export function localAnswers(settings: LocalSettings): LocalAnswers {
  const { log, limits = LIMITS } = settings;
  const start = settings.startWorker ?? (() => startWorker());
  /** What is known about each dataset without asking the thread. */
  const known = new Map<DatasetKind, { pointer: SnapshotPointer; overview: Overview | null }>();
  const plannings = new Map<DatasetKind, { known: Known; aliases: Alias[] }>();
  let current: Session | null = null;
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
    const thread = new EngineThread(start(), limits.deadlineMs, (ended) => {
      if (current === own) current = null;
      ending = ended;
    });
    const datasetOf = currentDatasets(settings, async (bytes, pointer) => {
      if (!known.get(pointer.kind)?.overview) known.set(pointer.kind, { pointer, overview: null });
      const overview = await thread.open(bytes, pointer).catch((error: NotComputed) => {
        // A fault of the deployment, and no answer: it is there once the snapshot is repaired.
        throw error.reason === "failed"
          ? new Error(`The ${pointer.kind} snapshot can't be read: ${error.message}`)
          : error;
      });
      known.set(pointer.kind, { pointer, overview });
      plannings.set(pointer.kind, planningOf(pointer.kind, overview));
      return overview;
    });
    const own: Session = { thread, datasetOf };
    return own;
  }

  async function computed(
    kind: DatasetKind,
    messages: readonly Message[],
    turns: number,
    givenUp: AbortSignal,
  ): Promise<Counted> {
    for (let attempt = 1; ; attempt++) {
      const { thread, datasetOf } = await session();
      try {
        await datasetOf(kind);
        return await thread.reply(kind, messages, turns, givenUp);
      } catch (error) {
        const mayTryAgain = error instanceof NotComputed && error.reason === "ended" && attempt < MAX_ATTEMPTS;
        if (!mayTryAgain || givenUp.aborted) throw error;
      }
    }
  }

  function fallback(kind: DatasetKind, reason: Reason): Counted | null {
    const found = known.get(kind);
    if (!found) return null;
    log.error("answer_fallback", { kind, reason });
    const { pointer, overview } = found;
    const datasetCount = overview?.size ?? pointer.count;
    const reply = fallbackReply(kind, datasetCount, overview?.reply ?? null);
    return { answer: { reply, dataHash: pointer.dataHash, datasetCount }, asked: [], steps: [], guide: "" };
  }

  async function count(kind: DatasetKind, messages: readonly Message[], turns: number): Promise<Counted> {
    const givenUp = new AbortController();
    const stopWaiting = countdown(limits.answerMs - limits.deadlineMs, () => givenUp.abort());
    let stop: () => void;
    const late = new Promise<never>((_, reject) => {
      stop = countdown(limits.answerMs, () => reject(new NotComputed("busy")));
    });
    try {
      return await Promise.race([computed(kind, messages, turns, givenUp.signal), late]);
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

  const step: LocalAnswers["step"] = async (kind, dataHash, taken, call, givenUp) => {
    if (givenUp.aborted) throw new NotComputed("busy");
    const late = new Promise<never>((_, reject) => {
      givenUp.addEventListener("abort", () => reject(new NotComputed("busy")), { once: true });
    });
    const take = async (): Promise<Taken> => {
      const { thread, datasetOf } = await session();
      await datasetOf(kind);
      return thread.step(kind, dataHash, taken, call, givenUp);
    };
    return Promise.race([take(), late]);
  };

  function foresee(kind: DatasetKind, messages: readonly Message[]): Foresight | null {
    const planning = plannings.get(kind);
    const length = messages.reduce((sum, { content }) => sum + content.length, 0);
    if (!planning || length > MAX_FORESEEN_LENGTH) return null;
    const asked = messages.findLast(({ role }) => role === "user")?.content;
    return foresightOf(planOf(messages, planning.known, planning.aliases), planning.known, asked);
  }

  return { count, step, foresee, answer: async (kind, messages) => (await count(kind, messages, 0)).answer };
}

/** What questions can be planned with in this thread. */
function planningOf(kind: DatasetKind, { size, planning }: Overview): { known: Known; aliases: Alias[] } {
  const counts = new Map(planning.stems.map((stem, id) => [stem, planning.counts[id]!]));
  return {
    known: { kind, size, columns: planning.columns, countOf: (stem) => counts.get(stem) },
    aliases: aliasesOf(planning.columns),
  };
}
