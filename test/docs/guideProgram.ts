import { spawn } from "node:child_process";
import path from "node:path";

export interface Run {
  code: number | null;
  out: string;
  err: string;
}

/** Runs a program of the guide as its reader would: in a process of its own, which knows nothing but `env`. */
export function runProgram(program: string, env: Record<string, string>): Promise<Run> {
  const child = spawn(process.execPath, ["--input-type=module", "-"], {
    cwd: path.join(__dirname, "..", ".."),
    env: { PATH: process.env["PATH"], ...env },
    stdio: "pipe",
  });
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk) => (out += String(chunk)));
  child.stderr.on("data", (chunk) => (err += String(chunk)));
  child.stdin.end(program);
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, out, err })));
}
