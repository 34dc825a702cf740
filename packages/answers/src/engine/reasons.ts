import type { Scored } from "../dataset/ranking";
import { stemOf } from "../dataset/words";
import type { Dataset } from "./dataset";
import type { Evidence } from "./evidence";
import { variedQuotes, type Quotes } from "./quotes";
import { relevance } from "./retrieve";
import { recordsIn } from "./sets";
import { askedStems } from "./topSubjects";
import { partsOf, type Measure } from "../plan/plan";

/** Words that begin a reason; "as" only where a clause begins: "as drunk as I was" compares. */
const REASON =
  /\b(?:because|cuz|coz|so that|so (?:i|we|my|our|they|it) (?:can|could|will|don'?t|won'?t)|in order to|due to|since (?:i|we|my|our)|for (?:my|our) (?:own )?(?:health|sake|kids?|children|family|job|work|career|business|team|clients?|customers?)|to be able to)\b|(?:^|[,.;!?])\s?as (?:i|we|my|our)\b/i;
/** "Learn machine learning to get a better job": what follows the topic is what it is for. */
const PURPOSE = /^[^.!?,;:#]{0,30}?\bto (?!be\b|the\b|a\b|my\b|our\b|your\b|me\b|you\b|it\b|do\b|have\b)[a-z]+/i;
const NUMBER =
  "(?:\\d[\\d.,]{0,12}|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|hundred|thousand|several|few|couple of)";
/** What says how long, how much or how many. */
const MEASURED: Readonly<Record<Measure, RegExp>> = {
  time: new RegExp(
    `\\b${NUMBER}[ -]?(?:business |working |whole |full )?(?:minutes?|hours?|days?|weeks?|months?|years?)\\b`,
    "i",
  ),
  amount: new RegExp(
    `[$£€]\\s?\\d|\\b${NUMBER}[ -]?(?:k|lbs?|pounds?|kilos?|kgs?|stone|dollars?|bucks|grand|euros?|percent|miles?|km)\\b|\\d\\s?%`,
    "i",
  ),
  number: new RegExp(`\\b(?!an? |one )${NUMBER} (?!of\\b)\\p{L}+`, "iu"),
};
const MAX_READ = 20_000;
const QUOTES = 5;
/** So many records are looked at for each quote. */
const LOOKED_AT = 16;

/**
 * Found records that give a reason, or say how long or how much, in their own words. How many do is not told: what is told of those who say "because"
 * would leave the few who give one otherwise.
 */
export function reasonsOf(dataset: Dataset, found: Evidence, taken: Quotes, measure?: Measure): string[] {
  const own = askedStems(found);
  const aim = dataset.kind === "goals" ? own : null;
  const text = partsOf(found.predicate, ["topic", "mentions"])
    .map((part) => part.text)
    .join(" ");
  const isGiven = (said: string): boolean => (measure ? MEASURED[measure].test(said) : givesReason(said, aim));
  const fits = text === "" ? null : relevance(dataset, text);
  const scored: Scored[] = [];
  for (const record of recordsIn(found.mask)
    .filter((one) => dataset.quotable[one])
    .subarray(0, MAX_READ))
    if (isGiven(dataset.texts.at(record))) scored.push({ record, score: fits?.of(record) ?? 1 });
  scored.sort((a, b) => b.score - a.score || a.record - b.record);
  return variedQuotes(dataset, scored.slice(0, QUOTES * LOOKED_AT), { count: QUOTES, about: own, taken });
}

/** True for words that state a reason themselves. */
export const isReason = (text: string): boolean => REASON.test(text);

/** `aim`: the stems of what is wanted, after which "to …" says what for; null where texts only ask. */
function givesReason(text: string, aim: ReadonlySet<string> | null): boolean {
  if (REASON.test(text)) return true;
  if (aim === null) return false;
  const last = Array.from(text.matchAll(/\p{L}+/gu)).findLast(([word]) => aim.has(stemOf(word.toLowerCase())));
  return last !== undefined && PURPOSE.test(text.slice(last.index + last[0].length));
}
