import { stemOf } from "../dataset/words";
import type { Dataset } from "./dataset";
import type { Evidence } from "./evidence";
import { publishableCount } from "./publishable";
import { variedQuotes, type Quotes } from "./quotes";
import { relevance } from "./retrieve";
import { askedStems } from "./topSubjects";
import { partsOf } from "../plan/plan";
import type { Result } from "./results";

/** Words that begin a reason. */
const REASON =
  /\b(?:because|cuz|coz|so that|so (?:i|we|my|our|they|it) (?:can|could|will|don'?t|won'?t)|in order to|due to|(?:since|as) (?:i|we|my|our)|for (?:my|our) (?:own )?(?:health|sake|kids?|children|family|job|work|career|business|team|clients?|customers?)|to be able to)\b/i;
/** "Learn machine learning to get a better job": what follows the topic is what it is for. */
const PURPOSE = /^[^.!?,;:#]{0,30}?\bto (?!be\b|the\b|a\b|my\b|our\b|your\b|me\b|you\b|it\b|do\b|have\b)[a-z]+/i;
const MOST_READ = 20_000;
const QUOTES = 5;
/** So many records are looked at for each quote. */
const LOOKED_AT = 16;

/** How many of the found records give a reason (null where that may not be told), and some in their own words. */
export function reasonsOf(dataset: Dataset, found: Evidence, taken: Quotes): Reasons {
  const codes = reasonCodes(dataset, found);
  const count =
    found.count === null ? null : publishableCount(dataset.size, [...found.conditions, { codes, code: GIVEN }]);
  const text = partsOf(found.predicate, ["topic", "mentions"])
    .map((part) => part.text)
    .join(" ");
  const fits = text === "" ? null : relevance(dataset, text);
  const scored = Array.from(codes, (code, record) => ({ record, code, score: fits?.[record] ?? 1 }))
    .filter(({ record, code }) => code === GIVEN && dataset.quotable[record])
    .sort((a, b) => b.score - a.score || a.record - b.record)
    .slice(0, QUOTES * LOOKED_AT);
  return { count, quotes: variedQuotes(dataset, scored, { count: QUOTES, about: askedStems(found), taken }) };
}

/** True for words that state a reason themselves. */
export const isReason = (text: string): boolean => REASON.test(text);

export type Reasons = NonNullable<Extract<Result, { do: "describe" }>["why"]>;

const GIVEN = 1;

/** Which of the found records give a reason: 1 for those, 2 for the others. */
export function reasonCodes({ size, texts, kind }: Dataset, found: Evidence): Uint16Array {
  const codes = new Uint16Array(size);
  const own = askedStems(found);
  let read = 0;
  for (let i = 0; i < size && read < MOST_READ; i++) {
    if (!found.mask[i]) continue;
    read += 1;
    codes[i] = givesReason(texts.at(i), kind === "goals" ? own : null) ? GIVEN : 2;
  }
  return codes;
}

/** `aim`: the stems of what is wanted, after which "to …" says what for; null where texts only ask. */
function givesReason(text: string, aim: ReadonlySet<string> | null): boolean {
  if (REASON.test(text)) return true;
  if (aim === null) return false;
  const last = Array.from(text.matchAll(/\p{L}+/gu)).findLast(([word]) => aim.has(stemOf(word.toLowerCase())));
  return last !== undefined && PURPOSE.test(text.slice(last.index + last[0].length));
}
