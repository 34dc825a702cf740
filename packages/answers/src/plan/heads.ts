import { FRAME_WORDS, FUNCTION_WORDS } from "./lexicon";
import { fits, longestFit, pattern, type Pattern, type Token } from "./tokens";

/** What a clause asks for. */
export type Ask =
  "trend" | "rank" | "compare" | "more" | "breakdown" | "share" | "count" | "quotes" | "reasons" | "describe" | "top";

/** The words that ask for each, in the order in which they decide: the first that a clause holds. */
const HEADS: readonly (readonly [Ask, readonly string[]])[] = [
  [
    "trend",
    [
      "trend|trends|trending",
      "going|gone|go|goes|went up|down",
      "develop|evolve|progress|change between|over|since|from|during|until|through",
      "between|from january|february|march|april|may|june|july|august|september|october|november|december and|to|until|till january|february|march|april|may|june|july|august|september|october|november|december",
      "when do|did|does|is|are|was|were",
      "over time|years|months|weeks",
      "the years|months|weeks|past|recent",
      "year|month|week on|over|to|by year|month|week",
      "than|to|with|since|from|in|during|of last|past|previous|this year|month|week|quarter|summer|winter|decade",
      "last|past|previous year|years|month|months|week|weeks|quarter|decade",
      "over|in|during|for|since the? last|past|previous|recent few? year|years|month|months|week|weeks|quarter|days|decade",
      "before|after|since|in|by|between|from|during 2000|2005|2010|2011|2012|2013|2014|2015|2016|2017|2018|2019|2020|2021|2022|2023|2024|2025|2026|2027",
      "yesterday|seasonal|seasonality|seasonally|lately|recently|historically|newly|nowadays",
      "become|becoming|became|get|getting|got|grow|growing more|less|ever|rarer|commoner|bigger|smaller",
      "since|until|till last|this|the? spring|summer|autumn|fall|winter|christmas|easter|holidays|launch|pandemic|covid",
      "last|past|previous|this spring|summer|autumn|winter|christmas|easter",
      "each|every|per|by month|year|week|day|quarter|date",
      "which|what month|months|year|years|week|weeks|day|days|date|season|seasons",
      "changed|changing|change|developed|evolved|progressed over|since|recently",
      "used to? be",
      "than|as it|they|there|people|we|you|visitors|customers|users|folks|this|that? used to",
      "than|as it|they|there|people|we|you|visitors|customers|users|folks were|was|did|had before|back|earlier|then?",
      "than before|earlier|formerly|previously|ever",
      "on the rise|increase|decline|wane|upswing|up",
      "more and more",
      "less and less",
      "fewer and fewer",
      "increasingly|decreasingly",
      "these days",
      "this month|week|quarter",
      "in|over|during the? past|last|recent few? days|weeks|months|years",
    ],
  ],
  [
    "rank",
    [
      "rank|ranked|ranking",
      "order|sort|sorted|ordered by|from|these|those|them",
      "put in|into order",
      "which of these|those|the following|them",
      "which|what of the? two|three|four|five|six",
      "from most to least",
      "most|biggest|largest|highest|commonest to least|smallest|lowest|rarest",
      "most|biggest|largest|highest|commonest|top first",
      "most|least|more|often mentioned|common|frequent|popular|asked|named|often? first|last",
      "by volume|frequency|popularity|size|importance|prevalence",
      "by number|count|amount of? chats|goals|questions|mentions|messages|people?",
    ],
  ],
  [
    "compare",
    [
      "compare|compares|compared|comparing|comparison|contrast|contrasted",
      "difference|differences|differ|differs|differently|differed",
      "different|distinguishes|distinguish|sets|separates",
      "versus|vs",
      "as opposed to",
      "in common",
      "how similar|alike",
    ],
  ],
  [
    "share",
    [
      "what|which|the|a share|percentage|percent|proportion|fraction|part|portion",
      "share|percentage|percent|proportion|fraction|portion of",
      "% of",
      "percentage|percent|proportion|fraction|%|percentages|proportions",
      "out of a? hundred",
    ],
  ],
  [
    "more",
    [
      "more|less important|relevant|pressing|urgent|serious|significant",
      "prefer|prefers|preferring|favour|favours|favor|favors",
      "more|less|fewer|rather|oftener|commoner|bigger|larger|higher|greater|smaller|keener|fonder|likelier",
      "which|what is|are more|most|the biggest|larger",
      "which|what is|are|was|were|gets worse|harder|tougher|trickier",
    ],
  ],
  [
    "count",
    [
      "how many|often|common|frequent|frequently|popular|widespread|prevalent|big|large",
      "how much of",
      "number|numbers|count|tally|total|frequency of",
      "what|whats is? the? number|count|tally|total|frequency",
      "count|tally",
      "do|does|did anyone|anybody|someone|somebody|any",
      "is|are there any|anyone|anybody|people|some|chats|goals|questions|much|many|a",
      "is|are anyone|anybody",
      "has|have anyone|anybody",
      "do|does|did many? people|visitors|customers|users|they|subscribers|folks ask|mention|talk|want|speak|bring|plan|hope",
    ],
  ],
  [
    "quotes",
    [
      "quote|quotes|quotation|quotations|verbatim|verbatims",
      "example|examples",
      "own|exact|actual words",
      "in their words",
      "word for word",
      "exactly? as they|people|customers|visitors wrote|said|put it?",
      "sample|samples of",
      "sample|some|few|several goals|resolutions|chats|questions|messages|comments on|about|from|regarding",
      "sample goals|resolutions|chats|questions|messages|comments",
    ],
  ],
  [
    "reasons",
    [
      "why",
      "reason|reasons|cause|causes|driver|drivers|motivation|motivations",
      "what drives|makes|motivates|causes|prompts|leads",
      "how come",
      "what is|are|lies behind",
      "whats behind",
    ],
  ],
  [
    "describe",
    [
      "what|whats do|does|did|are|is|have|has|else|exactly? people|they|men|women|visitors|users|customers|subscribers|those|folks|everyone|most|some say|saying|think|thinking|feel|said|tell|write|mention|complain",
      "say|says|saying|said|think|thinks|feel|feels|thoughts|opinion|opinions|views|sentiment",
      "tell|show me? more? about|of|on",
      "tell more|me",
      "describe|explain|elaborate",
      "what about",
      "what else",
      "an|some idea|impression|sense|feeling|picture of",
    ],
  ],
  [
    "top",
    [
      "most|main|biggest|largest|major|key|commonest|keenest|top|principal|leading|primary|chief|foremost|greatest|number-one|favourite|favorite|prevailing|dominant",
      "popular|common|frequent|typical|usual|typically|usually|mostly|mainly|overall|generally",
      "overview|summary|summarise|summarize|gist|themes|topics|subjects|big picture",
      "what|whats",
      "which|list|name",
    ],
  ],
];

