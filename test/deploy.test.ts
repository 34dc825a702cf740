import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { dataHashOf, firestoreSnapshots } from "../functions/src/adapters/firestore/snapshots";
import { EXTRA_FUNCTIONS } from "../functions/src/catalogue/documents";
import { ENDPOINTS } from "../functions/src/endpoints/all";
import { SETTINGS } from "../functions/src/settings/table";
import { freePort } from "../dev/local/ports";
import { run } from "../dev/local/processes";
import { devWallets } from "../dev/local/wallets";
import { testFirestore } from "./setup/firestore";
import { until } from "./setup/until";

const ROOT = path.join(__dirname, "..");
const FUNCTIONS = path.join(ROOT, "functions");
const FRAMEWORK = path.join(ROOT, "node_modules/.bin/functions-framework");
const BACKGROUND = ["webhookDelivery", "webhookDispatch"];
const JOBS = ["events", "indexer", "keeper", "ledger", "paymentFinality", "rollups", "settlements"];
const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");
/** Settings that a function starts with; no chain answers there. */
const GOOD = {
  BASE_URL: "https://mkt.example",
  RPC_URLS: "http://127.0.0.1:1",
  QUOTE_KEYS: `k1:${"11".repeat(32)}`,
  PAYMENT_RECIPIENT: devWallets().recipient.address,
  GCLOUD_PROJECT: "demo-mkt",
  NODE_ENV: "production",
};
/** As Google's load balancer names a request (W3C Trace Context). */
const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const TRACEPARENT = `00-${TRACE}-00f067aa0ba902b7-01`;

const { db, projectId } = testFirestore();

beforeAll(() => execFileSync(process.execPath, ["--import", "tsx", "functions/build.ts"], { cwd: ROOT }));

describe("what the Firebase CLI finds to deploy", () => {
  let manifest: {
    endpoints: Record<
      string,
      {
        region: string[];
        availableMemoryMb: number;
        concurrency?: number;
        maxInstances?: number;
        secretEnvironmentVariables: { key: string }[];
      }
    >;
    params: { name: string; type: string; default?: string; description?: string }[];
  };

  beforeAll(async () => {
    const port = await freePort(8_300, new Set());
    // The program that the CLI itself starts to learn what a source folder exports.
    const discovery = spawn(process.execPath, [path.join(ROOT, "node_modules/.bin/firebase-functions"), FUNCTIONS], {
      env: { PATH: process.env["PATH"], FUNCTIONS_CONTROL_API: "true", PORT: String(port), GCLOUD_PROJECT: "demo-mkt" },
      cwd: FUNCTIONS,
    });
    try {
      manifest = (await answerOf(`http://127.0.0.1:${port}/__/functions.yaml`)) as typeof manifest;
    } finally {
      discovery.kill();
      await once(discovery, "exit");
    }
  });

  it("is every function, with its region, size and secrets, though no setting has a value yet", () => {
    expect(Object.keys(manifest.endpoints).sort()).toEqual(
      [...Object.keys(ENDPOINTS), ...Object.keys(EXTRA_FUNCTIONS), ...BACKGROUND, ...JOBS].sort(),
    );
    const secrets = Object.entries(SETTINGS)
      .filter(([, row]) => "secret" in row)
      .map(([name]) => name);
    for (const endpoint of Object.values(manifest.endpoints)) {
      expect(endpoint.region).toEqual(["us-central1"]);
      expect(endpoint.secretEnvironmentVariables.map(({ key }) => key).sort()).toEqual([...secrets].sort());
    }
    expect(manifest.endpoints.demandInsights).toMatchObject({
      availableMemoryMb: 512,
      concurrency: 20,
      maxInstances: 20,
    });
  });

  it("W6: gives each delivery 17 attempts over three days, from a queue with limits", () => {
    expect(manifest.endpoints["webhookDelivery"]).toMatchObject({
      taskQueueTrigger: {
        retryConfig: { maxAttempts: 17, minBackoffSeconds: 5, maxBackoffSeconds: 86_400, maxDoublings: 15 },
        rateLimits: { maxConcurrentDispatches: 1_000, maxDispatchesPerSecond: 500 },
      },
    });
    expect(manifest.endpoints["webhookDispatch"]).toMatchObject({ eventTrigger: { retry: true } });
  });

  it("asks for every setting by name, with what a good value is", () => {
    const asked = Object.fromEntries(manifest.params.map((param) => [param.name, param]));
    expect(Object.keys(asked).sort()).toEqual(Object.keys(SETTINGS).sort());
    expect(asked.PRICE_USDC).toMatchObject({ type: "string", default: "0.49", description: SETTINGS.PRICE_USDC.rule });
    expect(asked.QUOTE_KEYS?.type).toBe("secret");
  });
});

