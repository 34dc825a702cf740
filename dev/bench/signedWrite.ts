import { createHash } from "node:crypto";
import autocannon from "autocannon";
import { Wallet } from "ethers";
import { envelopeOf, signedBy } from "../../test/setup/signing";
import { PEERS, startFunction, type Program } from "./programs";
import { settings } from "./settings";
import { median, type Figure } from "./table";

export interface SignedLoad {
  rounds: number;
  requestsPerRound: number;
}

interface Peer {
  program: Program;
  /** How often it is sent the requests of a round: to a store in memory they are new each time. */
  times: number;
  rates: Rates[];
}

interface Rates {
  perSecond: number;
  /** What an instance answers per second of its own processor time, however busy this machine is. */
  perProcessorSecond: number;
}

const PATH = "/mkt/profile";
const CONNECTIONS = 16;
/** Each writes another document, so that the database has no contention. */
const WALLETS = 64;
/** Autocannon builds a request ahead of those that it sends, on each connection. */
const AHEAD = 2 * CONNECTIONS;

/**
 * How many signed writes a second one instance of POST /mkt/profile answers, against the same function with
 * ethers.verifyMessage in place of its own verification: with the Firestore emulator behind both, and with a store in
 * memory behind both, which leaves only the service's own work. /mkt/profile needs no task, and so nothing
 * but the database and the verification.
 *
 * Each is a function in a separate process, under the functions framework; they take turns, and a ratio is taken within
 * each round.
 */
export async function benchSignedWrites(
  firestoreHost: string,
  { rounds, requestsPerRound }: SignedLoad,
): Promise<Figure[]> {
  const bodies = await signedBodies((rounds + 1) * (requestsPerRound + AHEAD));
  const peers: Peer[] = [];
  const peer = async (verifier: "native" | "ethers", store: "firestore" | "memory"): Promise<Peer> => {
    const env = {
      ...settings({ firestoreHost, rpcUrl: "http://127.0.0.1:9" }),
      VERIFIER: verifier,
      STORE: store,
      GCLOUD_PROJECT: `demo-signed-${verifier}`,
    };
    const target = { source: `${PEERS}/signedWrite.js`, name: "signedWrite" };
    const started = {
      program: await startFunction(target, { body: "{}", status: 400, env }),
      times: store === "memory" ? 4 : 1,
      rates: [],
    };
    peers.push(started);
    return started;
  };
  try {
    const [ours, ethers] = [await peer("native", "firestore"), await peer("ethers", "firestore")];
    const [oursInMemory, ethersInMemory] = [await peer("native", "memory"), await peer("ethers", "memory")];
    for (let round = 0; round <= rounds; round++) {
      const ofRound = bodies.splice(0, requestsPerRound + AHEAD);
      // The first in one round is the last in the next.
      for (const { program, times, rates } of round % 2 ? peers.toReversed() : peers) {
        const figure = await measure(program.url, ofRound, times * requestsPerRound);
        // The first round of each compiles what it runs, and connects.
        if (round > 0) rates.push(figure);
      }
    }
    return [
      ...compared("Firestore emulator", ours, ethers),
      ...compared("store in memory", oursInMemory, ethersInMemory),
    ];
  } finally {
    await Promise.all(peers.map(({ program }) => program.stop()));
  }
}

function compared(store: string, ours: Peer, theirs: Peer): Figure[] {
  const of = ({ rates }: Peer, rate: keyof Rates) => rates.map((rated) => rated[rate]);
  const ratio = (rate: keyof Rates) => {
    const peers = of(theirs, rate);
    const value = median(of(ours, rate).map((own, round) => own / (peers[round] ?? NaN)));
    return { value, unit: "×", beside: `${median(peers).toFixed(0)} /s`, goal: { least: 3 } };
  };
  const peer = "of the same with ethers.verifyMessage";
  return [
    { what: `signed writes (POST ${PATH}) per second, ${store}`, value: median(of(ours, "perSecond")), unit: "/s" },
    { what: `signed writes, ${store}, ${peer}`, ...ratio("perSecond") },
    {
      what: `signed writes per second of processor time, ${store}`,
      value: median(of(ours, "perProcessorSecond")),
      unit: "/s",
    },
    { what: `signed writes per second of processor time, ${store}, ${peer}`, ...ratio("perProcessorSecond") },
  ];
}

async function measure(url: string, bodies: readonly string[], amount: number): Promise<Rates> {
  const before = await processorSeconds(url);
  const perSecond = await load(url, bodies, amount);
  return { perSecond, perProcessorSecond: amount / ((await processorSeconds(url)) - before) };
}

async function processorSeconds(url: string): Promise<number> {
  const { user, system } = (await (await fetch(url)).json()) as NodeJS.CpuUsage;
  return (user + system) / 1e6;
}

/** Requests by many wallets, each with a unique nonce. */
async function signedBodies(count: number): Promise<string[]> {
  const wallets = Array.from(
    { length: WALLETS },
    (_, at) => new Wallet(`0x${createHash("sha256").update(`wallet ${at}`).digest("hex")}`),
  );
  const bodies: string[] = [];
  for (let at = 0; at < count; at++) {
    const wallet = wallets[at % WALLETS];
    if (!wallet) throw new Error("a wallet");
    const profile = { displayName: `Agent ${at}`, avatarSeed: `seed-${at}` };
    const envelope = envelopeOf(PATH, profile, { wallet: wallet.address, escrows: {}, nowMs: Date.now() });
    bodies.push(JSON.stringify(await signedBy(wallet, profile, envelope)));
  }
  return bodies;
}

/** Sends `amount` requests, each with the next body; returns how many a second were answered with 200. */
async function load(url: string, bodies: readonly string[], amount: number): Promise<number> {
  let next = 0;
  let last = 0;
  const headers = { "content-type": "application/json" };
  const setupRequest = (request: autocannon.Request) => ({ ...request, body: bodies[next++ % bodies.length] ?? "" });
  const options = {
    url,
    connections: CONNECTIONS,
    amount,
    requests: [{ method: "POST" as const, headers, setupRequest }],
  };
  const started = performance.now();
  const { statusCodeStats, errors } = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(options, (error: unknown, result) =>
      error ? reject(new Error("the load failed", { cause: error })) : resolve(result),
    );
    running.on("response", () => (last = performance.now()));
  });
  const codes = Object.keys(statusCodeStats ?? {});
  if (errors > 0 || codes.join() !== "200")
    throw new Error(`${url} did not always answer 200: ${codes.join()}, ${errors} errors`);
  return amount / ((last - started) / 1_000);
}
