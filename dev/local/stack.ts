import { mkdirSync } from "node:fs";
import path from "node:path";
import { BASE, type ChainFacts } from "../../functions/src/domain/chains";
import { startChain } from "./chain";
import { deployContracts } from "./contracts";
import { buildFunctions, NEVER_HOSTING, startFirebase } from "./firebase";
import { JOB_PAUSE_MS, startJobs } from "./jobs";
import { emulatorDatabase, loadSample } from "./emulatorData";
import { findFirestore, startFirestore } from "./firestore";
import { localSettings } from "./localSettings";
import { freePort, type Slot, takeSlot } from "./ports";
import { announce, runningStack, type StackAddresses } from "./stackFile";
import { devWallets } from "./wallets";

/** The whole service on this machine. */
export interface Stack extends StackAddresses {
  /** Resolves when a part has ended that the others need, and says which; never for a stack that ran before. */
  lost: Promise<string>;
  /** Stops what was started for this caller; nothing, if the stack ran before. */
  close(): Promise<void>;
}

export interface StackOptions {
  /** The chain that the local one looks like: Base by default. */
  chain?: ChainFacts;
  /** Whether signed payments are settled by the facilitator of x402's makers, instead of the service's own wallet. */
  facilitator?: boolean;
}

/** Told of each step that is done, with how long it took. */
export type Say = (step: string, ms: number) => void;

const ROOT = path.join(__dirname, "../..");
const LOGS = path.join(ROOT, ".local", "logs");
/** Blocks become safe and final automatically: final after four seconds. */
const SAFE_DEPTH = 10;

const PREFERRED_PORTS = {
  hosting: 5000,
  functions: 5001,
  hub: 4400,
  logging: 4500,
  eventarc: 9299,
  tasks: 9499,
  chain: 8545,
  firestore: 8080,
};
type Ports = typeof PREFERRED_PORTS;
/** How many ports each stack gets. */
const SLOT_WIDTH = 20;

/**
 * Uses the running stack, or starts one that ends with the caller's `close`. Throws if the running stack uses another chain
 * than the caller asks for.
 */
export async function stack(say: Say, chain: ChainFacts | null = null): Promise<Stack> {
  const start = performance.now();
  const running = await runningStack();
  if (!running) return startStack(say, chain ? { chain } : {});
  if (chain && chain.id !== running.chainId)
    throw new Error(
      `The stack that runs at ${running.baseUrl} is on chain ${running.chainId}, not ${chain.id}. Stop it, or leave out CHAIN_ID.`,
    );
  say(`Using the stack that runs at ${running.baseUrl}`, performance.now() - start);
  return { ...running, lost: new Promise(() => {}), close: async () => {} };
}

/**
 * Starts every part on free ports, with the sample data loaded, the wallets funded and the escrows deployed, and
 * tells other programs by .local/stack.json. If a part does not start, those that did are stopped again.
 */
export async function startStack(
  say: Say,
  { chain: facts = BASE, facilitator = false }: StackOptions = {},
): Promise<Stack> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    await Promise.all(closers.splice(0).map((stop) => stop()));
  };
  /** Runs one step and says how long it took; what it started is stopped with the rest. */
  const step = async <T>(work: () => Promise<T>, done: (result: T) => string): Promise<T> => {
    const start = performance.now();
    const result = await work();
    if (hasClose(result)) closers.push(() => result.close());
    say(done(result), performance.now() - start);
    return result;
  };

  try {
    // Before anything else: installing what is missing takes longer than all the rest.
    const found = await findFirestore({ say: (line) => say(line, 0) });
    mkdirSync(LOGS, { recursive: true });
    const slot = await takeSlot();
    closers.push(() => slot.close());
    const { chain: chainPort, firestore: firestorePort, ...firebasePorts } = await choosePorts(slot);
    const wallets = devWallets();
    const recipient = wallets.recipient.address;

    const parts = {
      firestore: step(
        () =>
          startFirestore({
            port: firestorePort,
            functionsHost: `127.0.0.1:${firebasePorts.functions}`,
            found,
          }),
        (part) => `Firestore at ${part.host}: ${part.source}`,
      ),
      chain: step(
        () =>
          startChain({
            chain: facts,
            port: chainPort,
            blockTimeSeconds: facts.blockSeconds,
            safeDepth: SAFE_DEPTH,
          }),
        (part) => `Chain ${part.chainId} (${facts.name}) at ${part.rpcUrl}, USDC in place, wallets funded`,
      ),
      functions: step(
        () => buildFunctions(firebasePorts.hosting, facts),
        () => "Functions built",
      ),
    };
    // Waits for all, so that a failure leaves no step at work behind it.
    await Promise.allSettled(Object.values(parts));
    const [firestore, chain] = [await parts.firestore, await parts.chain];
    const folder = await parts.functions;
    await step(
      () => loadSample(firestore.host),
      () => "Sample data imported",
    );
    const contracts = await step(
      () => deployContracts(chain),
      () => "Escrows deployed",
    );
    const baseUrl = `http://127.0.0.1:${firebasePorts.hosting}`;
    const settler = async (): Promise<{ FACILITATOR_URL?: string }> => {
      const { privateKey } = wallets.settler;
      if (!facilitator) return {};
      const { startFacilitator } = await import("./facilitator");
      const { url } = await step(
        () => startFacilitator({ rpcUrl: chain.rpcUrl, chain: facts, privateKey }),
        (part) => `Facilitator at ${part.url}`,
      );
      return { FACILITATOR_URL: url };
    };
    const place = { baseUrl, rpcUrl: chain.rpcUrl, chainId: chain.chainId, contracts };
    const given = localSettings(place, await settler());
    const logFile = path.join(LOGS, `firebase-${firebasePorts.hosting}.log`);
    const firebase = await step(
      () =>
        startFirebase({
          folder,
          ports: firebasePorts,
          firestoreHost: firestore.host,
          logFile,
          ...given,
        }),
      (part) => `Functions and hosting at ${part.baseUrl}`,
    );
    await step(
      async () =>
        startJobs(emulatorDatabase(firestore.host), { ...given.settings, ...given.secrets }, JOB_PAUSE_MS, (line) =>
          say(line, 0),
        ),
      () => "Indexer and keeper at work",
    );
    const addresses: StackAddresses = {
      baseUrl: firebase.baseUrl,
      functionsUrl: firebase.functionsUrl,
      rpcUrl: chain.rpcUrl,
      chainId: chain.chainId,
      usdc: chain.usdc,
      recipient,
      contracts,
      wallets: Object.values(wallets),
      firestoreHost: firestore.host,
    };
    const withdraw = announce(addresses);
    closers.push(async () => withdraw());
    const lost = Promise.race([
      firebase.ended.then(() => `The Firebase emulators have ended; ${logFile} says why.`),
      firestore.ended.then(() => "The Firestore emulator has ended."),
      chain.ended.then(() => "The chain (anvil) has ended."),
    ]);
    return { ...addresses, lost, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function hasClose(part: unknown): part is { close(): Promise<void> } {
  return typeof part === "object" && part !== null && "close" in part;
}

async function choosePorts({ index }: Slot): Promise<Ports> {
  const taken = new Set<number>();
  const ports = { ...PREFERRED_PORTS };
  for (const name of Object.keys(ports) as (keyof Ports)[]) {
    const passed = name === "hosting" ? [...taken, NEVER_HOSTING] : taken;
    ports[name] = await freePort(ports[name] + index * SLOT_WIDTH, new Set(passed));
    taken.add(ports[name]);
  }
  return ports;
}
