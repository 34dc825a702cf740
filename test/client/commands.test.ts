import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { devWallets } from "../../dev/local/wallets";
import { runCli } from "../../packages/client/src/cli/run";
import { taskKey, Agent, OFFER, good } from "../setup/agent";
import { Market, named } from "../setup/market";
import { TaskLife } from "../setup/tasks/taskLife";
import { ORIGIN } from "./agents";
import { commandLine, words } from "./commandLine";

const mkt = commandLine(() => market);
const market = Market.forFile();

test("mkt session: open, list, and revoke one or all", async () => {
  const opened = await mkt(words`session open --days 30`, "worker");
  const [, id = ""] = /^(ses_\w+) {2}read {2}until /.exec(opened.out) ?? [];
  const [, token = ""] = /\nToken, shown only now: (mkts_\S+)$/.exec(opened.out.trimEnd()) ?? [];
  const headers = { authorization: `Bearer ${token}` };
  expect((await market.post("/mkt/sessions", {}, headers)).json["sessions"]).toHaveLength(1);

  const acting = await mkt(words`--json session open --scope act`, "worker");
  expect(acting.json).toMatchObject({ scope: "act" });
  const listed = (await mkt(words`session list`, "worker")).out;
  expect(listed).toContain(`${id}  read  opened `);
  expect(listed).not.toContain(token);

  expect((await mkt(words`session revoke ${id}`, "worker")).out).toContain("Ended 1 session.");
  expect((await market.post("/mkt/sessions", {}, headers)).json["code"]).toBe("session_invalid");
  expect((await mkt(words`session revoke all`, "worker")).out).toContain("Ended 1 session.");
  expect((await mkt(words`session list`, "worker")).out).toContain("No sessions.");
});

test("mkt session: mistakes name what is allowed", async () => {
  for (const [args, said] of [
    [words`session open --days 31`, "Give a whole number from 1 to 30."],
    [words`session open --scope write`, "Allowed choices are read, act."],
    [words`session revoke mkts_x`, "id"],
  ] as const) {
    const { code, err } = await mkt([...args], "worker");
    expect(code).not.toBe(0);
    expect(err).toContain(said);
  }
});

test("mkt dispute and mkt rule: next, show, answer, list and give", async () => {
  const life = new TaskLife(market);
  const key = await life.submitted();
  await market.take("reject", taskKey(key));
  await life.worker.do("/agentSubmitWork", { ...key, action: "contest", text: "It was there." });
  const at = words`${key.taskId} --contract ${key.contract}`;

  expect((await mkt(words`next`, "buyer")).out).toContain(`mkt dispute answer ${at.join(" ")} --text …`);
  const answered = await mkt(words`dispute answer ${at} --text ${"It opens nothing."}`, "buyer");
  expect([answered.code, answered.out]).toEqual([0, `Answered in task ${key.taskId}.`]);
  expect((await mkt(words`next`, "buyer")).out).not.toContain("mkt dispute answer");

  expect((await mkt(words`next`, "arbiter")).out).toContain(`mkt rule give ${at.join(" ")} --share`);
  expect((await mkt(words`rule list`, "arbiter")).out).toContain(`agent-fast ${key.taskId}  DISPUTED`);
  const { out } = await mkt(words`rule show ${at}`, "arbiter");
  for (const text of ["under the mat", "behind the door", "It was there.", "It opens nothing."])
    expect(out).toContain(text);
  expect((await mkt(words`rule show ${at}`, "stranger")).code).not.toBe(0);

  const give = words`rule give ${at} --share 2500 --reason ${"It opens one door."}`;
  expect((await mkt(give, "worker")).code).not.toBe(0);
  const ruled = await mkt(words`--json ${give} --forfeit`, "arbiter");
  expect([ruled.code, ruled.err]).toEqual([0, ""]);
  expect(ruled.json).toMatchObject({
    task: { state: "RESOLVED", ruling: { workerShareBps: 2_500, forfeitStake: true, reason: "It opens one door." } },
  });
  expect((await mkt(words`rule list`, "arbiter")).out).toBe("No disputes.");
});

