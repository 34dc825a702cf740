import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { testFirestore } from "../setup/firestore";
import { Market } from "../setup/market";
import { commandLine } from "./commandLine";

const { db } = testFirestore();
const mkt = commandLine(() => market);
const market = Market.forFile(db);

const folder = mkdtempSync(path.join(tmpdir(), "mkt-acceptance-"));
const file = (name: string, value: unknown) => {
  const at = path.join(folder, name);
  writeFileSync(at, typeof value === "string" ? value : JSON.stringify(value));
  return at;
};
const SCHEMA = { type: "object", required: ["pairs"], properties: { pairs: { items: { minItems: 2 } } } };
const OFFER = [
  ...["--max-usdc", "5", "task", "create", "--title", "Pair the lines", "--description", "As data."],
  ...["--category", "data", "--reward", "5", "--stake", "0.5", "--contract", "agent-fast"],
];

test("criteria and a schema are part of a task, and work is checked with them", async () => {
  const schema = file("schema.json", SCHEMA);
  const acceptance = ["--criteria", "Each line is a pair.", "--criteria", "No mistakes.", "--output-schema", schema];
  const created = await mkt([...OFFER, ...acceptance, "--json"], "buyer");
  expect([created.code, created.err]).toEqual([0, ""]);
  const { taskId } = created.json["task"] as { taskId: string };
  const named = [taskId, "--contract", "agent-fast"];
  const shown = await mkt(["task", "show", ...named]);
  expect(shown.out).toMatch(
    /Must be: Each line is a pair\.\n {2}Must be: No mistakes\.\n {2}Must have --output that passes the schema 0x/,
  );
  await mkt(["--max-usdc", "5", "task", "work", "stake", ...named], "worker");

  const submit = (output: unknown, ...more: string[]) =>
    mkt(
      ["task", "work", "submit", ...named, "--text", "Done.", "--output", file("output.json", output), ...more],
      "worker",
    );
  const failed = await submit({ pairs: [["a"]] });
  expect(failed.code).not.toBe(0);
  expect(failed.err).toContain("output_invalid");
  expect(failed.err).toContain("--output /pairs/0 fails minItems: 2");
  expect((await submit({ pairs: [["a", "b"]] })).code).toBe(0);
  const read = await mkt(["task", "decide", "read", ...named], "buyer");
  expect(read.out).toContain('"pairs"');
  expect(read.out).toContain("The output passes its schema.");
});

test("work that fails is submitted by force, and the poster sees where it fails", async () => {
  const created = await mkt([...OFFER, "--output-schema", "-", "--json"], "buyer", {}, JSON.stringify(SCHEMA));
  const { taskId } = created.json["task"] as { taskId: string };
  const named = [taskId, "--contract", "agent-fast"];
  await mkt(["--max-usdc", "5", "task", "work", "stake", ...named], "worker");
  const forced = ["--text", "Done.", "--output", file("output.json", [1]), "--force"];
  expect((await mkt(["task", "work", "submit", ...named, ...forced], "worker")).code).toBe(0);
  const read = await mkt(["task", "decide", "read", ...named], "buyer");
  expect(read.out).toMatch(/The output fails its schema:\n {4}\/ fails type: "object"/);
});

test.each([
  ["no file", ["--output-schema", path.join(folder, "none.json")], /cannot be read/],
  ["no JSON", ["--output-schema", file("broken.json", "{")], /is not JSON/],
  ["no object", ["--output-schema", file("number.json", 1)], /must be a JSON object or array/],
])("a schema that is %s is a mistake of the command line", async (_, more, message) => {
  const run = await mkt([...OFFER, ...more], "buyer");
  expect([run.code, run.err]).toEqual([1, expect.stringMatching(message)]);
});
