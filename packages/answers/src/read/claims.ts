import type { Frame } from "./frame";

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

/** What is claimed of how many, where a question asks whether it is so. */
export function claimIn(said: string): Frame["claim"] {
  if (!YES_NO.test(said)) return null;
  const percent = PERCENT.exec(said);
  if (percent)
    return { is: /less|under|below|most/.test(percent[1] ?? "") ? "under" : "over", percent: Number(percent[2]) };
  // "Which is mentioned most?" claims nothing.
  if (/\b(?:which|what|how|who|where)\b/.test(said)) return null;
  return CLAIMS.find(([pattern]) => pattern.test(said))?.[1] ?? null;
}
