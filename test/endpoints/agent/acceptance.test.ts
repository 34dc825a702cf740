import { keccak256, toUtf8Bytes } from "ethers";
import canonicalize from "canonicalize";
import type { Hex } from "../../../functions/src/domain/keccak";
import { schemaHash } from "../../../functions/src/domain/acceptance";
import type { Agent } from "../../setup/agent";
import { good, requestIn, taskKey, WORK } from "../../setup/agent";
import { Market, named } from "../../setup/market";
import { TaskLife, type Named } from "../../setup/tasks/taskLife";

const market = Market.forFile();
const life = new TaskLife(market);
const { buyer, worker } = life;

const SCHEMA = {
  type: "object",
  required: ["lines"],
  // Arrays in arrays, which the database has none of.
  properties: { lines: { type: "array", items: { enum: [["a", "b"], ["c"]] } }, note: { pattern: "^[A-Z]" } },
};
const ACCEPTANCE = { criteria: ["Each line is a known pair.", "No spelling mistakes."], outputSchema: SCHEMA };
const GOOD = { lines: [["a", "b"], ["c"]] };
const BAD = { lines: [["a", "x"]], note: "lower" };
const HOSTILE = {
  $ref: "#/$defs/a",
  $defs: { a: { anyOf: [0, 1].map(() => ({ properties: { x: { $ref: "#/$defs/a" } } })) } },
};
const DEEP = Array.from({ length: 22 }).reduce<object>((x) => ({ x }), {});

const offer = (acceptance: object) => ({
  contract: "agent-fast",
  title: "Pair the lines",
  description: "As data.",
  category: "data",
  rewardUsdc: "1",
  stakeUsdc: "0.1",
  acceptance,
});
const started = (acceptance: object = ACCEPTANCE) => life.started({ acceptance });
const submit = (key: Named, more: object) => worker.call("/agentSubmitWork", { ...key, ...WORK, ...more });
const submissionsOf = async (key: Named) =>
  good(await buyer.call("/agentGetSubmissionDetails", key, await buyer.session())).json["submissions"] as object[];

describe("a task with acceptance", () => {
  it("shows it to everyone, hashed with the metadata, and its schema where one task is read", async () => {
    const prepared = await buyer.prepare("/agentCreateTaskSimple", offer(ACCEPTANCE));
    const { metadata, metadataHash } = prepared.json;
    expect(metadata).toMatchObject({ acceptance: ACCEPTANCE });
    expect(metadataHash).toBe(keccak256(toUtf8Bytes(canonicalize(metadata)!)));
    const key = await life.created({ acceptance: ACCEPTANCE });
    const shown = { criteria: ACCEPTANCE.criteria, schemaHash: schemaHash(SCHEMA) };
    const { json } = await market.get("/mkt/task", { id: key.taskId, contract: key.contract });
    expect(json["acceptance"]).toEqual({ ...shown, outputSchema: SCHEMA });
    const list = await market.get("/mkt/tasks", { contract: key.contract, view: "full" });
    expect((list.json["items"] as object[])[0]).toMatchObject({ taskId: key.taskId, acceptance: shown });
    expect(list.text).not.toContain('"outputSchema"');
    const dashboard = await market.get("/mkt/dashboard", { wallet: buyer.wallet, tab: "posted", view: "full" });
    expect(dashboard.text).toContain(shown.schemaHash);
    expect(dashboard.text).not.toContain('"outputSchema"');
  });

  it.each<[string, object, string, RegExp]>([
    ["a type that is none", { type: "objekt" }, "/acceptance/outputSchema/type", /2020-12/],
    ["a name that is no keyword", { propertys: {} }, "/acceptance/outputSchema/propertys", /not a keyword/],
    ["a remote reference", { $ref: "https://a.example/s" }, "/acceptance/outputSchema/$ref", /within this schema/],
    ["a reference to nothing", { $ref: "#/$defs/a" }, "/acceptance/outputSchema/$ref", /no schema within/],
    ["an endless reference", { anyOf: [{ $ref: "#" }] }, "/acceptance/outputSchema/anyOf/0", /without end/],
    ["an identifier", { $id: "https://a.example/s" }, "/acceptance/outputSchema/$id", /not supported/],
    ["look-around", { pattern: "(?=a)" }, "/acceptance/outputSchema/pattern", /RE2/],
    [
      "another dialect",
      { $schema: "http://json-schema.org/draft-07/schema#" },
      "/acceptance/outputSchema/$schema",
      /2020-12/,
    ],
    ["too much", { enum: [["x".repeat(16_400)]] }, "/acceptance/outputSchema", /16384 bytes/],
  ])("is refused with %s", async (_, outputSchema, pointer, message) => {
    const reply = await buyer.call("/agentCreateTaskSimple", offer({ outputSchema }));
    expect([reply.status, reply.json["code"]]).toEqual([400, "invalid_request"]);
    const errors = reply.json["errors"] as { pointer: string; message: string }[];
    expect(errors.map((one) => one.pointer)).toContain(pointer);
    expect(reply.json["detail"]).toMatch(message);
  });

  it.each<[string, object]>([
    ["no member", {}],
    ["too many criteria", { criteria: Array.from({ length: 21 }, () => "x") }],
    ["a long criterion", { criteria: ["x".repeat(501)] }],
    ["a criterion that hides text", { criteria: ["a\u202eb"] }],
  ])("is refused with %s", async (_, acceptance) => {
    expect((await buyer.call("/agentCreateTaskSimple", offer(acceptance))).json["code"]).toBe("invalid_request");
  });

  it("brought late has the same rules", async () => {
    const metadata = {
      title: "Pair",
      description: "As data.",
      category: "data",
      acceptance: { outputSchema: { type: "objekt" } },
    };
    const metadataHash = keccak256(toUtf8Bytes(canonicalize(metadata)!)) as Hex;
    const key = await market.task("human", { metadataHash }, { metadata: null });
    const reply = await market.call("/mkt/metadata", "buyer", { ...named(key), metadata });
    expect([reply.status, reply.json["errors"]]).toMatchObject([
      400,
      [{ pointer: "/metadata/acceptance/outputSchema/type" }],
    ]);
  });
});

