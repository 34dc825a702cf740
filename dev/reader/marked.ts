import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Asked } from "../../packages/answers/src/read/features";
import { labelOf, type Mark } from "../../packages/answers/src/read/marks";
import { tokensOf, type Token } from "../../packages/answers/src/read/tokens";

/** A question with the label of each of its words, as a person marked it. */
export interface Marked extends Asked {
  labels: number[];
}

const LETTERS: Record<string, Mark> = {
  T: "topic",
  N: "excluded",
  G: "group",
  B: "by",
  R: "back",
  C: "count",
  K: "compare",
  A: "all",
  W: "why",
  Q: "quotes",
  D: "describe",
  V: "claim",
  U: "untold",
};
const PIECE = /\{([A-Z]) ([^{}]+)\}|[^{}]+/g;

const QUESTIONS = path.join(__dirname, "questions");

/** The files of marked questions, in order. */
export const questionFiles = (): string[] =>
  readdirSync(QUESTIONS)
    .filter((name) => name.endsWith(".txt"))
    .sort()
    .map((name) => path.join(QUESTIONS, name));

/** All marked questions, by conversation. */
export const questionsMarked = (): Marked[][] => questionFiles().flatMap(markedIn);

/** The questions of a file: conversations apart by an empty line, a heading of the data's columns, then a turn a line. */
function markedIn(file: string): Marked[][] {
  return conversationsIn(file).map(([heading, ...turns]) => {
    const columnWords = columnWordsIn(heading!);
    return turns.map((turn, i) => ({ ...labelled(turn), isFollowUp: i > 0, columnWords }));
  });
}

const conversationsIn = (file: string): string[][] =>
  readFileSync(file, "utf8")
    .split(/\n\s*\n/)
    .map((one) => one.split("\n").filter((line) => line.trim() !== ""))
    .filter((lines) => lines.length > 1);

/** A question of which some words are marked: `{C How many} want {T a dog}?` */
export function labelled(turn: string): { tokens: Token[]; labels: number[] } {
  const tokens: Token[] = [];
  const labels: number[] = [];
  for (const [piece, letter, words] of turn.matchAll(PIECE)) {
    const mark = letter === undefined ? null : LETTERS[letter];
    if (mark === undefined) throw new Error(`No mark ${letter}: ${turn}`);
    tokensOf(words ?? piece).forEach((token, i) => {
      tokens.push(token);
      labels.push(labelOf(mark, i === 0));
    });
  }
  return { tokens, labels };
}

const columnWordsIn = (heading: string): Set<string> =>
  new Set(
    heading
      .split("|")
      .slice(1)
      .flatMap((column) =>
        tokensOf(column)
          .filter(({ isWord }) => isWord)
          .map(({ said }) => said),
      )
      .filter((word) => word.length > 1),
  );
