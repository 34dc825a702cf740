import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { rpc } from "./rpc";
import type { Wallet } from "./wallets";

/** Where the parts of a running stack are; exactly what .local/stack.json holds. */
export interface StackAddresses {
  /** Hosting: the public paths. */
  baseUrl: string;
  /** The functions' own URLs begin with it. */
  functionsUrl: string;
  rpcUrl: string;
  chainId: number;
  usdc: string;
  /** Who is paid for answers. */
  recipient: string;
  /** The addresses of the escrows and of the forwarder that they trust. */
  contracts: { human: string; agentFast: string; forwarder: string };
  wallets: Wallet[];
  /** host:port, for FIRESTORE_EMULATOR_HOST. */
  firestoreHost: string;
}

/** The file by which other programs find the stack; MKT_STACK_FILE moves it. */
export function stackFile(): string {
  return process.env["MKT_STACK_FILE"] ?? path.join(__dirname, "../..", ".local", "stack.json");
}

/** Tells other programs of a stack, until the given function is called. */
export function announce(addresses: StackAddresses): () => void {
  const file = stackFile();
  const text = `${JSON.stringify(addresses, null, 2)}\n`;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return () => {
    // A stack that started later has its own text there.
    if (existsSync(file) && readFileSync(file, "utf8") === text) rmSync(file);
  };
}

/** The stack that the file names, if all its parts answer. */
export async function runningStack(): Promise<StackAddresses | undefined> {
  const file = stackFile();
  if (!existsSync(file)) return undefined;
  const stack = JSON.parse(readFileSync(file, "utf8")) as StackAddresses;
  const reach = (url: string) => fetch(url, { signal: AbortSignal.timeout(2_000) });
  const answers = await Promise.allSettled([
    reach(`http://${stack.firestoreHost}/`),
    reach(stack.baseUrl),
    reach(stack.functionsUrl),
    rpc<string>(stack.rpcUrl, "eth_chainId").then((id) => {
      if (Number(id) !== stack.chainId) throw new Error("another chain");
    }),
  ]);
  return answers.every(({ status }) => status === "fulfilled") ? stack : undefined;
}
