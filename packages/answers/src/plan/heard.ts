import { alternativesOf } from "./alternatives";
import type { Reading } from "./body";
import { classAsked, unlistedClass, type AskedClass } from "./classes";
import { asksIn, type Ask } from "./heads";
import { groupsNamed } from "./groupWords";
import { FRAME_WORDS, FUNCTION_WORDS } from "./lexicon";
import { missingColumn } from "./missing";
import { withVerbs } from "./ordinary";
import { splitColumn, verbsOfMost, verbsOfPlace } from "./particulars";
import { isPair } from "./phrases";
import type { Known, Refusal } from "./plan";
import { fits, pattern, type Token } from "./tokens";

/** What a clause asks for, before what it is about is read. */
export interface Heard {
  clause: readonly Token[];
  words: readonly Token[];
  asks: Map<Ask, ReadonlySet<number>>;
  /** The column that it names to split by. */
  named: ReturnType<typeof splitColumn>;
  /** The class whose members it asks for, where the data knows some of them. */
  members: AskedClass | null;
  /** Why nothing of it can be answered. */
  refusal: Refusal | null;
}

const HOW_MANY = ["how many"].map(pattern);
const COMPARES: readonly Ask[] = ["more", "rank", "compare"];

export function heardIn(given: readonly Token[], reading: Reading): Heard {
  const { known } = reading;
  let clause = withVerbs(alternativesOf(given));
  const asks = new Map(asksIn(clause, (at) => isPair(known, clause[at], clause[at + 1])));
  // "How many want to exercise more or work out" compares nothing.
  const isCount = HOW_MANY.some((one) => fits(clause, 0, one) > 0) || asks.has("share");
  if (isCount && !clause.some(({ said }) => said === "than" || said === "higher")) asks.delete("more");
  // "Which is more common, a lost or a stolen card?": what is compared is not one thing.
  const isOne = clause.some(({ said, isWithin }) => !isWithin && /^(?:or|than|versus|vs)$/.test(said));
  if (!isOne && COMPARES.some((ask) => asks.has(ask)))
    clause = clause.map((token) => (token.isWithin ? { ...token, isWithin: false } : token));
  const words = clause.filter(({ isWord }) => isWord);
  const named = splitColumn(clause, known, groupsNamed(clause, reading.aliases, known));
  const asked = named === null ? classAsked(clause, known) : null;
  const members = asked && asked.members.length > 0 ? asked : null;
  return { clause, words, asks, named, members, refusal: refusalOf(clause, asks, asked, known) };
}

/** A column, or a class of things, that is asked for and not in the data. */
function refusalOf(
  clause: readonly Token[],
  asks: Heard["asks"],
  asked: AskedClass | null,
  known: Known,
): Refusal | null {
  if (asked && asked.members.length > 0) return null;
  if (asked) return { kind: "noClass", words: asked.words, detail: [] };
  const missing = missingColumn(clause, known);
  if (missing) return missing.kind === "noDates" && asks.has("trend") ? null : missing;
  const unlisted = unlistedClass(clause, known);
  return unlisted === null ? null : { kind: "noClass", words: unlisted, detail: [] };
}

/** What a clause says it asks; these take words away from its topic. */
const TAKES: readonly Ask[] = [
  "more",
  "trend",
  "rank",
  "compare",
  "share",
  "count",
  "quotes",
  "reasons",
  "describe",
  "top",
];
const IS = /^(?:is|are|was|were)$/;

/** The tokens of a clause that say what it asks, and not what about. */
export function takenIn({ clause, asks, named, members }: Heard): Set<number> {
  // "Is X less keen than Y?": not "do they want less sugar than …", which is a topic.
  const isDegree = IS.test(clause[0]!.said) && clause.some(({ said }) => said === "than");
  const isKept = (at: number): boolean => {
    const { said } = clause[at]!;
    const isOfVerb = AGAINST.test(clause[at + 1]?.said ?? "") && isDone(clause[at - 1]);
    return said === "more" || (said === "less" && !isDegree && (isOfVerb || !saysLess(clause[at + 1])));
  };
  return new Set([
    ...TAKES.flatMap((ask) => [...(asks.get(ask) ?? [])]).filter((at) => !isKept(at)),
    ...(named?.taken ?? []),
    ...verbsOfMost(clause),
    ...(named ? verbsOfPlace(clause, named.column) : []),
    ...(members?.taken ?? []),
  ]);
}

const AGAINST = /^(?:vs|versus|or|and)$/;
/** "Drinking less vs drinking more", "drink less or more": the first is a topic of its own. */
const isDone = (verb: Token | undefined): boolean =>
  verb !== undefined && verb.isWord && !FRAME_WORDS.has(verb.said) && !FUNCTION_WORDS.has(verb.said);

/** "Which is less common", "less of an issue": not "less sugar", which is a topic. */
const saysLess = (next: Token | undefined): boolean =>
  next !== undefined && (FRAME_WORDS.has(next.said) || FUNCTION_WORDS.has(next.said));
