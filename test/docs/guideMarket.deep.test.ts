import { readFileSync } from "node:fs";
import { guide } from "../../packages/site/guide";
import type { EdgeId } from "../../functions/src/domain/workflow/edges";
import { ENDPOINTS } from "../../functions/src/endpoints/all";
import { devWallets, type Role } from "../../dev/local/wallets";
import { testFirestore } from "../setup/firestore";
import { Market } from "../setup/market";
import { RELAY } from "../setup/relay";
import { chapterOf, codeBlocks, runCurl } from "./guideBlocks";
import { runProgram } from "./guideProgram";

const text = guide(ENDPOINTS, readFileSync("CHANGELOG.md", "utf8"));
const { inside: chapter } = chapterOf(text, "Working and having work done");
const programs = codeBlocks(text);
const { db } = testFirestore();
let market: Market;

beforeAll(async () => {
  market = await Market.open(db, RELAY);
});
afterAll(() => market.close());

const block = (name: string) => {
  const found = programs[name];
  if (found === undefined) throw new Error(`the guide has no block ${name}`);
  return found;
};

/** Runs a program of the chapter behind the parts that the guide puts before it. */
function run(name: string, wallet: Role, env: Record<string, string> = {}) {
  const program = [block("client"), block("market"), block(name)].join("\n");
  const { privateKey } = devWallets()[wallet];
  return runProgram(program, {
    BASE: market.service.baseUrl,
    RPC_URL: market.chain.rpcUrl,
    PRIVATE_KEY: privateKey,
    ...env,
  });
}

const twoKeys = { WORKER_KEY: devWallets().payer2.privateKey };
const usdcUnits = (role: Role) => market.chain.usdcUnitsOf(market.address(role));

describe("the marketplace's commands and programs", () => {
  it("are all run here", () => {
    expect(Object.keys(codeBlocks(chapter)).sort()).toEqual([
      "byHand",
      "life",
      "market",
      "otherEnds",
      "payTask",
      "request",
      "resubmit",
      "status",
      "sweep",
      "tasks",
      "withoutNode",
    ]);
  });

  it("sign a request by hand, list the task, and tell where it stands", async () => {
    const { taskId } = await market.task("agent-fast", { mode: "selection" });
    const TASK_ID = String(taskId);
    const { code, out, err } = await run("byHand", "worker2", { TASK_ID });
    expect({ code, out, err }).toMatchObject({ code: 0, out: "pending\n" });
    const BASE = market.service.baseUrl;
    const listed = (await (await runCurl(block("tasks"), { BASE })).json()) as { items: object[] };
    expect(listed.items).toContainEqual(expect.objectContaining({ taskId: TASK_ID, workflowStatus: "open" }));
    const stands = await (await runCurl(block("status"), { BASE, TASK_ID, WALLET: market.address("worker2") })).json();
    expect(stands).toMatchObject({
      workflowStatus: "interest_pending",
      _nextAction: { actor: "poster", endpoint: "/mkt/interest/resolve" },
    });
  });

  it("post a task with an x402 client, once, and keep the money of the second try", async () => {
    const had = await usdcUnits("payer3");
    const env = { BASE: market.service.baseUrl, PRIVATE_KEY: devWallets().payer3.privateKey };
    const first = await runProgram(block("payTask"), env);
    expect(first).toMatchObject({ code: 0, out: expect.stringMatching(/^200 \d+\n$/) });
    expect((await runProgram(block("payTask"), env)).out).toBe(first.out);
    expect(await usdcUnits("payer3")).toBe(had - 25_000_000n);
  });

  it("confirm by a signed transaction", async () => {
    const { code, out, err } = await run("withoutNode", "payer3");
    expect({ code, out, err }).toMatchObject({ code: 0, out: "the escrow may take 25\n" });
  });

  it("play a task from its creation to the returned stake, and the money adds up", async () => {
    const [buyerHad, workerHad] = [await usdcUnits("payer"), await usdcUnits("payer2")];
    const { code, out, err } = await run("life", "payer", twoKeys);
    expect({ code, out, err }).toMatchObject({
      code: 0,
      out: "worker reads: The report is at the link.\nposter reads: A better summary, with its sources.\nsettled\n",
    });
    expect([await usdcUnits("payer"), await usdcUnits("payer2")]).toEqual([
      buyerHad - 20_000_000n,
      workerHad + 20_000_000n,
    ]);
    const { json } = await market.get("/mkt/ratings", { address: market.address("payer2") });
    expect(json).toMatchObject({ received: { items: [{ comment: "Clear and complete.", onChain: true }] } });
  });

  it("play the same task without any ETH", async () => {
    for (const role of ["payer", "payer2"] as const)
      await market.chain.call("anvil_setBalance", market.address(role), "0x0");
    const { code, out, err } = await run("life", "payer", twoKeys);
    expect({ code, out: out.split("\n").at(-2), err }).toEqual({ code: 0, out: "settled", err: "" });
    for (const role of ["payer", "payer2"] as const) {
      expect(await market.chain.provider.getBalance(market.address(role))).toBe(0n);
      await market.chain.call("anvil_setBalance", market.address(role), "0xde0b6b3a7640000");
    }
  });

  it("answer a change request with one more signature at /agentSubmitWork", async () => {
    const { taskId } = await market.task("agent-fast", {}, { steps: ["start", "submit", "requestChanges"] });
    const { code, out, err } = await run("resubmit", "worker", { TASK_ID: String(taskId) });
    expect({ code, out, err }).toMatchObject({ code: 0, out: "resubmitted_awaiting_anchor\n" });
  });

  it("cancel a task, and contest a rejection before the arbiter", async () => {
    const { code, out, err } = await run("otherEnds", "payer", twoKeys);
    expect({ code, out, err }).toMatchObject({ code: 0, out: "CANCELLED DISPUTED\n" });
  });

  it("end every silence", async () => {
    const ways: EdgeId[][] = [
      [],
      ["start"],
      ["start", "submit"],
      ["start", "submit", "requestChanges"],
      ["start", "submit", "reject"],
      ["start", "submit", "reject", "contest"],
      ["start", "submit", "approve"],
    ];
    const ids: string[] = [];
    for (const steps of ways) ids.push(String((await market.task("agent-fast", {}, { steps })).taskId));
    await market.pass(3 * 24 * 3600);
    const { code, out, err } = await run("sweep", "stranger", { TASK_IDS: ids.join(",") });
    expect({ code, err, out: out.trim().split("\n") }).toEqual({
      code: 0,
      err: "",
      out: [
        "FUNDED expireOpen EXPIRED",
        "STARTED expireWork EXPIRED",
        "SUBMITTED release APPROVED",
        "CHANGES_REQUESTED expireChanges EXPIRED",
        "REJECTED finalizeRejection REFUNDED",
        "DISPUTED ruleByDefault RESOLVED",
        "APPROVED claim APPROVED",
      ],
    });
  });
});
