import type { Order } from "../plan";
import type { Frame, Measure } from "./frame";
import type { Mark } from "./marks";

/** What else a part of a question says, beside what it names. */
export interface Cues {
  /** Null where nothing says what is asked of what is named. */
  measure: Measure | null;
  /** True where only its marks say what it asks. */
  isByMarks: boolean;
  limit: number | null;
  order: Order;
  claim: Frame["claim"];
  /** True where what is named is set against each other: "or", "more than". */
  compares: boolean;
  /** True for "which X …?" and "who …?", where the column answers. */
  asksWhich: boolean;
}

const QUOTES =
  /\b(?:quotes?|quotations?|quotable|verbatims?|testimonials?|own words|word for word|excerpts?|snippets?|in their words)\b|\b(?:show|give|read|share|list|see|find|pull|any|some|few|couple|typical|concrete|\d+|two|three|four|five|ten) (?:[\w-]+ ){0,3}?examples?\b|^(?:(?:and|ok|now|please|so) )*(?:show|give|read|quote|gimme|got)(?: me| us)?(?: just| maybe)? (?:one|two|three|four|five|ten|some|a few|a couple|a quote|any)(?: more)?(?: of (?:them|those|these))?(?: please)?(?= (?:[.?!,]|from|about|on|by)|$)|^examples?\b|\bexamples? (?:of what|from|please)\b|\bwhat (?:exactly )?do (?:they|people) (?:say|write) exactly\b/;
const SHARE =
  /\b(?:percent|percentage|proportion|fraction|ratio|%)(?= |$)|\b(?:what|which|the|whats the|rough|give me a) share\b|^share of\b|\bhow (?:big|large|small) an? (?:share|slice|part|portion|proportion|chunk)\b|\bwhat (?:part|portion|slice)\b/;
const COUNT =
  /\b(?:how many|number of|count of|how (?:often|common|commonly|frequent|frequently|widespread|prevalent|popular|big|large|much (?:demand|interest|appetite|talk))|how much of)\b|^(?:please |can you |could you )?count\b|^(?:does|do|did|has|have) any(?:one|body)?\b|\b(?:are|is) there (?:any|much|many|a lot|demand|interest)\b|\bhow many\b|^(?:do|does|did|are|is) (?:[\w-]+ ){1,4}?(?:mention|talk|speak|complain|ask|bring|raise|worr|car|interested|struggl|say|want)\w*\b/;
