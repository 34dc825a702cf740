import type { Answers } from "../answers";
import type { LocalAnswers } from "../local";
import type { Log } from "../log";
import { modelAnswers } from "./model";
import { languageModel, type ModelPlace } from "./provider";

/** Everything of a configured model in one module, which is loaded only where there is one. */
export function configuredModel({
  local,
  log,
  timeoutMs,
  project,
  ...place
}: ModelPlace & { local: LocalAnswers; log: Log; timeoutMs: number; project: string | undefined }): Answers {
  return modelAnswers({ local, log, timeoutMs, model: languageModel(place, project) });
}