describe("hiring and proposals", () => {
  const OFFER = [
    ...["--title", "Find the key", "--description", "It is somewhere.", "--category", "research"],
    ...["--reward", "5", "--stake", "0.5", "--contract", "agent-fast"],
  ];

  const limit = words`--max-usdc 5 --json`;

  test("mkt hire: the worker can stake at once", async () => {
    const hired = await mkt([...limit, "hire", market.address("worker"), ...OFFER], "buyer");
    expect([hired.code, hired.err]).toEqual([0, ""]);
    const { taskId, reservedFor } = hired.json["task"] as { taskId: string; reservedFor: string };
    expect(reservedFor).toBe(market.address("worker"));
    const staked = await mkt(words`${limit} task work stake ${taskId} --contract agent-fast`, "worker");
    expect([staked.code, staked.json["task"]]).toMatchObject([0, { state: "STARTED" }]);
  });

  test("mkt task work interest: a proposal, and the poster's sorted list", async () => {
    const created = await mkt(words`${limit} task create --mode selection ${OFFER}`, "buyer");
    const { taskId } = created.json["task"] as { taskId: string };
    const named = words`${taskId} --contract agent-fast`;
    const proposal = words`--text ${"By tonight."} --eta 10m --sample https://work.example/1`;
    expect((await mkt(words`task work interest ${named} ${proposal}`, "worker")).code).toBe(0);
    expect((await mkt(words`task work interest ${named} --eta 5m`, "worker2")).code).toBe(0);
    const { out } = await mkt(words`task decide interests ${named} --sort eta`, "buyer");
    expect(out).toMatch(
      /needs 5m[\s\S]*no ratings, 0 approved, needs 10m\n {2}fewer than 5 posters so far\n {2}By tonight\.\n {2}https:\/\/work\.example\/1/,
    );
  });
});

describe("criteria and schemas", () => {
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
    const acceptance = words`--criteria ${"Each line is a pair."} --criteria ${"No mistakes."} --output-schema ${schema}`;
    const created = await mkt(words`${OFFER} ${acceptance} --json`, "buyer");
    expect([created.code, created.err]).toEqual([0, ""]);
    const { taskId } = created.json["task"] as { taskId: string };
    const named = words`${taskId} --contract agent-fast`;
    const shown = await mkt(words`task show ${named}`);
    expect(shown.out).toMatch(
      /Must be: Each line is a pair\.\n {2}Must be: No mistakes\.\n {2}Must have --output that passes the schema 0x/,
    );
    await mkt(words`--max-usdc 5 task work stake ${named}`, "worker");

    const submit = (output: unknown, ...more: string[]) =>
      mkt(words`task work submit ${named} --text Done. --output ${file("output.json", output)} ${more}`, "worker");
    const failed = await submit({ pairs: [["a"]] });
    expect(failed.code).not.toBe(0);
    expect(failed.err).toContain("output_invalid");
    expect(failed.err).toContain("--output /pairs/0 fails minItems: 2");
    expect((await submit({ pairs: [["a", "b"]] })).code).toBe(0);
    const read = await mkt(words`task decide read ${named}`, "buyer");
    expect(read.out).toContain('"pairs"');
    expect(read.out).toContain("The output passes its schema.");
  });

  test("work that fails is submitted by force, and the poster sees where it fails", async () => {
    const created = await mkt(words`${OFFER} --output-schema - --json`, "buyer", {}, JSON.stringify(SCHEMA));
    const { taskId } = created.json["task"] as { taskId: string };
    const named = words`${taskId} --contract agent-fast`;
    await mkt(words`--max-usdc 5 task work stake ${named}`, "worker");
    const forced = words`--text Done. --output ${file("output.json", [1])} --force`;
    expect((await mkt(words`task work submit ${named} ${forced}`, "worker")).code).toBe(0);
    const read = await mkt(words`task decide read ${named}`, "buyer");
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
});

const send = (id: string, text: string, role: "worker" | "buyer", ...more: string[]) =>
  mkt(words`message send ${id} --text ${text} ${more}`, role);

describe("mkt message", () => {
  it("sends, lists in reading order, and pages", async () => {
    const key = await market.task("human", { mode: "selection" });
    const { taskId } = named(key);
    await mkt(words`task work interest ${taskId}`, "worker");
    const sent = await send(taskId, "Which spelling?\n2  forged", "worker", "--link", "https://files.example/a");
    expect([sent.code, sent.out]).toEqual([0, "Message 1 was sent."]);
    const worker = market.address("worker");
    expect((await send(taskId, "British.", "buyer", "--worker", worker)).out).toBe("Message 2 was sent.");
    const { out } = await mkt(words`message list ${taskId}`, "worker");
    expect(out.replace(/\d{4}-\S+Z/g, "TIME")).toBe(
      `1  TIME  worker ${worker}\n  Which spelling?\n  2  forged\n  https://files.example/a\n` +
        `2  TIME  poster ${market.address("buyer")}\n  British.`,
    );
    expect((await mkt(words`message list ${taskId} --limit 1`, "worker")).out).toContain("More: --cursor 2");
    expect((await mkt(words`message list ${taskId} --after 1`, "worker")).out).not.toContain("spelling");
    expect((await mkt(words`--json message list ${taskId} --after 2`, "worker")).json["items"]).toEqual([]);
    const refused = await mkt(words`message list ${taskId} --worker ${worker}`, "payer");
    expect([refused.code === 0, refused.err]).toEqual([false, expect.stringContaining("forbidden_role")]);
    expect((await mkt(words`message list ${taskId}`, "buyer")).err).toContain("--worker");
  });

  it("follows: prints what is there, then each new message, until it is interrupted", async () => {
    const key = await market.task("agent-fast", {}, { steps: ["start"] });
    const { taskId } = named(key);
    const contract = words`--contract agent-fast`;
    await send(taskId, "one", "worker", ...contract);
    const interrupted = new AbortController();
    const seen: string[] = [];
    const following = runCli(["--json", "message", "list", taskId, ...contract, "--follow"], {
      env: {
        MKT_BASE_URL: market.service.baseUrl,
        MKT_ORIGIN: ORIGIN,
        MKT_PRIVATE_KEY: devWallets().buyer.privateKey,
      },
      out: (line) => {
        seen.push((JSON.parse(line) as { text: string }).text);
        if (seen.length === 1) void send(taskId, "two", "worker", ...contract);
        if (seen.length === 2) interrupted.abort(Object.assign(new Error("stop"), { name: "AbortError" }));
      },
      err: () => undefined,
      stdin: async () => "",
      signal: interrupted.signal,
      nowMs: () => market.nowMs(),
    });
    expect(await following).toBe(130);
    expect(seen).toEqual(["one", "two"]);
  });
});

