import { lengthOfAge, saysAge } from "./ages";
import { placeAt } from "./missing";
import type { Known, Refusal } from "./plan";
import { firstFit, fits, longestFit, pattern, tokensOf, writtenOf, type Pattern, type Token } from "./tokens";

const WHO =
  "people|persons|folks|adults|visitors|users|customers|clients|subscribers|men|women|ones|those|households|families|earners";

/** What no text or column tells of those who wrote, the column that would, and how questions ask by it. */
const UNRECORDED: readonly (readonly [what: string, column: RegExp, asked: readonly string[]])[] = [
  [
    "anyone's income",
    /income|salary|wage/i,
    [
      "high|higher|low|lower|middle|large|small income|incomes|salary|salaries|wages|earners|earner",
      `rich|richer|wealthy|poor|poorer|affluent ${WHO}`,
      "the rich|wealthy|poor",
    ],
  ],
  ["who is married or single", /marital|status/i, [`single|married|unmarried|divorced|widowed ${WHO}`]],
  ["who has children", /child|famil|parent/i, [`${WHO} with|without kids|children`]],
  [
    "anyone's education",
    /educat|degree/i,
    [
      "graduates|academics",
      `${WHO} with|without a|an|any? degree|degrees|diploma|education`,
      `educated|uneducated ${WHO}`,
    ],
  ],
  [
    "who lives in a city and who in the country",
    /cit|urban|town/i,
    [`city|urban|rural|suburban|town ${WHO}`, `${WHO} in the? countryside|suburbs|cities`],
  ],
  ["anyone's politics", /party|politic/i, ["democrats|republicans|liberals|conservatives"]],
  [
    "what kind of customer wrote",
    /plan|tier|segment|cohort|customer|type/i,
    [
      `business|corporate|private|retail|paying|free|premium|trial|vip|new|returning|repeat|existing|loyal|first-time customers|clients|users|visitors|subscribers`,
    ],
  ],
];
/** The same wherever it stands: what is measured elsewhere. */
const MEASURED: readonly (readonly [what: string, column: RegExp, asked: readonly string[]])[] = [
  ["who is married or single", /marital|status/i, [`are|is|were ${WHO}? married|unmarried|divorced|widowed`]],
  [
    "how satisfied anyone was, for no one was asked",
    /satisf|rating|score|nps|csat/i,
    [
      "customer|user|client? satisfaction score|rate|rating|level?",
      "nps|csat score?",
      `are|is|were|was ${WHO}|they all|most|mostly|generally|really|overall? happy|satisfied|pleased|content with the|our|your`,
    ],
  ],
  ["rates of churn, conversion or the like", /churn|conver/i, ["churn|conversion|retention|bounce|open rate|rates"]],
  [
    "likes, followers or the like",
    /like|follower/i,
    ["most|many|fewest likes|retweets|upvotes|followers do|did|does|?"],
  ],
  [
    "where those who wrote came from",
    /channel|source|campaign/i,
    ["which|what marketing|acquisition|sales|advertising|ad channel|channels|campaign|campaigns"],
  ],
  ["which branch or office it was", /branch|office|location/i, ["which|what branch|branches|office|offices"]],
  [
    "who wrote before",
    /person|customer|user/i,
    ["asked|wrote|written|contacted|complained|called us|you? more than once|twice"],
  ],
];
const BEFORE =
  /^(?:do|does|did|are|is|was|were|than|and|or|among|from|between|many|of|all|most|which|what|the|by|on|with)$/;

interface Unrecorded {
  what: string;
  column: RegExp;
  patterns: readonly Pattern[];
  isOfPeople: boolean;
}
const listed = (lines: typeof UNRECORDED, isOfPeople: boolean): Unrecorded[] =>
  lines.map(([what, column, asked]) => ({ what, column, patterns: asked.map(pattern), isOfPeople }));
const ALL = [...listed(UNRECORDED, true), ...listed(MEASURED, false)];

const PATTERNS = ALL.flatMap(({ patterns }) => patterns);

function found(tokens: readonly Token[]): { one: Unrecorded; at: number; length: number } | null {
  for (let at = 0; at < tokens.length; at++) {
    const length = longestFit(tokens, at, PATTERNS);
    const one =
      length > 0 && ALL.find(({ patterns }) => patterns.some((places) => fits(tokens, at, places) === length));
    if (one && (!one.isOfPeople || at === 0 || BEFORE.test(tokens[at - 1]!.said))) return { one, at, length };
  }
  return null;
}

/** What a clause asks by that nothing in the data tells: incomes, what kind of customer wrote, how satisfied they were. */
export function unrecordedIn(tokens: readonly Token[], columns: Known["columns"]): Refusal | null {
  const asked = found(tokens);
  if (!asked || columns.some(({ name }) => asked.one.column.test(name))) return null;
  const words = writtenOf(tokens.slice(asked.at, asked.at + asked.length));
  return { kind: "noColumn", words, detail: columns.map(({ name }) => name) };
}

const WHEN = [
  "at? what|which time|hour|part of the? day|week|month|year",
  "at? what|which time|hour do|does|did|are",
].map(pattern);

/** "At what time of day do they write?" */
export function timeAsked(tokens: readonly Token[]): Refusal | null {
  const asked = firstFit(tokens, WHEN);
  return asked && { kind: "noDates", words: writtenOf(tokens.slice(asked.at, asked.at + asked.length)), detail: [] };
}

/** What it is that some words of a refused question ask by. */
export function unrecorded(words: string): string {
  const tokens = tokensOf(words);
  const asked = found(tokens);
  if (asked) return asked.one.what;
  if (
    /\b(?:old|ages?|aged)\b/i.test(words) ||
    saysAge(tokens, tokens.length - 1) ||
    lengthOfAge(tokensOf(`people ${words}`), 1) > 0
  )
    return "anyone's age";
  if (placeAt(tokens, 0) !== null) return "where anyone is";
  if (/^how long\b/i.test(words)) return "how long anything took";
  return /^(?:how much|average|mean|median|typical|total|monthly|annual)\b/i.test(words)
    ? "amounts, nor their average"
    : "that";
}
