import type { Token } from "./tokens";

/** What words of a question are for: the topics, groups and columns that it names, and what it asks of them. */
export const MARKS = [
  "topic",
  "excluded",
  "group",
  "by",
  "back",
  "count",
  "compare",
  "all",
  "why",
  "quotes",
  "describe",
  "claim",
  "untold",
] as const;
export type Mark = (typeof MARKS)[number];

/** Adjoining words of a question with one mark; `from` is the place of the first. */
export interface Span {
  mark: Mark;
  from: number;
  tokens: readonly Token[];
  /** Of a group, the column that has it. */
  column?: string | null;
}

/** Marks of which two may adjoin: a list's topics may stand side by side. The others' words are one where they adjoin. */
const APART: ReadonlySet<Mark> = new Set(["topic", "excluded", "group"]);

/** The labels of words: none, each mark, and for some the words that go on with it. */
export const LABELS: readonly { mark: Mark | null; isFirst: boolean }[] = [
  { mark: null, isFirst: false },
  ...MARKS.map((mark) => ({ mark, isFirst: true })),
  ...[...APART].map((mark) => ({ mark, isFirst: false })),
];

/** The label of a word with a mark, by whether it is the first of its span. */
export const labelOf = (mark: Mark | null, isFirst: boolean): number =>
  LABELS.findIndex((label) => label.mark === mark && (mark === null || !APART.has(mark) || label.isFirst === isFirst));

/** True where a word labelled `next` may follow one labelled `label` (-1: the start). */
export function mayFollow(label: number, next: number): boolean {
  const { mark, isFirst } = LABELS[next]!;
  return mark === null || isFirst || (label !== -1 && LABELS[label]!.mark === mark);
}

/** The marked words of a question. */
export function spansOf(tokens: readonly Token[], labels: readonly number[]): Span[] {
  const spans: (Span & { tokens: Token[] })[] = [];
  labels.forEach((label, at) => {
    const { mark, isFirst } = LABELS[label]!;
    if (mark === null) return;
    const goesOn = !isFirst || (!APART.has(mark) && spans.at(-1)?.mark === mark && labels[at - 1] === label);
    if (!goesOn) spans.push({ mark, from: at, tokens: [tokens[at]!] });
    else spans.at(-1)!.tokens.push(tokens[at]!);
  });
  return spans;
}
