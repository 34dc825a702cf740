import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const ROOT = path.join(__dirname, "../..");
const DOCUMENTS = [
  ...[
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "packages/contracts/README.md",
    "packages/client/README.md",
  ],
  ...["docs", "docs/decisions"].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name}`),
  ),
];
const textOf = (document: string) => readFileSync(path.join(ROOT, document), "utf8");
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = ""]) => found);

describe("the repository's documents", () => {
  it.each(DOCUMENTS)("%s links to files that exist", (document) => {
    const links = all(textOf(document), /\]\(([^)#\s]+)(?:#[^)]*)?\)/g).filter((link) => !/^(https?:|\/)/.test(link));
    const dead = links.filter((link) => !existsSync(path.join(ROOT, path.dirname(document), link)));
    expect(dead).toEqual([]);
  });

  it.each(["docs/architecture.md", "CONTRIBUTING.md"])("%s names files that exist", (document) => {
    const files = all(textOf(document), /`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|md|sol|json))`/g).filter(
      (file) => !/NAME|\/X\//.test(file),
    );
    expect(files.length).toBeGreaterThan(10);
    const missing = files.filter((file) => !["", "functions/src"].some((at) => existsSync(path.join(ROOT, at, file))));
    expect(missing).toEqual([]);
  });

  it.each(DOCUMENTS)("%s names paths in code font that exist, with or without their extension", (document) => {
    if (document === "CHANGELOG.md") return;
    const paths = all(textOf(document), /`((?:dev|docs|functions\/src|packages|test)\/[\w./-]+)`/g).filter(
      (name) => !/NAME|\/X\/|\.env/.test(name),
    );
    const missing = paths.filter(
      (name) => !["", ".ts", ".test.ts", ".deep.test.ts"].some((end) => existsSync(path.join(ROOT, `${name}${end}`))),
    );
    expect(missing).toEqual([]);
  });
});
