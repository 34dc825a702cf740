import { openDataset } from "../../../packages/answers/src/engine/dataset";
import { embeddingsClient, type EmbeddingsClient } from "../../../packages/answers/src/embeddings";
import { localAnswers } from "../../../packages/answers/src/local";
import { relevance } from "../../../packages/answers/src/engine/retrieve";
import { topOf } from "../../../packages/answers/src/dataset/ranking";
import { dataHashOf } from "../../../functions/src/adapters/firestore/snapshots";
import { learnSnapshot } from "../../../packages/answers/src/dataset/learn";
import { seededRandom } from "../../../packages/answers/src/dataset/random";
import { decodeSnapshot, encodeSnapshot } from "../../../packages/answers/src/dataset/snapshotBytes";
import { unit } from "../../../packages/answers/src/dataset/sparse";
import { MemorySnapshots } from "../../fakes/snapshots";
import { ask, goalsOfStates, NOW, quiet } from "./fixture";
import { openAiStub, type Asked, type OpenAiStub } from "./openAi";

/** A model that knows that running, marathons and jogging are one thing, and cooking and kitchens another. */
const MEANINGS = [/marathon|run|jog/i, /cook|kitchen|recipe/i, /save|money|thrift/i];
const meaning = (text: string): number[] => [
  ...MEANINGS.map((words) => (words.test(text) ? 1 : 0.01)),
  text.length / 1000,
];
const embedding = ({ body }: Asked) => ({
  data: body.input!.map((text, index) => ({ index, embedding: meaning(text) })).reverse(),
});

let stub: OpenAiStub;
const client = (model = "meaning-1"): EmbeddingsClient =>
  embeddingsClient({ url: stub.url, model, key: "secret-key", timeoutMs: 2_000, fetch });
afterEach(() => stub.close());

async function published(): Promise<MemorySnapshots> {
  const records = goalsOfStates();
  const embeddings = await client().embedAll(
    records.map(({ text }) => text),
    () => undefined,
  );
  const bytes = encodeSnapshot(
    learnSnapshot("goals", records, { random: seededRandom(1), progress: () => undefined, embeddings }),
  );
  const snapshots = new MemorySnapshots();
  await snapshots.publish(
    { kind: "goals", dataHash: dataHashOf(bytes), count: records.length, publishedAt: NOW },
    bytes,
  );
  return snapshots;
}

describe("happy", () => {
  it("embeds a corpus in batches, in its order, with progress", async () => {
    stub = await openAiStub(embedding);
    const texts = Array.from({ length: 300 }, (_, i) => (i % 2 ? "cook" : "run"));
    const done: number[] = [];
    const { model, vectors } = await client().embedAll(texts, (count) => done.push(count));
    expect({ model, dims: vectors.dims, rows: vectors.scales.length }).toEqual({
      model: "meaning-1",
      dims: 4,
      rows: 300,
    });
    expect(done).toEqual([128, 256, 300]);
    expect(vectors.rows[0]).toBe(127);
    expect(vectors.rows[4 + 1]).toBe(127);
    expect(stub.asked.map(({ path, authorization, body }) => [path, authorization, body.model])[0]).toEqual([
      "/v1/embeddings",
      "Bearer secret-key",
      "meaning-1",
    ]);
  });

  it("stores the vectors in the snapshot", async () => {
    stub = await openAiStub(embedding);
    const snapshots = await published();
    const snapshot = decodeSnapshot(await snapshots.load((await snapshots.current("goals"))!));
    expect(snapshot.embeddings).toMatchObject({ model: "meaning-1", vectors: { dims: 4 } });
  });

  it("finds by meaning and by words together", async () => {
    stub = await openAiStub(embedding);
    const snapshots = await published();
    const pointer = (await snapshots.current("goals"))!;
    const dataset = openDataset(decodeSnapshot(await snapshots.load(pointer)), pointer);
    const best = (vector: number[] | null): string[] =>
      topOf(relevance(dataset, "spring", vector && unit(Float32Array.from(vector))), 4).map((record) =>
        dataset.texts.at(record),
      );
    expect(best(meaning("jogging")).every((text) => /marathon before spring/.test(text))).toBe(true);
    expect(best(meaning("kitchens")).every((text) => /cook .* before spring/.test(text))).toBe(true);
  });

  it("asks for the vector of a question's topic, and of nothing else", async () => {
    stub = await openAiStub(embedding);
    const answers = localAnswers({ snapshots: await published(), now: () => NOW, log: quiet, embeddings: client() });
    expect(await ask(answers, "goals", "What do people in Texas say about recipes?")).toMatch(
      /nothing to report|goals/,
    );
    expect(stub.asked.at(-1)!.body.input).toEqual(["recipes"]);
  });
});

describe("security", () => {
  it("P26: sends nothing of a question that holds personal data", async () => {
    stub = await openAiStub(embedding);
    const snapshots = await published();
    const asked = stub.asked.length;
    const answers = localAnswers({ snapshots, now: () => NOW, log: quiet, embeddings: client() });
    expect(await ask(answers, "goals", "I am ada@example.com: how many want to cook?")).toMatch(/goals/);
    expect(await ask(answers, "goals", "Card 4111 1111 1111 1111", "How many want to cook?")).toMatch(/goals/);
    expect(stub.asked).toHaveLength(asked);
  });
});

describe("faults", () => {
  it("answers from the words when the embeddings endpoint fails or is another model's", async () => {
    stub = await openAiStub(embedding);
    const snapshots = await published();
    const plain = await ask(localAnswers({ snapshots, now: () => NOW, log: quiet }), "goals", "How many want to cook?");
    const other = localAnswers({ snapshots, now: () => NOW, log: quiet, embeddings: client("meaning-2") });
    expect(await ask(other, "goals", "How many want to cook?")).toBe(plain);
    const working = client();
    const failing = localAnswers({
      snapshots,
      now: () => NOW,
      log: quiet,
      embeddings: { ...working, embed: () => Promise.reject(new Error("down")) },
    });
    expect(await ask(failing, "goals", "How many want to cook?")).toBe(plain);
  });

  it("tries a batch again, and gives up after three failures without telling the texts or the key", async () => {
    let calls = 0;
    stub = await openAiStub((asked, response) => (++calls < 3 ? void response.writeHead(429).end() : embedding(asked)));
    expect((await client().embedAll(["run"], () => undefined)).vectors.scales).toHaveLength(1);
    calls = -10;
    const failure = await client()
      .embedAll(["private words"], () => undefined)
      .catch((error: unknown) => String(error));
    expect(failure).toBe("Error: The embeddings endpoint answered 429");
  });

  it.each([
    ["too few vectors", { data: [] }],
    [
      "vectors of different lengths",
      {
        data: [
          { index: 0, embedding: [1] },
          { index: 1, embedding: [1, 2] },
        ],
      },
    ],
    [
      "numbers that are none",
      {
        data: [
          { index: 0, embedding: ["a"] },
          { index: 1, embedding: ["b"] },
        ],
      },
    ],
  ])("refuses %s", async (_, json) => {
    stub = await openAiStub(() => json);
    await expect(client().embed(["a", "b"])).rejects.toThrow("wrong number or length");
  });
});
