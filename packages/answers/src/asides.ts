import { isTopical } from "./dataset/words";
import { NUMBER_WORDS } from "./numberWords";

/** Numbers up to here may say how many are listed or were asked for; larger ones are nearly always counts. */
const SMALL = 10;
const NUMBER = new RegExp(
  `(?<![\\p{L}\\p{N}]|[.,]\\b)(\\d+(?:[.,]\\d+)*|${Object.keys(NUMBER_WORDS).join("|")})(st|nd|rd|th|s)?(?![\\p{L}\\p{N}])`,
  "giu",
);
const REFERS = /^(?:the|these|those|all|first|last|top|other|your|following)$/i;
const LIMITS = /^(?:under|over|above|below|age|aged|since|before|after|until)$/i;
/** With one of these a number counts people or records, wherever else the two stand together. */
const COUNTS =
  /^(?:%|per|percent|of|who|that|people|persons?|goals?|resolutions?|chats?|messages?|questions?|records?|texts?|posts?|customers?|visitors?|users?|men|women|others)$/i;
const ITEM = /^[ \t]*(?:[-*•]|\d+[.)])\s/;

/**
 * A reply without the numbers that count nothing in the data: how many items a list has that follows, "the two", "the top
 * five", an ordinal, and what stands with the same word in a quote or a name ("two weeks") or, if it is small or an age,
 * in the question ("three states").
 */
export function withoutAsides(wording: string, known: string, asked: string): string {
  return wording.replace(NUMBER, (found, figure: string, suffix: string | undefined, at: number) => {
    const before = wording.slice(Math.max(0, at - 40), at);
    const after = wording.slice(at + found.length);
    const previous = /(\p{L}{1,40})[\s-]{1,3}$/u.exec(before)?.[1]?.toLowerCase() ?? "";
    const next = /^[\s-]{0,3}(%|\p{L}+)/u.exec(after)?.[1]?.toLowerCase() ?? "";
    const said = figure.toLowerCase();
    const value = NUMBER_WORDS[said] ?? Number(said);
    if (suffix !== undefined && suffix !== "s") return "";
    if (LIMITS.test(previous) && ["", "s"].some((end) => holds(asked, `${previous} ${said}${end}`))) return "";
    if (COUNTS.test(next)) return isIntroduced(value, after) ? "" : found;
    const isSmall = value <= SMALL;
    const isNamed =
      isTopical(next) && (holds(known, `${said} ${next}`) || (isSmall && holds(asked, `${said} ${next}`)));
    const refers = isSmall && (/^(?:first|last|top)$/.test(previous) || (REFERS.test(previous) && !/\d/.test(said)));
    return isNamed || refers || isIntroduced(value, after) ? "" : found;
  });
}

/** True where a list of so many items follows: "Three of them:". */
function isIntroduced(value: number, after: string): boolean {
  const [line = "", ...lines] = after.split("\n");
  if (!/:[\s*]*$/.test(line)) return false;
  const text = lines.filter((one) => one.trim() !== "");
  const end = text.findIndex((one) => !ITEM.test(one));
  return (end < 0 ? text.length : end) === value;
}

/** True where some words stand in a text as words, whatever is between them. */
export const holds = (text: string, said: string): boolean => ` ${text} `.includes(` ${said} `);
