/** The command `mkt`. */
import { text } from "node:stream/consumers";
import { runCli } from "./run";

const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => interrupted.abort());

void runCli(process.argv.slice(2), {
  env: process.env,
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
  stdin: () => text(process.stdin),
  signal: interrupted.signal,
  nowMs: Date.now,
}).then((code) => {
  process.exitCode = code;
});
