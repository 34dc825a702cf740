import type { Order } from "../plan";
import type { Feeling, Frame, Measure } from "./frame";

/** What else a part of a question says, beside what it names. */
export interface Cues {
  /** Null where nothing says what is asked of what is named. */
  measure: Measure | null;
  feeling: Feeling | null;
  limit: number | null;
  order: Order;
  claim: Frame["claim"];
  /** True where what is named is set against each other: "or", "more than". */
  compares: boolean;
  /** True for "when" and "over time", which a column of dates answers. */
  asksWhen: boolean;
  /** True for "which X" and "who". */
  asksWhich: boolean;
}

const QUOTES =
  /\b(?:quot\w+|verbatims?|testimonials?|own words|word for word|excerpts?|snippets?|in their words|examples?|samples?|instances|say exactly)\b|^(?:(?:and|ok|now|please|so) )*(?:show|give|read|gimme)(?: me| us)? (?:just |maybe )?(?:one|two|three|four|five|some|a few|a couple|any)\b(?! (?:stats|figures|numbers))/;
const SHARE =
  /(?:^|[ \d])%(?= |$)|\b(?:percent|percentage|proportion|fraction|ratio|share)(?= |$)|\b(?:success|failure|approval|acceptance|completion|recommend\w*|retention|cancell?ation|conversion|funding|satisfaction|return|response) rates?\b|(?:^| )~ rates?\b|\bwhat (?:part|portion|slice)\b|\b(?:more|less|most|least|how) likely\b|\bhow (?:big|large|small) an? (?:share|slice|part)\b/;
const COUNT =
  /\b(?:how many|number of|count of|how (?:often|common|commonly|frequent|frequently|widespread|prevalent|popular|rare)|how much of|how much (?:demand|interest))\b|^(?:please |can you |could you )?count\b|\b(?:does|do|did|has|have|is|are) (?:any(?:one|body)?|there|some)\b|^any\b|^total\b/;
