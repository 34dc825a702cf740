import type { Message } from "../answers";
import { groupsIn, type Alias, type Group } from "./groups";
import { LITERAL, topicIn, TOP } from "./topicWords";

/** What a question is after. */
export type Intent = "most" | "count" | "say" | "compare" | "breakdown";

/** Whom or what a question, or one side of a comparison, is about. */
export interface Subject {
  /** The words that carry the topic, or "" for everything. */
  topic: string;
  /** True where the question is about the words themselves ("how many mention X?"). */
  literal: boolean;
  groups: Group[];
}

export interface Question extends Subject {
  intent: Intent;
  /** The two sides of a comparison. */
  sides: [Subject, Subject] | null;
  /** The column that a breakdown is by. */
  by: string | null;
  /** The values of that column that it names, where it names them. */
  values: readonly number[] | null;
  /** True where it is after those that are not about the topic, too. */
  negated: boolean;
  /** True where it asks for people's own words. */
  wantsQuotes: boolean;
}

const COUNT =
  /\bhow (?:many|often|common|frequent(?:ly)?|much of)\b|\b(?:the |total |what )?number of\b|\bcount\b|\b(?:share|percentage|percent|proportion|fraction) of\b|\bwhat (?:share|percentage|percent|proportion|fraction)\b/i;
const COMPARE =
  /\bdiffer(?:s|ent|ently|ence|ences)?\b|\bcompar(?:e|es|ed|ing|ison)\b|\bversus\b|\bvs\b|\bas opposed to\b/i;
const MORE = /\bmore\b/i;
const MORE_THAN = /\b(?:or|than)\b/i;
const MOST = new RegExp(
  `\\b(?:most|main|biggest|largest|key|major|common(?:est)?|popular|frequent(?:ly)?|trending|usual(?:ly)?|typical(?:ly)?|overall|overview|themes?|summar(?:y|ise|ize))\\b|${TOP.source}`,
  "i",
);
const SAY =
  /\b(?:say|says|said|saying|think|thinks|thoughts|opinions?|feel|examples?|quotes?|tell me (?:more )?about|why|what about)\b/i;
const NEGATED = /\bnot\b|n['’]t\b|\bnever\b/i;
const QUOTES = /\b(?:examples?|quotes?|quotations?|verbatim|own words)\b/i;
const FOLLOWS =
  /^\s*(?:and|or|also|but|so|then|ok(?:ay)?|now|what about|how about|same|why|more|tell me more|go on|give me|show me|any)\b|\b(?:those|these|them|that group|of which|the same)\b/i;

/** The question that a conversation ends with; what the last message leaves open is taken from the earlier ones. */
export function readQuestion(
  messages: readonly Message[],
  aliases: readonly Alias[],
  columns: readonly string[],
): Question {
  const asked = messages
    .filter(({ role }) => role === "user")
    .map(({ content }) => readOne(content, { aliases, columns }));
  return asked.reduce<Part | null>((before, part) => (before && part.follows ? merged(before, part) : part), null)!;
}

/** What a dataset has to name groups by. */
interface Known {
  aliases: readonly Alias[];
  columns: readonly string[];
}

interface Part extends Question {
  follows: boolean;
  named: boolean;
}

function merged(before: Part, part: Part): Part {
  const subject = within(before, part);
  const intent = part.named
    ? part.intent
    : part.topic === "" && part.groups.length === 0 && !part.named
      ? "say"
      : before.intent;
  if (part.sides && !before.sides)
    return { ...part, sides: part.sides.map((side) => within(before, side)) as [Subject, Subject] };
  if (intent === "compare" && !part.sides) {
    if (part.named && !isEmpty(part) && !before.sides) return { ...part, ...subject, sides: [before, subject] };
    if (part.named || !before.sides) return { ...part, ...subject, intent: "say", sides: null };
    const sides = before.sides.map((side) => ({
      ...side,
      topic: part.topic || side.topic,
      groups: [...side.groups, ...part.groups],
    })) as [Subject, Subject];
    return { ...part, ...subject, intent, sides };
  }
  return {
    ...part,
    ...subject,
    intent,
    ...(part.by === null && intent === "breakdown" && { by: before.by, values: before.values }),
  };
}

/** What a subject means after an earlier one: it keeps the topic and the groups that it does not mention again. */
function within(before: Subject, { topic, literal, groups }: Subject): Subject {
  const kept = before.groups.filter(({ column }) => !groups.some((group) => group.column === column));
  return {
    topic: topic || before.topic,
    literal: topic ? literal : before.literal || literal,
    groups: [...kept, ...groups],
  };
}

function readOne(text: string, known: Known): Part {
  const said = text.normalize("NFKC").replace(/\s+/g, " ").trim();
  const subject = subjectOf(said, known);
  const rivals = rivalsIn(subject);
  const others = subject.groups.filter((group) => !rivals.includes(group));
  const by = breakdownColumn(said, known.columns);
  const sides = COMPARE.test(said) || (saysMore(said) && !COUNT.test(said)) ? sidesOf(said, known) : null;
  const rest = {
    by,
    values: null,
    sides,
    follows: FOLLOWS.test(said) || isEmpty(subject),
    negated: NEGATED.test(said),
    wantsQuotes: QUOTES.test(said),
  };
  if (sides) return { ...subject, ...rest, intent: "compare", named: true };
  if (rivals.length === 2) {
    const both = rivals.map((rival) => ({ ...subject, groups: [rival, ...others] })) as [Subject, Subject];
    return { ...subject, ...rest, sides: both, intent: "compare", named: true };
  }
  if (rivals.length > 2) {
    return {
      ...subject,
      ...rest,
      groups: others,
      by: rivals[0]!.column,
      values: rivals.map(({ code }) => code),
      intent: "breakdown",
      named: true,
    };
  }
  if (by !== null && !COUNT.test(said.replace(/\bhow many\b/i, "")))
    return { ...subject, ...rest, intent: "breakdown", named: true };
  if (COUNT.test(said)) return { ...subject, ...rest, intent: "count", named: true };
  if (MOST.test(said)) return { ...subject, ...rest, intent: "most", named: true };
  if (COMPARE.test(said) && !isEmpty(subject))
    return { ...subject, ...rest, follows: true, intent: "compare", named: true };
  if (SAY.test(said))
    return { ...subject, ...rest, intent: "say", named: !/^\s*(?:and |so )?what about\b/i.test(said) };
  return { ...subject, ...rest, intent: subject.topic === "" ? "most" : "say", named: false };
}

/** "Do more people want X or Y", "more X than Y". */
function saysMore(said: string): boolean {
  const more = said.search(MORE);
  return more >= 0 && MORE_THAN.test(said.slice(more));
}

function breakdownColumn(said: string, columns: readonly string[]): string | null {
  const found = columns.find((column) => {
    const name = column.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "[ _-]");
    const plural = `(?:${name}s?|${name.replace(/y$/, "ie")}s)`;
    return new RegExp(
      `\\b(?:by|per|which|what|each|across|every|in which|split by|broken down by)\\s+(?:the\\s+)?(?:different\\s+)?${plural}\\b`,
      "i",
    ).test(said);
  });
  return found ?? null;
}

