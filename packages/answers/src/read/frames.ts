// Longer than other files: what one part of a question says is read in one place.
import { stemOf } from "../dataset/words";
import type { Guide } from "../guide";
import { feelingOf, isHolder, namedIn, type Named } from "./columns";
import type { Frame, Group, Measure } from "./frame";
import { FUNCTION_WORDS } from "./lexicon";
import type { Mark, Span } from "./marks";
import { cuesOf, setsAgainstOthers } from "./measure";
import { PRAISING } from "./names";
import type { Part } from "./parts";
import { rivalsIn } from "./predicates";
import { singular, textOf } from "./text";
import { isTelling, topicOf } from "./topics";
import type { Token } from "./tokens";

/** Which unmarked words may be topics: any that says something, those that the data has, or none. */
export type Guess = "any" | "found" | "none";

/** A part of a question as it is said, before it is laid over what was asked earlier. */
export interface Said extends Omit<Frame, "measure"> {
  measure: Measure | null;
  dropped: string[];
  /** Lines of the last result that it names together: "those two", "the top three". */
  lines: number;
  /** True for "the other one", "everyone else". */
  isOther: boolean;
  compares: boolean;
  /** True where it begins as one that goes on: "and", "what about". */
  goesOn: boolean;
  asksWhich: boolean;
  /** True where a word is about what was spoken of, "they", "it", "there". */
  refers: boolean;
  words: number;
  /** True for "what do they say?", which is about what was spoken of. */
  isReaction: boolean;
  /** True where only marks say what is asked. */
  isByMarks: boolean;
}

const BEFORE_BY =
  /^(?:by|per|each|every|which|what|whichever|across|between|different|various|of|the|a|in|for|within|any|all|and|or|our|on|no)$/;
const BY =
  /(?:^| )(?:by|per|each|every|which|what|whichever|across|between|different|various)(?: (?:the|a|of|in|our|these|those|different|each|every|[\w-]+ (?:or|and)))*$/;
const WHICH = /^(?:which|what|whichever)$/;
const SPLITS =
  /\b(?:split|break|broken|breakdown|distribution|distributed|divide|divided|slice|segment|group|grouped|spread|differ\w*|var(?:y|ies)|depend\w*|matter)\b/;

/** How something is made up: "the sentiment split". */
const MAKE_UP = /\b(?:split|breakdown|distribution|mix)\b/;

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
const ONE =
  "(?: (?:one|theme|topic|item|issue|problem|reason|complaint|point|line|subject|wish|result|of (?:those|these|them)|on (?:the|that|your) list)\\b|(?= (?:[?.!,]|in|by|for|among|from|please|then|too))|$)";
