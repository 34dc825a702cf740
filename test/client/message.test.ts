import { runCli } from "../../packages/client/src/cli/run";
import { devWallets } from "../../dev/local/wallets";
import { testFirestore } from "../setup/firestore";
import { Market, named } from "../setup/market";
import { ORIGIN } from "./agents";
import { commandLine } from "./commandLine";

const { db } = testFirestore();
const mkt = commandLine(() => market);
const market = Market.forFile(db);

const send = (id: string, text: string, role: "worker" | "buyer", ...more: string[]) =>
  mkt(["message", "send", id, "--text", text, ...more], role);

describe("mkt message", () => {
  it("sends, lists in reading order, and pages", async () => {
    const key = await market.task("human", { mode: "selection" });
    const { taskId } = named(key);
    await mkt(["task", "work", "interest", taskId], "worker");
    const sent = await send(taskId, "Which spelling?\n2  forged", "worker", "--link", "https://files.example/a");
    expect([sent.code, sent.out]).toEqual([0, "Message 1 was sent."]);
    const worker = market.address("worker");
    expect((await send(taskId, "British.", "buyer", "--worker", worker)).out).toBe("Message 2 was sent.");
    const { out } = await mkt(["message", "list", taskId], "worker");
    expect(out.replace(/\d{4}-\S+Z/g, "TIME")).toBe(
      `1  TIME  worker ${worker}\n  Which spelling?\n  2  forged\n  https://files.example/a\n` +
        `2  TIME  poster ${market.address("buyer")}\n  British.`,
    );
    expect((await mkt(["message", "list", taskId, "--limit", "1"], "worker")).out).toContain("More: --cursor 2");
    expect((await mkt(["message", "list", taskId, "--after", "1"], "worker")).out).not.toContain("spelling");
    expect((await mkt(["--json", "message", "list", taskId, "--after", "2"], "worker")).json["items"]).toEqual([]);
    const refused = await mkt(["message", "list", taskId, "--worker", worker], "payer");
    expect([refused.code === 0, refused.err]).toEqual([false, expect.stringContaining("forbidden_role")]);
    expect((await mkt(["message", "list", taskId], "buyer")).err).toContain("--worker");
  });

  it("follows: prints what is there, then each new message, until it is interrupted", async () => {
    const key = await market.task("agent-fast", {}, { steps: ["start"] });
    const { taskId } = named(key);
    const contract = ["--contract", "agent-fast"];
    await send(taskId, "one", "worker", ...contract);
    const interrupted = new AbortController();
    const seen: string[] = [];
    const following = runCli(["--json", "message", "list", taskId, ...contract, "--follow"], {
      env: { MKT_BASE_URL: market.service.baseUrl, MKT_ORIGIN: ORIGIN, MKT_PRIVATE_KEY: devWallets().buyer.privateKey },
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
