import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import autocannon from "autocannon";
import { startFirestore } from "../local/firestore";
import { devWallets } from "../local/wallets";
import { EMPTY, OURS, processorSeconds, startFunction, X402, type Program } from "./programs";
import { PROJECT, QUESTION, settings } from "./settings";
import { publishStock } from "./stock";
import { median, type Figure, figure } from "./table";

export interface QuoteLoad {
  rounds: number;
  secondsPerRound: number;
}

interface Peer {
  program: Program;
  /** What it answers. */
  status: number;
  rounds: Round[];
}

interface Round {
  perSecond: number;
  /** What an instance answers per second of its own processor time, however busy this machine is. */
  perProcessorSecond: number;
}

const CONNECTIONS = 16;

/**
 * How many quotes a second one instance gives, as a multiple of what an empty function and the 402 path of
 * `@x402/express` give, all under the same framework, and what it asks of database and chain for them. A service that
 * settles signed payments has longer headers, and is measured as well.
 *
 * The load of the machine varies, so the peers take turns in short rounds, and a ratio is taken within each.
 */
export async function benchQuote({ rounds, secondsPerRound }: QuoteLoad): Promise<Figure[]> {
  const emulator = await startFirestore();
  await publishStock(emulator.host, PROJECT);
  const [firestore, rpc] = [await startListener(emulator.host), await startListener()];
  const env = settings({ firestoreHost: firestore.host, rpcUrl: `http://${rpc.host}` });
  const peers: Peer[] = [];
  const peer = async (status: number, program: Promise<Program>): Promise<Peer> => {
    const started = { status, program: await program, rounds: [] };
    peers.push(started);
    return started;
  };
  try {
    const empty = await peer(200, startFunction(EMPTY, { body: QUESTION, status: 200 }));
    const quoting = { source: OURS, name: "demandInsights" };
    const ours = await peer(402, startFunction(quoting, { body: QUESTION, status: 402, env }));
    const settling = await peer(
      402,
      startFunction(quoting, {
        body: QUESTION,
        status: 402,
        env: { ...env, SETTLEMENT_KEY: devWallets().settler.privateKey },
      }),
    );
    const x402 = await peer(402, startFunction(X402, { body: QUESTION, status: 402 }));

    // The first round of each compiles what it runs.
    for (const one of peers) await load(one, 1);
    for (let round = 0; round < rounds; round++) {
      // The first in one round is the last in the next.
      for (const one of round % 2 ? peers.toReversed() : peers) one.rounds.push(await load(one, secondsPerRound));
    }
    return [
      figure("quotes per second", median(ours.rounds.map(({ perSecond }) => perSecond)), "/s"),
      ...compared("quotes, of an empty function's answers", ours, empty, 0.75),
      ...compared("quotes, of @x402/express's, in a function as well", ours, x402, 1.2),
      ...compared("quotes that offer signed payments, of @x402/express's", settling, x402, 1.2),
      figure("connections to Firestore for all quotes of two services, one read each", firestore.connections(), "", {
        most: 2,
      }),
      figure("connections to a node for all quotes", rpc.connections(), "", { most: 0 }),
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

/** By the clock, and by processor time, which varies less on a busy machine. */
function compared(what: string, ours: Peer, peer: Peer, least: number): Figure[] {
  const ratio = (of: (round: Round) => number) =>
    median(ours.rounds.map((own, at) => of(own) / of(peer.rounds[at] ?? { perSecond: NaN, perProcessorSecond: NaN })));
  const beside = (of: (round: Round) => number) => `${median(peer.rounds.map(of)).toFixed(0)} /s`;
  const [clock, processor] = [(round: Round) => round.perSecond, (round: Round) => round.perProcessorSecond];
  return [
    figure(what, ratio(clock), "×", { least }, beside(clock)),
    figure(`${what}, by processor time`, ratio(processor), "×", { least }, beside(processor)),
  ];
}

async function load({ program: { url, pid }, status }: Peer, seconds: number): Promise<Round> {
  const before = processorSeconds(pid);
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
  return {
    perSecond: requests.total / duration,
    perProcessorSecond: requests.total / (processorSeconds(pid) - before),
  };
}

interface Listener {
  host: string;
  connections(): number;
  close(): Promise<void>;
}

/** Counts the connections to a port; they reach the target, where there is one, or are closed. */
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
