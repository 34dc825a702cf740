import { createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import autocannon from "autocannon";
import { EMPTY, OURS, startFunction, startPeer, type Program } from "./programs";
import { QUESTION, settings } from "./settings";
import { median, type Figure } from "./table";

export interface QuoteLoad {
  rounds: number;
  secondsPerRound: number;
}

const CONNECTIONS = 16;

/**
 * How many quotes a second one instance gives, as a share of what an empty function and the 402
 * path of @x402/express do, and what it asks of database and chain for them.
 *
 * The machine wanders, so the three take turns in short rounds, and the ratio is taken within each.
 */
export async function benchQuote({ rounds, secondsPerRound }: QuoteLoad): Promise<Figure[]> {
  const [firestore, rpc] = [await startListener(), await startListener()];
  const env = settings({ firestoreHost: firestore.host, rpcUrl: `http://${rpc.host}` });
  const programs: Program[] = [];
  try {
    const started = async (program: Promise<Program>) => {
      programs.push(await program);
      return program;
    };
    const empty = await started(startFunction(EMPTY, { body: QUESTION, status: 200 }));
    const x402 = await started(startPeer("x402Express"));
    const ours = await started(startFunction({ source: OURS, name: "demandInsights" }, { body: QUESTION, status: 402, env }));
    const load = (program: Program, status: number, seconds = secondsPerRound) => perSecond(program.url, status, seconds);

    // The first turn of each compiles what it runs.
    for (const [program, status] of [[empty, 200], [x402, 402], [ours, 402]] as const) await load(program, status, 1);
    const turns: { empty: number; ours: number; x402: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      const turn = { empty: 0, ours: 0, x402: 0 };
      const order = [
        async () => (turn.empty = await load(empty, 200)),
        async () => (turn.ours = await load(ours, 402)),
        async () => (turn.x402 = await load(x402, 402)),
      ];
      // Whoever goes first in one round goes last in the next.
      for (const take of round % 2 ? order.reverse() : order) await take();
      turns.push(turn);
    }
    return [
      { what: "quotes per second", value: median(turns.map(({ ours }) => ours)), unit: "/s" },
      {
        what: "quotes, of an empty function's answers",
        value: median(turns.map(({ ours, empty }) => ours / empty)),
        unit: "×",
        beside: `${median(turns.map(({ empty }) => empty)).toFixed(0)} /s`,
        goal: { least: 0.9 },
      },
      {
        what: "quotes, of @x402/express's",
        value: median(turns.map(({ ours, x402 }) => ours / x402)),
        unit: "×",
        beside: `${median(turns.map(({ x402 }) => x402)).toFixed(0)} /s`,
        goal: { least: 1 },
      },
      { what: "connections to Firestore for all quotes", value: firestore.connections(), unit: "", goal: { most: 0 } },
      { what: "connections to a node for all quotes", value: rpc.connections(), unit: "", goal: { most: 0 } },
    ];
  } finally {
    await Promise.all([firestore.close(), rpc.close(), ...programs.map((program) => program.stop())]);
  }
}

async function perSecond(url: string, status: number, seconds: number): Promise<number> {
  const { statusCodeStats, errors, requests, duration } = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: QUESTION,
  });
  const codes = Object.keys(statusCodeStats ?? {});
  if (errors > 0 || codes.some((code) => code !== String(status))) {
    throw new Error(`${url} did not always answer ${status}: ${codes.join(", ")}, ${errors} errors`);
  }
  return requests.total / duration;
}

interface Listener {
  host: string;
  connections(): number;
  close(): Promise<void>;
}

/** A port where nobody should call, and which knows when somebody does. */
async function startListener(): Promise<Listener> {
  let connections = 0;
  const server = createServer((socket: Socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
