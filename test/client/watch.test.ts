import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Wallet } from "ethers";
import { devWallets } from "../../dev/local/wallets";
import { runCli } from "../../packages/client/src/cli/run";
import { Mkt } from "../../packages/client/src/index";
import { testFirestore } from "../setup/firestore";
import { Market } from "../setup/market";
import { sampled } from "../setup/runs";
import { ORIGIN } from "./agents";
import { until } from "../setup/until";

const { db } = testFirestore();
const folder = mkdtempSync(path.join(tmpdir(), "mkt-watch-"));
let market: Market;
beforeAll(async () => void (market = await Market.open(db)));
afterAll(() => market.close());

/** A watch in the background, and what it has printed. */
function watch(args: readonly string[], env: Record<string, string> = {}) {
  const interrupted = new AbortController();
  const [out, err]: string[][] = [[], []];
  const code = runCli(["watch", ...args], {
    env: { MKT_BASE_URL: market.service.baseUrl, MKT_ORIGIN: ORIGIN, XDG_STATE_HOME: folder, ...env },
    out: (line) => out?.push(line),
    err: (line) => err?.push(line),
    stdin: async () => "",
    signal: interrupted.signal,
    nowMs: () => market.nowMs(),
  });
  const end = () => {
    interrupted.abort();
    return code;
  };
  return { out: out ?? [], err: err ?? [], end, code };
}
const worker = { MKT_PRIVATE_KEY: devWallets().worker.privateKey };

describe("mkt watch", () => {
  it("prints a line for each event, ends at Ctrl-C, and goes on where it ended", async () => {
    const file = path.join(folder, "of the market");
    const args = ["--scope", "market", "--cursor-file", file];
    const first = watch(args);
    await until(() => first.err.length === 2);
    // The cursor is stored before anything happens.
    await until(() => readFileSyncOr(file) !== "");
    const task = await market.task("human");
    await until(() => first.out.length === 1);
    expect(await first.end()).toBe(0);
    expect(first.out[0]).toMatch(
      new RegExp(
        `^\\S+Z {2}task\\.created {2}human ${task.taskId} {2}by 0x\\w{40} {2}state FUNDED, rewardUsdc .*deadline .*Z`,
      ),
    );
    if (process.env["SHOW"]) process.stdout.write([...first.err, ...first.out].join("\n"));
    expect(first.err[0]).toBe("Watching the market's events from latest. Ctrl-C ends it.");
    // While nothing watches.
    await market.take("start", task);
    const second = watch(["--json", ...args]);
    await until(() => second.out.length === 1);
    await market.take("submit", task);
    await until(() => second.out.length === 2);
    expect(await second.end()).toBe(0);
    const types = second.out.map((line) => (JSON.parse(line) as { type: string }).type);
    expect(types).toEqual(["task.started", "task.submitted"]);
    expect(second.out.join()).not.toContain("\n");
    const all = watch([...args, "--since", "all", "--types", "task.started"]);
    await until(() => all.out.length === 1);
    expect(await all.end()).toBe(0);
  });

  it("prints the wallet's own events, and those of one task, each with a cursor of its own", async () => {
    const task = await market.task("human");
    const other = await market.task("human");
    const own = watch([], worker);
    const one = watch(["--scope", "task", "--task", String(task.taskId)]);
    await until(() => own.err.length === 2 && one.err.length === 2);
    expect(own.err[1]).not.toBe(one.err[1]);
    const cursors = [own, one].map(({ err }) => err[1]?.replace("The cursor is kept in ", "") ?? "");
    await until(() => cursors.every((file) => readFileSyncOr(file) !== ""));
    await market.take("start", other);
    await market.take("start", task);
    await until(() => own.out.length === 2 && one.out.length === 1);
    expect(one.out[0]).toContain(`human ${task.taskId}`);
    expect([await own.end(), await one.end()]).toEqual([0, 0]);
  });

  it.each([
    [["--scope", "all"], "--scope must be one of mine, task, market."],
    [["--scope", "task"], "Name the task with --task ID."],
    [["--scope", "market", "--since", "yesterday"], "--since must be latest, all, or a cursor"],
    [["--scope", "market", "--types", "task.nope"], "task.nope"],
    [["--scope", "market", "--since", "1-1"], "this cursor is older"],
    [[], "MKT_PRIVATE_KEY"],
  ])("says what is wrong with %j", async (args, said) => {
    const { code, err } = watch(args);
    expect(await code).not.toBe(0);
    expect(err.join("\n")).toContain(said);
  });

  it("does not start over because its cursor file is damaged", async () => {
    const file = path.join(folder, "damaged");
    writeFileSync(file, "no cursor");
    const { code, err } = watch(["--scope", "market", "--cursor-file", file]);
    expect(await code).toBe(1);
    expect(err.join()).toContain("holds no cursor. Delete it, or give --since.");
  });
});

describe("a watch by the client", () => {
  it("outlasts a busy service, one that is away, and a session that was ended", async () => {
    let broken = 0;
    const answers = sampled(
      [
        () => Response.json({ code: "rate_limited", detail: "Later.", status: 429 }, { status: 429 }),
        () => Response.json({ code: "dependency_unavailable", detail: "Later.", status: 503 }, { status: 503 }),
        () => Promise.reject(new Error("no route")),
        () => new Response("<html>", { status: 502 }),
      ],
      2,
    );
    const flaky: typeof fetch = async (input, init) => {
      const isFeed = new URL((input as Request).url).pathname === "/mkt/events";
      const fault = isFeed && isFaulty ? answers[broken++] : undefined;
      return fault ? fault() : fetch(input, init);
    };
    let isFaulty = false;
    const mkt = new Mkt({
      baseUrl: market.service.baseUrl,
      origin: ORIGIN,
      signer: new Wallet(devWallets().worker.privateKey),
      retry: { attempts: 1 },
      fetch: flaky,
      nowMs: () => market.nowMs(),
    });
    const end = new AbortController();
    const paused: number[] = [];
    const task = await market.task("human");
    const types: string[] = [];
    for await (const { events } of mkt.events({
      of: "mine",
      signal: end.signal,
      waitSeconds: 1,
      onPause: (_error, seconds) => paused.push(seconds),
    })) {
      types.push(...events.map(({ type }) => type));
      if (types.length > 0) end.abort();
      else if (!isFaulty) {
        isFaulty = true;
        const ended = await market.call("/mkt/sessions/revoke", "worker", { all: true });
        expect(ended.json["revoked"]).toBeGreaterThan(0);
        await market.take("start", task);
      }
    }
    expect(types).toEqual(["task.started"]);
    expect(paused).toEqual([1, 2, 4, 8].slice(0, answers.length));
  }, 40_000);
});

function readFileSyncOr(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
