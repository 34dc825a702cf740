/**
 * `npm run lock`: makes package-lock.json complete for every platform.
 *
 * Native packages come as one optional package for each platform. npm leaves out of the lockfile those that it could
 * not find where it ran, and then refuses `npm ci` wherever it does find them. A platform's package is described by
 * its name and its parent's version; it is fetched only where it fits.
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

interface Entry {
  version: string;
  dev?: boolean;
  license?: string;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  optionalDependencies?: Record<string, string>;
}

export interface Lockfile {
  packages: Record<string, Entry>;
}

const SYSTEMS = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"];
const PROCESSORS: Record<string, string> = { amd64: "x64" };
for (const cpu of ["arm", "arm64", "ia32", "loong64", "ppc64", "riscv64", "s390x", "x64"]) PROCESSORS[cpu] = cpu;

/** The optional packages that the lockfile names but does not contain, as lockfile entries. */
export function missingPlatforms({ packages }: Lockfile): Record<string, Entry> {
  const missing: Record<string, Entry> = {};
  for (const [place, parent] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      const words = name.split(/[/-]/);
      const os = words.find((word) => SYSTEMS.includes(word));
      const cpu = words.map((word) => PROCESSORS[word]).find((found) => found !== undefined);
      if (!os || !cpu || places(place, name).some((candidate) => packages[candidate])) continue;
      missing[`node_modules/${name}`] = {
        version,
        cpu: [cpu],
        ...(parent.dev && { dev: true }),
        ...(parent.license && { license: parent.license }),
        optional: true,
        os: [os],
      };
    }
  }
  return missing;
}

/** Where Node looks for a package, from the nearest folder to the root's. */
function places(from: string, name: string): string[] {
  const above = from.lastIndexOf("node_modules/");
  const outer = from === "" ? [] : places(above > 0 ? from.slice(0, above - 1) : "", name);
  return [`${from === "" ? "" : `${from}/`}node_modules/${name}`, ...outer];
}

function main(): void {
  const file = path.join(__dirname, "../..", "package-lock.json");
  const lock = JSON.parse(readFileSync(file, "utf8")) as Lockfile;
  const missing = missingPlatforms(lock);
  const packages = { ...lock.packages, ...missing };
  lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, "en")));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`package-lock.json: ${Object.keys(missing).length} packages of other platforms added`);
}

if (require.main === module) main();