describe("a function that is started", () => {
  it("refuses missing and nonsensical settings in one line each, and prints no value", async () => {
    const { code, output } = await start({
      PRICE_USDC: "0.30",
      PAYMENT_RECIPIENT: "0xsecretive",
      QUOTE_KEYS: "k1:abc",
    });
    expect(code).not.toBe(0);
    for (const line of [
      "BASE_URL is missing: the public https address",
      "RPC_URLS is missing: ",
      "PRICE_USDC is wrong: the price of an answer in USDC, at least 0.49",
      "PAYMENT_RECIPIENT is wrong: ",
      "QUOTE_KEYS is wrong: ",
    ]) {
      expect(output).toContain(line);
    }
    expect(output).not.toMatch(/0xsecretive|k1:abc/);
  });

  it("answers broken JSON itself, before the framework's parsers, and its log lines name the request's trace", async () => {
    const bytes = Buffer.from("{}");
    await firestoreSnapshots(db).publish(
      { kind: "chats", dataHash: dataHashOf(bytes), count: 1, publishedAt: 1 },
      bytes,
    );
    const port = await freePort(8_400, new Set());
    const child = run(process.execPath, [FRAMEWORK, `--source=${FUNCTIONS}`], {
      env: {
        ...process.env,
        ...GOOD,
        GCLOUD_PROJECT: projectId,
        FUNCTION_TARGET: "demandInsights",
        PORT: String(port),
      },
    });
    const url = `http://127.0.0.1:${port}`;
    try {
      await answerOf(url);
      const post = (body: string) =>
        fetch(url, { method: "POST", headers: { "content-type": "application/json", traceparent: TRACEPARENT }, body });
      const quote = await post('{"query":"q"}');
      expect(quote.status).toBe(402);
      const broken = await post('{"query":');
      expect([broken.status, broken.headers.get("content-type")]).toEqual([400, "application/problem+json"]);

      const { intentId } = (await quote.json()) as { intentId: string };
      const redemption = await post(JSON.stringify({ query: "q", intentId, txHash: `0x${"ab".repeat(32)}` }));
      expect([redemption.status, ((await redemption.json()) as { code: string }).code]).toEqual([
        503,
        "dependency_unavailable",
      ]);
      const [line] = await child.says(/.*request\.dependency_unavailable.*/, 5_000);
      expect(line).toContain(TRACE);
    } finally {
      await child.stop();
    }
  });
});

describe("the files beside the code", () => {
  it(".env.example explains every setting, and only those", () => {
    const named = [...read("functions/.env.example").matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1]);
    expect([...new Set(named)].sort()).toEqual(Object.keys(SETTINGS).sort());
  });

  it("the cloud build's lockfile holds the versions that are tested here (npm run lock)", () => {
    const packagesOf = (file: string) =>
      (JSON.parse(read(file)) as { packages: Record<string, { version: string; dependencies?: object }> }).packages;
    const ours = packagesOf("package-lock.json");
    const cloud = packagesOf("functions/package-lock.json");
    expect(cloud[""]?.dependencies).toEqual(JSON.parse(read("functions/package.json")).dependencies);
    // Of a package in several versions, each tree has another one at the top.
    const placesOf = (name: string) => [`functions/${name}`, name, name.replace(/^.*\/(?=node_modules\/)/, "")];
    const drift = Object.keys(cloud).filter(
      (name) => name && !placesOf(name).some((place) => ours[place]?.version === cloud[name]?.version),
    );
    expect(drift).toEqual([]);
  });
});

/** Starts a built function as Cloud Run does, and waits for its end. */
async function start(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [FRAMEWORK, `--source=${FUNCTIONS}`], {
    env: { PATH: process.env["PATH"], FUNCTION_TARGET: "demandInsights", PORT: "0", ...env },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}

async function answerOf(url: string): Promise<unknown> {
  let answer: unknown;
  await until(async () => {
    answer = await fetch(url).then(
      (response) => response.json(),
      () => undefined,
    );
    return answer !== undefined;
  });
  return answer;
}