const RANK = /\b(?:rank|order (?:these|them|those|by)|sort|in order of|lined? up)\b/;
const COMPARE =
  /\b(?:compare[ds]?|comparing|comparison|versus|vs|contrast|side by side|set against|gap between|differ|differs|differed|difference|differences|different|differently|as (?:often|much|many|likely) as|rather than|(?:more|less|fewer|likelier|bigger|larger|smaller|higher|lower|better|worse|happier|unhappier|commoner|keener)(?: [\w'-]+){0,9}? than|than)(?= |$)/;
const MORE =
  /\b(?:more|less|bigger|larger|smaller|higher|lower|better|worse|likelier|commoner|happier|unhappier|keener|most|least|rather|fewer|mostly)\b/;
/** Asked with yes or no, these set one group against all others. */
const COMPARATIVE =
  /\b(?:more|less|fewer|higher|lower|bigger|larger|smaller|better|worse|likelier|happier|unhappier|keener)\b(?! (?:about|information|details|quotes|examples))/;
const WHY =
  /\bwhy\b|\breasons?\b|\bwhat (?:is|was|are|s)?(?: the)? ?(?:driving|causing|behind)\b|\bwhats (?:driving|causing|behind)\b|\bwhat (?:makes|made|drives|drove|causes|caused|leads|led|explains|motivates|keeps|pushes|prompts|stops|prevents)\b|\b(?:causes?|drivers?|root cause) (?:of|behind|for)\b|\bhow come\b|\bbecause of what\b|\bmotivations?\b/;
const PROBLEMS =
  /\b(?:problems?|complain\w*|complaints?|issues?|pain ?-?points?|(?:go|goes|going|gone|went|is|are|was|whats) wrong|frustrat\w*|struggl\w*|troubles?|difficult\w*|annoy\w*|hates?|hated|dislikes?|bother\w*|fix|fixed|fixing|improve|improving|unhappy|upset|angry|gripes?|worst|criticis\w*|criticiz\w*|criticism|shortcomings?|weakness\w*|weak points?|friction|fails?|failing|broken|hurdles?|obstacles?|challenges?|bad|negative (?:things?|points?|aspects?|feedback)|cons|drawbacks?|let ?downs?|disappoint\w*|trips? (?:them|people|customers|users) up|stuck|bugs|bugging|concerns?|worr(?:y|ies|ied))\b/;
const WISHES =
  /\b(?:want|wants|wanted|wanting|wish|wishes|wished|wishing|ask(?:s|ed|ing)? (?:us )?for|ask(?:s|ed|ing)? (?:us )?to|would (?:\w+ )?like|would love|request|requests|requested|requesting|feature requests?|hope|hopes|hoping|hoped|suggest\w*|suggestions?|need|needs|needed|expect|expects|expecting|desires?|demand(?:s|ing)?|missing|wish ?-?list|looking for|dream\w* of|like to (?:see|have|change)|(?:should|could) (?:we|i|they) (?:build|add|offer|introduce|launch|develop))\b/;
const THEMES =
  /\b(?:themes?|topics?|subjects?|most (?:common|often|frequent|frequently|popular|important|pressing|mentioned|talked|discussed|prevalent)|commonest|main|major|key|top|biggest|largest|primary|dominat\w*|on (?:the|their|peoples)? ?minds?|overview|summar\w*|takeaways?|big picture|mostly (?:about|say|talk)|stands? out|patterns?|trends?|insights?|priorit\w*|tell me (?:more )?about|what (?:do|does|did|are|is|were|was|have|has) (?:[\w'&-]+ ){0,12}?(?:say|says|saying|said|think|thinks|thinking|thought|talk|talks|talking|feel|feels|feeling|write|writes|writing|mention|mentions|mentioning|care|cares|caring|discuss|discusses|discussing|focus|focuses|ask|asks|asking|contact|contacting|like|love|enjoy|praise|praising|praised|appreciate|value|about|promise|promises|plan|planning)|contact us|opinions?|views?|experiences?|impressions?|reactions?|describe|how do (?:[\w'&-]+ ){1,8}?(?:feel|talk|think|describe)|address|should)\b/;
const YES_NO =
  /^(?:is it true|is that (?:true|right|so)|am i right|right or wrong|true or false)|\b(?:is it true|right\?|is that right|is that true|is (?:she|he|that|this|it) right|am i right|true or false|right or wrong|do you agree|does the data (?:back|support|agree|confirm)|i (?:heard|think|believe|assume|suspect|hear|bet)|im told|(?:he|she|boss|colleague|team|they) (?:says?|claims?|thinks?|swears?|insists?|argues?|keeps? saying))\b|^(?:do|does|did|are|is|were|was|would) /;
const CLAIMS: readonly (readonly [RegExp, NonNullable<Frame["claim"]>])[] = [
  [
    /\b(?:most|majority|mostly|more than half|over half|nearly all|almost all|predominantly)\b/,
    { is: "most", percent: 50 },
  ],
  [
    /\b(?:hardly (?:any|anybody|anyone|ever)|almost no|barely|only a (?:few|handful)|few|rarely|less than half|under half)\b/,
    { is: "under", percent: 50 },
  ],
  [/\b(?:at least |more than |over )?(?:a|one) third\b/, { is: "over", percent: 33 }],
  [/\b(?:at least |more than |over )?(?:a|one) quarter\b/, { is: "over", percent: 25 }],
  [/\bhalf\b/, { is: "over", percent: 50 }],
];
const PERCENT = /\b(more than|over|above|at least|less than|under|below|at most)? ?(\d{1,3}) ?(?:%|percent)(?= |$)/;

const NUMBERS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  couple: 2,
  few: 3,
  handful: 5,
  dozen: 12,
};
const N = `(\\d{1,3}|${Object.keys(NUMBERS).join("|")})`;
const LIMIT = new RegExp(
  `\\b(?:top|first|main) ${N}\\b|\\b${N}(?: of)?(?: the)? (?:most|biggest|main|largest|top|key|common|commonest|best|worst|typical|short|good|real|representative|frequent|important|major)\\b|\\b${N} (?:[\\w-]+ )?(?:quotes?|examples?|reasons?|themes?|topics?|problems?|issues?|complaints?|verbatims?|things|wishes|lines|excerpts|sentences|suggestions|of (?:them|those))\\b|^(?:show|give|list|name|read)(?: me| us)? ${N}\\b`,
);

const ASKING_MARKS: readonly (readonly [Mark, Measure])[] = [
  ["quotes", "quotes"],
  ["why", "reasons"],
  ["compare", "compare"],
  ["all", "themes"],
  ["describe", "themes"],
  ["count", "count"],
];

/** What a part of a question asks, by its words, and where these don't say, by its marks. */
export function cuesOf(said: string, marks: ReadonlySet<Mark>, named: { topics: number; rivals: number }): Cues {
  const asksWhich = /\b(?:which|what)\b/.test(said);
  const claim = claimOf(said);
  const number = LIMIT.exec(said)
    ?.slice(1)
    .find((one) => one !== undefined);
  // "The first one" is no number of lines.
  const limit =
    number === undefined || number === "one" || number === "1"
      ? null
      : Math.min(20, Math.max(1, NUMBERS[number] ?? Number(number)));
  const order =
    /\b(?:least|fewest|rarest|lowest|smallest|rarely)\b/.test(said) && !/\bat least\b/.test(said) ? "least" : "most";
  const compares =
    COMPARE.test(said) ||
    (/\b(?:or|between)\b/.test(said) && (MORE.test(said) || marks.has("compare"))) ||
    /^(?:who|which)\b.*\bor\b/.test(said) ||
    setsAgainstOthers(said);
  const byWords = measureOf(said, compares, claim !== null, named);
  const byMarks = ASKING_MARKS.find(([mark]) => marks.has(mark))?.[1] ?? null;
  const measure = byWords ?? (byMarks === "reasons" && PROBLEMS.test(said) ? "problems" : byMarks);
  return { measure, isByMarks: byWords === null, limit, order, claim, compares, asksWhich };
}

function measureOf(
  said: string,
  compares: boolean,
  isClaim: boolean,
  { topics, rivals }: { topics: number; rivals: number },
): Measure | null {
  if (QUOTES.test(said)) return "quotes";
  if (RANK.test(said)) return "rank";
  if (isClaim && !compares) return "share";
  if (compares && (topics > 1 || rivals > 1)) return "compare";
  if (WHY.test(said) && !/\b(?:how many|share|percentage)\b/.test(said)) return "reasons";
  if (SHARE.test(said)) return "share";
  if (/\bhow many\b|\bnumber of\b/.test(said) && !/\bthan\b/.test(said)) return "count";
  if (compares) return "compare";
  const isOpen = /\b(?:what|which|whats|list|name|tell|show|give|top|main|summar\w*|describe|overview)\b/.test(said);
  // "What do people complain about?" asks for problems; "do people complain about fees?" asks how many.
  if (isOpen && PROBLEMS.test(said)) return "problems";
  if (isOpen && WISHES.test(said) && topics === 0) return "wishes";
  if (isOpen && THEMES.test(said)) return "themes";
  if (COUNT.test(said)) return "count";
  if (THEMES.test(said)) return "themes";
  return null;
}

export const setsAgainstOthers = (said: string): boolean => YES_NO.test(said) && COMPARATIVE.test(said);

function claimOf(said: string): Frame["claim"] {
  if (!YES_NO.test(said)) return null;
  const percent = PERCENT.exec(said);
  if (percent)
    return { is: /less|under|below|most/.test(percent[1] ?? "") ? "under" : "over", percent: Number(percent[2]) };
  // "Which is mentioned most?" claims nothing.
  if (/\b(?:which|what|how|who|where)\b/.test(said)) return null;
  return CLAIMS.find(([pattern]) => pattern.test(said))?.[1] ?? null;
}

/** True for words that ask for something, or tell to do so. */
export const asksSomething = (said: string): boolean =>
  [QUOTES, SHARE, RANK, WHY].some((one) => one.test(said)) ||
  /\?$/.test(said) ||
  /^(?:and |so |but |ok |okay )?(?:is|are|do|does|did|has|have|was|were|will|would|can|could|should|when|at what) /.test(
    said,
  ) ||
  (/\b(?:how many|how often|how common|number of|what|which)\b.*(?:\?|$)/.test(said) &&
    /^(?:and |so |also |then |please |now |ok |okay )?(?:how|what|whats|which|who|where)\b/.test(said)) ||
  /^(?:and |so |also |then |please |now |ok |okay |kindly |can you |could you |would you |just |id like |i would like |i want |i need |im curious |let me |lets )*(?:compare|rank|list|summari[sz]e|describe|show|give|tell|count|split|break|name|find|quote|read|walk|explain|outline|identify|analy[sz]e|see|know|to (?:know|see|understand|learn)|understand|only|same|whether|determine|look|sort|order|provide|return|wondering|curious|leave|exclude|now|by)\b/.test(
    said,
  ) ||
  /\b(?:i wonder|wondering|(?:like|love|want|need|curious|trying|try|hoping) to (?:know|see|understand|learn|find out|hear|figure out)|curious|interested in|tell me|show me|give me|whether)\b/.test(
    said,
  );
