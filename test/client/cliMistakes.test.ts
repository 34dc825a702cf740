import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { errorText } from "../../packages/client/src/cli/errors";
import { ProblemError } from "../../packages/client/src/index";
import { EXIT, EXIT_HELP } from "../../packages/client/src/cli/exitCodes";
import { WINDOWS } from "../../packages/client/src/cli/input";
import { EDGES } from "../../functions/src/domain/workflow/edges";
import { devWallets, type Role } from "../../dev/local/wallets";
import { Market } from "../setup/market";
import { commandLine, type Run, words } from "./commandLine";

const folder = mkdtempSync(path.join(tmpdir(), "mkt-cli-"));
const file = (name: string, text = "") => {
  writeFileSync(path.join(folder, name), text);
  return path.join(folder, name);
};
const stranger = `0x${"11".repeat(20)}`;
const mkt = commandLine(() => market, folder);
const market = Market.forFile();

const create = words`--max-usdc 5 task create --contract agent-fast --title T --description D --category c --reward 5 --stake 0.5`;
const rated = words`--rating 5 --comment x`;

/** Wrong usage: the arguments, what the error says, and whose key is set. */
const WRONG: [readonly string[], RegExp, (Role | undefined)?, Record<string, string>?][] = [
  [words`task show abc`, /“abc” is not a task id/],
  [words`task show 0`, /“0” is not a task id/],
  [words`task show`, /Missing: <id>/],
  [words`task list --limit abc`, /--limit.*'abc' is invalid.*1 to 100/],
  [words`task list --limit 0`, /--limit/],
  [words`task list --contract foo`, /Allowed choices are human, agent-fast/],
  [words`task foo`, /Unknown command 'foo'/],
  [["foo"], /Unknown command 'foo'/],
  [words`discover extra`, /Too many arguments/],
  [words`--nope`, /Unknown option '--nope'/],
  [words`--attempts 0 discover`, /--attempts.*1 to 20/],
  [words`--attempts x discover`, /--attempts/],
  [words`--max-usdc 1e3 discover`, /--max-usdc.*amount of USDC/],
  [words`--total-usdc -1 discover`, /--total-usdc.*amount of USDC/],
  [words`--base-url ftp://x discover`, /--base-url must be a URL that starts with https/],
  [words`--base-url x discover`, /--base-url must be/],
  [words`discover`, /--base-url https.*MKT_BASE_URL/, undefined, { MKT_BASE_URL: "" }],
  [words`discover`, /^MKT_BASE_URL must be/, undefined, { MKT_BASE_URL: "ftp://x" }],
  [words`--rpc-url ftp://x wallet --wallet ${stranger}`, /--rpc-url must be/],
  [words`--origin x discover`, /--origin must be/],
  [words`next`, /--wallet 0x… or MKT_WALLET/],
  [words`wallet`, /--wallet 0x… or MKT_WALLET/],
  [words`next --wallet foo`, /--wallet must be an address/],
  [words`next`, /^MKT_WALLET must be an address/, undefined, { MKT_WALLET: "0x12" }],
  [words`next`, /MKT_PRIVATE_KEY is not a private key/, undefined, { MKT_PRIVATE_KEY: "abc" }],
  [words`next`, /MKT_ESCROW_HUMAN must be an address/, "buyer", { MKT_ESCROW_HUMAN: "abc" }],
  [words`next`, /Set both/, "buyer", { MKT_ESCROW_HUMAN: "" }],
  [words`ask demand x`, /MKT_RECIPIENT must be an address/, "payer", { MKT_RECIPIENT: "abc" }],
  [words`wallet --keystore /nowhere/key`, /Set MKT_KEYSTORE_PASSWORD/],
  [
    words`wallet --keystore /nowhere/key`,
    /\/nowhere\/key cannot be read: no such file/,
    undefined,
    { MKT_KEYSTORE_PASSWORD: "x" },
  ],
  [
    words`wallet --keystore ${file("no-keystore", "{}")}`,
    /cannot be opened/,
    undefined,
    { MKT_KEYSTORE_PASSWORD: "x" },
  ],
  [words`ask`, /Missing: <topic>/],
  [words`ask weather x`, /Allowed choices are demand, goals/],
  [words`ask demand @nowhere`, /^@nowhere cannot be read: no such file.*starts with @ is a file name/],
  [words`ask demand ${""}`, /question is empty/],
  [words`ask demand x`, /needs a wallet that can sign.*MKT_PRIVATE_KEY.*--keystore/s],
  [words`ask demand x --wallet ${devWallets().payer.address}`, /needs a wallet that can sign/],
  [words`--no-gasless ask demand x`, /needs a node.*--rpc-url.*MKT_RPC_URL/s, "payer", { MKT_RPC_URL: "" }],
  [
    words`ask demand x`,
    /journal .*broken.json is not one of this client's/,
    "payer",
    { MKT_JOURNAL: file("broken.json", "{bad") },
  ],
  [["analytics", "weather"], /Allowed choices are agent/],
  [words`analytics country --country US --category x`, /cannot be used with/],
  [words`export --format doc`, /Allowed choices are csv/, "buyer"],
  [words`export --from yesterday`, /such as 2026-01-31/, "buyer"],
  [words`export --to 2026-02-30`, /--to/, "buyer"],
  [words`export --out ${path.join(file("a-file"), "x")}`, /cannot be used: not a directory/, "buyer"],
  [words`export --out /proc/x`, /\/proc\/x cannot be used/, "buyer"],
  [words`task create`, /Missing: --title/, "buyer"],
  [words`${create} --description @nowhere`, /@nowhere cannot be read/, "buyer"],
  [words`${create} --description ${" "}`, /--description is empty/, "buyer"],
  [words`${create} --reward abc`, /--reward.*amount of USDC/, "buyer"],
  [words`${create} --rounds x`, /--rounds.*whole number/, "buyer"],
  [words`${create} --country xyz`, /--country.*two letters/, "buyer"],
  [words`${create} --window work=1y`, /--window.*such as work=2h/, "buyer"],
  [words`${create} --window lunch=1h`, /--window/, "buyer"],
  [words`${create} --description - --private -`, /Only one of/, "buyer"],
  [words`${create} --private-link https://a.example`, /--private-link needs --private/, "buyer"],
  [words`task work submit 1`, /Missing: --text/, "worker"],
  [words`task decide approve`, /Missing: <id>, --submission <hash>, --rating <1-5>, --comment/, "buyer"],
  [words`task decide select`, /Missing: <id>, <worker>/, "buyer"],
  [words`task work submit 1 --text x --link http://x.example`, /--link.*https/, "worker"],
  [words`task work rate 1 --rating 6 --comment x`, /--rating.*1 to 5/, "worker"],
  [words`task work rate 1 --rating 5 --comment ${""}`, /--comment is empty/, "worker"],
  [words`task decide select 1`, /Missing: <worker>/, "buyer"],
  [words`task decide select 1 0x12`, /<worker> must be an address/, "buyer"],
  [words`task decide approve 1 ${rated}`, /Missing: --submission/, "buyer"],
  [words`task decide approve 1 --submission 0x12 ${rated}`, /--submission.*decide read/, "buyer"],
  [words`task decide changes 1`, /Missing: --submission.*--reason/, "buyer"],
  [words`task decide changes 1 --submission ${`0x${"11".repeat(32)}`}`, /Missing: --reason/, "buyer"],
  [words`task decide changes 1 --reason x`, /Missing: --submission/, "buyer"],
  [words`task decide interests 1 --limit 101`, /--limit/, "buyer"],
];

