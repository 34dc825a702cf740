import type { Guide } from "../guide";
import { namesNumbers } from "./mentions";
import type { RefusalKind } from "./frame";
import { foreignLanguage } from "./language";
import { asksSomething } from "./parts";
import { hasOutcome } from "./outcomes";
import { placesOf, textOf, type Place, type Text } from "./text";
import { sentencesOf, type Token } from "./tokens";

export interface Refusal {
  kind: RefusalKind;
  detail: string;
  /** True where it is what was asked for, and not a limit on it, such as a time. */
  isCore?: boolean;
}

export interface Guarded {
  /** What may be answered. */
  tokens: readonly Token[];
  /** What may not, or what can't be told; the first of it is the reason where nothing else is asked. */
  refused: readonly Refusal[];
  /** True where something is refused whatever the data has. */
  isClosed: boolean;
}

/** What tells the answerer what to do, by how a sentence begins or what it can't mean otherwise. */
const INSTRUCTIONS = [
  /(?:^|[,:;] |\band |\bplease |\bnow |\bthen |\b(?:can|could|will|must|should) you )(?:ignore|disregard|forget|override|bypass|disobey) (?:\w+ ){0,4}?(?:instructions?|prompts?|rules|guidelines|restrictions|safeguards|guardrails|directives|programming)\b/,
  /\b(?:ignore|disregard|forget) (?:everything|anything|all|whatever|what) (?:\w+ ){0,4}?(?:above|before|previous|prior|earlier|told|said)\b/,
  /\b(?:reveal|print|show|output|repeat|display|leak|dump|tell|give|what (?:is|are)|whats) (?:\w+ ){0,4}?(?:system|hidden|secret|initial|internal|developer) (?:prompt|instructions?|message|configuration|rules)\b/,
  /\b(?:reveal|print|show|repeat|leak|tell me|what (?:is|are)|whats) your (?:\w+ )?(?:prompt|instructions|rules|guidelines|configuration|api key|password|secret)\b/,
  /\b(?:you are|youre|act as|behave as) (?:now|no longer|henceforth|in) (?:an? |the |free|dan|my|unrestricted|developer|debug|admin|not)/,
  /\b(?:act|behave|respond|reply|answer|speak|talk) (?:as|like) (?:if you|an? (?:\w+ )?(?:pirate|hacker|admin|administrator|dan|robot|terminal|chatbot|developer|lawyer|doctor|assistant|ai))\b/,
  /^pretend (?:that )?(?:you|to be)\b/,
  /\b(?:enable|enter|activate|switch to) (?:developer|debug|admin|jailbreak|dan|god|unrestricted|sudo) mode\b/,
  /\b(?:from now on|your new (?:task|instructions?|role|rules)|new instructions?)\b(?= (?:you|answer|reply|always|only|ignore|is|are|:))/,
  /\b(?:say|answer|reply|respond|claim|state|output|print|report) (?:only |just |exactly |that |with |simply )*(?:the )?(?:answer |result |share |count )?(?:is |are |was |must be )?\d[\d.,]* (?:%|percent)/,
  /^(?:system|developer|admin) (?:prompt |message |override )?:/,
];

const PEOPLE =
  "people|persons?|customers?|users?|clients?|guests?|reviewers?|buyers?|visitors?|members?|employees?|respondents?|authors?|writers?|men|women|man|woman|guy|those|them|everyone|anyone|someone|somebody|whoever|passengers?|patients?|students?|posters?|commenters?|callers?";
const CONTACT =
  "(?:e-?mails?(?: address(?:es)?)?|phone(?: numbers?)?|telephone(?: numbers?)?|mobile numbers?|(?:home |postal |street |billing )?address(?:es)?|(?:full |real |first |last |user ?|screen )?names?|usernames?|handles?|contacts?|contact (?:details|data|info|information)|identit(?:y|ies)|social security numbers?|account numbers?|card numbers?|ids)";
/** What asks for something to be handed over. */
const FETCHES =
  /\b(?:list|give|export|show|print|send|tell|get|find|provide|share|need|want|have|see|reveal|collect|fetch|pull)\b/;
