import type { Result } from "./statement";
import { type Numbered, STATEMENTS } from "./statements/all";

/** What docs/conformance.md says of each statement, by its id. */
export type Results = Record<string, Result>;

const HEAD = `# Conformance

Each checkable statement of the interface's description (version 1.0.0) has a number and a test in \`test/conformance\`, which sees only what everybody can: HTTP, a wallet on the chain, and the published documents. What the description leaves open is **decided**, and the link says where.

\`npm test\` makes all checks on the local stack, and fails if a result differs from this table. \`npm run conformance\` makes them on any deployment and prints the table; with \`-- --write\` it writes this file.
`;

/** The text of docs/conformance.md. */
export function document(results: Results): string {
  const rows = STATEMENTS.map(({ id, text, file, decided }) => {
    const test = decided === undefined ? `[${file}](../test/conformance/statements/${file}.ts)` : "–";
    const result = decided === undefined ? results[id] : `[decided](${fromDocs(decided)})`;
    return `| ${id} | ${text.replaceAll("|", "\\|")} | ${test} | ${result ?? "not run"} |`;
  });
  return `${HEAD}\n| | Statement | Test | Result |\n| --- | --- | --- | --- |\n${rows.join("\n")}\n`;
}

/** A path in the repository, as links in docs/ write it. */
function fromDocs(file: string): string {
  return file.startsWith("docs/") ? file.slice("docs/".length) : `../${file}`;
}

/** The results that the document has. */
export function documented(text: string): Results {
  const rows = [...text.matchAll(/^\| (R\d+) \| .* \| (?:\[(decided)\]\([^)]*\)|([a-z ]+)) \|$/gm)];
  return Object.fromEntries(rows.map(([, id, decided, result]) => [id, decided ?? result])) as Results;
}

/** One line for a terminal. */
export function line({ id, text }: Numbered, result: Result, why?: Error): string {
  const reason = why === undefined ? "" : ` (${why.message.replace(/\s+/g, " ").trim().slice(0, 300)})`;
  return `${id.padEnd(5)} ${result.padEnd(9)}  ${text}${reason}`;
}
