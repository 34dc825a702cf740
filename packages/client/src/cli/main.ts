/** The command `mkt`. */
import { text } from "node:stream/consumers";
import { EXIT } from "./exitCodes";
import { runCli } from "./run";

const interrupted = new AbortController();
// Not `once`: without a listener, the journal's lock would end the process at the first signal.
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => (interrupted.signal.aborted ? process.exit(EXIT.interrupted) : interrupted.abort()));

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
