import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import path from "node:path";

/** Where the service is, and what the wallets of a run are. */
export interface Deployment {
  baseUrl: string;
  /** A node of its chain; without one nothing is paid or posted. */
  rpcUrl?: string;
  /** Private keys of a buyer and a worker, which have USDC and a little ETH. */
  keys: string[];
  /** How long to wait for blocks to become final, in ms. */
  patienceMs: number;
  close(): Promise<void>;
}

const LOCAL_PATIENCE_MS = 300_000;

/** Starts the service on this machine, with a chain and test USDC of its own. */
export async function localDeployment(): Promise<Deployment> {
  const launcher = path.join(__dirname, "launcher.ts");
  const child = spawn(process.execPath, ["--import", "tsx", launcher], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const close = async () => {
    child.stdin.end();
    await ended;
  };
  for await (const line of createInterface(child.stdout)) {
    const said = JSON.parse(line) as { baseUrl: string; rpcUrl: string; keys: string[] };
    return { ...said, patienceMs: LOCAL_PATIENCE_MS, close };
  }
  throw new Error("The local service has not started; what it wrote is above.");
}
