import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { chainOf } from "../../functions/src/domain/chains";
import { ALL_PAGES, EXPLORER } from "../../packages/site/pages/list";
import { stack } from "../../dev/local/stack";
import type { StackAddresses } from "../../dev/local/stackFile";
import { Buyer, post, QUESTION } from "../setup/paying/buyer";
import { chainAt, type TestChain, USDC } from "../setup/chain/chain";
import { npmStart, type NpmStart } from "../setup/http/npmStart";
import { startReceiver } from "../setup/webhooks";
import { commandLine, words } from "../client/commandLine";

jest.setTimeout(120_000);

const file = path.join(mkdtempSync(path.join(tmpdir(), "mkt-stack-")), "stack.json");
const occupiers: Server[] = [];
let start: NpmStart;
let addresses: StackAddresses;
let chain: TestChain;

beforeAll(async () => {
  // The Firebase CLI would not give hosting the next port after 5000.
  await Promise.all([5000, 8545, 8080].map(occupy));
  process.env["MKT_STACK_FILE"] = file;
  start = npmStart();
  await start.prints("Ctrl-C stops everything.");
  addresses = JSON.parse(readFileSync(file, "utf8")) as StackAddresses;
  chain = chainAt(addresses.rpcUrl);
});

afterAll(async () => {
  delete process.env["MKT_STACK_FILE"];
  chain.provider.destroy();
  await start.interrupt();
  for (const occupier of occupiers) occupier.close();
});

/** Takes a port, unless somebody else has it: in use is all that matters. */
function occupy(port: number): Promise<void> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve());
    server.listen(port, "127.0.0.1", () => {
      occupiers.push(server);
      resolve();
    });
  });
}

/** The same function at its hosted path and at its own URL. */
const both = (hosted: string, name: string) => [addresses.baseUrl + hosted, `${addresses.functionsUrl}/${name}`];

describe("happy", () => {
  it("steps over ports in use", () => {
    const ports = [
      addresses.baseUrl,
      addresses.functionsUrl,
      addresses.rpcUrl,
      `http://${addresses.firestoreHost}`,
    ].map((url) => Number(new URL(url).port));
    expect(new Set(ports).size).toBe(4);
    for (const port of ports) expect([5000, 8545, 8080]).not.toContain(port);
  });

  it("shows each step with its time and one call to try", () => {
    for (const line of [
      /s {2}Firestore at /,
      /s {2}Chain 8453 \(Base\) at /,
      /s {2}Functions built/,
      /s {2}Sample data imported/,
      /s {2}Escrows deployed/,
      /s {2}Functions and hosting at /,
    ]) {
      expect(start.output()).toMatch(line);
    }
    expect(start.output()).toContain(`curl -i ${addresses.baseUrl}/demand-insights`);
  });

  it("tells other programs where everything is", async () => {
    expect(Object.keys(addresses).sort()).toEqual(
      "baseUrl chainId contracts firestoreHost functionsUrl recipient rpcUrl usdc wallets".split(" "),
    );
    expect([addresses.chainId, addresses.usdc]).toEqual([8453, USDC]);
    expect(Object.keys(addresses.wallets[0] ?? {}).sort()).toEqual(["address", "privateKey", "role"]);
    for (const escrow of Object.values(addresses.contracts))
      expect((await chain.provider.getCode(escrow)).length).toBeGreaterThan(1_000);
  });

  it("is found by another program, which leaves it running", async () => {
    const found = await stack(() => {});
    expect(found).toMatchObject({ ...addresses });
    await found.close();
    expect((await fetch(addresses.baseUrl)).status).toBe(200);
    await expect(stack(() => {}, chainOf(84_532))).rejects.toThrow("is on chain 8453, not 84532. Stop it");
  });

  it("serves the discovery files under .well-known", async () => {
    for (const name of ["mkt-earn.json", "mkt-openapi.json", "mkt-tools.json"]) {
      const response = await fetch(`${addresses.baseUrl}/.well-known/${name}`);
      expect([name, response.status, response.headers.get("content-type")]).toEqual([
        name,
        200,
        "application/json; charset=utf-8",
      ]);
      expect(await response.json()).toBeTruthy();
    }
  });

  it("serves the pages with their headers, each at one address, and the explorer's files", async () => {
    for (const { path: at, file } of ALL_PAGES) {
      const { status, headers } = await fetch(addresses.baseUrl + at);
      expect([at, status, headers.get("content-type"), headers.get("referrer-policy")]).toEqual([
        at,
        200,
        "text/html; charset=utf-8",
        "no-referrer",
      ]);
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
      if (at !== "/")
        expect([file, (await fetch(`${addresses.baseUrl}/${file}`, { redirect: "manual" })).status]).toEqual([
          file,
          301,
        ]);
    }
    expect((await (await fetch(`${addresses.baseUrl}${EXPLORER}/swagger-ui-bundle.js`)).text()).length).toBeGreaterThan(
      1_000_000,
    );
  });

  it.each([
    ["/demand-insights", "demandInsights"],
    ["/ai-early-adopters-goals", "aiEarlyAdoptersGoals"],
  ])("sells an answer on %s: quote, pay, redeem, and the same bytes again at both addresses", async (hosted, name) => {
    const [url = "", own = ""] = both(hosted, name);
    const buyer = new Buyer(url, chain);
    const quote = await buyer.quote();
    const txHash = await buyer.payMarked(quote, "buyer");
    let answer = await buyer.redeem(quote, txHash);
    // Two seconds of blocks are asked for.
    while (answer.json.code === "tx_not_confirmed") {
      await sleep(200);
      answer = await buyer.redeem(quote, txHash);
    }
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining("sha256:")]);
    const replay = await buyer.redeem(quote, txHash);
    const elsewhere = await post(own, { ...QUESTION, intentId: quote.intentId, txHash });
    expect([replay.status, replay.text]).toEqual([200, answer.text]);
    expect([elsewhere.status, elsewhere.text]).toEqual([200, answer.text]);
  });

  it("W6: delivers a new task to the receiver of a webhook: command line, chain, trigger, queue and request", async () => {
    const mkt = commandLine(() => ({
      service: addresses,
      chain: addresses,
      stage: { addresses: { human: addresses.contracts.human, "agent-fast": addresses.contracts.agentFast } },
      nowMs: Date.now,
    }));
    let secret = "";
    const told: { type: string; data: Record<string, unknown>; taskId?: string }[] = [];
    const receiver = await startReceiver((response, _request, { body, headers }) => {
      const event = new Webhook(secret).verify(body, headers) as (typeof told)[number];
      told.push(event);
      response.end(event.data["challenge"] ?? "thanks");
    });
    try {
      const filter = words`--category science --words clouds --max-reward 9 --mode instant`;
      const types = "task.created,task.settled";
      const webhook = await mkt(words`--json webhook create ${receiver.url} --types ${types} ${filter}`, "worker");
      expect([webhook.code, webhook.err]).toEqual([0, ""]);
      secret = webhook.json["secret"] as string;
      const { id } = webhook.json["webhook"] as { id: string };
      expect((await mkt(["webhook", "test", id], "worker")).out).toContain("Passed: HTTP 200");
      const create = (title: string) =>
        mkt(
          [
            ...[
              "--json",
              "--max-usdc",
              "20",
              "task",
              "create",
              "--contract",
              "agent-fast",
              "--title",
              title,
              "--category",
              "science",
            ],
            ...["--description", "As many as there are.", "--reward", "5", "--stake", "0.5"],
          ],
          "buyer",
        );
      const [other, counted] = [await create("Count sheep"), await create("Count clouds")];
      expect([other.code, counted.code, counted.err]).toEqual([0, 0, ""]);
      const end = Date.now() + 60_000;
      while (told.length < 2 && Date.now() < end) await sleep(200);
      expect(told.map(({ type }) => type)).toEqual(["webhook.test", "task.created"]);
      const [, { taskId, data } = { taskId: "", data: {} }] = told;
      expect(data).toMatchObject({ rewardUsdc: "5", state: "FUNDED" });
      expect(JSON.stringify(counted.json)).toContain(`"taskId":"${taskId}"`);
      expect(JSON.stringify(other.json)).not.toContain(`"taskId":"${taskId}"`);
      let listed = "";
      while (!listed.includes("delivered") && Date.now() < end) {
        await sleep(200);
        listed = (await mkt(["webhook", "deliveries", id], "worker")).out;
      }
      expect(listed).toMatch(/^msg_[0-9a-f]{32} {2}\S+ {2}task\.created {2}delivered {2}1 attempt {2}HTTP 200$/);
    } finally {
      receiver.close();
    }
  });

  it("quotes at the function's own URL, too", async () => {
    const [, own = ""] = both("/demand-insights", "demandInsights");
    const { status, headers, json } = await post(own, QUESTION);
    expect([status, json.code]).toEqual([402, "payment_required"]);
    for (const header of ["pay", "x-price-intent", "x-payment-contracts", "payment-required"])
      expect(headers.get(header)).toBeTruthy();
  });

  it("keeps the body of the very first request of a function's process", async () => {
    const { status, text } = await post(`${addresses.baseUrl}/x402Feedback`, { message: "A good answer." });
    expect([status, text]).toEqual([200, expect.stringContaining('"ok":true')]);
  });
});

