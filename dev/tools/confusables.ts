/** Writes functions/src/domain/names/confusables.ts from Unicode's own table: `tsx dev/tools/confusables.ts <confusables.txt>`. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isOfOneScript, isReadable } from "../../functions/src/domain/names/displayName";

const TARGET = path.join(__dirname, "../../functions/src/domain/names/confusables.ts");
const WIDTH = 130;

/** The table's letters with their prototypes (UTS #39, confusables.txt), and its version. */
function read(text: string): { table: Map<string, string>; version: string } {
  const table = new Map<string, string>();
  for (const line of text.split("\n")) {
    const [from, to, kind] = line
      .replace(/#.*/, "")
      .split(";")
      .map((part) => part.trim());
    if (from && to && kind) table.set(letters(from), letters(to));
  }
  const version = /^# Version: (\S+)/m.exec(text)?.[1];
  if (!version || table.size < 6_000) throw new Error("this is not Unicode's confusables.txt");
  return { table, version };
}

/** The rows that apply to a name: for its letters, and for those that other rows and case changes lead to. */
function reachable(table: ReadonlyMap<string, string>): Map<string, string> {
  const kept = new Map<string, string>();
  const open = [...table.keys()].filter(
    (letter) => letter.normalize("NFKC") === letter && isReadable(letter) && isOfOneScript(letter),
  );
  for (let letter = open.pop(); letter !== undefined; letter = open.pop()) {
    const prototype = table.get(letter);
    if (prototype === undefined || kept.has(letter)) continue;
    kept.set(letter, prototype);
    open.push(
      ...[prototype, prototype.toLowerCase(), prototype.toUpperCase()].flatMap((text) => [...text.normalize("NFD")]),
    );
  }
  return kept;
}

function print(table: ReadonlyMap<string, string>, version: string): string {
  const byPrototype = new Map<string, string[]>();
  for (const [letter, prototype] of table)
    byPrototype.set(prototype, [...(byPrototype.get(prototype) ?? []), codes(letter)]);
  const rows = [...byPrototype].map(([prototype, from]) => `${codes(prototype)}:${from.sort().join(" ")}`).sort();
  return [
    `/**`,
    ` * Letters that look alike, as code points: a prototype, then its confusables. From Unicode ${version}, confusables.txt`,
    ` * (© Unicode, Inc., https://www.unicode.org/terms_of_use.html), limited to characters that a name can contain. Written by dev/tools/confusables.ts.`,
    ` */`,
    `export const CONFUSABLES = \``,
    ...wrapped(rows),
    `\`;`,
    ``,
  ].join("\n");
}

function wrapped(rows: readonly string[]): string[] {
  const lines = [""];
  for (const row of rows) {
    const line = lines.at(-1) ?? "";
    const longer = line === "" ? row : `${line},${row}`;
    if (longer.length <= WIDTH || line === "") lines[lines.length - 1] = longer;
    else lines.push(row);
  }
  return lines;
}

function letters(hex: string): string {
  return hex
    .split(" ")
    .map((code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .join("");
}

function codes(text: string): string {
  return [...text].map((letter) => (letter.codePointAt(0) ?? 0).toString(16)).join(" ");
}

const [source] = process.argv.slice(2);
if (!source) throw new Error("name the confusables.txt to read");
const { table, version } = read(readFileSync(source, "utf8"));
const kept = reachable(table);
writeFileSync(TARGET, print(kept, version));
process.stdout.write(`${kept.size} of ${table.size} rows of Unicode ${version} written\n`);
