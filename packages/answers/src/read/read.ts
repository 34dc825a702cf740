import type { Reading } from "../plan/body";
import { columnOf, isDeviceColumn } from "../plan/plan";
import { groupsNamed } from "../plan/groupWords";
import { foreignLanguage } from "../plan/language";
import { FRAME_WORDS, FUNCTION_WORDS } from "../plan/lexicon";
import { tokensOf, writtenOf, type Token } from "../plan/tokens";
import { unrecordedIn } from "../plan/unrecorded";
import { asksOf } from "./asks";
import { canonical } from "./canonical";
import { trimmedSpan, type Mark, type Span } from "./marks";
import { marked } from "./tagger";
import { unpacked, type Weights } from "./weights";

/** A question as its words are marked. */
export interface Read {
  /** What it asks, in the plainest words. */
  plain: Token[];
  /** The words that name what it is about. */
  named: Token[];
  /** Words of what is asked that are marked for nothing. */
  left: string[];
  /** True where it asks which kinds of a thing there are: "which brands come up most". */
  asksForKinds: boolean;
}

/** A longer question is read by its grammar alone: a quote must cost next to nothing. */
const MAX_MARKED = 140;

/**
 * Reads a question by what its words are for; null where nothing of it is found to be asked. `asked` is what is left of it
 * without what only says how the answer is to look, "for a blog post".
 */
export function readByMarks(
  tokens: readonly Token[],
  isFollowUp: boolean,
  reading: Reading,
  asked: readonly Token[],
): Read | null {
  if (tokens.length > MAX_MARKED || foreignLanguage(tokens)) return null;
  const said = new Set(asked.map(({ said }) => said));
  const isAsked = ({ mark, tokens: words }: Span): boolean =>
    !NAMING.has(mark) || words.some(({ said: word }) => said.has(word));
  const spans = withGroups(
    marked({ tokens, isFollowUp, columnWords: columnWordsOf(reading) }, learnt()).flatMap((span) =>
      isAsked(span) ? (asHere(span, reading) ?? []) : [],
    ),
    tokens,
    reading,
  );
  const { starts, sentenceOf } = sentencesIn(tokens);
  const asks = asksOf(spans, isFollowUp, sentenceOf);
  if (asks.length === 0) return null;
  const told = new Set<number>();
  const plain = asks.flatMap((ask) => {
    // What can't be told is refused for how it was said.
    if (ask.kind !== "untold") return canonical(ask, tokens, isFollowUp);
    if (told.has(ask.sentence)) return [];
    told.add(ask.sentence);
    return tokens.slice(starts[ask.sentence], starts[ask.sentence + 1]);
  });
  return {
    plain,
    left: leftIn(tokens, spans, starts, new Set(asks.map(({ sentence }) => sentence))),
    named: spans.filter(({ mark }) => NAMING.has(mark)).flatMap((span) => span.tokens),
    asksForKinds: asks.some(({ kind, topics }) => kind === "all" && topics.length > 0),
  };
}

/**
 * What is said in a sentence that asks from its first marked word on and is marked for nothing: what comes before tells of the one who
 * asks.
 */
function leftIn(
  tokens: readonly Token[],
  spans: readonly Span[],
  starts: readonly number[],
  asking: ReadonlySet<number>,
): string[] {
  const isMarked = new Set(spans.flatMap(({ from, tokens: words }) => words.map((_, i) => from + i)));
  const left: Token[][] = [];
  starts.forEach((start, i) => {
    if (!asking.has(i)) return;
    const end = starts[i + 1] ?? tokens.length;
    const first = Math.min(...spans.map(({ from }) => from).filter((from) => from >= start && from < end));
    for (let at = first, isOpen = false; at < end; at++) {
      const isLeft = !isMarked.has(at) && saysSomething(tokens[at]!);
      if (isLeft && isOpen) left.at(-1)!.push(tokens[at]!);
      else if (isLeft) left.push([tokens[at]!]);
      isOpen = isLeft;
    }
  });
  return left.map(writtenOf);
}

