import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import autocannon from "autocannon";
import { startFirestore } from "../local/firestore";
import { benchFirestore } from "./firestore";
import { OURS, startFunction } from "./programs";
import { PROJECT, settings } from "./settings";
import { publishStock } from "./stock";
import { figure, type Figure } from "./table";
import { storeTasks } from "./taskList";

interface Read {
  name: string;
  path: string;
  query: string;
  connections: number;
  least: number;
}

const READS: readonly Read[] = [
  { name: "mktHealth", path: "/mkt/health", query: "", connections: 50, least: 2_000 },
  { name: "mktTasks", path: "/mkt/tasks", query: "?limit=20", connections: 50, least: 1_000 },
  { name: "mktHealth", path: "/mkt/health", query: "", connections: 200, least: 2_000 },
];

/**
 * How many public reads one instance answers in a second, as a built function under the framework. Every caller gets the
 * same answer, as the CDN would. Errors and refusals count as failures.
 */
export async function benchPublicReads(seconds: number): Promise<Figure[]> {
  const { FIRESTORE_EMULATOR_HOST: _other, ...env } = process.env;
  const firestore = await startFirestore({ env });
  const { db, close } = benchFirestore(firestore.host, PROJECT);
  const escrow = (digit: string) => `0x${digit.repeat(40)}`;
  await storeTasks(db, 20);
  await publishStock(firestore.host, PROJECT);
  const node = await startNode();
  const functionEnv = {
    ...settings({ firestoreHost: firestore.host, rpcUrl: node.url }),
    ESCROW_HUMAN: escrow("1"),
    ESCROW_AGENT_FAST: escrow("2"),
  };
  const figures: Figure[] = [];
  try {
    for (const { name, path, query, connections, least } of READS) {
      const program = await startFunction({ source: OURS, name }, { body: null, status: 200, env: functionEnv });
      try {
        const { requests, latency, errors, timeouts, non2xx } = await autocannon({
          url: `${program.url}${query}`,
          connections,
          duration: seconds,
        });
        const what = `${path}${query} at ${connections} connections`;
        figures.push(figure(`${what}, answers a second`, requests.average, "/s", { least }));
        figures.push(figure(`${what}, p99`, latency.p99, "ms"));
        figures.push(figure(`${what}, failures`, errors + timeouts + non2xx, "", { most: 0 }));
      } finally {
        await program.stop();
      }
    }
  } finally {
    await node.close();
    await close();
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
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  };
}
