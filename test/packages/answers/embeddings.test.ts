import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { embeddingsClient, type EmbeddingsClient } from "../../../packages/answers/src/embeddings";
import { sentenceModel } from "../../../dev/tools/sentenceModel";
import { openAiStub, type Asked, type OpenAiStub } from "./openAi";

/** A model that knows that houses, cars and thrift are one thing, and food and kitchens another. */
const MEANINGS = [/marathon|run|jog/i, /cook|kitchen|recipe/i, /save|money|house|car\b/i];
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

describe("happy", () => {
  it("embeds a corpus in batches, in its order, with progress", async () => {
    stub = await openAiStub(embedding);
    const texts = Array.from({ length: 300 }, (_, i) => (i % 2 ? "cook" : "run"));
    const done: number[] = [];
    const { model, dims, values } = await client().embedAll(texts, (count) => done.push(count));
    expect({ model, dims, length: values.length }).toEqual({ model: "meaning-1", dims: 4, length: 1_200 });
    expect(done).toEqual([128, 256, 300]);
    expect([values[0], values[4 + 1]]).toEqual([1, 1]);
    expect(stub.asked.map(({ path, authorization, body }) => [path, authorization, body.model])[0]).toEqual([
      "/v1/embeddings",
      "Bearer secret-key",
      "meaning-1",
    ]);
  });
});

describe("the sentence model", () => {
  it("gives vectors that are nearer where texts mean the same, without a network", async () => {
    stub = await openAiStub(embedding);
    const { dims, values } = await (await sentenceModel())!(
      ["Where is my card?", "My card has not arrived", "I like pizza"],
      () => undefined,
    );
    const near = (a: number, b: number): number =>
      values.subarray(a * dims, a * dims + dims).reduce((sum, value, d) => sum + value * values[b * dims + d]!, 0);
    expect(dims).toBe(512);
    expect(near(0, 1)).toBeGreaterThan(near(0, 2) + 0.2);
  });

  it("stays with the importer: the deployed functions neither import nor install it", async () => {
    stub = await openAiStub(embedding);
    const root = join(__dirname, "../../..");
    for (const folder of ["functions/src", "packages/answers/src"])
      for (const file of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }))
        if (file.endsWith(".ts")) expect(readFileSync(join(root, folder, file), "utf8")).not.toContain("@energetic-ai");
    for (const manifest of ["functions/package.json", "functions/package-lock.json", "packages/answers/package.json"])
      expect(readFileSync(join(root, manifest), "utf8")).not.toContain("@energetic-ai");
  });
});

describe("faults", () => {
  it("tries a batch again, and gives up after three failures without telling the texts or the key", async () => {
    let calls = 0;
    stub = await openAiStub((asked, response) => (++calls < 3 ? void response.writeHead(429).end() : embedding(asked)));
    expect((await client().embedAll(["run"], () => undefined)).values).toHaveLength(4);
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
