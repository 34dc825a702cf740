import { localAnswers } from "../../../packages/answers/src/local";
import type { ModelPlace } from "../../../packages/answers/src/model/provider";
import { NotComputed } from "../../../packages/answers/src/thread/engineThread";
import { refuse } from "../domain/errors";
import type { Answers, Snapshots } from "../ports/answers";
import type { Log } from "../ports/log";

/** As for an answer that another request computes. */
const RETRY_SECONDS = 3;

interface Options {
  snapshots: Snapshots;
  now: () => number;
  log: Log;
  /** The language model that reads questions and words the answers; null for the local reader. */
  model: (ModelPlace & { timeoutMs: number }) | null;
}

/**
 * An answer that had no turn because of others is a refusal: its payment stays claimed, and a retry is answered.
 *
 * @internal For tests.
 */
export const saidToBuyers = (engine: Answers): Answers => ({
  foresee: engine.foresee,
  answer: (kind, messages) =>
    engine.answer(kind, messages).catch((error: unknown) => {
      if (!(error instanceof NotComputed)) throw error;
      return refuse("dependency_unavailable", "Other questions were computed first. Send the same request again.", {
        retryAfter: RETRY_SECONDS,
      });
    }),
});

/** The answer engine, over the published snapshots. The model's client is loaded with the first answer. */
export function answerEngine({ snapshots, now, log, model }: Options): Answers {
  const local = localAnswers({ snapshots, now, log });
  if (!model) return saidToBuyers(local);
  let modelled: Answers | null = null;
  const load = async (): Promise<Answers> => {
    const { configuredModel } = await import("../../../packages/answers/src/model/configured");
    return configuredModel({ ...model, local, log, project: process.env["GCLOUD_PROJECT"] });
  };
  return saidToBuyers({
    foresee: local.foresee,
    answer: async (kind, messages) => (modelled ??= await load()).answer(kind, messages),
  });
}
