/**
 * `npm run licences`: the licence of every package that is deployed with the functions or bundled into them, read by
 * `npm sbom` from functions/package-lock.json and package-lock.json. Fails where one is not on the list of allowed licences.
 */
import { execFileSync } from "node:child_process";
import path from "node:path";

interface Package {
  name: string;
  versionInfo: string;
  licenseDeclared: string;
}

/** Permissive licences: they ask for attribution at most. */
const ALLOWED = [
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC-BY-3.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "(MIT OR CC0-1.0)",
  "Unlicense",
];
/** Packages whose package.json names no licence; each ships this one as a file. */
const READ_BY_HAND: Readonly<Record<string, string>> = { limiter: "MIT", "png-js": "MIT" };
const OURS = /^mkt(?:-\w+)?$/;

/** What is installed with the functions, and what is bundled into them or published from the other workspaces. */
const packages = [...sbomOf("functions", "--no-workspaces"), ...sbomOf(".")];
const found = [...new Map(packages.map((one) => [`${one.name}@${one.versionInfo}`, one])).values()]
  .filter(({ name }) => !OURS.test(name))
  .map(({ name, versionInfo, licenseDeclared }) => ({
    name,
    versionInfo,
    licence: READ_BY_HAND[name] ?? licenseDeclared,
  }));

const counts = new Map<string, number>();
for (const { licence } of found) counts.set(licence, (counts.get(licence) ?? 0) + 1);
for (const [licence, count] of [...counts].sort(([, a], [, b]) => b - a))
  console.log(`${String(count).padStart(4)}  ${licence}`);

const refused = found.filter(({ licence }) => !ALLOWED.includes(licence));
for (const { name, versionInfo, licence } of refused)
  console.error(`${name}@${versionInfo} is under ${licence}, which is not allowed.`);
if (refused.length > 0 || found.length === 0) process.exitCode = 1;

function sbomOf(folder: string, ...options: string[]): Package[] {
  const sbom = execFileSync(
    "npm",
    ["sbom", "--omit=dev", "--package-lock-only", "--sbom-format=spdx", "--loglevel=error", ...options],
    { cwd: path.join(__dirname, "../..", folder), encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
  );
  return (JSON.parse(sbom) as { packages: Package[] }).packages;
}