const saysSomething = ({ said, isWord }: Token): boolean =>
  isWord && !FUNCTION_WORDS.has(said) && !FRAME_WORDS.has(said) && !LEAVES_OUT.test(said);
/** What follows is marked as left out. */
const LEAVES_OUT = /^(?:excluding|exclude|except|aside|leaving|ignore|ignoring|skip)$/;

const NAMING: ReadonlySet<Mark> = new Set(["topic", "excluded", "group"]);

/** A file of its own, which is read with the first question. */
let weights: Weights | null = null;
const learnt = (): Weights => (weights ??= unpacked((require("./learnt") as typeof import("./learnt")).LEARNT));

const columnWords = new WeakMap<Reading["known"]["columns"], ReadonlySet<string>>();

/** The words of a dataset's columns and their values. */
function columnWordsOf({ known: { columns } }: Reading): ReadonlySet<string> {
  const found =
    columnWords.get(columns) ??
    new Set(
      columns
        .flatMap(({ name, values }) => [name, ...values].flatMap((text) => tokensOf(text).map(({ said }) => said)))
        .filter((word) => word.length > 1),
    );
  columnWords.set(columns, found);
  return found;
}

/** A marked span as it is one for this dataset, where brands and the like are no groups; null for one that says nothing. */
function asHere(span: Span, { known, aliases }: Reading): Span | null {
  if (span.mark === "topic" || span.mark === "excluded") return trimmedSpan(span, saysNothing);
  if (span.mark !== "group") return span;
  const columnIn = (words: readonly Token[]): string | null => {
    const [named] = groupsNamed(words, aliases, known);
    return named ? columnOf(named.predicate) : null;
  };
  const column = columnIn(span.tokens);
  if (column !== null) return { ...span, column };
  if (unrecordedIn(span.tokens, known.columns).length > 0) return span;
  const tokens = [...ON, ...span.tokens];
  const device = columnIn(tokens);
  return device === null ? { ...span, mark: "topic" } : { ...span, from: span.from - 1, tokens, column: device };
}

/** With groups that a column names for certain, "from a computer", and that are marked for nothing. */
function withGroups(spans: readonly Span[], tokens: readonly Token[], { aliases, known }: Reading): readonly Span[] {
  const isFree = (from: number, to: number): boolean =>
    spans.every((span) => span.from >= to || span.from + span.tokens.length <= from);
  const { sentenceOf } = sentencesIn(tokens);
  // "How many came from a phone and how many from a computer?": the second is a rival of the first.
  const isRival = (column: string | null, at: number): boolean =>
    spans.some((span) => span.mark === "group" && span.column === column && sentenceOf(span.from) === sentenceOf(at));
  const unmarked = groupsNamed(tokens, aliases, known).flatMap(({ at, length, predicate, isOfPeople }): Span[] => {
    const column = columnOf(predicate);
    return isOfPeople && isDeviceColumn(column ?? "") && isFree(at, at + length) && isRival(column, at)
      ? [{ mark: "group", from: at, tokens: tokens.slice(at, at + length), column }]
      : [];
  });
  return [...spans, ...unmarked].sort((a, b) => a.from - b.from);
}

/** People by their device are those "on a phone". */
const ON = tokensOf("on");

const LEADING =
  /^(?:mention\w*|ask|asks|asked|asking|about|for|want|wants|wanted|wanting|say|says|saying|bring|brings|either|both|on|to)$/;
const saysNothing = ({ said, isWord }: Token, isStart: boolean): boolean => !isWord || (isStart && LEADING.test(said));

const ENDS = /^[.!?…;\n]$/;

/** Where each sentence starts, and in which one a word stands. */
function sentencesIn(tokens: readonly Token[]): { starts: number[]; sentenceOf: (at: number) => number } {
  const starts = [0, ...tokens.flatMap(({ written }, at) => (ENDS.test(written) ? [at + 1] : []))];
  return { starts, sentenceOf: (at) => starts.findLastIndex((start) => start <= at) };
}