describe("a submission", () => {
  it("whose output fails is refused with each place, and prepares nothing", async () => {
    const key = await started();
    const reply = await submit(key, { output: BAD });
    expect([reply.status, reply.json["code"]]).toEqual([400, "output_invalid"]);
    expect(reply.json["errors"]).toEqual([
      { pointer: "/output/lines/0", message: expect.stringContaining("fails enum") as string },
      { pointer: "/output/note", message: 'fails pattern: "^[A-Z]" (outputSchema#/properties/note/pattern)' },
    ]);
    const without = await submit(key, {});
    expect([without.json["code"], without.json["errors"]]).toMatchObject(["output_invalid", [{ pointer: "/output" }]]);
    const large = await submit(key, { output: ["x".repeat(66_000)] });
    expect([large.json["code"], large.json["errors"]]).toMatchObject(["invalid_request", [{ pointer: "/output" }]]);
  });

  it("whose output passes says so to the buyer", async () => {
    const key = await started();
    const prepared = good(await submit(key, { output: GOOD }));
    expect(prepared.json["verdict"]).toMatchObject({ result: "passed", schemaHash: schemaHash(SCHEMA), failures: [] });
    const { salt, submissionHash } = prepared.json;
    expect(submissionHash).toBe(keccak256(toUtf8Bytes(canonicalize({ ...WORK, salt, output: GOOD })!)));
    good(await worker.call("/agentSubmitWork", { ...key, txHash: await worker.send(prepared) }));
    const [seen] = await submissionsOf(key);
    expect(seen).toMatchObject({
      submissionHash,
      submission: { ...WORK, output: GOOD },
      verdict: { result: "passed" },
    });
    const whole = good(await market.call("/mkt/task", "buyer", key)).json;
    expect(whole["submissions"]).toMatchObject([{ content: { output: GOOD }, verdict: { result: "passed" } }]);
  });

  it("O3: whose output fails is submitted if the worker says so, and the buyer sees where it fails", async () => {
    const key = await started();
    const prepared = good(await submit(key, { output: BAD, force: true }));
    good(await worker.call("/agentSubmitWork", { ...key, txHash: await worker.send(prepared) }));
    expect(await submissionsOf(key)).toMatchObject([
      { verdict: { result: "failed", failures: [{ pointer: "/lines/0" }, { pointer: "/note" }] } },
    ]);
  });

  it("O3: is not held up by a schema that takes more than its limit", async () => {
    const key = await started({ outputSchema: HOSTILE });
    const prepared = good(await submit(key, { output: DEEP }));
    expect(prepared.json["verdict"]).toMatchObject({ result: "unchecked", checkedAt: expect.any(String) });
    expect(prepared.json["transactions"]).toHaveLength(1);
  });

  it("without a schema has no verdict, with or without output", async () => {
    const key = await started({ criteria: ["Good."] });
    expect(good(await submit(key, {})).json["verdict"]).toBeNull();
    expect(good(await submit(key, { output: [1, [2]] })).json["verdict"]).toBeNull();
  });

  it("O4: sent to the chain alone is unchecked, until its worker stores it", async () => {
    const key = await started();
    // The same work was prepared for a task whose schema it passes.
    const other = await started({ outputSchema: {} });
    const { submissionHash, salt } = good(await submit(other, { output: BAD })).json as {
      submissionHash: Hex;
      salt: string;
    };
    const txHash = await market.stage.call({ function: "submitWork", ...taskKey(key), submissionHash }, "worker");
    good(await worker.call("/agentSubmitWork", { ...key, txHash }));
    expect(await submissionsOf(key)).toMatchObject([
      {
        submission: { output: BAD },
        verdict: { result: "unchecked", checkedAt: null, schemaHash: schemaHash(SCHEMA) },
      },
    ]);
    const stored = good(await market.call("/mkt/submission", "worker", { ...key, ...WORK, salt, output: BAD }));
    expect(stored.json).toMatchObject({ stored: "task", verdict: { result: "failed" } });
    expect(await submissionsOf(key)).toMatchObject([{ verdict: { result: "failed" } }]);
  });

  it("stored before it is on the chain has the same rules", async () => {
    const key = await started();
    const store = (more: object) => market.call("/mkt/submission", "worker", { ...key, ...WORK, ...more });
    expect((await store({ output: BAD })).json["code"]).toBe("output_invalid");
    expect(good(await store({ output: BAD, force: true })).json["verdict"]).toMatchObject({ result: "failed" });
    expect(good(await store({ output: GOOD })).json).toMatchObject({ stored: "draft", verdict: { result: "passed" } });
  });
});