test("mkt mandate: accept, grant, show, end and release", async () => {
  const [agent, owner] = [market.address("buyer"), market.address("treasury")];
  const run = async (args: string[], role: "buyer" | "treasury" | "stranger") => {
    const { code, out, err } = await mkt(["mandate", ...args], role);
    return [code, out, err];
  };
  expect(await run(["show"], "buyer")).toEqual([0, "No mandate.", ""]);
  expect(await run(["accept", owner], "buyer")).toEqual([
    0,
    [
      `Agent ${agent} of owner ${owner}`,
      "  Mandate: accepted; nothing is restricted yet",
      `  Next, the owner: mkt mandate grant ${agent} --steps … --per-task … --per-day …`,
    ].join("\n"),
    "",
  ]);
  const terms = words`--steps decide,post --per-task 10 --per-day 20 --days 7`;
  const [code, granted] = await run(["grant", agent, ...terms], "treasury");
  expect([code, granted]).toEqual([
    0,
    expect.stringMatching(
      /^Agent \w+ of owner \w+\n {2}Mandate: active until [\d-]+ [\d:]+ UTC\n {2}May: post, decide\n/,
    ),
  ]);
  good(
    await new Agent(market, "buyer").call(
      "/agentCreateTaskSimple",
      { ...OFFER, rewardUsdc: "5" },
      await market.session("buyer"),
    ),
  );
  const shown = (await run(["show"], "buyer"))[1];
  expect(shown).toMatch(
    /At most 10 USDC for one task or answer, and 20 USDC a day \(UTC\)\n {2}Left today: 15 USDC, until \d{4}-\d\d-\d\d 00:00 UTC$/,
  );
  expect((await run(["show", agent], "treasury"))[1]).toBe(shown);
  expect((await run(["show"], "treasury"))[1]).toContain("Mandate: active");
  expect((await run(["show", agent], "stranger"))[1]).toBe(
    "Under a mandate. Its terms are shown to the agent and its owner only.",
  );
  const foreign = await run(["end", agent], "stranger");
  expect([foreign[0] === 0, foreign[2]]).toEqual([false, expect.stringContaining("has not named")]);
  expect(await run(["end", agent], "treasury")).toEqual([
    0,
    expect.stringContaining("ended by the owner; the agent may do nothing"),
    "",
  ]);
  expect(await run(["release", agent], "treasury")).toEqual([
    0,
    expect.stringContaining("Mandate: released; nothing is restricted"),
    "",
  ]);
});

test("mkt mandate: mistakes name what is allowed", async () => {
  const agent = market.address("buyer");
  for (const [args, said] of [
    [words`grant ${agent} --steps fly --per-task 1 --per-day 1`, "“fly” is none of buy, post, work"],
    [["accept", "bob"], "The owner must be an address"],
    [words`grant ${agent} --steps buy --per-task 1`, "--per-day"],
  ] as const) {
    const { code, err } = await mkt(["mandate", ...args], "treasury");
    expect(code).not.toBe(0);
    expect(err).toContain(said);
  }
});

test("a prepare under a mandate opens a session by itself", async () => {
  const [agent, owner] = [market.address("buyer"), market.address("treasury")];
  await mkt(["mandate", "accept", owner], "buyer");
  await market.pass(5);
  expect((await mkt(words`mandate grant ${agent} --steps post --per-task 1 --per-day 1`, "treasury")).err).toBe("");
  const posting = [
    ...["--max-usdc", "100", "task", "create", "--title", "T", "--description", "D", "--category", "research"],
    ...["--contract", "agent-fast"],
  ];
  const over = await mkt(words`${posting} --reward 2 --stake 0.5`, "buyer");
  expect([over.code === 0, over.err]).toEqual([
    false,
    expect.stringContaining("the mandate allows 1 for one task or answer"),
  ]);
});
