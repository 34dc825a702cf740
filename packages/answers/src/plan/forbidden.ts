import { pattern, firstFit, writtenOf, type Pattern, type Token } from "./tokens";
import { formsOf } from "./forms";
import { PLACES } from "./names";
import type { Known, Refusal } from "./plan";

const ONE_RECORD =
  "chat|conversation|message|ticket|order|transcript|log|record|goal|resolution|entry|case|account|booking|invoice|request";
/** What has a number of its own. */
const NUMBERED =
  /^(?:chat|conversation|message|ticket|order|transcript|record|case|customer|visitor|user|client|account|booking|invoice|transaction|number|no|id|ref|reference|row|entry|goal)$/;
const IDENTIFIER = /^[a-z]{0,6}[-_]?\d{3,}$/;

/** "Order ORD-8034", "chat 512": what one record is called. */
function identifierIn(tokens: readonly Token[]): string | null {
  const at = tokens.findIndex(
    ({ said, isWord }, i) =>
      isWord &&
      IDENTIFIER.test(said) &&
      (/^[a-z]+[-_]\d/.test(said) || [tokens[i - 1], tokens[i - 2]].some((token) => NUMBERED.test(token?.said ?? ""))),
  );
  return at === -1 ? null : tokens[at]!.written;
}

/** What no answer does, by the words that ask for it. */
const FORBIDDEN: readonly (readonly [Refusal["kind"], readonly string[]])[] = [
  [
    "rawRecords",
    [
      "raw data|records|text|texts|rows|dataset|messages|chats|goals|file|files",
      "export|dump|download|print|output|return|copy|paste|send|list|show|give|reveal|display|read|quote me|out|us? all|every|each|entire|whole|full|complete the|of|single? the|our|your? records|record|data|dataset|database|rows|row|messages|message|chats|chat|goals|goal|entries|entry|conversations|conversation|resolutions|questions|texts|csv",
      "export|dump|download the|all|this|your|everything? data|dataset|database|records|csv|file|table",
      "full|complete|entire|unfiltered|unredacted list|dump|dataset|text|texts|copy|contents of|as? the|all|every|csv|json?",
      "record|row|chat|goal|message|entry number? 0|1|2|3|4|5|6|7|8|9|10|17|42|99|100|101|123|500|1000",
      "the? first|last|next 3|5|10|20|50|100|200|500|1000|ten|twenty|hundred records|rows|messages|chats|goals|entries|conversations|questions",
      "as a? csv|json|spreadsheet|file",
      "hand|turn|pass over all|the|every",
      "select star|everything|all? from",
      "every single? record|row|message|chat|goal|entry|conversation|word",
      `pull|bring|look|dig|call|open|show|get|find|give me|us? up|out? me|us? the|a|that|this|one|his|her ${ONE_RECORD} of|from|with|by|where|whose|who|that|in|number|no|id`,
      `a|the|this|that|one visitors|customers|persons|users|clients|someones|somebodys|guys|mans|womans ${ONE_RECORD.replace("log|", "")}|name`,
      "full|whole|entire|complete|exact exchange|chat|conversation|transcript|thread|history|message|messages we|they|you|i|he|she|with|between|of|from",
      "the|that|this|a guy|man|woman|lady|gentleman|girl|boy|person|customer|visitor|user|client|individual who|whose",
    ],
  ],
  [
    "outOfScope",
    [
      "write|compose|draft|generate|create me? a|an|some|the poem|story|essay|e-mail|email|letter|code|function|script|song|haiku|joke|blog|article|report|plan|tweet|slogan|program",
      "tell me? a? joke|story|poem",
      "weather|forecast in|today|tomorrow|like|for|this|on",
      "translate",
      "what time|day is it",
      "who are|made|built|trained you",
      "what is the? capital|meaning|population|president|square|weather|stock of|root|price|market?",
      "should i|we",
      "what should i|we",
      "predict|forecast",
      "will there|they|people|it|demand be|grow|want|rise|buy|fall",
      "next year|month|week|quarter",
      "recommend|advise me|us|a|an|some|what",
      "how do|can|should i|we",
      "stock market|price|prices",
      "how much does|do|did|is|would it|they|a|an|the|people|you|one want|hope|plan|expect? to? cost|pay|spend|earn|charge|make|save|weigh",
      "how much money? do|does|did|would these|those|the|our|your|most? people|men|women|users|customers|visitors|subscribers|folks pay|spend|earn|charge|make",
      "average|mean|median|typical price|prices|cost|costs|spend|spending|age|income|salary|revenue|amount|balance|time|length|rating|score|value",
      "average|mean|median * price|prices|cost|costs|spend|age|income|salary|revenue|amount|balance|time|length|rating|score|value|duration",
      "total|monthly|annual revenue|sales|turnover|income|profit",
      "average|mean|median customer|person|user|visitor|man|woman|subscriber",
      "how old",
      "how long does|do|did|is|are|will",
    ],
  ],
];
const PATTERNS = FORBIDDEN.map(([kind, texts]): [Refusal["kind"], Pattern[]] => [kind, texts.map(pattern)]);
const NO_COLUMN = /^(?:average|mean|median|typical|total|monthly|annual|how old|how much|how long)/i;

/** What a sentence asks for that no answer gives; null where it is an ordinary question. */
export function forbiddenIn(tokens: readonly Token[], columns: readonly string[]): Refusal | null {
  for (const [kind, patterns] of PATTERNS) {
    const found = firstFit(tokens, patterns);
    if (!found) continue;
    const words = writtenOf(tokens.slice(found.at, found.at + found.length));
    return kind === "outOfScope" && NO_COLUMN.test(words)
      ? { kind: "noColumn", words, detail: [...columns] }
      : { kind, words, detail: [] };
  }
  const identifier = identifierIn(tokens);
  return identifier === null ? null : { kind: "rawRecords", words: identifier, detail: [] };
}

const SPOKE =
  /^(?:asks?|asked|says?|said|writes?|wrote|wants?|wanted|mentions?|mentioned|tells?|told|sends?|sent|needs?|needed|complains?|complained|think|thinks?)$/;
const NAME = /^\p{Lu}\p{Ll}+$/u;

/** "What did Ann Miller ask?": two capitalised words that the data doesn't have, and that do what persons do. */
export function personNamed(
  tokens: readonly Token[],
  known: Pick<Known, "countOf">,
  groups: readonly { at: number; length: number }[],
): Refusal | null {
  const isName = (token: Token | undefined): boolean =>
    token !== undefined &&
    NAME.test(token.written) &&
    formsOf(token.said).every((stem) => known.countOf(stem) === undefined);
  for (let at = 1; at + 2 < tokens.length; at++) {
    const words = writtenOf(tokens.slice(at, at + 2));
    if (!isName(tokens[at]) || !isName(tokens[at + 1]) || PLACES.has(words.toLowerCase())) continue;
    // "What do people in Great Britain ask?"
    if (/^(?:in|from|at|near|across|outside)$/.test(tokens[at - 1]!.said)) continue;
    if (groups.some((group) => at >= group.at && at < group.at + group.length)) continue;
    if (SPOKE.test(tokens[at + 2]!.said)) return { kind: "personalData", words, detail: [] };
  }
  return null;
}