const AVERAGE = /\b(?:average|mean|avg|typical (?:rating|score)|on average|overall (?:rating|score))\b/;
const WHEN =
  /^(?:and |so |but )?(?:when|since when|what (?:day|date|month|year|time)|which (?:day|date|month|year|decade))\b|\b(?:over (?:the )?(?:time|years|months|days|weeks)|from (?:year|month|day) to (?:year|month|day)|by (?:the )?(?:year|month|day|decade|date)|year by year|trend(?:s|ing)? over|(?:per|each|every) (?:year|month|day|decade)|peak(?:ed)?|start(?:ed)?|getting (?:better|worse|more|less)|got(?:ten)? (?:better|worse)|(?:is|are|has|have|did|do|does|been) (?:[\w'-]+ ){0,5}?(?:increas|decreas|improv)(?:e|ed|ing)|(?:gone|going|went) (?:up|down)|(?:growing|rising|shrinking|falling)(?= (?:fast\w*|quick\w*|most|over|[?.!])|$)|chang(?:e|ed|ing) over|timeline)\b/;
/** Words of a change over time: where one is asked for, they are no topic. */
export const isOfChange = (word: string): boolean =>
  /^(?:increas\w*|decreas\w*|grow\w*|grew|ris(?:e|es|en|ing)|fall(?:s|en|ing)?|trend\w*|improv\w*|worsen\w*|becom\w*|became|going|gone|went|chang\w*|declin\w*|shrink\w*|fast\w*|quick\w*|start\w*|peak\w*|timeline)$/.test(
    word,
  );

const RANK = /\b(?:rank|order (?:these|them|those|by)|sort|in order of)\b/;
const COMPARE =
  /\b(?:compare[ds]?|comparing|comparison|versus|vs|contrast|side by side|differ|differs|difference|differences|different|differently|(?:more|less|fewer|likelier|bigger|larger|smaller|higher|lower|better|worse|happier|unhappier) (?:[\w'-]+ ){0,8}?than|as (?:often|much|many|likely) as|than|which of|between)(?= |$)|\b(?:which|who)\b.{0,60}\b(?:more|better|bigger|worse|less|higher|lower|happier)\b/;
const WHY =
  /\b(?:why|reasons?|causes?|caused|how come|motivations?|drivers?|blame[ds]?)\b|\bwhats? (?:is |was |are )?(?:driving|causing|behind)\b|\bwhat (?:makes|made|drives|causes|leads|led|explains|happened|happens|goes|went)\b/;
const WISHES =
  /\b(?:want|wants|wanted|wish|wishes|wished|wishing|ask(?:s|ed|ing)? (?:us )?for|would (?:\w+ )?like|would love|requests?|requested|hope|hopes|hoping|suggest\w*|suggestions?|needs?|needed|expect\w*|desires?|missing|wish ?-?list|looking for|(?:should|could) (?:we|i|they) (?:build|add|offer|introduce|launch|develop))\b/;
const STRATEGY =
  /\b(?:fix|fixed|improve|improved|improvements?|improving|priorit\w+|invest|budget|recommendations?|tackle|address|should (?:we|i|they|my|our|\w+ \w+) (?!build|add|offer|introduce|launch|develop)\w+)\b/;
const THEMES =
  /\b(?:themes?|topics?|subjects?|overview|summar\w*|takeaways?|big picture|stands? out|patterns?|insights?|opinions?|views?|impressions?|reactions?|(?:talk|ask)\w* about|on (?:the|their|peoples)? ?minds?)\b|\b(?:what|whats|wat|how)\b.{0,60}?\b(?:say|says|saying|sayin|said|think|thinks|feel|feels|write|mention|discuss|describe|see)\b|\btell me\b|^what (?:are|is) the (?:most|main|top|biggest)\b/;

const NEGATIVE =
  /\b(?:problems?|complain\w*|complaints?|moan\w*|grumbl\w*|whin(?:e|es|ing)|rant\w*|issues?|pain ?-?points?|wrong|frustrat\w*|struggl\w*|troubles?|annoy\w*|hate[sd]?|dislike[sd]?|bother\w*|unhapp\w+|dissatisf\w+|upset|angr\w+|gripes?|worst|criticis\w*|criticiz\w*|weakness\w*|negativ\w*|cons|drawbacks?|disappoint\w*|concerns?|bad|least (?:happy|satisfied|liked)|suck\w*|bugs? people|blame[ds]?|terrible|awful|low(?:est)? (?:rated|ratings?|scores?))\b/;
const POSITIVE =
  /\b(?:prais\w+|love[sd]?|like[sd]? (?:most|best|about)|enjoy\w*|best|good|great|positiv\w*|happ(?:y|ier|iest)|satisf(?:ied|action)|pleased|delight\w*|appreciat\w*|favou?rites?|pros|strengths?|compliment\w*|recommend(?:ed)? by|high(?:est)? (?:rated|ratings?|scores?)|top rated)\b|\b(?:do|does|did) (?:[\w-]+ ){1,5}?(?:like|love|enjoy)\b/;

/** A word of praise or complaint asks for what people feel: it is no topic. */
export const isFelt = (word: string): boolean => NEGATIVE.test(word) || POSITIVE.test(word);

const YES_NO =
  /\b(?:is it true|is that (?:true|right|so)|true or (?:false|not)|right or wrong|right$|am i right|do you agree|is (?:she|he|that|this|it) right|i (?:heard|think|believe|assume|suspect|bet)|told me|(?:he|she|boss|colleague|they) (?:says?|claims?|thinks?|insists?))\b|^(?:and |but |so )?(?:do|does|did|are|is|were|was) /;
const CLAIMS: readonly (readonly [RegExp, NonNullable<Frame["claim"]>])[] = [
  [/\b(?:never|nobody|no ?one|none)\b/, { is: "under", percent: 2 }],
  [/\b(?:nearly all|almost all|all|always|everyone|everybody)\b/, { is: "over", percent: 90 }],
  [/\b(?:most|majority|mostly|more than half|over half|predominantly)\b/, { is: "over", percent: 50 }],
  [/\b(?:hardly|almost no|barely|only a (?:few|handful)|rarely|seldom)\b/, { is: "under", percent: 10 }],
  [/\b(?:less than half|under half)\b/, { is: "under", percent: 50 }],
  [/\b(?:a|one) third\b/, { is: "over", percent: 33 }],
  [/\b(?:a|one) quarter\b/, { is: "over", percent: 25 }],
  [/\bhalf\b/, { is: "over", percent: 50 }],
];
const PERCENT = /\b(more than|over|above|at least|less than|under|below|at most)? ?(\d{1,3}) ?(?:%|percent)(?= |$)/;

const NUMBERS: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  couple: 2,
  few: 3,
  handful: 5,
};
const N = `(\\d{1,2}|${Object.keys(NUMBERS).join("|")})`;
const LIMIT = new RegExp(
  `\\b(?:top|first|main|which|what) ${N}\\b|\\b${N} (?:[\\w-]+ )?(?:quotes?|examples?|reasons?|themes?|topics?|problems?|issues?|complaints?|verbatims?|things|wishes|excerpts)\\b|\\b${N} (?:most|biggest|main|largest|top|best|worst)\\b|^(?:show|give|list|name|read)(?: me| us)? ${N}\\b|\\b${N} please\\b|\\b(?:just|exactly) ${N}\\b`,
);

/** What a part of a question asks, by a short list of words. */
export function cuesOf(said: string): Cues {
  const number = LIMIT.exec(said)
    ?.slice(1)
    .find((one) => one !== undefined);
  const limit =
    number === undefined || number === "1" ? null : Math.min(20, Math.max(1, NUMBERS[number] ?? Number(number)));
  const order =
    /\b(?:least|fewest|rarest|lowest|smallest|rarely)\b/.test(said) && !/\bat least\b/.test(said) ? "least" : "most";
  const asksWhich = /\b(?:which|what|whose|who|whos)\b/.test(said);
  const compares = COMPARE.test(said) || /^(?:who|which|what|do|does|are|is)\b.*\bor\b/.test(said);
  const claim = claimOf(said);
  const isNegative = NEGATIVE.test(said) || STRATEGY.test(said);
  const feeling: Feeling | null = isNegative ? "negative" : POSITIVE.test(said) ? "positive" : null;
  const asksWhen = WHEN.test(said);
  return {
    measure: measureOf(said, claim !== null, compares, feeling),
    feeling,
    limit,
    order,
    claim,
    compares,
    asksWhen,
    asksWhich,
  };
}

function measureOf(said: string, isClaim: boolean, compares: boolean, feeling: Feeling | null): Measure | null {
  if (QUOTES.test(said)) return "quotes";
  if (/\b(?:wish|wishes|wished|wish ?-?list)\b|\bwould (?:[\w-]+ ){0,3}?like (?:[\w-]+ ){0,3}?to\b/.test(said))
    return "wishes";
  if (AVERAGE.test(said)) return "average";
  if (SHARE.test(said)) return "share";
  if (/\b(?:how many|number of)\b/.test(said)) return "count";
  if (STRATEGY.test(said)) return "problems";
  if (RANK.test(said)) return "rank";
  if (isClaim && !compares) return "share";
  if (WHY.test(said)) return feeling === "negative" ? "problems" : "reasons";
  if (compares) return "compare";
  if (COUNT.test(said)) return "count";
  const isOpen =
    /\b(?:what|whats|wat|which|list|name|tell|show|give|top|main|how|summar\w*|describe|overview|biggest|most)\b/.test(
      said,
    );
  if (isOpen && feeling === "negative") return "problems";
  if (isOpen && feeling === "positive") return "likes";
  if (isOpen && WISHES.test(said)) return "wishes";
  return THEMES.test(said) ? "themes" : null;
}

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
  [QUOTES, SHARE, RANK, WHY, AVERAGE].some((one) => one.test(said)) ||
  /\?$/.test(said) ||
  /^(?:(?:and|so|but|ok|also|then|now) )?(?:is|are|do|does|did|has|have|was|can|could|should|when (?:do|does|did|is|are|was|were)) |^(?:[\w']+ ){0,3}?(?:how|what|whats|wat|which|who|whos|where|whose) /.test(
    said,
  ) ||
  /^(?:and |so |also |then |please |now |ok |okay |kindly |can you |could you |would you |just |i want |i need |let me |lets )*(?:compare|rank|list|summari[sz]e|describe|show|give|tell|count|split|break|name|find|quote|read|explain|identify|analy[sz]e|only|same|total|any)\b/.test(
    said,
  ) ||
  /\b(?:i wonder|wondering|(?:like|love|want|need|curious|trying|hoping) to (?:know|see|understand|learn|find out|hear)|interested in|whether)\b/.test(
    said,
  );
