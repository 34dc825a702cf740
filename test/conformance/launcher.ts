/**
 * The program that starts the service on this machine for the conformance tests, with a chain of its own, and says where
 * it is in one line of JSON. It ends with its standard input. The tests know nothing else of this project.
 */
import { randomUUID } from "node:crypto";
import path from "node:path";
import { deployContracts } from "../../dev/local/contracts";
import { startChain } from "../../dev/local/chain";
import { emulatorDatabase, STATED } from "../../dev/local/emulatorData";
import { startFirestore } from "../../dev/local/firestore";
import { startJobs } from "../../dev/local/jobs";
import { localSettings } from "../../dev/local/localSettings";
import { freePort } from "../../dev/local/ports";
import { loadSampleReports } from "../../dev/local/sampleReports";
import { devWallets } from "../../dev/local/wallets";
import { builtPages } from "../../dev/tools/generated";
import { writeFiles } from "../../dev/tools/writeFiles";
import { firestoreSnapshots } from "../../functions/src/adapters/firestore/snapshots";
import { serveDiscovery } from "../../functions/src/discovery/serve";
import { ENDPOINTS } from "../../functions/src/endpoints/all";
import { handlerOf, wire } from "../../functions/src/entry/wire";
import { openGateway } from "../../functions/src/http/gateway";
import { serveMcp } from "../../functions/src/mcp/serve";
import { readSettings } from "../../functions/src/settings/read";
import { serve } from "../setup/http/server";
import { publishSample } from "../setup/sample";

const ROOT = path.join(__dirname, "../..");
const SILENT = { info: () => {}, warn: () => {}, error: () => {} };
const JOB_PAUSE_MS = 1_000;

async function main(): Promise<void> {
  const ended = new Promise<void>((resolve) => process.stdin.once("end", resolve).once("error", resolve).resume());
  // Final after two blocks, so that what is settled is accounted for in seconds.
  const chain = await startChain({ blockTimeSeconds: 1, safeDepth: 1 });
  const firestore = await startFirestore();
  const projectId = `demo-${randomUUID()}`;
  const db = emulatorDatabase(firestore.host, projectId);
  const snapshots = firestoreSnapshots(db);
  const [contracts, port] = await Promise.all([deployContracts(chain), freePort(), loadSampleReports(db, Date.now())]);
  for (const kind of ["chats", "goals"] as const)
    await publishSample(snapshots, kind, { publishedAt: Date.now(), stated: STATED });
  const baseUrl = `http://127.0.0.1:${port}`;
  const place = { baseUrl, rpcUrl: chain.rpcUrl, chainId: chain.chainId, contracts };
  const given = localSettings(place, { FEEDBACK_MAIL_TO: "operator@mkt.example", PAYMENT_CONFIRM_SECONDS: "1" });
  const values = { ...given.settings, ...given.secrets };
  const settings = readSettings(values);
  const overrides = { db, log: SILENT };
  if (process.env["MKT_TEST_RUN_FOLDER"] === undefined) writeFiles(ROOT, builtPages(ROOT));
  openGateway(() => baseUrl);
  const handlers = Object.entries(ENDPOINTS).map(([name, endpoints]) => [
    name,
    handlerOf(endpoints, settings, overrides),
  ]);
  const server = await serve(
    {
      ...Object.fromEntries(handlers),
      mcp: serveMcp(ENDPOINTS, wire(settings, overrides)),
      discovery: serveDiscovery(ENDPOINTS, wire(settings, overrides)),
    },
    { port },
  );
  const jobs = startJobs(emulatorDatabase(firestore.host, projectId), values, JOB_PAUSE_MS, (line) =>
    process.stderr.write(`${line}\n`),
  );
  const { buyer, worker } = devWallets();
  const said = { baseUrl, rpcUrl: chain.rpcUrl, token: chain.usdc, keys: [buyer.privateKey, worker.privateKey] };
  process.stdout.write(`${JSON.stringify(said)}\n`);
  await ended;
  await server.close();
  await jobs.close();
  await Promise.all([chain.close(), firestore.close()]);
  process.exit();
}

void main();
