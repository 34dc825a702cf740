/**
 * Puts the API explorer's files (swagger-ui-dist) where hosting serves them. They are a package's
 * and two megabytes, so they are not kept with the sources; local stacks, tests and deployments copy them each time.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import path from "node:path";
import { EXPLORER } from "../../packages/site/pages/list";

const ROOT = path.join(__dirname, "../..");
const PACKAGE = path.dirname(require.resolve("swagger-ui-dist/package.json"));
const FILES = ["swagger-ui-bundle.js", "swagger-ui.css", "LICENSE", "NOTICE"];

/** The files are in hosting's folder, as the installed package has them. */
export function placeExplorer(hosting = path.join(ROOT, "hosting")): void {
  const folder = path.join(hosting, EXPLORER);
  mkdirSync(folder, { recursive: true });
  for (const file of FILES) {
    const [from, to] = [path.join(PACKAGE, file), path.join(folder, file)];
    if (existsSync(to) && readFileSync(from).equals(readFileSync(to))) continue;
    // A concurrent reader gets the old file or the new one, never a partial one.
    const half = `${to}.${process.pid}`;
    copyFileSync(from, half);
    renameSync(half, to);
  }
}
