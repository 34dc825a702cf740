import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A command as at a terminal: a process group that receives the terminal's signals. */
export interface NpmStart {
  /** Everything that it printed. */
  output(): string;
  /** Resolves when it has printed the text; rejects if it ends before. */
  prints(text: string): Promise<void>;
  /** Every process that it started and that still runs, itself included. */
  processes(): number[];
  /** Ctrl-C; resolves with the exit code. */
  interrupt(): Promise<number | null>;
  exitCode: Promise<number | null>;
}

const ROOT = path.join(__dirname, "../../..");

/** Runs `npm start` without a terminal and without the test run's emulator. */
export const npmStart = (changes: NodeJS.ProcessEnv = {}): NpmStart => started(["npm", "start"], changes);

/** Runs any command like that. */
export function started([command = "", ...args]: readonly string[], changes: NodeJS.ProcessEnv = {}): NpmStart {
  const { FIRESTORE_EMULATOR_HOST: _shared, ...env } = process.env;
  const child = spawn(command, args, {
    cwd: ROOT,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...env, ...changes },
  });
  const known = new Set<number>();
  let printed = "";
  const hear = (chunk: Buffer) => (printed += chunk.toString());
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  const exitCode = new Promise<number | null>((resolve) => child.once("close", resolve));
  return {
    output: () => printed,
    exitCode,
    prints: async (text) => {
      while (!printed.includes(text)) {
        if (child.exitCode !== null) throw new Error(`${[command, ...args].join(" ")} ended:\n${printed}`);
        await sleep(50);
      }
    },
    processes: () => running(child, known),
    interrupt: () => {
      if (child.exitCode === null && child.pid) process.kill(-child.pid, "SIGINT");
      return exitCode;
    },
  };
}

/** The running descendants of a process, with those found earlier. */
function running(child: ChildProcess, known: Set<number>): number[] {
  const table = spawnSync("ps", ["-A", "-o", "pid=,ppid=,stat="])
    .stdout.toString()
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, parent, state = ""]) => ({ pid: Number(pid), parent: Number(parent), zombie: state.startsWith("Z") }));
  if (child.pid) known.add(child.pid);
  for (let size = 0; size !== known.size;) {
    size = known.size;
    for (const { pid, parent } of table) if (known.has(parent)) known.add(pid);
  }
  return table.filter(({ pid, zombie }) => known.has(pid) && !zombie).map(({ pid }) => pid);
}