const PATTERNS: readonly (readonly [Ask, readonly Pattern[]])[] = HEADS.map(([ask, texts]) => [
  ask,
  texts.map(pattern),
]);

/** These speak of a trend where they say what something does: "is it growing?", not "growing vegetables". */
const MOVES = new Set(
  "rising falling growing grown increasing increased decreasing decreased declining rise rose risen fell drop dropped shrinking shrunk changed trending".split(
    " ",
  ),
);
const BEFORE_MOVES = new Set("is are been be or and getting".split(" "));

const AGO = pattern(
  "a|an|one|two|three|four|five|ten|some|several|few? years|year|months|month|weeks|week|decade|while ago",
);
const COMPARES_TIMES = /^(?:than|as|more|less|fewer|compared|was|were|did)$/;

/** "As popular as a year ago": not "requested a refund a week ago", which says what happened. */
const agoAt = (tokens: readonly Token[], at: number): number => {
  const length = fits(tokens, at, AGO);
  return length > 0 && tokens.slice(0, at).some(({ said }) => COMPARES_TIMES.test(said)) ? length : 0;
};

function isMove(tokens: readonly Token[], at: number): boolean {
  if (!MOVES.has(tokens[at]!.said)) return false;
  const next = tokens[at + 1];
  if (next && /^(?:since|over|lately|recently)$/.test(next.said)) return true;
  return BEFORE_MOVES.has(tokens[at - 1]?.said ?? "") || !next?.isWord || next.said === "or" || next.said === "fastest";
}

const WHAT_DO = pattern("what|whats do|does|did|would|are|is|else?");

/** "What do they want it for?" asks why. */
function purposeIn(tokens: readonly Token[]): number[] {
  const last = tokens.findLastIndex(({ isWord }) => isWord);
  const at = tokens.findIndex((_, i) => fits(tokens, i, WHAT_DO) > 0);
  return at >= 0 && at + 2 < last && tokens[last]!.said === "for" ? [at, at + 1, last] : [];
}

/** "Get more followers" is what they want: "getting more common" is a trend. */
function getsMore(tokens: readonly Token[], at: number, length: number): boolean {
  const next = tokens[at + length];
  return (
    /^(?:more|less|ever)$/.test(tokens[at + length - 1]!.said) &&
    /^(?:get|got|become)$/.test(tokens[at]!.said) &&
    next?.isWord === true &&
    !FUNCTION_WORDS.has(next.said) &&
    !FRAME_WORDS.has(next.said)
  );
}

/** What a clause asks for, and which of its tokens say so. */
export function asksIn(
  tokens: readonly Token[],
  isTopic: (at: number) => boolean,
): ReadonlyMap<Ask, ReadonlySet<number>> {
  const asks = new Map<Ask, Set<number>>();
  for (const [ask, patterns] of PATTERNS) {
    for (let at = 0; at < tokens.length; at++) {
      const fit = longestFit(tokens, at, patterns);
      const length = fit === 0 && ask === "trend" ? agoAt(tokens, at) || (isMove(tokens, at) ? 1 : 0) : fit;
      if (ask === "count" && at > 0 && /^(?:do|does|did)$/.test(tokens[at]!.said)) continue;
      if (length === 0 || (length === 1 && isTopic(at))) continue;
      if (ask === "trend" && getsMore(tokens, at, length)) continue;
      const taken = asks.get(ask) ?? new Set<number>();
      for (let i = at; i < at + length; i++) taken.add(i);
      asks.set(ask, taken);
    }
  }
  const purpose = purposeIn(tokens);
  if (purpose.length > 0) asks.set("reasons", new Set([...(asks.get("reasons") ?? []), ...purpose]));
  // "Did lost cards rise compared to last month?": beside a time, what moves is no topic.
  const trend = asks.get("trend");
  if (trend) tokens.forEach(({ said }, at) => MOVES.has(said) && !isTopic(at) && trend.add(at));
  return asks;
}
