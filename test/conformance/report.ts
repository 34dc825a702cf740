import type { Result } from "./statement";
import { type Numbered, STATEMENTS } from "./statements/all";

/** What docs/conformance.md says of each statement, by its id. */
export type Results = Record<string, Result>;

const HEAD = `# Conformance

What the interface's description (version 1.0.0) states, under the test that checks it over HTTP: ✓ passed, ✗ failed, ? not shown. Statement 13 is tested as R13. What it leaves open links to its decision. \`npm test\` fails if a result differs; \`npm run conformance\` checks a deployment, and with \`-- --write\` writes this file.
`;

const MARKS: Record<string, Result> = { "✓": "passed", "✗": "failed", "?": "not shown" };

/** The text of docs/conformance.md. */
export function document(results: Results): string {
  const files = [...new Set(STATEMENTS.map(({ file }) => file))];
  const parts = files.map((name) => {
    const lines = STATEMENTS.filter(({ file }) => file === name).map(({ id, text, decided }) => {
      const number = id.slice(1);
      if (decided !== undefined) return `${number}. [decided](${fromDocs(decided)}): ${text}`;
      const [mark = "not run"] = Object.entries(MARKS).find(([, result]) => result === results[id]) ?? [];
      return `${number}. ${mark} ${text}`;
    });
    return `\n## [${name}](../test/conformance/statements/${name}.ts)\n\n${lines.join("\n")}\n`;
  });
  return `${HEAD}${parts.join("")}`;
}

/** A path in the repository, as links in docs/ write it. */
function fromDocs(file: string): string {
  return file.startsWith("docs/") ? file.slice("docs/".length) : `../${file}`;
}

/** The results that the document has. */
export function documented(text: string): Results {
  const lines = [...text.matchAll(/^(\d+)\. (?:\[decided\]|([✓✗?]) )/gm)];
  return Object.fromEntries(
    lines.map(([, number, mark]) => [`R${number}`, mark === undefined ? "decided" : MARKS[mark]]),
  ) as Results;
}

/** One line for a terminal. */
export function line({ id, text }: Numbered, result: Result, why?: Error): string {
  const reason = why === undefined ? "" : ` (${why.message.replace(/\s+/g, " ").trim().slice(0, 300)})`;
  return `${id.padEnd(5)} ${result.padEnd(9)}  ${text}${reason}`;
}
