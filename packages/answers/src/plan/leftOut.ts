import { bodyOf, type Reading } from "./body";
import { stemsNamed, subjectOf } from "./follow";
import { FRAME_WORDS, FUNCTION_WORDS } from "./lexicon";
import { negated } from "./parallels";
import { both, type Predicate, type Step } from "./plan";
import { combined, DEFAULT_TOP, groupsAsOne, partsIn } from "./steps";
import { longestFit, pattern, type Pattern, type Token } from "./tokens";

const OPENING = "and|but|so|ok|okay|well|now|then|right? ";
/** Patterns of a question that goes on from another. */
export const opening = (...texts: string[]): Pattern[] => texts.map((text) => pattern(OPENING + text));

const LEAVE = opening(
  "if? you|we|i? exclude|excluding|remove|removing|ignore|ignoring|skip|skipping|drop|dropping|without|except|excepting|minus|discount|discounting for|the|any?",
  "if? you|we|i? leave|leaving|take|taking out|away|aside",
  "if? you|we|i? not counting|including",
);
const TAKE = opening("if? you|we|i? leave|leaving|take|taking|put|putting|set|setting");
const OUT = /^(?:out|away|aside)$/;
const THOSE = /^(?:those|them|these|they|it|that|this)$/;
const TOP = /^(?:most|top|main|biggest|common|commonest|popular)$/;

export const isEmptyWord = ({ said, isWord }: Token): boolean =>
  !isWord || FUNCTION_WORDS.has(said) || FRAME_WORDS.has(said);
export const isNoSign = ({ said }: Token): boolean => !/^[,;:.!?…–—-]$/.test(said);

/** "And if you leave out expired ones?", "exclude those about fees", "take those out: what is most common then?" */
export function without(asked: readonly Token[], last: Step, reading: Reading): Step[] | null {
  const found = leftOutIn(asked);
  if (!found) return null;
  const topic = topicOf(found.words, reading);
  const subject = subjectOf(last);
  if (!topic) {
    const all = found.words.every((word) => isEmptyWord(word)) && found.words.some(({ said }) => THOSE.test(said));
    if (!all || subject === null) return null;
    const of = negated(subject);
    const isTop = found.rest.some(({ said }) => TOP.test(said));
    return [isTop ? { do: "top", of, limit: DEFAULT_TOP } : { do: "count", of, among: null }];
  }
  if (found.rest.some((word) => !isEmptyWord(word))) return null;
  const out = stemsNamed(topic);
  if (last.do === "rank") {
    const items = last.items.filter((item) => !out.every((stem) => stemsNamed(item).includes(stem)));
    if (items.length === last.items.length || items.length === 0) return null;
    return [items.length > 1 ? { ...last, items } : { do: "count", of: items[0]!, among: last.among }];
  }
  if (last.do === "compare") return [{ ...last, on: both(last.on, { is: "not", of: topic }) }];
  return [{ ...last, of: both(last.of, { is: "not", of: topic }) }];
}

/** What is to be left out, and what is asked then. */
function leftOutIn(asked: readonly Token[]): { words: readonly Token[]; rest: readonly Token[] } | null {
  const end = asked.findIndex(({ said }, at) => at > 0 && /^[,.:;?!]$/.test(said));
  const first = (end === -1 ? asked : asked.slice(0, end)).filter(isNoSign);
  const rest = end === -1 ? [] : asked.slice(end + 1).filter(isNoSign);
  const length = longestFit(first, 0, LEAVE);
  if (length > 0) return { words: first.slice(length), rest };
  const take = longestFit(first, 0, TAKE);
  return take > 0 && OUT.test(first.at(-1)?.said ?? "") ? { words: first.slice(take, -1), rest } : null;
}

/** The topic that some words name; null where they name none, or what the data doesn't have. */
export function topicOf(words: readonly Token[], reading: Reading): Predicate | null {
  const body = bodyOf(words, new Set(), null, reading);
  const { topics, groups } = partsIn(body);
  return body.refusals.length > 0 ? null : both(combined(topics), groupsAsOne(groups));
}
