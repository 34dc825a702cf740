import { embeddingsClient } from "../../../packages/answers/src/embeddings";
import { localAnswers } from "../../../packages/answers/src/local";
import { modelAnswers, type ModelSettings } from "../../../packages/answers/src/model";
import { NotComputed } from "../../../packages/answers/src/thread/engineThread";
import type { Answers } from "../ports/answers";
import type { Log } from "../ports/log";
import type { Snapshots } from "../ports/snapshots";
import { StoreUnavailable } from "../ports/storeUnavailable";

/** An OpenAI-compatible endpoint. */
interface Endpoint {
  url: string;
  model: string;
  key: string | null;
}

interface Options {
  snapshots: Snapshots;
  now: () => number;
  log: Log;
  /** Finds records by meaning as well as by words; null for words alone. */
  embeddings: Endpoint | null;
  /** Words the answers; null for the counted report alone. */
  model: Pick<ModelSettings, "url" | "model" | "key" | "timeoutMs"> | null;
}

/** How long a question waits for its embedding; without one, only keyword search is used. */
const EMBEDDING_TIMEOUT_MS = 2_000;

/** The answer engine, over the published snapshots. */
export function answerEngine({ snapshots, now, log, embeddings, model }: Options): Answers {
  const local = localAnswers({
    snapshots,
    now,
    log,
    ...(embeddings && { embeddings: embeddingsClient({ ...embeddings, timeoutMs: EMBEDDING_TIMEOUT_MS, fetch }) }),
  });
  const engine = model ? modelAnswers({ ...model, local, fetch, log }) : local;
  return {
    // Without a dataset there is no simpler answer either: the payment stays claimed, and a retry is answered.
    answer: (kind, messages) =>
      engine.answer(kind, messages).catch((error: unknown) => {
        throw error instanceof NotComputed ? new StoreUnavailable(error) : error;
      }),
  };
}
