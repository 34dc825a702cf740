import type { Worker } from "node:worker_threads";
import type { Answer, Answers, DatasetKind, Message } from "../../ports/answers";
import type { SnapshotPointer } from "../../ports/snapshots";
import { currentDatasets, type DatasetsSettings } from "./datasets";
import type { EmbeddingsClient } from "./embeddings";
import type { Overview } from "./engine";
import { EngineThread, NotComputed, startWorker, type Limits, type Reason } from "./engineThread";
import { fallbackReply } from "./fallback";

export interface LocalSettings extends DatasetsSettings {
  /** The embeddings model that the importer used, where one is configured. */
  embeddings?: EmbeddingsClient;
  /** What tests put in the place of the real worker and its limits. */
  startWorker?: () => Worker;
  limits?: Limits;
}

/** Together well below the lease on a payment's answer: wait, open the dataset, compute. */
const LIMITS: Limits = { deadlineMs: 10_000, waitMs: 10_000 };
/** How often a call is tried again whose thread was ended by a call before it. */
const MAX_ATTEMPTS = 3;

interface Session {
  thread: EngineThread;
  datasetOf: (kind: DatasetKind) => Promise<Overview>;
}

/**
 * Answers counted from the published snapshots, without a model: the same data and question give the same reply.
 *
 * They are computed in a worker thread, which starts with the first answer and again after a call has ended it. What
 * can't be computed in time is answered by the dataset's overview. Needs the network for nothing but the embeddings of
 * a question, and does without them where they fail.
 */
export function localAnswers(settings: LocalSettings): Answers {
  const { log, now, limits = LIMITS } = settings;
  const start = settings.startWorker ?? (() => startWorker());
  /** What is known of each dataset without a thread. */
  const known = new Map<DatasetKind, { pointer: SnapshotPointer; overview: Overview | null }>();
  let current: Session | null = null;

  function newSession(): Session {
    const thread = new EngineThread(start(), limits, () => {
      if (current === session) current = null;
    });
    const datasetOf = currentDatasets(settings, async (bytes, pointer) => {
      if (!known.get(pointer.kind)?.overview) known.set(pointer.kind, { pointer, overview: null });
      const overview = await thread.open(bytes, pointer);
      known.set(pointer.kind, { pointer, overview });
      return overview;
    });
    const session: Session = { thread, datasetOf };
    return session;
  }

  async function vectorsOf(
    kind: DatasetKind,
    messages: readonly Message[],
    { embeddingModel }: Overview,
    thread: EngineThread,
  ): Promise<Map<string, ArrayLike<number>>> {
    const { embeddings } = settings;
    if (!embeddings || embeddings.model !== embeddingModel) return new Map();
    const topics = await thread.topics(kind, messages);
    if (topics.length === 0) return new Map();
    try {
      const vectors = await embeddings.embed(topics);
      return new Map(topics.map((topic, i) => [topic, vectors[i]!]));
    } catch (error) {
      log.warn("question_embedding_failed", { kind, reason: (error as Error).name });
      return new Map();
    }
  }

  function fallback(kind: DatasetKind, reason: Reason): Answer | null {
    const found = known.get(kind);
    if (!found) return null;
    log.error("answer_fallback", { kind, reason });
    const { pointer, overview } = found;
    const datasetCount = overview?.size ?? pointer.count;
    return {
      reply: fallbackReply(kind, datasetCount, overview?.reply ?? null),
      dataHash: pointer.dataHash,
      datasetCount,
    };
  }

  return {
    async answer(kind, messages) {
      const giveUp = now() + limits.waitMs;
      for (let attempt = 1; ; attempt++) {
        const { thread, datasetOf } = (current ??= newSession());
        let isOpen = false;
        try {
          const overview = await datasetOf(kind);
          isOpen = true;
          return await thread.reply(kind, messages, await vectorsOf(kind, messages, overview, thread));
        } catch (error) {
          if (!(error instanceof NotComputed)) throw error;
          if (error.reason === "ended" && attempt < MAX_ATTEMPTS && now() < giveUp) continue;
          // A snapshot that can't be read is a fault of the deployment: the answer is there once it is repaired.
          const given = error.reason === "failed" && !isOpen ? null : fallback(kind, error.reason);
          if (!given) throw error;
          return given;
        }
      }
    },
  };
}
