import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { builtPages, generatedFiles } from "../../dev/tools/generated";

const ROOT = path.join(__dirname, "..", "..");
const files = generatedFiles(ROOT);

describe("what `npm run generate` writes", () => {
  it.each(Object.keys(files))("is what %s holds", (file) => {
    expect(readFileSync(path.join(ROOT, file), "utf8")).toBe(files[file]);
  });

  it("is the same every time", () => {
    expect(generatedFiles(ROOT)).toEqual(files);
  });

  it("has no name that hosting leaves out", () => {
    const names = Object.keys(files).filter((file) => file.startsWith("hosting/"));
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((file) => file.split("/").some((part) => part.startsWith(".")))).toEqual([]);
  });

  it("names no host, no folder and no key of the machine that it is made on", () => {
    // The collection's local environment is for a stack on the reader's own machine.
    const served = Object.entries({ ...files, ...builtPages(ROOT) }).filter(
      ([file]) => file.startsWith("hosting/") && !file.endsWith("/environments/local.bru"),
    );
    const found = served.filter(([, text]) => /localhost|127\.0\.0\.1|\/work\/|\/home\/|PRIVATE_KEY=/.test(text));
    expect(found.map(([file]) => file)).toEqual([]);
  });

  it("leads no request to a file that is not there", () => {
    const { hosting } = JSON.parse(files["firebase.json"] ?? "") as {
      hosting: { rewrites: { destination?: string }[] };
    };
    const leads = hosting.rewrites.flatMap(({ destination }) => (destination === undefined ? [] : [destination]));
    expect(leads.length).toBeGreaterThan(0);
    // The app is built from its page when it is deployed, and its files are not kept with the sources.
    const sourceOf = (file: string) => (file === "/app/index.html" ? "packages/app/index.html" : `hosting${file}`);
    expect(leads.filter((file) => !existsSync(path.join(ROOT, sourceOf(file))))).toEqual([]);
  });
});

describe("the endpoints", () => {
  it("are all in the list of what is deployed", () => {
    const list = readFileSync(path.join(ROOT, "functions/src/endpoints/list.ts"), "utf8");
    const loaded = [...list.matchAll(/\(\) => \w+\(\)\.(\w+)/g)].map(([, name]) => name);
    const defined = walk(path.join(ROOT, "functions/src/endpoints")).flatMap((file) => {
      const declared = /^export (?:const (\w+) = \w+\(|function (\w+)\(.*\): Endpoint \{)/gm;
      return file.endsWith("escrowCall.ts")
        ? []
        : [...readFileSync(file, "utf8").matchAll(declared)].map(([, one, other]) => one ?? other);
    });
    expect(loaded.sort()).toEqual(defined.sort());
  });
});

function walk(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const full = path.join(folder, name);
    return statSync(full).isDirectory() ? walk(full) : [full];
  });
}
