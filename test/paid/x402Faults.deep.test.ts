import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { toQuantity } from "ethers";
import { dataHashOf, firestoreSnapshots } from "../../functions/src/adapters/firestore/snapshots";
import { firestoreLedgerWriter } from "../../functions/src/adapters/firestore/ledger/ledgerWriter";
import { firestorePayments } from "../../functions/src/adapters/firestore/payments/payments";
import { rpcAuthorizations } from "../../functions/src/adapters/rpc/authorizations";
import { rpcChain } from "../../functions/src/adapters/rpc/chain";
import { Nodes } from "../../functions/src/adapters/rpc/nodes";
import { postLedger } from "../../functions/src/application/ledger";
import { paymentFinality } from "../../functions/src/application/payments/finality";
import { run } from "../../dev/local/processes";
import { devWallets } from "../../dev/local/wallets";
import { PRICE_UNITS } from "../setup/paying/buyer";
import { CHAIN_ID } from "../setup/chain/chain";
import { serveInProcess } from "../setup/http/processes";
import { sampled } from "../setup/runs";
import { CountedAnswers } from "../setup/service";
import { sendPayment, settlementOf, signPayment } from "../setup/paying/signedPayment";
import { SettlingStage } from "../setup/paying/settling";
import type { DyingEnv } from "./dyingSettler";

const ROOT = path.join(__dirname, "../..");
const DYING = path.join(__dirname, "dyingSettler.ts");
const FRAMEWORK = path.join(ROOT, "node_modules/@google-cloud/functions-framework/build/src/main.js");
const HOUR_MS = 3_600_000;
const answers = new CountedAnswers();
const stage = SettlingStage.forFile({ answers });
const recipient = devWallets().recipient.address;
const settler = devWallets().settler.address;
const nonce = () => stage.chain.provider.getTransactionCount(settler);
const income = () => stage.chain.usdcUnitsOf(recipient);
const PAYERS = ["payer", "payer2", "payer3"] as const;

afterEach(async () => {
  stage.node.fault = undefined;
  await stage.chain.call("evm_setAutomine", true);
});

/** The finality job as it runs after so many hours. */
function finality(aheadMs = 0) {
  const nodes = new Nodes({ urls: [stage.chain.rpcUrl], chainId: CHAIN_ID, timeoutMs: 5_000, log: stage.log });
  return paymentFinality({
    payments: firestorePayments(stage.db),
    chain: rpcChain(nodes),
    authorizations: rpcAuthorizations(nodes),
    settler: null,
    log: stage.log,
    nowMs: () => Date.now() + aheadMs,
  });
}

/** What is stored of all payments, by how final they are. */
async function stored(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const doc of (await stage.db.collection("payments").get()).docs) {
    const state = doc.get("finality") as string;
    counts[state] = (counts[state] ?? 0) + 1;
  }
  return counts;
}

const dying = (at: DyingEnv["DIES_AT"]) => {
  const env: DyingEnv = { DIES_PROJECT: stage.firestore.projectId, DIES_RPC: stage.chain.rpcUrl, DIES_AT: at };
  return serveInProcess(DYING, { ...env });
};

describe("reorgs", () => {
  it.each(sampled([1, 3, 12], 1))(
    "D24: one run brings back all that a reorg of %d blocks undid, and every payment is booked once",
    async (depth) => {
      const [first, had] = [await nonce(), await income()];
      for (let at = 0; at < depth; at++) {
        expect(
          (await sendPayment(stage.url, await signPayment(stage.chain, { from: PAYERS[at % 3] ?? "payer" }))).status,
        ).toBe(200);
      }
      await stage.wallet().advance();
      await stage.chain.reorg(depth);
      expect([await nonce(), await income()]).toEqual([first, had]);
      await stage.wallet().advance();
      expect([await nonce(), (await income()) - had]).toEqual([first + depth, BigInt(depth) * PRICE_UNITS]);
      // The next payment takes the next nonce.
      expect((await sendPayment(stage.url, await signPayment(stage.chain))).status).toBe(200);
      expect(await nonce()).toBe(first + depth + 1);
      await stage.chain.mine(5);
      await finality();
      expect(Object.keys(await stored())).toEqual(["final"]);
    },
  );

  it("D24: posts what lands after its first block is final", async () => {
    const had = await income();
    expect((await sendPayment(stage.url, await signPayment(stage.chain))).status).toBe(200);
    await stage.chain.reorg(1);
    await stage.chain.mine(5);
    await finality();
    expect((await stored())["orphaned"]).toBe(1);
    await stage.wallet().advance();
    expect((await income()) - had).toBe(PRICE_UNITS);
    await stage.chain.mine(5);
    for (let hours = 1; hours <= 25; hours += 8) await finality(hours * HOUR_MS);
    expect(Object.keys(await stored())).toEqual(["final"]);
  });
});

