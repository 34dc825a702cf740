import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import autocannon from "autocannon";
import { Firestore } from "@google-cloud/firestore";
import { startFirestore } from "../local/firestore";
import { closeServer } from "../../test/setup/server";
import { testService } from "../../test/setup/service";
import { table, type Figure } from "./table";
import { storeTasks } from "./taskList";

const SECONDS = 4;
const READS: readonly (readonly [path: string, connections: number, least: number])[] = [
  ["/mkt/health", 50, 2_000],
  ["/mkt/tasks?limit=20", 50, 1_000],
  ["/mkt/health", 200, 2_000],
];

/** How many public reads an instance answers in a second, each read the same for all who ask. Errors and refusals count as failures. */
export async function benchPublicReads(): Promise<Figure[]> {
  const { FIRESTORE_EMULATOR_HOST: _other, ...env } = process.env;
  const firestore = await startFirestore({ env });
  const db = new Firestore({
    projectId: "demo-bench-reads",
    host: firestore.host,
    ssl: false,
    customHeaders: { Authorization: "Bearer owner" },
  });
  const escrow = (digit: string) => `0x${digit.repeat(40)}`;
  await storeTasks(db, 20);
  const node = await startNode();
  const service = await testService({
    db,
    caches: true,
    settings: { RPC_URLS: node.url, ESCROW_HUMAN: escrow("1"), ESCROW_AGENT_FAST: escrow("2") },
  });
  const figures: Figure[] = [];
  try {
    for (const [path, connections, least] of READS) {
      const name = path.startsWith("/mkt/health") ? "mktHealth" : "mktTasks";
      const { requests, latency, errors, timeouts, non2xx } = await autocannon({
        url: `${service.functionsUrl}/${name}${path.slice(path.indexOf("?") < 0 ? path.length : path.indexOf("?"))}`,
        connections,
        duration: SECONDS,
      });
      const what = `${path} at ${connections} connections`;
      figures.push({ what: `${what}, answers a second`, value: requests.average, unit: "", goal: { least } });
      figures.push({ what: `${what}, p99`, value: latency.p99, unit: "ms" });
      figures.push({ what: `${what}, failures`, value: errors + timeouts + non2xx, unit: "", goal: { most: 0 } });
    }
  } finally {
    await service.close();
    await node.close();
    await db.terminate();
    await firestore.close();
  }
  return figures;
}

/** A node that is well, and whose accounts are empty. */
async function startNode() {
  const block = () => ({
    number: "0x10",
    hash: `0x${"11".repeat(32)}`,
    timestamp: `0x${Math.floor(Date.now() / 1_000).toString(16)}`,
  });
  const results: Record<string, () => unknown> = {
    eth_chainId: () => "0x2105",
    eth_getBlockByNumber: block,
    eth_getCode: () => "0x00",
    eth_call: () => `0x${"0".repeat(64)}`,
    eth_getBalance: () => "0x0",
    eth_getTransactionCount: () => "0x0",
  };
  const server = createServer((request, response) => void reply(request, response));
  const reply = async (request: IncomingMessage, response: ServerResponse) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const asked = JSON.parse(body) as { id: number; method: string } | { id: number; method: string }[];
    const answer = ({ id, method }: { id: number; method: string }) => ({
      jsonrpc: "2.0",
      id,
      result: results[method]?.() ?? null,
    });
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify(Array.isArray(asked) ? asked.map(answer) : answer(asked)));
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => closeServer(server) };
}

if (require.main === module) void benchPublicReads().then((figures) => console.log(table(figures)));
