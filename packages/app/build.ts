/**
 * Builds the app into hosting/app, or into the folder that is named. Stacks, tests and deployments do this each time;
 * the files are not kept with the sources.
 */
import { copyFileSync, cpSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { build } from "vite";

const ROOT = path.join(import.meta.dirname, "../..");
const OUT = path.resolve(process.argv[2] ?? path.join(ROOT, "hosting", "app"));
const BUILT = path.join(ROOT, ".local", `app-${process.pid}`);
/** The page that names all other files. */
const SHELL = "index.html";
/** Files of earlier builds stay for so long, because windows that are open may still load them. */
const KEPT_MS = 24 * 3_600_000;

// Under another name, as tests have, the files would be for debugging: larger, and with the paths of this machine.
process.env["NODE_ENV"] = "production";
try {
  await build({
    configFile: path.join(import.meta.dirname, "vite.config.ts"),
    logLevel: "warn",
    build: { outDir: BUILT, emptyOutDir: true },
  });
  place();
} finally {
  rmSync(BUILT, { recursive: true, force: true });
}

/** A concurrent reader gets the old app or the new one: files are named by their contents, and the page comes last. */
function place(): void {
  mkdirSync(OUT, { recursive: true });
  for (const name of readdirSync(BUILT)) {
    if (name !== SHELL) cpSync(path.join(BUILT, name), path.join(OUT, name), { recursive: true });
  }
  const half = path.join(OUT, `${SHELL}.${process.pid}`);
  copyFileSync(path.join(BUILT, SHELL), half);
  renameSync(half, path.join(OUT, SHELL));
  const assets = path.join(OUT, "assets");
  for (const name of readdirSync(assets)) {
    const file = path.join(assets, name);
    if (Date.now() - statSync(file).mtimeMs > KEPT_MS) rmSync(file, { force: true });
  }
}