describe("instances that die", () => {
  it.each(sampled([2, 3], 1))(
    "D23 D24: one killed at its write number %d stops no other: they settle on within seconds",
    async (nth) => {
      const [first, had] = [await nonce(), await income()];
      const dead = await dying(`commit ${nth}`);
      const lost = await signPayment(stage.chain);
      await expect(sendPayment(`${dead.baseUrl}/demand-insights`, lost)).rejects.toThrow("fetch failed");
      await dead.close();
      const started = performance.now();
      const others = await Promise.all(PAYERS.map((from) => signPayment(stage.chain, { from })));
      const replies = await Promise.all(others.map((payment) => sendPayment(stage.url, payment)));
      const ms = performance.now() - started;
      process.stdout.write(`killed at write ${nth}: the others waited ${ms.toFixed(0)} ms\n`);
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(ms).toBeLessThan(5_000);
      const later = await stage.another({}, { nowMs: () => Date.now() + 46_000 });
      expect((await sendPayment(later, lost)).status).toBe(200);
      expect([await nonce(), (await income()) - had]).toEqual([first + 4, 4n * PRICE_UNITS]);
    },
  );
});

describe("SIGTERM", () => {
  let lib: string;
  beforeAll(() => {
    lib = mkdtempSync(path.join(tmpdir(), "mkt-sigterm-"));
    execFileSync(process.execPath, ["--import", "tsx", "functions/build.ts", lib], { cwd: ROOT });
  }, 60_000);

  it("D21: the deployed process, stopped while a settlement waits for its block, loses nothing: the retry gives the answer", async () => {
    const [first, had, asked] = [await nonce(), await income(), answers.asked];
    const bytes = Buffer.from("{}");
    await firestoreSnapshots(stage.db).publish(
      { kind: "chats", dataHash: dataHashOf(bytes), count: 1, publishedAt: 1 },
      bytes,
    );
    const port = 18_000 + (process.pid % 1_000);
    const program = run(
      process.execPath,
      [FRAMEWORK, `--source=${path.join(lib, "index.js")}`, "--target=demandInsights"],
      {
        cwd: ROOT,
        env: {
          ...process.env,
          NODE_OPTIONS: "",
          NODE_ENV: "production",
          PORT: String(port),
          FUNCTION_TARGET: "demandInsights",
          FUNCTION_SIGNATURE_TYPE: "http",
          BASE_URL: "http://127.0.0.1:5000",
          RPC_URLS: stage.node.url,
          QUOTE_KEYS: `k1:${"11".repeat(32)}`,
          PAYMENT_RECIPIENT: recipient,
          SETTLEMENT_KEY: devWallets().settler.privateKey,
          SETTLEMENT_MAX_GWEI: "10000000",
          SETTLEMENT_BUDGET_GWEI: "900000000",
          GCLOUD_PROJECT: stage.firestore.projectId,
          METADATA_SERVER_DETECTION: "none",
        },
      },
    );
    try {
      const url = `http://127.0.0.1:${port}/`;
      await until(async () => (await fetch(url, { method: "POST" }).catch(() => null)) !== null);
      await stage.chain.call("evm_setAutomine", false);
      const payment = await signPayment(stage.chain);
      let isSent = false;
      stage.node.fault = (calls) => void (isSent ||= calls.some(({ method }) => method === "eth_sendRawTransaction"));
      const interrupted = sendPayment(url, payment).then(
        ({ status }) => status,
        () => "cut off",
      );
      await until(async () => isSent);
      const stopped = performance.now();
      process.kill(program.pid, "SIGTERM");
      const outcome = await interrupted;
      await program.ended;
      process.stdout.write(
        `SIGTERM: the request was ${outcome}, the process ended after ${(performance.now() - stopped).toFixed(0)} ms\n`,
      );
      expect(outcome).not.toBe(200);
      // Within the ten seconds that Cloud Run gives.
      expect(performance.now() - stopped).toBeLessThan(10_000);
      await stage.chain.call("evm_setAutomine", true);
      await stage.chain.mine();
      // The dead request's lease lapses after 45 s.
      const later = await stage.another({}, { nowMs: () => Date.now() + 46_000 });
      const reply = await sendPayment(later, payment);
      expect([reply.status, settlementOf(reply)?.["success"]]).toEqual([200, true]);
      expect((await sendPayment(stage.url, payment)).text).toBe(reply.text);
      expect([await nonce(), (await income()) - had, answers.asked - asked]).toEqual([first + 1, PRICE_UNITS, 1]);
    } finally {
      await program.stop();
    }
  });
});

describe("no one comes back", () => {
  it.each(sampled([1, 4, 25], 1))(
    "D12 D23: payer and instance are gone after the broadcast, the job is away for %d hours, and the payment is booked",
    async (hours) => {
      await stage.db.recursiveDelete(stage.db.collection("payments"));
      const had = await income();
      const dead = await dying("broadcast");
      await expect(sendPayment(`${dead.baseUrl}/demand-insights`, await signPayment(stage.chain))).rejects.toThrow(
        "fetch failed",
      );
      await dead.close();
      expect([(await income()) - had, await stored()]).toEqual([PRICE_UNITS, { unsettled: 1 }]);
      await stage.chain.call("anvil_mine", toQuantity(30), toQuantity(hours * 120));
      const [found, final] = [await finality(hours * HOUR_MS), await finality((hours + 1) * HOUR_MS)];
      expect([found.found + final.found, await stored()]).toEqual([1, { final: 1 }]);
      expect(await postLedger({ ledgerWriter: firestoreLedgerWriter(stage.db), log: stage.log })).toMatchObject({
        payments: 1,
      });
    },
  );
});

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let at = 0; at < 800 && !(await condition()); at++) await new Promise((resolve) => setTimeout(resolve, 25));
  expect(await condition()).toBe(true);
}
