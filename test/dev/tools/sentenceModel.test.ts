import { inBatches } from "../../../dev/tools/sentenceModel";

it("embeds texts of like length together, and gives their vectors in the order of the texts", async () => {
  const texts = ["a", "a longer text", "bb", "the longest text of all", "ccc"];
  const batches: string[][] = [];
  const done: number[] = [];
  const { dims, values } = await inBatches(
    texts,
    2,
    (some) => {
      batches.push([...some]);
      return Promise.resolve(some.map((text) => [text.length, 1]));
    },
    (count) => done.push(count),
  );
  expect(batches).toEqual([["a", "bb"], ["ccc", "a longer text"], ["the longest text of all"]]);
  expect([...values]).toEqual(texts.flatMap((text) => [text.length, 1]));
  expect({ dims, done }).toEqual({ dims: 2, done: [2, 4, 5] });
});