describe("refusals", () => {
  it.each(WRONG)(
    "E7: %j is wrong usage, and the message names what was typed",
    async (args, says, role = undefined, env = {}) => {
      const { code, out, err } = await mkt(args, role ?? null, env);
      expect([code, out, err]).toEqual([EXIT.usage, "", expect.stringMatching(says)]);
      expect(err).not.toMatch(/ENOENT|ENOTDIR|code=|version=6|`signer`/);
      const { json } = await mkt(words`--json ${args}`, role ?? null, env);
      expect(json).toMatchObject({
        error: { exitCode: EXIT.usage, code: expect.any(String), message: expect.any(String) },
      });
    },
  );

  it("I6: names all missing options at once", async () => {
    const { code, err } = await mkt(words`task decide approve 1 --rating 5`, "buyer");
    expect([code, err]).toEqual([
      EXIT.usage,
      "Missing: --submission <hash>, --comment <text>.\nRun the command with --help.",
    ]);
  });

  it("I6: says which build the command needs where there is none", () => {
    const unbuilt = path.join(mkdtempSync(path.join(tmpdir(), "mkt-bin-")), "mkt.mjs");
    copyFileSync(path.join(__dirname, "../../packages/client/bin/mkt.mjs"), unbuilt);
    const { status, stderr } = spawnSync(process.execPath, [unbuilt, "--help"], { encoding: "utf8" });
    expect([status, stderr]).toEqual([1, expect.stringContaining("npm run client:build")]);
  });

  it("I6: suggests nothing that was just refused", () => {
    const _nextAction = {
      ...({ actor: "poster", action: "approve", endpoint: "/agentDecide", method: "POST" } as const),
      ...{ reason: "Work is submitted.", body: { contract: "agent-fast", taskId: "7" } },
    };
    const problem = {
      type: "",
      title: "",
      status: 409,
      detail: "No.",
      code: "state_conflict",
      requestId: "r",
      _nextAction,
    };
    const refused = new ProblemError(409, problem, null);
    const commands = (ran: string) => errorText(refused, ran).match(/mkt task decide \w+/g);
    const all = ["read", "approve", "reject", "changes"].map((name) => `mkt task decide ${name}`);
    expect(commands("wallet")).toEqual(all);
    expect(commands("task decide approve")).toEqual(all.filter((line) => !line.endsWith("approve")));
    expect(errorText(refused, "task decide approve")).toContain("Next, the poster: Work is submitted.");
  });

  it("E7: shows the help where a command is missing, on standard error", async () => {
    for (const args of [[], ["task"], ["task", "work"], ["task", "decide"]]) {
      expect(await mkt(args)).toMatchObject({ code: EXIT.usage, out: "", err: expect.stringContaining("Usage: mkt") });
    }
  });

  it("E7: names the options behind the fields that the service refuses, and the limit that is in the way", async () => {
    const runs: [Run, number, RegExp][] = [
      [await mkt(words`${create} --rounds 99`, "buyer"), EXIT.refused, /--rounds must be/],
      [await mkt(words`${create} --stake 4`, "buyer"), EXIT.refused, /--stake must be 1 to 50 %/],
      [await mkt(words`${create} --window review=1s`, "buyer"), EXIT.refused, /--window review/],
      [await mkt(create.slice(2), "buyer"), EXIT.payment, /raise --max-usdc/],
      [
        await mkt(words`--total-usdc 1 ${create}`, "buyer", { MKT_JOURNAL: path.join(folder, "poor.json") }),
        EXIT.payment,
        /raise --total-usdc/,
      ],
      [await mkt(words`--max-usdc 0.1 ask demand x`, "payer"), EXIT.payment, /raise --max-usdc/],
    ];
    for (const [{ code, err }, expected, says] of runs)
      expect([code, err]).toEqual([expected, expect.stringMatching(says)]);
  });

  it("E7: says which address does not answer, and keeps those who are not asked out of a task", async () => {
    expect(await mkt(words`ask demand x`, "payer", { MKT_RPC_URL: "http://127.0.0.1:9" })).toMatchObject({
      code: EXIT.unavailable,
      err: expect.stringMatching(/--rpc-url or MKT_RPC_URL/),
    });
    expect(await mkt(words`--attempts 1 discover`, null, { MKT_BASE_URL: "http://127.0.0.1:9" })).toMatchObject({
      code: EXIT.unavailable,
      err: expect.stringContaining("127.0.0.1:9"),
    });
    const { taskId } = await market.task("agent-fast");
    const id = words`${String(taskId)} --contract agent-fast`;
    const step = await mkt(words`task end ${id}`, "stranger");
    expect([step.code, step.err]).toEqual([
      EXIT.refused,
      expect.stringMatching(/No deadline .* has passed.*\n.*mkt task show/),
    ]);
    expect(await mkt(words`task work submit ${id} --text x`, "worker")).toMatchObject({
      code: EXIT.refused,
      err: expect.stringContaining(`mkt task work stake ${id.join(" ")}`),
    });
  });
});

