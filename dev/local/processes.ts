import { spawn, type ChildProcess } from "node:child_process";
import { createWriteStream, readdirSync, readFileSync } from "node:fs";
import type { Socket } from "node:net";
import path from "node:path";

/** A program that this one started, alone in a process group with everything that it starts itself. */
export interface Running {
  readonly pid: number;
  /** The last few thousand characters that it wrote to either output. */
  output(): string;
  /** Resolves with the text that matched, as soon as the program has written it; rejects if it ends first. */
  says(pattern: RegExp, timeoutMs: number): Promise<RegExpMatchArray>;
  /** Resolves when the program itself has ended, with its exit code; null if it was killed or never started. */
  readonly ended: Promise<number | null>;
  /** Ends the whole group, with all its processes. */
  stop(): Promise<void>;
}

export interface RunOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Also write what it says to this file. */
  logFile?: string;
  /** How long it may take to end when asked; then it is ended. Five seconds by default. */
  patienceMs?: number;
}

const KEPT_OUTPUT = 8_000;

/** Groups that run, and the guard that stands by while there are any. */
const groups = new Set<number>();
let guard: ChildProcess | undefined;

/** Ends the group if this process dies without a chance to do so. */
function watch(group: number): void {
  if (!guard) {
    guard = spawn(process.execPath, [path.join(__dirname, "guard.mjs")], {
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    });
    guard.unref();
    (guard.stdin as Socket).unref();
  }
  groups.add(group);
  guard.stdin?.write(`+${group}\n`);
}

function unwatch(group: number): void {
  if (!groups.delete(group)) return;
  guard?.stdin?.write(`-${group}\n`);
  if (groups.size > 0) return;
  guard?.stdin?.end();
  guard = undefined;
}

/** Starts a program in a new process group that cannot outlive this process. */
export function run(command: string, args: readonly string[], options: RunOptions = {}): Running {
  const child = spawn(command, args, {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    ...(options.cwd ? { cwd: options.cwd } : {}),
    env: options.env ?? process.env,
  });
  const group = child.pid;
  const log = options.logFile ? createWriteStream(options.logFile) : undefined;
  let kept = "";
  const listeners = new Set<() => void>();
  const hear = (chunk: Buffer) => {
    log?.write(chunk);
    kept = (kept + chunk.toString()).slice(-KEPT_OUTPUT);
    for (const listener of listeners) listener();
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);

  let over = false;
  const ended = new Promise<number | null>((resolve) => {
    const end = (code: number | null, why = "") => {
      if (over) return;
      over = true;
      hear(Buffer.from(why));
      log?.end();
      if (group !== undefined && !runs(group)) unwatch(group);
      resolve(code);
    };
    child.once("error", (error) => end(null, `${error.message}\n`));
    child.once("close", (code) => end(code));
  });
  if (group !== undefined) watch(group);

  return {
    pid: group ?? -1,
    output: () => kept,
    ended,
    says: (pattern, timeoutMs) =>
      new Promise((resolve, reject) => {
        const name = path.basename(command);
        const done = (settle: () => void) => {
          clearTimeout(timer);
          listeners.delete(look);
          settle();
        };
        const look = () => {
          const match = kept.match(pattern);
          if (match) done(() => resolve(match));
          else if (over) done(() => reject(new Error(`${name} ended before it was ready:\n${kept}`)));
        };
        const timer = setTimeout(
          () => done(() => reject(new Error(`${name} was not ready after ${timeoutMs} ms:\n${kept}`))),
          timeoutMs,
        );
        listeners.add(look);
        void ended.then(look);
        look();
      }),
    stop: async () => {
      if (group === undefined) return;
      await endGroup(group, options.patienceMs ?? 5_000);
      unwatch(group);
    },
  };
}

/** Ends every process of a group: asks first, insists when its patience is over. */
async function endGroup(group: number, patienceMs: number): Promise<void> {
  for (const name of ["SIGTERM", "SIGKILL"] as const) {
    if (!signalGroup(group, name)) return;
    const deadline = performance.now() + patienceMs;
    while (performance.now() < deadline) {
      if (!runs(group)) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

function runs(group: number): boolean {
  return signalGroup(group, 0) && !onlyZombies(group);
}

/**
 * A process that ended stays listed until its parent waits for it; in a container whose first process never waits, for
 * ever.
 */
function onlyZombies(group: number): boolean {
  if (process.platform !== "linux") return false;
  return readdirSync("/proc").every((pid) => {
    if (!/^\d+$/.test(pid)) return true;
    try {
      const [state, , processGroup] = readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ");
      return Number(processGroup) !== group || state === "Z" || state === "X";
    } catch {
      return true;
    }
  });
}

function signalGroup(group: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, name);
    return true;
  } catch {
    return false;
  }
}

/** Ends this process with what it is for: with 0, or with 1 and one line of what went wrong. */
export function exitAfter(work: Promise<void>): void {
  work.then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exit(1);
    },
  );
}
