import { randomUUID } from "node:crypto";
import { localAnswers } from "../../../packages/answers/src/local";
import { modelAnswers, type ModelSettings } from "../../../packages/answers/src/model/model";
import { NotComputed } from "../../../packages/answers/src/thread/engineThread";
import { refuse } from "../domain/errors";
import type { Answers } from "../ports/answers";
import type { Log } from "../ports/log";
import type { Snapshots } from "../ports/snapshots";

/** As for an answer that another request computes. */
const RETRY_SECONDS = 3;

interface Options {
  snapshots: Snapshots;
  now: () => number;
  log: Log;
  /** Words the answers; null for the counted report alone. */
  model: Pick<ModelSettings, "url" | "model" | "key" | "timeoutMs"> | null;
}

/**
 * An answer that had no turn because of others is a refusal: its payment stays claimed, and a retry is answered.
 *
 * @internal Tests call it by itself.
 */
export const saidToBuyers = (engine: Answers): Answers => ({
  ...(engine.foresee && { foresee: engine.foresee }),
  answer: (kind, messages) =>
    engine.answer(kind, messages).catch((error: unknown) => {
      if (!(error instanceof NotComputed)) throw error;
      return refuse("dependency_unavailable", "Other questions were computed first. Send the same request again.", {
        retryAfter: RETRY_SECONDS,
      });
    }),
});

/** The answer engine, over the published snapshots. */
export function answerEngine({ snapshots, now, log, model }: Options): Answers {
  const local = localAnswers({ snapshots, now, log });
  return saidToBuyers(model ? modelAnswers({ ...model, local, fetch, log, newId: () => randomUUID() }) : local);
}
