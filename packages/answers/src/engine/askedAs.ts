import type { Dataset } from "./dataset";
import { publishableCount } from "./publishable";
import type { Evidence } from "./evidence";
import type { Line } from "./lines";

const OPENS = String.raw`(?:^|[.!?,\n]\s{0,3}|\b(?:know|me|explain|understand|wonder|wondering|unsure|sure)\s{1,2})(?:so |and |but |please |just )?`;
const ASKED = new RegExp(`${OPENS}(how|why|what|when|where|which|who)\\b|\\b(reason)s?\\b`, "i");
const WHETHER = new RegExp(
  `${OPENS}(?:can|could|is|are|do|does|did|will|would|should|must|may|has|have|am|was|were)(?:n't)? (?:i|you|it|my|the|there|we|they|this|that|a|an|your|someone|other)\\b`,
  "i",
);
/** What a chat asks, by the word that it begins its question with; the last ask nothing. */
export const NO_QUESTION = "no question";
export const WHY = "why";
const KINDS = ["how", WHY, "what", "when", "where", "which", "who", "whether", NO_QUESTION];

/** How a text asks, as a place in the kinds. */
function kindOf(text: string): number {
  const [, word, reason] = ASKED.exec(text) ?? [];
  if (reason) return KINDS.indexOf(WHY);
  // "How come" asks why.
  if (word) return KINDS.indexOf(/\bhow come\b/i.test(text) ? WHY : word.toLowerCase());
  return KINDS.indexOf(WHETHER.test(text) || text.includes("?") ? "whether" : NO_QUESTION);
}

const known = new WeakMap<Dataset, Uint16Array>();

/** How each text asks: of all, for what may be told of some depends on how the others ask. All are read the first time. */
export function kindsOf(dataset: Dataset): Uint16Array {
  let codes = known.get(dataset);
  if (!codes) {
    codes = Uint16Array.from({ length: dataset.size }, (_, i) => kindOf(dataset.texts.at(i)) + 1);
    known.set(dataset, codes);
  }
  return codes;
}

/** True for a text that asks so. */
export const asks = (dataset: Dataset, record: number, kind: string): boolean =>
  kindsOf(dataset)[record] === KINDS.indexOf(kind) + 1;

/** How many of the chats found ask how, why, whether ..., the most first; the others may not be told. */
export function askedAs(dataset: Dataset, found: Evidence): Line[] {
  if (dataset.kind !== "chats" || found.count === null) return [];
  const codes = kindsOf(dataset);
  return KINDS.flatMap((label, kind) => {
    const count = publishableCount(dataset.size, [...found.conditions, { codes, code: kind + 1 }]);
    return count === null ? [] : [{ label, count, of: found.count }];
  }).sort((a, b) => b.count - a.count);
}
