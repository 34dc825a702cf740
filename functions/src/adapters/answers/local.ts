import { scrubForm } from "../../domain/dataset/scrub/patterns";
import { unit } from "../../domain/dataset/sparse";
import type { Answers, Message } from "../../ports/answers";
import type { Dataset } from "./dataset";
import { currentDatasets, type DatasetsSettings } from "./datasets";
import type { EmbeddingsClient } from "./embeddings";
import { readQuestion, type Question } from "./question";
import { replyTo } from "./reply";
import { cut } from "./wording";

export interface LocalSettings extends DatasetsSettings {
  /** The embeddings model that the importer used, where one is configured. */
  embeddings?: EmbeddingsClient;
}

/**
 * Answers counted from the published snapshots, without a model: the same data and question give the same reply.
 * Needs the network for nothing but the embeddings of a question, and does without them where they fail.
 */
export function localAnswers(settings: LocalSettings): Answers {
  const datasetOf = currentDatasets(settings);
  return {
    async answer(kind, messages) {
      const dataset = await datasetOf(kind);
      const question = readQuestion(messages, dataset.aliases, dataset.columns.map(({ name }) => name));
      const embedded = messages.some(isPersonal) ? new Map<string, Float32Array>() : await embeddedTopics(dataset, question, settings);
      const reply = cut(replyTo({ ...dataset, embedded }, question));
      return { reply, dataHash: dataset.pointer.dataHash, datasetCount: dataset.size };
    },
  };
}

/** What is personal in a question is not sent to anybody, not even in part. */
const isPersonal = ({ content }: Message): boolean => scrubForm(content) !== content;

async function embeddedTopics({ embeddings: stored, kind }: Dataset, question: Question, { embeddings, log }: LocalSettings): Promise<Map<string, Float32Array>> {
  const topics = [...new Set([question, ...(question.sides ?? [])].map(({ topic }) => topic))].filter((topic) => topic !== "");
  if (!stored || !embeddings || embeddings.model !== stored.model || topics.length === 0) return new Map();
  try {
    const vectors = await embeddings.embed(topics);
    if (vectors.some(({ length }) => length !== stored.vectors.dims)) return new Map();
    return new Map(topics.map((topic, i) => [topic, unit(Float32Array.from(vectors[i]!))]));
  } catch (error) {
    log.warn("question_embedding_failed", { kind, reason: (error as Error).name });
    return new Map();
  }
}
