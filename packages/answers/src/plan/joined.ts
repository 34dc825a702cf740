import { NUMBER_WORDS } from "../numberWords";
import type { Before } from "./follow";
import { isEmptyWord } from "./leftOut";
import type { Predicate, Step } from "./plan";
import { setsBefore } from "./rivals";
import { alikeSets, isSame, spokenIn, type Spoken } from "./spoken";
import type { Token } from "./tokens";

const MAX_JOINED = 6;
const EITHER = /^(?:together|combined|altogether|total|either|sum|overall|add|adding|added)$/;
const SUM = /^(?:combined|altogether|total|sum)$/;
const ASKS = /^(?:rank|compare|put|show|give|list|which|sum|total|add|together)$/;
const MAX_SHORT = 5;
const NEITHER = /^neither$/;
const BOTH = /^(?:both|overlap)$/;
const OF_JOINING =
  /^(?:together|combined|altogether|total|either|neither|sum|overall|both|overlap|add|added|adding|last|up|put|take|taken|make|makes|come|comes)$/;

/** "How many is that together?", "either of them", "and both?" */
export function joinedIn(words: readonly Token[], last: Step, history: readonly Before[]): Step[] | null {
  const isEither = words.some(({ said }) => EITHER.test(said));
  // "Both in total", "both together as a share of all" are those on either.
  const isShare = words.some(({ said }) => /^(?:share|percentage|percent|proportion)$/.test(said));
  const isSum = words.some(({ said }) => SUM.test(said)) || (isShare && words.some(({ said }) => said === "together"));
  const isAdded = words.some(({ said }) => said === "add");
  if (words.some(({ said }) => /^(?:which|should)$/.test(said))) return null;
  const isBoth = !isSum && words.some(({ said }) => BOTH.test(said));
  const isTwo = words.some(({ said }) => BOTH.test(said));
  const isNeither = words.some(({ said }) => NEITHER.test(said));
  const number = words.map(({ said }) => NUMBER_WORDS[said] ?? 0).find((one) => one > 1);
  const isOnly = words.every((word) => isEmptyWord(word) || OF_JOINING.test(word.said) || word.said in NUMBER_WORDS);
  // "Give me both numbers": what was said, again.
  const isAgain = words.some(({ said }) => /^(?:numbers|figures|counts|percentages|shares)$/.test(said));
  // "Any of these three?", "all three?"
  const isShort = number !== undefined && words.filter(({ isWord }) => isWord).length <= MAX_SHORT;
  const isAny = isShort && words.some(({ said }) => said === "any");
  const isAll = isShort && words.some(({ said }) => said === "all") && !words.some(({ said }) => ASKS.test(said));
  if (isAny || isAll) {
    const { of, among } = alikeSets(setsIn(history).slice(-number), true);
    return of.length === number ? [{ do: "count", of: { is: isAny ? "or" : "and", of }, among }] : null;
  }
  if ((!isEither && !isBoth && !isNeither) || !isOnly || isAgain) return null;
  const all = setsIn(history);
  // "Neither?" after each, and both of them: what holds both is no third thing.
  const isOfOthers = ({ of }: Spoken): boolean =>
    of.is === "and" && of.of.every((part) => all.some((one) => isSame(one.of, part)));
  const spoken = isNeither || isBoth ? all.filter((one) => !isOfOthers(one)) : all;
  const most = number ?? (isTwo || isNeither || words.some(({ said }) => said === "either") ? 2 : MAX_JOINED);
  const { of, among } = alikeSets(spoken.slice(-most), number !== undefined || isSum);
  if (of.length < 2) return isSum || isAdded ? summedAlone(last) : null;
  // "What's the total then?" after something was left out of what was counted.
  const [before, rest] = of.slice(-2) as [Predicate, Predicate];
  if (isSum && rest.is === "and" && JSON.stringify(rest).includes(JSON.stringify(before)))
    return [{ do: "count", of: rest, among }];
  const joined: Predicate = { is: isBoth ? "and" : "or", of };
  return [{ do: isShare ? "share" : "count", of: isNeither ? { is: "not", of: joined } : joined, among }];
}

/** "Add them up" after one count, or a table: all that it counts. */
function summedAlone(last: Step): Step[] | null {
  if (last.do === "count" || last.do === "share") return [last];
  return last.do === "breakdown" && last.of ? [{ do: "count", of: last.of, among: null }] : null;
}

/** What was spoken of: alternatives as the one set that a question counted, but each by itself where they were asked for before. */
function setsIn(history: readonly Before[]): readonly Spoken[] {
  const sets = setsBefore(history);
  const last = sets.at(-1)?.of;
  const known = sets.slice(0, -1).map(({ of }) => JSON.stringify(of));
  const isAgain = last?.is === "or" && last.of.some((one) => known.includes(JSON.stringify(one)));
  return isAgain || sets.length < 2 ? spokenIn(history) : sets;
}
