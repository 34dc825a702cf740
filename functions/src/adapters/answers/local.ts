import type { Answers } from "../../ports/answers";
import { currentDatasets, type DatasetsSettings } from "./datasets";
import { aliasesOf } from "./groups";
import { readQuestion } from "./question";
import { replyTo } from "./reply";

/** No reply is longer; a stored answer stays far below what a document may hold. */
export const LONGEST_REPLY = 16_000;

/** Answers counted from the published snapshots, with no model and no network: the same data and question give the same reply. */
export function localAnswers(settings: DatasetsSettings): Answers {
  const datasetOf = currentDatasets(settings);
  return {
    async answer(kind, messages) {
      const dataset = await datasetOf(kind);
      const question = readQuestion(messages, aliasesOf(dataset.columns), dataset.columns.map(({ name }) => name));
      return { reply: replyTo(dataset, question).slice(0, LONGEST_REPLY), dataHash: dataset.pointer.dataHash, datasetCount: dataset.size };
    },
  };
}