describe("refusals", () => {
  const bad: [string, string, number, string][] = [
    ["broken JSON", '{"query":', 400, "invalid_request"],
    ["300 KiB", JSON.stringify({ query: "x".repeat(300 * 1024) }), 413, "payload_too_large"],
    ["a wrong type", '{"query":7}', 400, "invalid_request"],
    ["an unknown transaction", '{"query":"x","intentId":"none","txHash":"0x12"}', 400, "invalid_request"],
  ];

  it.each(bad)("refuses %s with a problem document, at both addresses", async (_name, body, status, code) => {
    for (const url of both("/demand-insights", "demandInsights")) {
      const reply = await post(url, body);
      expect([reply.status, reply.headers.get("content-type"), reply.json.code]).toEqual([
        status,
        expect.stringMatching(/^application\/problem\+json/),
        code,
      ]);
    }
  });
});

describe("faults", () => {
  it("E5: says which part has ended, stops the others, frees every port and fails, whether or not a 10 MB request ended it", async () => {
    expect(start.processes().length).toBeGreaterThan(5);
    await post(`${addresses.functionsUrl}/demandInsights`, `"${"a".repeat(10_000_000)}"`).catch(() => null);
    const ended = await Promise.race([start.exitCode, sleep(2_000, "goes on", { ref: false })]);
    if (ended === "goes on") {
      const emulators = start
        .processes()
        .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("emulators:start"));
      for (const pid of emulators) process.kill(pid, "SIGKILL");
    }
    expect(await start.exitCode).toBe(1);
    expect(start.output()).toMatch(
      /^The Firebase emulators have ended; \S+\.log says why\. The other parts were stopped\. Run npm start again\.$/m,
    );
    expect([start.processes(), existsSync(file)]).toEqual([[], false]);
    for (const url of [
      addresses.baseUrl,
      addresses.functionsUrl,
      addresses.rpcUrl,
      `http://${addresses.firestoreHost}`,
    ]) {
      await expect(fetch(url)).rejects.toThrow("fetch failed");
    }
  });
});