/** "The names and e-mail addresses of those who …" */
const CONTACTS_OF = new RegExp(
  `\\b(?:all|the|their|his|her|every|each|any) (?:[\\w']+ ){0,2}?${CONTACT} (?:and (?:[\\w'-]+ ){1,3}?)?(?:of|for|from|behind|belonging to) (?:[\\w-]+ ){0,3}?(?:${PEOPLE})\\b`,
);
const PERSONAL = [
  new RegExp(
    `\\b(?:list|give|export|show|print|send|tell|get|find|provide|share|reveal|what (?:is|are|was|were)|whats) (?:me |us )?(?:all )?(?:their|his|her|whose|each (?:\\w+)s|every (?:\\w+)s|everyones) (?:\\w+ )?${CONTACT}(?= (?:[?.!,;]|and|please|too|as)|$)`,
  ),
  /\bwho (?:exactly |actually |specifically )?(?:said|wrote|posted|sent|typed|submitted|left|authored) (?:this|that|it|the|these|those|an?)\b/,
  /\bwho (?:exactly )?(?:is|was|are|were) (?:the )?(?:person|author|writer|customer|user|reviewer|employee|individual|people|customers) (?:who|that|behind|in)\b/,
  /\b(?:which|what) (?:person|customer|user|individual|employee|client|guest|reviewer|member) (?:said|wrote|posted|sent|left|submitted|asked|complained|mentioned)\b/,
  /\b(?:identify|name|unmask|dox|deanonymi[sz]e|de-anonymi[sz]e|re-?identify) (?:the |that |this |those |these |all |every |each |any )(?:[\w-]+ ){0,2}?(?:person|people|customers?|users?|reviewers?|employees?|individuals?|authors?|guests?|members?|clients?|man|woman|men|women)\b(?= (?:who|that|behind|in|by|with|from))/,
  /\b(?:email|phone|contact|personal|private) (?:address(?:es)?|numbers?|details|data|information) (?:of|for) (?:the |all |every |each |these |those )?(?:[\w-]+ ){0,2}?(?:people|customers?|users?|reviewers?|employees?|guests?|members?|clients?|men|women|everyone)\b/,
  /\bhow (?:can|do|could) (?:i|we) (?:contact|reach|call|email|e-mail|message|track down) (?:the |these |those |this |that |each |every )(?:[\w-]+ ){0,2}?(?:people|persons?|customers?|users?|reviewers?|employees?|guests?|members?|clients?|men|women|man|woman)\b/,
];
/** A personal name beside what one person says, does or has. */
const NAMED =
  /(?:\b(?:did|does|has|is|was|by|from|of|named|called|about|find)\s+)((?:mr|mrs|ms|dr)\.?\s+\p{Lu}\p{Ll}+|\p{Lu}\p{Ll}+\s+\p{Lu}\p{Ll}+)(?=\s+(?:say|said|write|wrote|ask|asked|want|mention|complain|post|live|posted|lives|work|works|earn)\b|['’]s\s+(?:reviews?|messages?|tickets?|posts?|phone|e-?mail|address|account|chats?|complaints?|comments?|record)\b)/u;

const RECORD =
  "reviews?|tickets?|posts?|tweets?|chats?|messages?|goals?|responses?|answers?|surveys?|comments?|complaints?|conversations?|transcripts?";
const RAW = [
  /\braw (?:data|records?|text|texts|rows|reviews|tickets|messages|posts|responses|file|files|dump|export)\b/,
  new RegExp(
    `\\b(?:export|dump|download) (?:me |us )?(?:it |them |(?:the |all |every |this |your |whole |entire |full |complete )*(?:data|dataset|database|records?|rows?|table|csv|file|${RECORD})\\b)`,
  ),
  new RegExp(
    `\\b(?:give|show|list|send|print|return|output|get|provide|hand|paste|display)\\b(?: me| us| over)? (?:all|every|each|the (?:whole|entire|full|complete)|every single|everything) (?:of )?(?:the |your |our )?(?:data|dataset|database|records?|rows?|entries)\\b`,
  ),
  new RegExp(
    `\\b(?:all|every|each|entire|whole|full|complete|the|these|those) (?:[\\w-]+ ){0,8}?(?:in|as|to) (?:an? )?(?:csv|json|excel|spreadsheet|sql|xlsx?)(?: file| format| dump)?\\b`,
  ),
  /\bselect \* from\b|\bsource (?:rows|records)\b/,
];
/** The tables of a report are asked for in such forms, too. */
const COUNTED =
  /\b(?:how many|share|percent|percentage|count|counts|number|top|themes?|summary|breakdown|split|compare|rank|table)\b/;

const SPAN = "(?:days?|weeks?|months?|quarters?|years?|summer|winter|spring|autumn|weekend|christmas|season)";
const MONTH = "(?:january|february|april|june|july|august|september|october|november|december|q[1-4]|(?:19|20)\\d\\d)";
const TREND = [
  /\b(?:did|has|have) (?:that|it|this|they|these|those) (?:change|changed|grow|grown|rise|risen|fall|fallen|increase|increased|decrease|decreased|drop|dropped|start|improve|improved)\b/,
  /\b(?:over|through|across) (?:the )?(?:time|years|months|weeks)\b/,
  /\btrend(?:s|ed|ing)? (?:over|since|in the (?:last|past)|for the (?:last|past)|up|down|line)\b|\btrending\b|\b(?:month|week|year|quarter|day) (?:over|on|by) (?:month|week|year|quarter|day)\b|\byoy\b|\btime ?series\b|\btimeline\b/,
  new RegExp(
    `\\b(?:since|before and after|than (?:in )?|compared (?:to|with) |vs |versus )(?:the )?(?:last|previous|past|prior|${MONTH}|${SPAN} (?:before|ago))\\b`,
  ),
  new RegExp(
    `\\bsince (?:the )?(?:\\w+ )?(?:march|may|${MONTH}|update|launch|release|relaunch|redesign|migration|merger|pandemic|covid|yesterday)\\b`,
  ),
  /\b(?:has|have) (?:[\w'-]+ ){0,6}?(?:increased|decreased|grown|risen|declined|gone (?:up|down)|changed (?:over|since|lately|recently|much)|(?:gotten|got) (?:better|worse|more|less)|become (?:more|less)|improved (?:over|since|lately|recently))\b/,
  /\b(?:is|are) (?:[\w'-]+ ){1,5}?(?:going (?:up|down)|getting (?:better|worse|more|less|bigger|smaller)|becoming (?:more|less)|(?<!\b(?:of|or|and|to|about|for|with|people) )(?:increasing|decreasing|growing|rising|declining|improving)(?= (?:[?.!,]|or|and|over|since|in popularity|lately|fast\w*)|$))/,
  /\bhow (?:has|have|did) (?:[\w'-]+ ){1,6}?(?:chang|evolv|develop|grow|grew|mov|shift|vari)\w*\b/,
  /\b(?:what|which) (?:day|time|hour|month|week|year|season|weekday|date)s?\b(?: of)?|\bat what time\b|^when (?:do|did|does|is|are|was|were)\b/,
];
/** A time that limits a question; the answer covers all times. */
const WHEN = new RegExp(
  `(?:, )?\\b(?:(?:in|during|over|from|for|within|of) )?(?:the )?(?:last|past|previous|this|recent) (?:\\w{1,6} )?${SPAN}(?: \\d{4})?(?= (?:[?.!,;]|and|or|compared|please|by|do|did|are|were|how|what|who|that)|$)|\\b(?:lately|recently|year to date|ytd)\\b|\\b(?:in|during|from|for|of) ${MONTH}(?: \\d{4})?\\b|\\b(?:today|yesterday)\\b|\\b(?:on|every|each) (?:weekdays?|weekends?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\\b`,
  "g",
);
const DATED = /date|month|year|quarter|week|day|time|period|season|wave/i;

const GOT = "(?:got|get|gets|gotten|were|was|are|is|been|be|have|had|has|did|receive|received|did they)";
const OUTCOMES = [
  /\b(?:in the end|end(?:ed)? up|eventually|afterwards|later on|ultimately)\b/,
  new RegExp(
    `\\b(?:how many|what (?:share|percentage|proportion|fraction)|did|have|has|were|was)\\b (?:[\\w'-]+ ){0,8}?(?:${GOT} (?:actually |ever |finally |really )?(?:resolved|solved|settled|their money back|a reply|an answer)|achieved|fulfilled|accomplished|succeeded|stuck to|stick to|stuck with|kept (?:to )?(?:their|his|her|it|them)|keep (?:their|it|them)|followed through|reached their)\\b`,
  ),
];
/** Figures that no text holds. */
const AMOUNTS = [
  /\b(?:average|(?:the|our|their|whats the) mean|median)(?: [\w'-]+){0,2}? (?:amounts?|ages?|incomes?|salary|prices?|costs?|spend|spending|time|length|duration|number|weight|grades?|scores?|ratings?|stars|wait|value|payout|revenue|temperature|order)\b/,
  /\bhow (?:much|many [\w-]+|long|quickly|fast|old|satisfied|loyal)\b.{0,80}?\bon average\b|\bon average,? how\b/,
  /\bhow much (?:money |revenue |rent )?(?:do|does|did|is|are|was|were) (?:[\w'-]+ ){1,5}?(?:earn|spend|pay|cost|make|give|charge|worth)\b/,
  /\bwhat (?:does|do|did|will|would) (?:[\w'-]+ ){1,8}?(?:cost|charge|earn)\b/,
  /\bhow (?:quickly|fast|soon) (?:do|does|did|are|is) (?:we|you|they|our|support|the (?:team|company|staff|agents))\b/,
  /\b(?:csat|nps|net promoter|churn rate|conversion rate|retention rate|revenue|turnover)\b/,
];
/** What people say of an outcome is in their texts. */
const REPORTED =
  /\b(?:say|says|said|saying|mention\w*|report\w*|complain\w*|claim\w*|talk\w*|write|wrote|ask\w*|about|want\w*|wish\w*|hop(?:e|es|ing)|plan\w*|who|that|that their)\b/;

const OUT_OF_SCOPE = [
  /^(?:please |can you |could you )?(?:write|compose|draft|generate|create) (?:me |us )?(?:an? |some |the )?(?:[\w-]+ )?(?:poem|story|essay|e-?mail|letter|code|function|script|song|haiku|joke|tweet|slogan|program|cv|resume)\b/,
  /\btell (?:me |us )?an? (?:joke|story|poem)\b|^translate\b|\bwhat(?:s| is| was| will) the (?:weather|time|date|capital of|meaning of life|square root|stock price|price of)\b|\bwho (?:are|made|built|trained|created) you\b/,
  /^(?:and |so )?(?:how many|what|which|will|how much) .{0,80}?\bwill\b.{0,60}?\b(?:next (?:year|month|quarter)|(?:by|in) 20\d\d|by (?:summer|winter|spring|autumn|christmas))\b/,
  /^(?:predict|forecast)\b|\bwill (?:there|demand|sales|they|people|it) (?:[\w-]+ )?(?:be|grow|rise|fall|increase|decrease|buy) .{0,120}?\b(?:next|in the future|in 20\d\d|by 20\d\d)\b/,
];

const DETAILS: Readonly<Record<Exclude<RefusalKind, "nothingLeft"> | "amounts", string>> = {
  amounts: "No column holds such amounts, so they can’t be computed; here is the nearest.",
  language: "Questions are understood in English only.",
  personalData: "Nobody can be named or found: answers are about groups of at least five people.",
  rawRecords: "Single records and exports are not given; counts, themes and typical quotes are.",
  instructions: "That tells the answerer what to do; only questions about the data are answered.",
  dates: "The data has no dates, so changes over time can’t be told.",
  outcome: "The data holds what people wrote, and not what came of it.",
  outOfScope: "That can’t be answered from what people wrote; questions about the data can.",
};
const refusal = (kind: keyof typeof DETAILS): Refusal => ({
  kind: kind === "amounts" ? "outcome" : kind,
  detail: DETAILS[kind],
});

/** What people are often asked by, and the columns that hold it. */
const TRAITS: readonly (readonly [name: string, asked: RegExp, column: RegExp])[] = [
  [
    "age",
    /\b(?:how old (?:is|are|was|were)|age|ages|age groups?|generations?|younger|young people|old people|millennials|gen z|seniors|teenagers)\b/,
    /age|generation|birth/i,
  ],
  ["gender", /\b(?:gender|men|women|males?|females?)\b/, /gender|sex/i],
  [
    "location",
    /\b(?:city|cities|country|countries|nationality|where (?:do|are) (?:[a-z]+ ){0,4}(?:from|live))\b/,
    /city|countr|nation|region|state|location|place|site|office|address|airport|origin|town/i,
  ],
  ["income", /\b(?:incomes?|earners|salary bands?)\b/, /income|salary|earn/i],
];

/** A trait that is asked for and that no column holds. */
function absentTrait(said: string, guide: Guide): Refusal | null {
  const { columns } = guide;
  const absent = TRAITS.flatMap(([name, asked, column]) => {
    const word = asked.exec(said)?.[0];
    const isHeld = columns.some((one) => [one.name, ...one.alsoCalled].some((other) => column.test(other)));
    return word === undefined ||
      isHeld ||
      (/^(?:men|women|male|female)/.test(word) && SAYS.test(said) && guide.told({ topic: word }) > 0)
      ? []
      : [name];
  });
  if (absent.length === 0) return null;
  const has = columns.length > 0 ? `it has ${columns.map(({ name }) => name).join(", ")}` : "it has texts only";
  return { kind: "outcome", detail: `The data has no column for ${absent.join(" or ")}; ${has}.`, isCore: true };
}
const SAYS = /\b(?:mention|talk|say|write)\w*(?: about)? (?:men|women|males?|females?)\b/;

/** Refused whatever the data has; of the others the nearest that it has is told. */
const CLOSED: ReadonlySet<string> = new Set(["personalData", "rawRecords", "instructions", "outOfScope"]);

/** What of a message may be answered, sentence by sentence. */
export function guarded(tokens: readonly Token[], message: string, guide: Guide): Guarded {
  const { columns, kind: data } = guide;
  const closed = (refused: Refusal): Guarded => ({ tokens: [], refused: [refused], isClosed: true });
  const language = foreignLanguage(tokens);
  if (language !== null)
    return closed({ kind: "language", detail: `This seems to be ${language}. ${DETAILS.language}` });
  const name = NAMED.exec(message)?.[1]?.toLowerCase();
  if (
    name !== undefined &&
    !columns.some(({ values }) => values.some(({ value }) => value.toLowerCase().includes(name)))
  )
    return closed(refusal("personalData"));
  const isDated = columns.some((one) => one.isDated || DATED.test(one.name));
  const refused: Refusal[] = [];
  const kept: Token[] = [];
  for (const sentence of sentencesOf(tokens)) {
    const text = textOf(sentence);
    const isAsked = asksSomething(text.said);
    const kind = kindOf(text, isDated, guide);
    const isClosed = kind !== null && CLOSED.has(kind);
    // What is told of a time or of what came of it asks for neither.
    if (kind !== null && (isAsked || isClosed)) refused.push({ ...refusal(kind), isCore: !isClosed });
    if (isClosed) continue;
    const trait = isAsked ? absentTrait(text.said, guide) : null;
    if (trait) refused.push(trait);
    // Goals are for this year, whatever the data says of when.
    const isOfGoals = ({ from }: Place): boolean =>
      data === "goals" && sentence.slice(from, from + 3).some(({ said }) => said === "this");
    const when = isDated || !isAsked ? [] : placesOf(text, WHEN).filter((one) => !isOfGoals(one));
    if (when.length > 0 && kind === null) refused.push(refusal("dates"));
    kept.push(...sentence.filter((_, at) => !when.some(({ from, to }) => at >= from && at < to)));
  }
  return { tokens: kept, refused, isClosed: refused.some(({ kind }) => CLOSED.has(kind)) };
}

function kindOf(text: Text, isDated: boolean, guide: Guide): keyof typeof DETAILS | null {
  const { said } = text;
  const has = (patterns: readonly RegExp[]): boolean => patterns.some((one) => one.test(said));
  if (has(INSTRUCTIONS)) return "instructions";
  if (has(PERSONAL) || (FETCHES.test(said) && CONTACTS_OF.test(said))) return "personalData";
  if (has(RAW) && !COUNTED.test(said)) return "rawRecords";
  if (!isDated && has(TREND)) return "dates";
  // What a text names of the data is looked for only where it asks for amounts.
  if (has(AMOUNTS) && !/\b(?:mention|say|talk|complain|ask|write)\w*\b/.test(said) && !namesNumbers(text, guide))
    return "amounts";
  if (hasOutcome(guide)) return has(OUT_OF_SCOPE) ? "outOfScope" : null;
  if (OUTCOMES[0]!.test(said) && /^(?:did|have|has|how many|what|were|do)\b/.test(said)) return "outcome";
  const outcome = OUTCOMES[1]!.exec(said);
  if (outcome && !REPORTED.test(outcome[0])) return "outcome";
  return has(OUT_OF_SCOPE) ? "outOfScope" : null;
}