const ORDINAL = new RegExp(
  `\\b(?:the|that|this|about|on) (${ORDINALS.join("|")}|last|top|biggest|largest|main|1st|2nd|3rd|4th|5th)${ONE}`,
);
const NUMBERED = /(?:\b(?:number|no|nr|theme|point|item|topic)|#) (one|two|three|four|five|[1-9])(?= |$)/;
const LINES =
  /\b(?:(?:the|these|those) (?:top |first |same )?(two|three|four)\b|(both)(?: of (?:them|those|these))?\b|(?:which|each|any|either|rank|compare|order|sort) (?:of )?(?:those|these|them)\b)/;
const REFERS =
  /\b(?:those|these|they|them|theyre|it|its|that|this|thats|there|their|theirs|the same|same|such|such people|the latter|the former|her|his|both)\b/;
const SIZE = /\b(?:how many|number of|how (?:big|large|much)|total|size|count)\b/;
const IS_BACK =
  /\b(?:also|too) (?:mention|talk|speak|complain|say|ask|bring|raise|want|worr)\w*|\b(?:of|among|out of|within|in|from|for|about|with) (?:those|these|them|it|that|this|the same)\b|\bhow many (?:are|of them)\b|\bsame (?:people|ones|customers|group)\b/;
const OTHER =
  /\b(?:the|all|any) others?\b(?! (?:than|day|hand|topics?|themes?|things?|problems?|issues?))|\b(?:everyone|everybody|anyone) else\b|\bthe rest\b|\bfrom others\b|\bthan others\b|\b(?:other|remaining) (?:people|customers|users|groups?|ones)\b/;
const GOES_ON =
  /^(?:(?:ok|okay|so|right|hm|hmm|yes|no|thanks|great|good|cool|interesting|,|\.|!) )*(?:and|but|or|what about|how about|same|also|then|only|just|now|plus|as well|likewise|is (?:it|that|this) (?:also |the )?(?:same|different|true|so)|does (?:that|this|it)|do (?:they|those))\b/;
const WITHOUT =
  /\b(?:dont|doesnt|didnt|do not|does not|did not|never|without)(?: \w+)? (?:mention|talk|speak|complain|say|bring|refer|include|contain|mentioning|talking|complaining|saying|raise|want|ask)\w*\b/;

/** What a part of a message says, by its marks and the names of columns and values. */
export function saidIn(part: Part, spans: readonly Span[], guide: Guide, guess: Guess = "any"): Said {
  const { tokens } = part;
  const named = namedIn(part, guide);
  const own = spans
    .filter(({ from, tokens: words }) => from < part.from + tokens.length && from + words.length > part.from)
    .map((span) => ({ ...span, from: span.from - part.from }));
  const bySaid = bysIn(part, named, own);
  const taken = new Set<number>();
  const take = ({ from, to }: { from: number; to: number }): void => {
    for (let at = from; at < to; at++) taken.add(at);
  };
  named.filter(({ values }) => values !== null).forEach(take);
  bySaid.forEach(take);
  const groups = groupsIn(named, guide, part);
  const marks = new Set<Mark>(own.map(({ mark }) => mark));
  const isBackOnly = (words: readonly Token[]): boolean => words.every(({ said }) => REFERS.test(said));
  const runs = runsOf(part, own, taken, guide, guess).filter(({ words }) => !isBackOnly(words));
  const read = runs.flatMap(({ isExcluded, words, from }) => {
    const topic = topicOf(words, guide);
    return topic === null ? [] : [{ ...topic, isExcluded, from, to: from + words.length }];
  });
  const bases = read.filter((one) => !one.isExcluded && one.text !== null && isBase(part, one, read));
  const topicsRead = read.filter((one) => !one.isExcluded && !bases.includes(one));
  // Names of values say nothing of what is asked: "high priority".
  const plain = textOf(
    tokens.map((token, at) => (named.some(({ from, to }) => at >= from && at < to) ? { ...token, said: "_" } : token)),
  ).said;
  const cues = cuesOf(plain, marks, { topics: topicsRead.length, rivals: rivalsIn(groups).length });
  // "Which product gets the most one-star reviews?": the column answers, whatever is asked of it.
  const isWhich = bySaid.some(
    ({ from }) =>
      WHICH.test(part.tokens[from - 1]?.said ?? "") || /^(?:of|or)$/.test(part.tokens[from - 1]?.said ?? ""),
  );
  if (isWhich && cues.asksWhich && cues.measure !== "quotes" && rivalsIn(groups).length < 2 && topicsRead.length < 2)
    cues.measure = "split";
  if (bySaid.length > 0 && topicsRead.length === 0 && MAKE_UP.test(part.said)) cues.measure = "split";
  // "Do unverified buyers give lower ratings?" sets them against all others.
  if (groups.length + topicsRead.length > 1 && setsAgainstOthers(part.said)) {
    cues.compares = true;
    cues.measure = cues.measure === null || cues.measure === "count" || cues.isByMarks ? "compare" : cues.measure;
  }
  const { measure } = cues;
  const refers = REFERS.test(part.said) || own.some(({ mark }) => mark === "back");
  if (
    cues.compares &&
    refers &&
    topicsRead.length === 1 &&
    (measure === "share" || measure === "count") &&
    /\bthan\b/.test(part.said)
  )
    cues.measure = "compare";
  // "Is there anything they like?" asks what, where nothing is named that could be counted.
  const namesNone = topicsRead.length + bases.length + groups.length + read.length === 0 && bySaid.length === 0;
  if ((measure === "count" || measure === "share") && namesNone && !refers && !SIZE.test(part.said))
    cues.measure = "themes";
  const topics = topicsRead.flatMap(({ text }) => text ?? []);
  const isWithout = WITHOUT.test(part.said) && read.every(({ isExcluded }) => !isExcluded);
  const ordinal = ordinalIn(part.said);
  const lines = linesIn(part.said);
  return {
    ...cues,
    topics: [...new Set(topics)],
    join: joinOf(part, topicsRead, cues.compares),
    exclude: [...new Set(read.filter(({ isExcluded }) => isExcluded).flatMap(({ text }) => text ?? []))],
    dropped: [...new Set(read.flatMap(({ dropped }) => dropped))],
    groups,
    by: bySaid[0]?.column ?? null,
    polarity: isWithout ? "without" : "with",
    pointsBack: ordinal ?? (IS_BACK.test(part.said) ? "all" : "no"),
    within: bases.map(({ text }) => ({ topic: text! })),
    items: [],
    lines,
    isOther: OTHER.test(part.said),
    goesOn: GOES_ON.test(part.said),
    refers,
    isReaction: /\b(?:say|think|feel|complain)\b(?! (?:about|of))/.test(part.said),
    words: tokens.filter(({ isWord }) => isWord).length,
  };
}

/** Where columns are named to split by. */
function bysIn(part: Part, named: readonly Named[], spans: readonly (Span & { from: number })[]): Named[] {
  return named.filter((one) => {
    if (one.values !== null) return false;
    const before = part.tokens
      .slice(Math.max(0, one.from - 5), one.from)
      .map(({ said }) => said)
      .join(" ");
    const after = part.tokens[one.to]?.said ?? "";
    if (BY.test(before) || /^(?:split|breakdown|distribution|differences?|gap|wise|by)$/.test(after)) return true;
    const isMarked = spans.some(
      ({ mark, from, tokens }) => mark === "by" && from < one.to && from + tokens.length > one.from,
    );
    const word = part.tokens[one.from - 1]?.said ?? "";
    return (
      isMarked ||
      (SPLITS.test(part.said) &&
        (one.from === 0 ||
          BEFORE_BY.test(word) ||
          part.tokens[one.from]!.said.endsWith("s") ||
          /^(?:break|split)$/.test(word) ||
          /\b(?:break down|split|breakdown of|distribution of|split of)$/.test(before)))
    );
  });
}

function groupsIn(named: readonly Named[], guide: Guide, { said }: Part): Group[] {
  const groups: Group[] = [];
  for (const { column, values, said: words, isNot } of named)
    if (values !== null && !groups.some((one) => one.column === column && one.values.join() === values.join()))
      groups.push({ column, values, said: words, ...(isNot && { isNot }) });
  const feeling = feelingOf(guide);
  if (feeling && !feeling.isScale && PRAISING.test(said) && !groups.some(({ column }) => column === feeling.column))
    groups.push({ column: feeling.column, values: feeling.positive, said: "praise" });
  return groups;
}

interface Run {
  from: number;
  words: readonly Token[];
  isExcluded: boolean;
}

/** Between two words that are marked apart, these make one of them: "rude staff at check-in". */
const LINKS = /^(?:of|with|for|in|at|on|to|from|the|a|an|my|their|your|being|when|is|was|are|not)$/;

/** The runs of words that are topics: those that are marked, and where none is, those that say something. */
function runsOf(part: Part, spans: readonly Span[], taken: ReadonlySet<number>, guide: Guide, guess: Guess): Run[] {
  const { tokens } = part;
  const hasTopic = spans.some(({ mark }) => mark === "topic");
  const marked = spans
    .filter(({ mark }) => mark === "topic" || mark === "excluded" || mark === "group")
    .map(({ mark, from, tokens: words }) => ({
      isExcluded: mark === "excluded" || isLeftOut(tokens, Math.max(0, from)),
      isGroup: mark === "group",
      from: Math.max(0, from),
      to: Math.min(tokens.length, from + words.length),
    }));
  const runs: Run[] = [];
  let last: { to: number; isExcluded: boolean } | null = null;
  for (const { from, to, isExcluded, isGroup } of marked.flatMap((one) => apart(one, tokens, taken, guide))) {
    const gap: readonly Token[] | null = last && last.isExcluded === isExcluded ? tokens.slice(last.to, from) : null;
    const free = longestFree(withNounBefore(from, tokens, taken, guide), to, taken);
    if (free.to <= free.from || (last !== null && free.from < last.to)) continue;
    const words = tokens.slice(free.from, free.to);
    // What is marked as a group and is none in this data may be a topic: "parents". What stands beside a value is none.
    const isOfValue = isGroup && (hasTopic || free.to - free.from < to - from);
    if (isOfValue || (isGroup && !words.some((word) => isTelling(word, guide)))) continue;
    if (
      gap !== null &&
      gap.length > 0 &&
      gap.every(({ said }) => LINKS.test(said)) &&
      runs.length > 0 &&
      ![...gap.keys()].some((i) => taken.has(last!.to + i))
    )
      runs[runs.length - 1] = { ...runs.at(-1)!, words: tokens.slice(runs.at(-1)!.from, free.to) };
    else runs.push({ from: free.from, words, isExcluded });
    last = { to, isExcluded };
  }
  const isFound = runs.some(({ isExcluded, words }) => !isExcluded && topicOf(words, guide) !== null);
  const others = unmarked(part, spans, taken, guide, guess).filter(
    (one) => (guess !== "none" && !isFound) || isJoined(one, runs, tokens),
  );
  return [...runs, ...others].sort((a, b) => a.from - b.from);
}

/** "The gym but not weight", of which only the first is marked. */
const isJoined = (one: Run, runs: readonly Run[], tokens: readonly Token[]): boolean =>
  runs.some(({ from, words }) => {
    const between = tokens.slice(from + words.length, one.from).map(({ said }) => said);
    return (
      between.length > 0 &&
      between.length < 5 &&
      between.every((said) => /^(?:and|or|but|not|,|the|a|also|nor|vs)$/.test(said)) &&
      between.some((said) => /^(?:and|or|but|nor|vs)$/.test(said))
    );
  });

const LEAVES_OUT =
  /(?:^| )(?:(?:but|and|yet|or) not(?: about| mention| mentioning)?|without(?: mentioning)?|excluding|except(?: for)?|not (?:about|mentioning|counting|including)|other than|apart from|aside from|leaving out|ignoring)(?: (?:the|any|a))?$/;

const JOINTS = /^(?:or|vs|versus|than|without|but)$/;

interface Marking {
  from: number;
  to: number;
  isExcluded: boolean;
  isGroup: boolean;
}

/** A marked run in its parts, "refunds or invoices", with a word behind it that is joined to it and marked for something else. */
function apart(one: Marking, tokens: readonly Token[], taken: ReadonlySet<number>, guide: Guide): Marking[] {
  const parts: Marking[] = [];
  let { from } = one;
  for (let at = one.from; at <= one.to; at++) {
    if (at < one.to && !JOINTS.test(tokens[at]!.said)) continue;
    if (at > from) parts.push({ ...one, from, to: at, isExcluded: one.isExcluded || isLeftOut(tokens, from) });
    from = at + 1;
    while (/^(?:not|about|mentioning|the|any)$/.test(tokens[from]?.said ?? "")) from += 1;
  }
  const next = one.to + 1;
  const isJoined = !one.isGroup && /^(?:or|vs|versus)$/.test(tokens[one.to]?.said ?? "") && tokens[next] !== undefined;
  if (isJoined && !taken.has(next) && isTelling(tokens[next]!, guide) && guide.finds(tokens[next]!.written)) {
    let to = next + 1;
    while (tokens[to] !== undefined && !taken.has(to) && isTelling(tokens[to]!, guide)) to += 1;
    parts.push({ ...one, from: next, to });
  }
  return parts;
}

/** "But not webhooks" */
const isLeftOut = (tokens: readonly Token[], at: number): boolean =>
  LEAVES_OUT.test(
    tokens
      .slice(Math.max(0, at - 5), at)
      .map(({ said }) => said)
      .join(" "),
  );

function longestFree(from: number, to: number, taken: ReadonlySet<number>): { from: number; to: number } {
  let best = { from, to: from };
  for (let at = from; at < to;) {
    let end = at;
    while (end < to && !taken.has(end)) end += 1;
    if (end - at > best.to - best.from) best = { from: at, to: end };
    at = end + 1;
  }
  return best;
}

/** "Customer service": the word before a topic belongs to it where the data has both together. */
function withNounBefore(from: number, tokens: readonly Token[], taken: ReadonlySet<number>, guide: Guide): number {
  const [before, word] = [tokens[from - 1], tokens[from]];
  if (
    !before?.isWord ||
    !word ||
    taken.has(from - 1) ||
    !isHolder(before.said, guide) ||
    before.said !== singular(before.said)
  )
    return from;
  return guide.finds(`${before.written} ${word.written}`) ? from - 1 : from;
}

/** "The free plan": a word that says little by itself belongs to the topic before it where texts have both side by side. */
function withNounAfter(run: Run, tokens: readonly Token[], taken: ReadonlySet<number>, guide: Guide): Run {
  const to = run.from + run.words.length;
  const [last, next] = [tokens[to - 1], tokens[to]];
  if (!last || !next?.isWord || taken.has(to)) return run;
  const isPair = guide.countOf(`${stemOf(last.said)}_${stemOf(next.said)}`) !== undefined;
  return isPair && !FUNCTION_WORDS.has(next.said) ? { ...run, words: tokens.slice(run.from, to + 1) } : run;
}

const CLOSES = /^(?:for|so|because|since|as|before|after|while|if)$/;

/** Words that are marked for nothing and could be what texts are about. */
function unmarked(part: Part, spans: readonly Span[], taken: ReadonlySet<number>, guide: Guide, guess: Guess): Run[] {
  const { tokens } = part;
  const isMarked = (at: number): boolean =>
    spans.some(
      ({ mark, from, tokens: words }) => mark !== "group" && mark !== "topic" && at >= from && at < from + words.length,
    );
  const runs: Run[] = [];
  let from = -1;
  tokens.forEach((token, at) => {
    const carries = !taken.has(at) && !isMarked(at) && isTelling(token, guide);
    if (carries && from === -1) from = at;
    if (!carries && from !== -1) {
      runs.push({ from, words: tokens.slice(from, at), isExcluded: isLeftOut(tokens, from) });
      from = -1;
    }
  });
  if (from !== -1) runs.push({ from, words: tokens.slice(from), isExcluded: isLeftOut(tokens, from) });
  // What follows "for" at the end tells what the answer is for; the data may have it all the same.
  return runs
    .map((run) => withNounAfter(run, tokens, taken, guide))
    .filter(
      ({ words, from: at }) =>
        (runs.length === 1 && guess === "any") ||
        (words.some(({ written }) => guide.finds(written)) && !CLOSES.test(tokens[at - 1]?.said ?? "")),
    );
}

/** "Among the chats about water damage, how many mention a plumber?": the first is what the second is a part of. */
function isBase(
  { said, tokens }: Part,
  { from, to }: { from: number; to: number },
  topics: readonly { from: number; isExcluded: boolean }[],
): boolean {
  const isFollowed = topics.some((other) => !other.isExcluded && other.from > to);
  if (!isFollowed || !SIZE_OR_SHARE.test(said)) return false;
  const before = tokens
    .slice(0, from)
    .map((token) => token.said)
    .join(" ");
  const after = tokens
    .slice(to, to + 8)
    .map((token) => token.said)
    .join(" ");
  return (
    (/^(?:among|amongst|of|out of|within|from|for|in|across)\b[^,]*$/.test(before) && /^[^,]{0,30},/.test(after)) ||
    (/\b(?:share|percentage|percent|proportion|fraction|many) of (?:the |all |those |people |records )?(?:[\w-]+ ){0,4}$/.test(
      `${before} `,
    ) &&
      /^(?:[\w-]+ ){0,2}?(?:mention|also|talk|complain|say|ask|bring|want|are|is|contain|report)/.test(after))
  );
}
const SIZE_OR_SHARE = /\b(?:how many|share|percent|percentage|proportion|fraction|number of)\b/;

function joinOf({ tokens }: Part, topics: readonly { from: number; to: number }[], compares: boolean): Frame["join"] {
  if (topics.length < 2) return "each";
  const before = (at: number): string => tokens[topics[at]!.from - 1]?.said ?? "";
  const between = tokens
    .slice(topics[0]!.to, topics.at(-1)!.from)
    .map(({ said }) => said)
    .join(" ");
  if (before(0) === "both" || /\b(?:as well as|together with|along with|and also|in the same)\b/.test(between))
    return "and";
  return !compares && /\bor\b/.test(between) ? "or" : "each";
}

function ordinalIn(said: string): number | null {
  if (/\bthe latter\b/.test(said)) return 1;
  if (/\bthe former\b/.test(said)) return 0;
  const word = ORDINAL.exec(said)?.[1];
  if (word !== undefined) {
    if (word === "last") return -1;
    const at = ORDINALS.indexOf(word);
    return at !== -1 ? at : /^\d/.test(word) ? Number(word[0]) - 1 : 0;
  }
  const number = NUMBERED.exec(said)?.[1];
  if (number === undefined) return null;
  const at = ["one", "two", "three", "four", "five"].indexOf(number);
  return (at === -1 ? Number(number) : at + 1) - 1;
}

function linesIn(said: string): number {
  const found = LINES.exec(said);
  if (!found) return 0;
  if (found[2]) return 2;
  const number = ["two", "three", "four"].indexOf(found[1] ?? "");
  return number === -1 ? 5 : number + 2;
}

/** Whether anything is asked or named at all. */
export const saysAnything = ({
  measure,
  topics,
  exclude,
  groups,
  by,
  limit,
  dropped,
  pointsBack,
  lines,
  isOther,
  refers,
}: Said): boolean =>
  measure !== null ||
  topics.length + exclude.length + groups.length + dropped.length + lines > 0 ||
  by !== null ||
  limit !== null ||
  pointsBack !== "no" ||
  isOther ||
  refers;
