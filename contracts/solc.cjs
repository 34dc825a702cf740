#!/usr/bin/env node
// forge expects a compiler program; npm has the compiler as a library. This is the program:
// it answers `--version`, and compiles the standard JSON that it reads on stdin.
const solc = require("solc");

if (process.argv.includes("--version")) {
  process.stdout.write(`solc, the solidity compiler commandline interface\nVersion: ${solc.version()}\n`);
} else {
  const chunks = [];
  process.stdin.on("data", (chunk) => chunks.push(chunk));
  process.stdin.on("end", () => process.stdout.write(solc.compile(Buffer.concat(chunks).toString("utf8"))));
}