describe("an answer to a change request", () => {
  const requested = async () => {
    const key = await started();
    good(await worker.do("/agentSubmitWork", { ...key, ...WORK, output: GOOD }));
    await market.take("requestChanges", taskKey(key));
    return key;
  };

  it("is checked before its typed data are given, and again when it comes", async () => {
    const key = await requested();
    expect((await submit(key, { output: BAD })).json["code"]).toBe("output_invalid");
    const prepared = good(await submit(key, { output: GOOD }));
    expect(prepared.json["verdict"]).toMatchObject({ result: "passed" });
    const request = requestIn(prepared, "resubmissionSignature");
    const signed = {
      ...key,
      submissionHash: prepared.json["submissionHash"],
      resubmissionDeadline: request.deadline,
      resubmissionSignature: await worker.signTyped(request),
    };
    const stored = good(await worker.call("/agentSubmitWork", signed));
    expect(stored.json).toMatchObject({ code: "resubmitted", verdict: { result: "passed" } });
    expect((await submissionsOf(key))[1]).toMatchObject({ status: "awaiting_anchor", verdict: { result: "passed" } });
  });

  it("through the signed endpoints has the same rules", async () => {
    const key = await requested();
    const sign = (output: object) =>
      market.post("/mkt/sign/prepare", {
        endpoint: "/mkt/resubmit",
        wallet: worker.wallet,
        body: { ...key, text: "Better.", output },
      });
    expect((await sign(BAD)).json["code"]).toBe("output_invalid");
    const prepared = good(await sign(GOOD)).json as unknown as Parameters<Agent["signTyped"]>[0] & { request: object };
    const resubmissionSignature = await worker.signTyped(prepared);
    const reply = await market.call("/mkt/resubmit", "worker", { ...prepared.request, resubmissionSignature });
    expect(good(reply).json).toMatchObject({ code: "resubmitted", verdict: { result: "passed" } });
    expect((await submissionsOf(key))[1]).toMatchObject({
      submission: { output: GOOD },
      verdict: { result: "passed" },
    });
  });
});
