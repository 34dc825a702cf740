import { NATIONS } from "../engine/places";
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
  [
    "who is a man and who a woman",
    /gender|sex/i,
    ["men|women|males|females|male|female|ladies|gentlemen|blokes|gals|girls|boys|genders|sexes"],
  ],
  ["which country anyone is from", /countr|nation/i, [NATIONS.filter((one) => !one.includes(" ")).join("|")]],
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
  [
    "how long anything took, or how many messages",
    /duration|wait|minutes|hours|seconds/i,
    [
      "how many hours|minutes|days|weeks|months|messages|times|attempts|replies on average",
      "how many hours|minutes|days|weeks|months|messages|attempts|replies do|does|did it|they|people|customers|users|visitors|we|you wait|take|last|spend|need",
      "how many hours|minutes|days|weeks|months|messages|attempts|replies on average do|does|did it|they|people|customers|users|visitors|we|you wait|take|last|spend|need",
      "how quickly|fast|promptly|soon do|does|did|are|is we|they|you|it|our|your|the|customers|people|users|visitors|support|staff|agents",
      "on average how long",
      "how long on average",
      "our|your|average|typical response|reply|waiting|resolution|handling|solving time|times|speed",
    ],
  ],
  [
    "amounts, nor their average",
    /amount|price|revenue|spend|value/i,
    [
      "what|whats|how is|was|much? our|the|your|their? total|annual|monthly|average? revenue|turnover|profit|profits|income|earnings|sales per|from|of|came|come|comes|do|does|did|is|are|was|were",
      "revenue|turnover|profit|income|spend|earnings per *",
      "how much revenue|turnover|profit|money comes|come|came|do|does|did|is|was",
    ],
  ],
  [
    "who came back, or how loyal anyone is",
    /person|customer|user|loyal/i,
    ["how loyal|faithful are|is they|people|customers|users|visitors|our|your|the"],
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

/** "How many ask how quickly it arrives?": what they ask is no question of ours. */
const REPORTS = /^(?:ask|asks|asked|asking|wonder|wonders|wondering|know|about|of)$/;

function* found(tokens: readonly Token[], columns: Known["columns"]): Generator<{ what: string; words: string }> {
  for (let at = 0; at < tokens.length; at++) {
    const length = longestFit(tokens, at, PATTERNS);
    const before = tokens[at - 1]?.said ?? "";
    const one = ALL.find(
      ({ patterns, column, isOfPeople }) =>
        length > 0 &&
        !columns.some(({ name }) => column.test(name)) &&
        (isOfPeople ? at === 0 || BEFORE.test(before) : !REPORTS.test(before)) &&
        patterns.some((places) => fits(tokens, at, places) === length),
    );
    if (one) yield { what: one.what, words: writtenOf(tokens.slice(at, at + length)) };
  }
}

/** What a clause asks by that nothing in the data tells: incomes, what kind of customer wrote, how satisfied they were. */
export function unrecordedIn(tokens: readonly Token[], columns: Known["columns"]): Refusal[] {
  const asked = [...found(tokens, columns)];
  return asked
    .filter(({ what }, i) => asked.findIndex((one) => one.what === what) === i)
    .map(({ words }) => ({ kind: "noColumn", words, detail: columns.map(({ name }) => name) }));
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
  const [asked] = found(tokens, []);
  if (asked) return asked.what;
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