describe("happy", () => {
  it("E7: tells its version, which is the package's", async () => {
    const { version } = JSON.parse(
      readFileSync(path.join(__dirname, "../../packages/client/package.json"), "utf8"),
    ) as {
      version: string;
    };
    expect(await mkt(words`--version`)).toMatchObject({ code: 0, out: version, err: "" });
  });

  it("E7: discovers prices beside the commands that buy", async () => {
    const { out } = await mkt(words`discover`);
    for (const line of [
      "0.49 USDC  mkt ask demand",
      "0.49 USDC  mkt ask goals",
      "0.49 USDC  mkt analytics",
      "mkt task list",
    ])
      expect(out).toContain(line);
    expect((await mkt(words`--json discover`)).json).toMatchObject({ prices: { "/demand-insights": "0.49" } });
    expect(await mkt(words`--dry-run analytics country`)).toMatchObject({
      code: 0,
      out: expect.stringContaining("Would pay 0.49 USDC"),
    });
  });

  it("E7: creates with windows and private links, names who is interested, and shows work with its links and change requests", async () => {
    const windows = words`--window work=2h --window review=90m`;
    const made = await mkt(
      words`--json ${create} --mode selection ${windows} --private ${"Look up."} --private-link https://files.example/sky --country de`,
      "buyer",
    );
    const task = made.json["task"] as { taskId: string; country: string };
    expect([made.code, task.country]).toEqual([0, "DE"]);
    const key = words`${task.taskId} --contract agent-fast`;
    expect((await mkt(words`task decide interests ${key}`, "buyer")).out).toBe("No worker is interested yet.");
    expect((await mkt(words`task work interest ${key} --text ${"I can count."}`, "worker")).out).toContain(
      "Your interest is pending.",
    );
    const interested = await mkt(words`task decide interests ${key}`, "buyer");
    expect([interested.code, interested.out]).toEqual([
      0,
      expect.stringMatching(
        new RegExp(
          `^${market.address("worker")}  pending .*\n  no ratings, 0 approved\n  fewer than 5 posters so far\n  I can count\\.$`,
        ),
      ),
    ]);
    expect(await mkt(words`task decide interests ${key}`, "worker")).toMatchObject({
      code: EXIT.refused,
      err: expect.stringContaining("poster"),
    });
    expect((await mkt(words`next`, "buyer")).out).toContain(`mkt task decide select ${key.join(" ")}`);

    await mkt(words`task decide select ${key} ${market.address("worker")}`, "buyer");
    expect((await mkt(words`task show ${key}`)).out).toMatch(
      /Terms: open 1d, work 2h, review 90m, .*; change rounds 1$/m,
    );
    const started = await mkt(words`--json task work stake ${key}`, "worker");
    const { deadlines } = started.json["task"] as { deadlines: { workBy: string } };
    const seconds = (Date.parse(deadlines.workBy) - market.nowMs()) / 1000;
    expect([seconds > 6_900, seconds <= 7_260]).toEqual([true, true]);
    expect((await mkt(words`task work details ${key}`, "worker")).out).toBe("Look up.\nhttps://files.example/sky");
    await mkt(
      words`task work submit ${key} --text Seven. --link https://files.example/a --link https://files.example/b`,
      "worker",
    );
    const submitted = await mkt(words`--json task decide read ${key}`, "buyer");
    const [work] = submitted.json["submissions"] as { submissionHash: string }[];
    const changes = words`--reason ${"And the small ones?"} --link https://files.example/small`;
    await mkt(words`task decide changes ${key} --submission ${work?.submissionHash ?? ""} ${changes}`, "buyer");
    for (const [side, role] of [
      ["decide", "buyer"],
      ["work", "worker"],
    ] as const) {
      const { out } = await mkt(words`task ${side} read ${key}`, role);
      expect(out).toMatch(
        /--submission 0x[0-9a-f]{64}\n {2}Seven\.\n {2}https:\/\/files\.example\/a\n {2}https:\/\/files\.example\/b\nChange request 1\n {2}And the small ones\?\n {2}https:\/\/files\.example\/small$/,
      );
    }
    expect((await mkt(words`task show ${key}`, "worker")).out).toContain(`mkt task work resubmit ${key.join(" ")}`);
  });

  it("D14: sends nothing after a signed resubmission, and names the command that brings it to the chain", async () => {
    const task = await market.task("agent-fast", {}, { steps: ["start", "submit", "requestChanges"] });
    const key = words`${String(task.taskId)} --contract agent-fast`;
    const { code, out } = await mkt(words`task work resubmit ${key} --text Nine.`, "worker");
    expect([code, out]).toEqual([0, expect.stringContaining(`mkt task work anchor ${key.join(" ")}`)]);
    expect((await market.stage.task(task)).state).toBe("CHANGES_REQUESTED");
    const anchored = await mkt(words`--json task work anchor ${key}`, "worker");
    expect([anchored.code, anchored.json["task"]]).toMatchObject([0, { state: "SUBMITTED" }]);
  });

  it("E7: prints JSON for every command that reads", async () => {
    const { taskId } = await market.task("agent-fast");
    const key = words`${String(taskId)} --contract agent-fast`;
    const reads: [readonly string[], Role | null][] = [
      [words`discover`, null],
      [words`task list`, null],
      [words`task show ${key}`, null],
      [words`next`, "buyer"],
      [words`wallet`, "buyer"],
      [["resume"], "buyer"],
      [words`task decide interests ${key}`, "buyer"],
      [words`task decide read ${key}`, "buyer"],
      [words`task work details ${key}`, "buyer"],
      [words`export --out ${folder}`, "buyer"],
      [words`--dry-run ask demand x`, null],
    ];
    for (const [args, role] of reads)
      expect([args, await mkt(words`--json ${args}`, role)]).toEqual([
        args,
        expect.objectContaining({ code: 0, err: "" }),
      ]);
  });

  it("E7: has a command for every step of a client in the workflow, and every command has help", async () => {
    const { commandsFor } = await import("../../packages/client/src/cli/commands");
    for (const { id, who } of EDGES) {
      if (id === "create" || who === "arbiter") continue;
      const actor = who === "anyone" ? "anyone" : "worker";
      expect([
        id,
        commandsFor({ actor, action: id, endpoint: "/x", method: "POST", reason: "", body: { taskId: "7" } } as never),
      ]).toEqual([id, expect.arrayContaining([expect.stringMatching(/^mkt task [\w-]+( \w+)? 7/)])]);
    }
    const credit = { actor: "client", action: "withdraw", body: { contract: "agent-fast" } };
    expect(commandsFor(credit as never)).toEqual(["mkt withdraw --contract agent-fast"]);
    for (const group of [[], ["task"], ["task", "work"], ["task", "decide"]])
      expect((await mkt(words`${group} --help`)).out).toContain("Usage: mkt");
    expect((await mkt(words`task create --help`)).out).toContain(WINDOWS.join(", ").slice(0, 12));
  });

  it("E7: documents its exit codes in the help and in the client's README", () => {
    const readme = readFileSync(path.join(__dirname, "../../packages/client/README.md"), "utf8");
    for (const code of Object.values(EXIT)) {
      expect(EXIT_HELP).toMatch(new RegExp(`\\b${code} `));
      expect(readme).toMatch(new RegExp(`\\| ${code} \\|`));
    }
  });
});
