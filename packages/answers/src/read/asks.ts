import type { Token } from "../plan/tokens";
import type { Mark, Span } from "./marks";

/** What one part of a question asks. */
export interface Ask {
  kind: "count" | "compare" | "all" | "why" | "quotes" | "describe" | "untold" | null;
  /** The words that ask, as they are written. */
  cue: readonly Token[];
  topics: readonly Span[];
  excluded: readonly Span[];
  groups: readonly Span[];
  by: Span | null;
  /** True where it is about what was spoken of before. */
  pointsBack: boolean;
  /** What is claimed of how many: "most", "a third". */
  claim: Span | null;
  /** The place of the sentence in the question. */
  sentence: number;
}

type Marked = readonly Span[];

const ASKING: ReadonlySet<Mark> = new Set(["count", "compare", "all", "why", "quotes", "describe", "untold"]);
/** These ask for something new where they follow what was named; a comparison may name its sides before and after. */
const NEW: ReadonlySet<Mark> = new Set(["count", "why", "quotes", "describe", "untold"]);
/** The first of these that is marked says what a part asks. */
const ORDER = ["untold", "quotes", "why", "compare", "all", "describe", "count"] as const;

/** The parts of a question, each with what it asks and of what. `sentenceOf` tells the sentence of a word's place. */
export function asksOf(spans: Marked, isFollowUp: boolean, sentenceOf: (at: number) => number): Ask[] {
  const parts: Span[][] = [];
  for (const span of spans) {
    const part = parts.at(-1);
    if (!part || isNew(span, part, sentenceOf)) parts.push([span]);
    else part.push(span);
  }
  return withoutStory(parts.map((part) => askOf(part, sentenceOf(part[0]!.from))))
    .map((ask, i) => (i === 0 && !isFollowUp ? { ...ask, pointsBack: false } : ask))
    .filter((ask) => ask.pointsBack || namesAny(ask) || ask.kind === "all" || ask.kind === "untold");
}

/** Without what is named in sentences before the one that asks, where that one names what it asks about. */
function withoutStory(asks: readonly Ask[]): readonly Ask[] {
  const first = asks.find(({ kind }) => kind !== null);
  return first && !first.pointsBack
    ? asks.filter(({ kind, sentence }) => kind !== null || sentence >= first.sentence)
    : asks;
}

/** True for a part that names something of its own. */
const namesAny = ({ topics, groups, excluded, by }: Ask): boolean =>
  by !== null || [topics, groups, excluded].some((spans) => spans.length > 0);

const isAsking = ({ mark }: Span): boolean => ASKING.has(mark);
const isNamed = ({ mark }: Span): boolean => !ASKING.has(mark) && mark !== "claim";

function isNew(span: Span, part: Marked, sentenceOf: (at: number) => number): boolean {
  const isNext = sentenceOf(span.from) !== sentenceOf(part.at(-1)!.from);
  const asks = part.some(isAsking);
  const names = part.some(isNamed);
  // "Rank these for me. Skiing, sailing and golf."
  if (isNext) return names && (asks || isAsking(span));
  return NEW.has(span.mark) && names && asks;
}

function askOf(part: Marked, sentence: number): Ask {
  const of = (mark: Mark): Span[] => part.filter((one) => one.mark === mark);
  const kind = ORDER.find((mark) => of(mark).length > 0) ?? null;
  const names = part.some(isNamed);
  return {
    kind,
    cue: kind === null ? [] : of(kind).flatMap(({ tokens }) => tokens),
    topics: of("topic"),
    excluded: of("excluded"),
    groups: of("group"),
    by: of("by")[0] ?? null,
    pointsBack: of("back").length > 0 || (!names && kind !== "all"),
    claim: of("claim")[0] ?? null,
    sentence,
  };
}

const TROUBLE =
  /^(?:wrong|troubles?|problems?|issues?|complain\w*|bother\w*|annoy\w*|trips?|fails?|struggl\w*|difficult\w*|hate|gripes?|grumbl\w*)$/;
/** True for a cue that asks for what goes wrong rather than why. */
export const asksForTrouble = ({ cue }: Ask): boolean => cue.some(({ said }) => TROUBLE.test(said));

/** True where the last of several spans is joined by "or". */
export const saysEither = (spans: readonly Span[], tokens: readonly Token[]): boolean =>
  spans.length > 1 && tokens[spans.at(-1)!.from - 1]?.said === "or";

/** True where the last two topics of a part are joined by "or". */
export const saysOr = ({ topics }: Ask, tokens: readonly Token[]): boolean => saysEither(topics, tokens);

/** True where two topics are to be in one record: "both fees and limits". */
export const saysBoth = ({ topics: [first] }: Ask, tokens: readonly Token[]): boolean =>
  first !== undefined && tokens[first.from - 1]?.said === "both";

/** Groups of one column, which can't both hold of somebody, and those in which they are told apart. */
export function rivalsIn(groups: readonly Span[]): { rivals: Span[]; within: Span[] } {
  const column = groups.find(
    (one, i) => one.column && groups.some((other, j) => j > i && other.column === one.column),
  )?.column;
  const isRival = (one: Span): boolean => column !== undefined && one.column === column;
  return { rivals: groups.filter(isRival), within: groups.filter((one) => !isRival(one)) };
}
