import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { encryptKeystoreJsonSync } from "ethers";
import { devWallets, type Role } from "../../dev/local/wallets";
import { firestoreSnapshots } from "../../functions/src/adapters/firestore/snapshots";
import { MemorySnapshots } from "../fakes/snapshots";
import { goalsOfStates, NOW, publish, unhurried } from "../packages/answers/fixture";
import { testFirestore } from "../setup/firestore";
import { Market } from "../setup/market";
import { publishSample } from "../setup/sample";
import { testService } from "../setup/service";
import { commandLine, words } from "./commandLine";

const { db } = testFirestore();
const { db: other } = testFirestore();
const folder = mkdtempSync(path.join(tmpdir(), "mkt-cli-"));
const market = Market.forFile(db);

const mkt = commandLine(() => market, folder);

const create = words`task create --contract agent-fast --title ${"Count clouds"} --description - --category science --reward 5 --stake 0.5`;

describe("happy", () => {
  it("reads without a wallet: what there is, open tasks, one task, whose turn it is", async () => {
    const { taskId } = await market.task("agent-fast");
    const id = String(taskId);
    const runs = [
      await mkt(words`discover`),
      await mkt(words`task list --contract agent-fast`),
      await mkt(words`task show ${id} --contract agent-fast`),
      await mkt(words`next --wallet ${market.address("buyer")}`),
      await mkt(words`wallet --wallet ${market.address("buyer")}`),
      await mkt(words`waiting --wallet ${market.address("stranger")}`),
    ];
    expect(runs.map(({ code, err }) => [code, err])).toEqual(runs.map(() => [0, ""]));
    expect(runs[0]?.out).toContain("/demand-insights");
    expect(runs[1]?.out).toContain(`agent-fast ${id}  FUNDED`);
    expect(runs[2]?.out).toContain("Translate a page");
    expect(runs[5]?.out).toBe("Nothing waits for you.");
    expect((await mkt(words`--json discover`)).json).toMatchObject({ manifest: { name: "mkt" } });
  });

  it("shows what an answer would cost, and buys it", async () => {
    const dry = await mkt(words`--dry-run ask demand ${"What do people want?"}`);
    expect([dry.code, dry.out]).toEqual([0, expect.stringContaining("Would pay 0.49 USDC")]);
    const before = await market.chain.usdcUnitsOf(market.address("payer"));
    const signing = await mkt(words`--json --dry-run ask demand ${"What do people want?"}`, "payer");
    expect(signing.json).toMatchObject({ dryRun: true, wouldSign: { kind: "transactions", amountUsdc: "0.49" } });
    expect(await market.chain.usdcUnitsOf(market.address("payer"))).toBe(before);
    const bought = await mkt(words`--json ask demand - --key clouds`, "payer", {}, "What do people want?\n");
    expect([bought.code, bought.json]).toMatchObject([
      0,
      { paidUsdc: "0.49", answer: { reply: "You asked: What do people want?" } },
    ]);
    expect((await mkt(words`--json ask demand ${"What do people want?"} --key clouds`, "payer")).json).toEqual(
      bought.json,
    );
    expect(before - (await market.chain.usdcUnitsOf(market.address("payer")))).toBe(490_000n);
  });

  it("pays once where two commands of one purchase run at the same time", async () => {
    const before = await market.chain.usdcUnitsOf(market.address("payer3"));
    const ask = () => mkt(words`--json ask demand ${"What now?"} --key now`, "payer3");
    const [one, two] = await Promise.all([ask(), ask()]);
    expect([one.code, two.code, two.json]).toEqual([0, 0, one.json]);
    expect(before - (await market.chain.usdcUnitsOf(market.address("payer3")))).toBe(490_000n);
  });

  it("says what a question is understood to ask, and its price, without a wallet and without paying", async () => {
    const snapshots = new MemorySnapshots();
    await publish(snapshots, "goals", goalsOfStates());
    const answers = unhurried(snapshots);
    await answers.answer("goals", [{ role: "user", content: "How many want to cook?" }]);
    const asked = await testService({ db, answers, settings: { RPC_URLS: market.chain.rpcUrl } });
    const plan = (question: string, ...flags: string[]) =>
      mkt(words`${flags} ask goals ${question} --plan`, null, { MKT_BASE_URL: asked.baseUrl });

    const { code, out, err } = await plan("How many women want to run a marathon?");
    expect([code, err]).toEqual([0, ""]);
    expect(out.split("\n")).toEqual([
      expect.stringMatching(/^Understood: .*marathon/),
      "Answerable: yes",
      expect.stringMatching(/^Plan: \{"steps":\[/),
      expect.stringMatching(/^Dry run; nothing was paid. Would pay 0.49 USDC to 0x\w{40} for /),
    ]);
    const none = await plan("Print all records");
    expect(none.out.match(/^Answerable(?:: no| instead)/gm)).toEqual([
      "Answerable: no",
      ...Array<string>(3).fill("Answerable instead"),
    ]);
    expect((await plan("How many want to cook?", "--json")).json).toMatchObject({
      dryRun: true,
      quote: { answerable: "yes", answerableReason: null, plan: { steps: [{ of: { topic: "cook" } }] } },
    });
    // The plan of a quote is what --plan-json takes.
    const steps = out.split("\n")[2]!.slice("Plan: ".length);
    const exact = await mkt(words`--json ask goals --plan-json ${steps} --plan`, null, {
      MKT_BASE_URL: asked.baseUrl,
    });
    expect(exact.json).toMatchObject({ quote: { answerable: "yes", plan: JSON.parse(steps) as object } });

    const buy = (...flags: string[]) =>
      mkt(words`ask goals ${"Print all records"} ${flags}`, "payer3", { MKT_BASE_URL: asked.baseUrl });
    const units = () => market.chain.usdcUnitsOf(market.address("payer3"));
    const before = await units();
    const refused = await buy();
    expect([refused.code, refused.out, await units()]).toEqual([2, "", before]);
    expect(refused.err).toMatch(/^The data cannot answer this question: .*\nNothing was paid\. .*--anyway\.$/);
    const asJson = await buy("--json");
    expect([asJson.code, asJson.json]).toMatchObject([2, { error: { exitCode: 2, code: "not_answerable" } }]);
    const paid = await buy("--anyway");
    expect([paid.code, before - (await units())]).toEqual([0, 490_000n]);
    await asked.close();
  });

  it("takes a plan or a question, and only JSON as a plan", async () => {
    for (const [given, told] of [
      [words`${"What now?"} --plan-json ${"{}"}`, /not both/],
      [words`--plan-json ${"{"}`, /must be JSON/],
      [[], /question is empty/],
    ] as const) {
      const { code, err } = await mkt(words`ask goals ${given}`, null);
      expect([code, err]).toEqual([1, expect.stringMatching(told)]);
    }
  });

  it("shows what answers are computed from, and the replies to its questions", async () => {
    const stated = { licence: "CC0", source: "a\nsurvey", period: null, languages: null };
    const { count } = await publishSample(firestoreSnapshots(other), "goals", { publishedAt: NOW, stated });
    const asked = await testService({ db: other });
    const { code, out } = await mkt(["datasets"], null, { MKT_BASE_URL: asked.baseUrl });
    expect([code, out.split("\n").slice(0, 4)]).toEqual([
      0,
      [
        `goals: ${count} records, imported 2026-09-21; no count of fewer than 5 people`,
        "  licence: CC0",
        "  source: a survey",
        "  languages: English",
      ],
    ]);
    expect(out).toMatch(/^ {2}by gender: (?:fe)?male \(\d+\), (?:fe)?male \(\d+\)$/m);
    expect(out).toMatch(/^ {2}ask with: mkt ask goals QUESTION\n {2}- What do people want most\?\n {2}- /m);
    const replies = await mkt(words`datasets --replies`, null, { MKT_BASE_URL: asked.baseUrl });
    expect(replies.out).toContain("  - What do people want most?\n      ");
    await asked.close();
  });

  it("writes the wallet's statement to a file", async () => {
    const written = mkdtempSync(path.join(tmpdir(), "mkt-export-"));
    const { code, err } = await mkt(words`export --format csv --out ${written}`, "buyer");
    expect([code, err]).toEqual([0, ""]);
    const [file = ""] = readdirSync(written);
    expect(readFileSync(path.join(written, file), "utf8")).toContain("Not a tax invoice");
  });

  it("plays a task from both sides", async () => {
    const made = await mkt(
      words`--json --max-usdc 5 ${create} --mode selection --private ${"Look up."} --rounds 1`,
      "buyer",
      {},
      "All of them.",
    );
    const { taskId } = made.json["task"] as { taskId: string };
    const key = words`${taskId} --contract agent-fast`;
    const play = async (steps: readonly [readonly string[], Role][]) => {
      for (const [args, role] of steps)
        expect([args.slice(0, 3), await mkt(args, role)]).toEqual([
          args.slice(0, 3),
          expect.objectContaining({ code: 0, err: "" }),
        ]);
    };
    const newest = async () => {
      const read = await mkt(words`--json task decide read ${key}`, "buyer");
      return (read.json["submissions"] as { submissionHash: string }[]).at(-1)?.submissionHash ?? "";
    };
    await play([
      [words`task work interest ${key} --text ${"I can count."}`, "worker"],
      [words`task decide select ${key} ${market.address("worker")}`, "buyer"],
      [words`task work stake ${key}`, "worker"],
      [words`task work details ${key}`, "worker"],
      [words`task work submit ${key} --text Seven. --link https://files.example/clouds`, "worker"],
    ]);
    const changes = words`--submission ${await newest()} --reason ${"And the small ones?"}`;
    await play([
      [words`task decide changes ${key} ${changes}`, "buyer"],
      [words`task work resubmit ${key} --text Nine.`, "worker"],
    ]);
    const submissionHash = await newest();
    const approved = await mkt(
      words`--json task decide approve ${key} --submission ${submissionHash} --rating 5 --comment ${"Good eyes."}`,
      "buyer",
    );
    expect([approved.code, approved.json["task"]]).toMatchObject([0, { state: "APPROVED" }]);
    const waits = await mkt(words`waiting --unread-since 0-9999999999`, "worker");
    expect(waits.out).toMatch(new RegExp(`mkt task work rate ${taskId} --contract agent-fast[^]*Unread events: [1-9]`));
    expect((await mkt(words`next`, "worker")).out).toContain(`mkt task work rate ${taskId} --contract agent-fast`);
    const rated = await mkt(words`task work rate ${key} --rating 5 --comment Clear.`, "worker");
    expect([rated.code, rated.out]).toEqual([0, expect.stringContaining("settled")]);
    expect((await mkt(["resume"], "worker")).out).toBe("Nothing is open.");
  });

  it("shows every transaction of a step in a dry run, and signs none", async () => {
    const dry = await mkt(
      words`--json --dry-run --max-usdc 5 --wallet ${market.address("payer3")} ${create}`,
      null,
      {},
      "All.",
    );
    expect([dry.code, dry.json]).toMatchObject([
      0,
      {
        wouldSign: {
          amountUsdc: "5",
          transactions: [{ to: expect.any(String) }, { to: market.stage.addresses["agent-fast"] }],
        },
      },
    ]);
  });

  it("takes the key from a keystore", async () => {
    const file = path.join(folder, "keystore.json");
    const { privateKey, address } = devWallets().worker2;
    writeFileSync(file, encryptKeystoreJsonSync({ address, privateKey }, "secret", { scrypt: { N: 2, r: 1, p: 1 } }));
    expect((await mkt(words`wallet --keystore ${file}`, null, { MKT_KEYSTORE_PASSWORD: "secret" })).out).toContain(
      address,
    );
    expect(await mkt(words`wallet --keystore ${file}`, null, { MKT_KEYSTORE_PASSWORD: "wrong" })).toMatchObject({
      code: 1,
    });
  });
});

describe("faults", () => {
  /** A service that never answers. */
  const silent = createServer();
  afterAll(() => silent.close().closeAllConnections());

  it("ends in good order when it is interrupted within a purchase: says so, and leaves the journal to others", async () => {
    await once(silent.listen(0, "127.0.0.1"), "listening");
    const asked = once(silent, "request");
    const journal = path.join(folder, "interrupted.json");
    const baseUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const command = spawn(
      process.execPath,
      ["--import", "tsx", "packages/client/src/cli/main.ts", "--base-url", baseUrl, "ask", "demand", "x"],
      {
        cwd: path.join(__dirname, "../.."),
        env: { ...process.env, MKT_PRIVATE_KEY: devWallets().payer.privateKey, MKT_JOURNAL: journal },
      },
    );
    const said = text(command.stderr);
    await asked;
    expect(existsSync(`${journal}.lock`)).toBe(true);
    command.kill("SIGINT");
    const [code] = (await once(command, "exit")) as [number | null];
    expect([code, existsSync(`${journal}.lock`)]).toEqual([130, false]);
    expect(await said).toMatch(/abort/);
  });
});

describe("refusals", () => {
  const cases: [string, number, readonly string[], Role | null, Record<string, string>?][] = [
    ["a task that is not there", 2, ["task", "show", "999999"], null],
    ["a step that the contract refuses", 2, ["task", "decide", "cancel", "1", "--contract", "agent-fast"], "stranger"],
    ["more than it may cost", 3, ["--max-usdc", "0.4", "ask", "demand", "x"], "payer"],
    ["a service that is not there", 4, ["--attempts", "1", "--base-url", "http://127.0.0.1:9", "task", "list"], null],
    ["a service that pays another", 5, ["ask", "demand", "x"], "payer", { MKT_RECIPIENT: `0x${"aa".repeat(20)}` }],
  ];
  it.each(cases)("%s ends with %i", async (...given) => {
    const [, code, args, role, env] = given;
    const run = await mkt(args, role, env);
    expect([run.code, run.err]).toEqual([code, expect.stringMatching(/\S/)]);
  });

  it("resumes what it can, prints that, and then says what stays open and why", async () => {
    for (const query of ["One?", "Two?"])
      expect((await mkt(words`ask demand ${query} --key ${query}`, "payer2")).code).toBe(0);
    const file = path.join(folder, "payer2.json");
    const [one, two] = JSON.parse(readFileSync(file, "utf8")) as { state: string; request: object }[];
    writeFileSync(
      file,
      JSON.stringify([
        { ...one, state: "signed", request: { ...one?.request, intentId: "nobody's" } },
        { ...two, state: "signed" },
      ]),
    );
    const { code, out, err } = await mkt(words`--json resume`, "payer2");
    expect(JSON.parse(out)).toMatchObject([
      { key: "One?", error: { code: "intent_not_found" } },
      { answer: { reply: "You asked: Two?" } },
    ]);
    expect([code, JSON.parse(err)]).toMatchObject([2, { error: { exitCode: 2, code: "intent_not_found" } }]);
    expect(await mkt(["resume"], "payer2")).toMatchObject({
      code: 2,
      out: expect.stringMatching(/^Still open, One\?: intent_not_found/),
    });
  });

  it("says errors as JSON too, with what to do next, and never shows a key", async () => {
    const { json, err } = await mkt(words`--json task show 999999`, "payer");
    expect(json).toMatchObject({ error: { exitCode: 2, code: "task_not_found", requestId: expect.any(String) } });
    expect(err).not.toContain(devWallets().payer.privateKey.slice(2, 20));
    expect((await mkt(words`--json wallet`, null, { MKT_PRIVATE_KEY: "0xsecret" })).err).not.toContain("secret");
  });
});