/** How a comparison names its two sides: what stands before the first, between the two, and behind the second. */
interface Comparison {
  before: RegExp | null;
  between: RegExp;
  after?: RegExp;
}

const AND = /\s(?:and|&|vs\.?|versus)\s/i;
const VERSUS = /\s(?:vs\.?|versus|as opposed to)\s/i;
const DIFFER = /\s(?:differ(?:s|ent|ently)?|compared?)\b/i;
const ASKS = /\b(?:do|does|are|is|how)\s/i;

const COMPARISONS: readonly Comparison[] = [
  { before: /\bbetween\s/i, between: AND },
  { before: /\bcompare[ds]?\s/i, between: /\s(?:and|with|to|against|&|vs\.?|versus)\s/i },
  ...[/\bdo(?:es)?\s/i, /\bare\s/i, /\bis\s/i, /\bhow\s/i, null].map((before) => ({ before, between: VERSUS })),
  { before: ASKS, between: /\s(?:differ(?:s|ent|ently)?|compared?)\s(?:from|to|with|than)\s/i },
  { before: ASKS, between: /\sand\s/i, after: DIFFER },
  { before: null, between: /\s(?:compared (?:to|with)|different (?:from|to|than))\s/i },
  { before: null, between: /\smore\s(?:\w+\s)?than\s/i },
  { before: /\bmore\s/i, between: /\s(?:or|than)\s/i },
];

/** The two texts that a comparison is of, in a text with single spaces; each pattern is looked for once, so this takes linear time. */
function splitBy({ before, between, after }: Comparison, said: string): [string, string] | null {
  const start = before === null ? { index: 0, 0: "" } : before.exec(said);
  if (!start) return null;
  const both = said.slice(start.index + start[0].length);
  const middle = between.exec(both);
  if (!middle || middle.index === 0) return null;
  const second = both.slice(middle.index + middle[0].length);
  const end = after ? second.search(after) : second.length;
  return end > 0 ? [both.slice(0, middle.index), second.slice(0, end)] : null;
}

function sidesOf(said: string, known: Known): [Subject, Subject] | null {
  for (const comparison of COMPARISONS) {
    const split = splitBy(comparison, said);
    if (!split) continue;
    const [a, b] = [subjectOf(split[0], known), subjectOf(split[1], known)];
    if (isEmpty(a) || isEmpty(b)) continue;
    // "Do women want to save money more than men?": what is said of one of two rivals is asked of both.
    const areRivals = a.groups.some(({ column }) => b.groups.some((other) => other.column === column));
    return areRivals ? [within(b, a), within(a, b)] : [a, b];
  }
  return null;
}

/** Groups of one column, if the question names several; they do not overlap. */
function rivalsIn({ groups }: Subject): Group[] {
  const rivals = groups.map(({ column }) => groups.filter((other) => other.column === column));
  return rivals.find(({ length }) => length > 1) ?? [];
}

function subjectOf(said: string, { aliases, columns }: Known): Subject {
  const { groups, rest } = groupsIn(said, aliases);
  return { topic: topicIn(rest, columns, MOST.test(said)), literal: LITERAL.test(said), groups };
}

function isEmpty({ topic, groups }: Subject): boolean {
  return topic === "" && groups.length === 0;
}
