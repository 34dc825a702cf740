import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import autocannon from "autocannon";
import { startFirestore } from "../local/firestore";
import { EMPTY, OURS, startFunction, X402, type Program } from "./programs";
import { PROJECT, QUESTION, settings } from "./settings";
import { publishStock } from "./stock";
import { median, type Figure } from "./table";

export interface QuoteLoad {
  rounds: number;
  secondsPerRound: number;
}

interface Peer {
  program: Program;
  /** What it answers. */
  status: number;
  /** One figure for each round. */
  perSecond: number[];
}

const CONNECTIONS = 16;

/**
 * How many quotes a second one instance gives, as a share of what an empty function and the 402
 * path of @x402/express do, all three under the same framework, and what it asks of database and
 * chain for them.
 *
 * The machine wanders, so the peers take turns in short rounds, and a ratio is taken within each.
 */
export async function benchQuote({ rounds, secondsPerRound }: QuoteLoad): Promise<Figure[]> {
  const emulator = await startFirestore();
  await publishStock(emulator.host, PROJECT);
  const [firestore, rpc] = [await startListener(emulator.host), await startListener()];
  const env = settings({ firestoreHost: firestore.host, rpcUrl: `http://${rpc.host}` });
  const peers: Peer[] = [];
  const peer = async (status: number, program: Promise<Program>): Promise<Peer> => {
    const started = { status, program: await program, perSecond: [] };
    peers.push(started);
    return started;
  };
  try {
    const empty = await peer(200, startFunction(EMPTY, { body: QUESTION, status: 200 }));
    const ours = await peer(
      402,
      startFunction({ source: OURS, name: "demandInsights" }, { body: QUESTION, status: 402, env }),
    );
    const x402 = await peer(402, startFunction(X402, { body: QUESTION, status: 402 }));

    // The first round of each compiles what it runs.
    for (const { program, status } of peers) await load(program.url, status, 1);
    for (let round = 0; round < rounds; round++) {
      // The first in one round is the last in the next.
      for (const { program, status, perSecond } of round % 2 ? peers.toReversed() : peers) {
        perSecond.push(await load(program.url, status, secondsPerRound));
      }
    }
    const against = (what: string, { perSecond }: Peer, least: number): Figure => ({
      what: `quotes, of ${what}`,
      value: median(ours.perSecond.map((own, round) => own / (perSecond[round] ?? NaN))),
      unit: "×",
      beside: `${median(perSecond).toFixed(0)} /s`,
      goal: { least },
    });
    return [
      { what: "quotes per second", value: median(ours.perSecond), unit: "/s" },
      against("an empty function's answers", empty, 0.75),
      against("@x402/express's, in a function as well", x402, 1.2),
      {
        what: "connections to Firestore for all quotes, the first one's read",
        value: firestore.connections(),
        unit: "",
        goal: { most: 1 },
      },
      { what: "connections to a node for all quotes", value: rpc.connections(), unit: "", goal: { most: 0 } },
    ];
  } finally {
    await Promise.all([
      firestore.close(),
      rpc.close(),
      emulator.close(),
      ...peers.map(({ program }) => program.stop()),
    ]);
  }
}

async function load(url: string, status: number, seconds: number): Promise<number> {
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

/** A port that should not be called, and that records calls. */
/** Counts the connections to it; they reach the target, where there is one, or nothing. */
async function startListener(target?: string): Promise<Listener> {
  let connections = 0;
  const server = createServer((socket: Socket) => {
    connections += 1;
    if (target === undefined) return void socket.destroy();
    const { hostname, port } = new URL(`http://${target}`);
    const onward = connect(Number(port), hostname);
    for (const end of [socket, onward]) end.on("error", () => [socket, onward].forEach((one) => one.destroy()));
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
