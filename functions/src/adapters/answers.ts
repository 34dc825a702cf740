import { randomUUID } from "node:crypto";
import { localAnswers } from "../../../packages/answers/src/local";
import { modelAnswers, type ModelSettings } from "../../../packages/answers/src/model/model";
import { NotComputed } from "../../../packages/answers/src/thread/engineThread";
import type { Answers } from "../ports/answers";
import type { Log } from "../ports/log";
import type { Snapshots } from "../ports/snapshots";
import { StoreUnavailable } from "../ports/storeUnavailable";

interface Options {
  snapshots: Snapshots;
  now: () => number;
  log: Log;
  /** Words the answers; null for the counted report alone. */
  model: Pick<ModelSettings, "url" | "model" | "key" | "timeoutMs"> | null;
}

/** The answer engine, over the published snapshots. */
export function answerEngine({ snapshots, now, log, model }: Options): Answers {
  const local = localAnswers({ snapshots, now, log });
  const engine = model ? modelAnswers({ ...model, local, fetch, log, newId: () => randomUUID() }) : local;
  return {
    ...(engine.foresee && { foresee: engine.foresee }),
    // Without a dataset there is no simpler answer either: the payment stays claimed, and a retry is answered.
    answer: (kind, messages) =>
      engine.answer(kind, messages).catch((error: unknown) => {
        throw error instanceof NotComputed ? new StoreUnavailable(error) : error;
      }),
  };
}
