import { readFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { freePort } from "../local/ports";
import { run } from "../local/processes";

/** A server in a separate process, like a deployed instance. */
export interface Program {
  url: string;
  pid: number;
  /** From the start of the process to the end of the first answer that counts, milliseconds. */
  firstAnswerMs: number;
  stop(): Promise<void>;
}

/** One function as a deployment names it: the built file and the export. */
export interface Target {
  source: string;
  name: string;
}

/** The request that is sent until it is answered, which must be with this status, or with any that is no fault. */
export interface FirstRequest {
  /** Null for a GET. */
  body: string | null;
  status: number | "any";
  env?: Record<string, string>;
}

const ROOT = path.join(__dirname, "../..");
const PEERS = path.join(ROOT, ".local", "bench");
const FRAMEWORK = path.join(ROOT, "node_modules", "@google-cloud", "functions-framework", "build", "src", "main.js");
const READY_MS = 30_000;

export const OURS = path.join(ROOT, "functions", "lib", "index.js");
export const EMPTY: Target = { source: path.join(PEERS, "empty.js"), name: "empty" };
export const X402: Target = { source: path.join(PEERS, "x402Function.js"), name: "x402" };

/** Compiles the peers; their packages stay outside, as they do where a peer is deployed without a bundler. */
export async function buildPeers(): Promise<void> {
  await build({
    entryPoints: ["empty", "x402Function"].map((name) => path.join(__dirname, "peers", `${name}.ts`)),
    outdir: PEERS,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    packages: "external",
    logLevel: "warning",
  });
}

/** Starts a function under the functions-framework, as Cloud Run does, and asks until it answers. */
export async function startFunction({ source, name }: Target, first: FirstRequest): Promise<Program> {
  const port = await freePort();
  const started = performance.now();
  const child = run(process.execPath, [FRAMEWORK, `--source=${source}`, `--target=${name}`], {
    cwd: ROOT,
    env: { ...production(), PORT: String(port), FUNCTION_TARGET: name, FUNCTION_SIGNATURE_TYPE: "http", ...first.env },
  });
  const url = `http://127.0.0.1:${port}/`;
  try {
    await firstAnswer(`${name} at ${url}`, url, first, () => child.output());
    return { url, pid: child.pid, firstAnswerMs: performance.now() - started, stop: () => child.stop() };
  } catch (error) {
    await child.stop();
    throw error;
  }
}

/** This process's environment without what the bench itself was started with. */
function production(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _options, NODE_V8_COVERAGE: _coverage, ...env } = process.env;
  return { ...env, NODE_ENV: "production" };
}

async function firstAnswer(
  who: string,
  url: string,
  { body, status }: FirstRequest,
  output: () => string,
): Promise<void> {
  const deadline = performance.now() + READY_MS;
  while (performance.now() < deadline) {
    const reply = await ask(url, body).catch(() => null);
    if (reply === null) {
      // Not listening yet. A longer pause would blur the figure, a shorter one would take the program's core.
      await new Promise((resolve) => setTimeout(resolve, 2));
    } else if (reply.status === status || (status === "any" && reply.status < 500)) {
      return;
    } else {
      throw new Error(`${who} answers ${reply.status} instead of ${status}: ${reply.text}\n${output()}`);
    }
  }
  throw new Error(`${who} does not answer:\n${output()}`);
}

async function ask(url: string, body: string | null): Promise<{ status: number; text: string }> {
  const post = { method: "POST", headers: { "content-type": "application/json" }, body };
  const response = await fetch(url, body === null ? {} : post);
  return { status: response.status, text: await response.text() };
}

/** What a process has used since its start, in user mode and in the kernel, as Linux counts it: in hundredths. */
export function processorSeconds(pid: number): number {
  const [, afterName = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const fields = afterName.split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
