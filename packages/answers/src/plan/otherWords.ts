import { GROUPS, PHRASES, SAME, SAME_OF_SOME } from "../dataset/everyday";
import { isTopical, stemOf } from "../dataset/words";
import { topicFrom, trimmed } from "./phrases";
import type { Known, Predicate, Refusal } from "./plan";
import type { Token } from "./tokens";

const IN_ONE = Object.entries(PHRASES).map(([phrase, word]) => ({
  stems: phrase.split(" ").map(stemOf),
  instead: word.split(" ").map((said): Token => ({ written: said === "atm" ? "ATM" : said, said, isWord: true })),
}));

interface InOneWord {
  predicate: Predicate;
  /** The words that the one word is in the place of. */
  replaced: readonly Token[];
}

/** A phrase with one word in the place of several that mean the same ("money back"), where the data has that word. */
export function inOneWord(phrase: readonly Token[], isMarked: boolean, known: Known): InOneWord | null {
  for (let at = 0; at < phrase.length; at++)
    for (const { stems, instead } of IN_ONE) {
      if (!stems.every((stem, i) => phrase[at + i]?.isWord === true && stemOf(phrase[at + i]!.said) === stem)) continue;
      const end = at + stems.length;
      const tokens = [...phrase.slice(0, at), ...instead, ...phrase.slice(end)];
      const found = topicFrom(trimmed(tokens, isMarked, known), false, known);
      return found && "predicate" in found ? { ...found, replaced: phrase.slice(at, end) } : null;
    }
  return null;
}

/** A topic also in one word, or only in it where the topic would lose a word ("work out") or isn't in the data. */
export function orInOneWord(
  kept: readonly Token[],
  found: ReturnType<typeof topicFrom>,
  other: InOneWord | null,
): ReturnType<typeof topicFrom> {
  if (!other) return found;
  if (!found || !("predicate" in found)) return other;
  const isWhole = other.replaced.every(
    (token) => kept.includes(token) || /^(?:get|gets|getting|got)$/.test(token.said),
  );
  if (!isWhole) return other;
  return { predicate: { is: "or", of: [found.predicate, other.predicate] } };
}

const stemmed = (groups: readonly (readonly string[])[]): { stems: string[]; words: readonly string[] }[] =>
  groups.map((words) => ({ stems: words.map(stemOf), words }));
const ANYWHERE = stemmed(SAME);
const IN_PHRASES = stemmed([...SAME, ...SAME_OF_SOME]);
const KINDS = Object.entries(GROUPS).map(([name, members]) => ({ stem: stemOf(name), members }));

/**
 * A phrase with the words that the data uses in the place of those that it doesn't have: "quit their job" for "leave their
 * job". In a phrase, only where enough records say the other word beside its neighbour.
 */
export function inKnownWords(kept: readonly Token[], refusal: Refusal, known: Known): ReturnType<typeof topicFrom> {
  if (refusal.kind !== "absent") return null;
  const others = kept.filter(
    ({ said, isWord }) => isWord && isTopical(said) && !PARTICLES.test(said) && !refusal.detail.includes(said),
  );
  const tokens = kept.flatMap((token, at) => {
    if (PARTICLES.test(token.said) && refusal.detail.includes(kept[at - 1]?.said ?? "")) return [];
    if (!refusal.detail.includes(token.said)) return [token];
    const written = mostSaid(token.said, others, known);
    return [written === null ? token : { ...token, said: written.toLowerCase(), written }];
  });
  const found = topicFrom(tokens, false, known);
  if (!found || !("predicate" in found) || found.predicate.is !== "topic") return null;
  return { predicate: { ...found.predicate, insteadOf: refusal.words } };
}

const PARTICLES = /^(?:down|up|off|out)$/;

/** What the data says most of what means the same as a word that stands beside these. */
function mostSaid(word: string, beside: readonly Token[], known: Known): string | null {
  const stem = stemOf(word);
  const neighbours = beside.map(({ said }) => stemOf(said));
  const groups = neighbours.length > 0 ? IN_PHRASES : ANYWHERE;
  const same = groups.filter(({ stems }) => stems.includes(stem)).flatMap(({ words }) => words);
  const options = [...same, ...KINDS.flatMap((kind) => (kind.stem === stem ? kind.members : []))];
  const countOf = (option: string): number => {
    const own = stemOf(option.toLowerCase());
    if (neighbours.length === 0) return known.countOf(own) ?? 0;
    const pairs = neighbours.flatMap((other) => [`${own}_${other}`, `${other}_${own}`]);
    return pairs.reduce((sum, pair) => sum + (known.countOf(pair) ?? 0), 0);
  };
  const [most] = options
    .map((option) => ({ option, count: countOf(option) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  return most?.option ?? null;
}
