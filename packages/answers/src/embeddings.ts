import { embeddingsOf, type Embeddings } from "./dataset/distil";

export interface EmbeddingsSettings {
  /** The base of an OpenAI-compatible API, such as `https://host/v1`, or its `/embeddings` address. */
  url: string;
  model: string;
  key: string | null;
  timeoutMs: number;
  fetch: typeof fetch;
}

export interface EmbeddingsClient {
  /** One vector per text, in order; throws an Error that names the status, never the texts or the key. */
  embed: (texts: readonly string[]) => Promise<Float64Array[]>;
  /** The vectors of a whole corpus, in batches; a batch that fails is tried again twice. */
  embedAll: (texts: readonly string[], progress: (done: number) => void) => Promise<Embeddings>;
}

interface EmbeddingsReply {
  data: { index: number; embedding: number[] }[];
}

const BATCH = 128;
const TRIES = 3;

/** Asks an OpenAI-compatible endpoint for the vectors of texts. */
export function embeddingsClient({ url, model, key, timeoutMs, fetch }: EmbeddingsSettings): EmbeddingsClient {
  const address = /\/embeddings\/?$/.test(url) ? url : `${url.replace(/(?<!\/)\/+$/, "")}/embeddings`;

  async function embed(texts: readonly string[]): Promise<Float64Array[]> {
    const response = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json", ...(key && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({ model, input: texts, encoding_format: "float" }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new Error(`The embeddings endpoint answered ${response.status}`);
    const { data } = (await response.json()) as EmbeddingsReply;
    const vectors = [...data].sort((a, b) => a.index - b.index).map(({ embedding }) => Float64Array.from(embedding));
    const dims = vectors[0]?.length ?? 0;
    if (
      vectors.length !== texts.length ||
      dims === 0 ||
      vectors.some((vector) => vector.length !== dims || !vector.every(Number.isFinite))
    ) {
      throw new Error("The embeddings endpoint gave vectors of the wrong number or length");
    }
    return vectors;
  }

  async function embedPatiently(texts: readonly string[]): Promise<Float64Array[]> {
    for (let tried = 1; ; tried++) {
      try {
        return await embed(texts);
      } catch (error) {
        if (tried === TRIES) throw error;
      }
    }
  }

  return {
    embed,
    embedAll: (texts, progress) => embeddingsOf(model, texts, BATCH, embedPatiently, progress),
  };
}
