import { readFileSync } from "node:fs";
import { guide } from "../../packages/site/guide";
import type { EdgeId } from "../../functions/src/domain/workflow/edges";
import { ENDPOINTS } from "../../functions/src/endpoints/all";
import { devWallets, type Role } from "../../dev/local/wallets";
import { testFirestore } from "../setup/firestore";
import { Market, named } from "../setup/market";
import { RELAY } from "../setup/relay";
import { chapterOf, codeBlocks, runCurl } from "./guideBlocks";
import { runProgram } from "./guideProgram";

const text = guide(ENDPOINTS, readFileSync("CHANGELOG.md", "utf8"));
const { inside: chapter } = chapterOf(text, "Working and having work done");
const programs = codeBlocks(text);

const market = Market.forFile(testFirestore().db, RELAY);

const block = (name: string) => {
  const found = programs[name];
  if (found === undefined) throw new Error(`the guide has no block ${name}`);
  return found;
};

/** What the guide says of a deadline that has passed, for several tasks. */
const SWEEP = `for (const id of process.env.TASK_IDS.split(",")) {
  const { state, _nextAction: next } = await call(\`/mkt/task?contract=agent-fast&id=\${id}\`);
  if (next?.actor !== "anyone") continue;
  const after = await act(wallet, next.endpoint, next.body);
  console.log(state, next.action, after.state);
}`;

/** Runs a program behind the parts that the guide puts before it. */
function run(program: string, wallet: Role, env: Record<string, string> = {}) {
  const { privateKey } = devWallets()[wallet];
  return runProgram([block("client"), block("market"), program].join("\n"), {
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
      "life",
      "market",
      "payTask",
      "request",
      "status",
      "tasks",
    ]);
  });

  it("list a task, and tell where it stands", async () => {
    const key = await market.task("agent-fast", { mode: "selection" });
    const TASK_ID = String(key.taskId);
    await market.call("/mkt/interest", "worker2", named(key));
    const BASE = market.service.baseUrl;
    const listed = (await (await runCurl(block("tasks"), { BASE })).json()) as { items: object[] };
    expect(listed.items).toContainEqual(expect.objectContaining({ taskId: TASK_ID, state: "FUNDED" }));
    const stands = await (await runCurl(block("status"), { BASE, TASK_ID, WALLET: market.address("worker2") })).json();
    expect(stands).toMatchObject({
      workflowStatus: "interest_pending",
      _nextAction: { actor: "poster", endpoint: "/mkt/interest/resolve" },
    });
  });

  it("post a task with an x402 client, once, and keep the money of the second try", async () => {
    const had = await usdcUnits("payer3");
    const env = { BASE: market.service.baseUrl, PRIVATE_KEY: devWallets().payer3.privateKey };
    const [shared = ""] = block("x402")
      .replace('"$2"', '"$30"')
      .split(/^const { reply }/m);
    const program = shared + block("payTask");
    const first = await runProgram(program, env);
    expect(first).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\n$/) });
    expect((await runProgram(program, env)).out).toBe(first.out);
    expect(await usdcUnits("payer3")).toBe(had - 25_000_000n);
  });

  it("play a task from its creation to the returned stake, and the money adds up", async () => {
    const [buyerHad, workerHad] = [await usdcUnits("payer"), await usdcUnits("payer2")];
    const { code, out, err } = await run(block("life"), "payer", twoKeys);
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
    const { code, out, err } = await run(block("life"), "payer", twoKeys);
    expect({ code, out: out.split("\n").at(-2), err }).toEqual({ code: 0, out: "settled", err: "" });
    for (const role of ["payer", "payer2"] as const) {
      expect(await market.chain.provider.getBalance(market.address(role))).toBe(0n);
      await market.chain.call("anvil_setBalance", market.address(role), "0xde0b6b3a7640000");
    }
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
    const { code, out, err } = await run(SWEEP, "stranger", { TASK_IDS: ids.join(",") });
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
