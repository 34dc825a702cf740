/** `npm run build`: all that the emulators and a deployment serve: the functions, the pages, the app, and the demo's settings. */
import path from "node:path";
import { placeExplorer } from "../tools/explorer";
import { writeDemoSettings } from "./demoProject";
import { run } from "./processes";

const ROOT = path.join(__dirname, "../..");

async function main(): Promise<void> {
  placeExplorer();
  writeDemoSettings();
  const programs = [["functions/build.ts"], ["dev/tools/generate.ts", "--pages"], ["packages/app/build.ts"]];
  for (const [file = "", ...options] of programs) {
    const child = run(process.execPath, ["--import", "tsx", path.join(ROOT, file), ...options], { cwd: ROOT });
    if ((await child.ended) !== 0) throw new Error(`${file} has failed:\n${child.output()}`);
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
