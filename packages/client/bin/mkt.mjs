#!/usr/bin/env node
import { existsSync } from "node:fs";

const program = new URL("../dist/cli.mjs", import.meta.url);
if (existsSync(program)) await import(program.href);
else {
  process.stderr.write("mkt is not built yet. In the repository's folder, run: npm run client:build\n");
  process.exitCode = 1;
}
