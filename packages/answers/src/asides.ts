import { isTopical } from "./dataset/words";
import { NUMBER_WORDS } from "./numberWords";

/** Numbers up to here may say how many are listed or were asked for; larger ones are nearly always counts. */
const SMALL = 10;
const NUMBER = new RegExp(
  `(?<![\\p{L}\\p{N}]|[.,]\\b)(\\d+(?:[.,]\\d+)*|${Object.keys(NUMBER_WORDS).join("|")})(st|nd|rd|th|['’]?s)?(?![\\p{L}\\p{N}])`,
  "giu",
);
const REFERS = /^(?:the|these|those|all|first|last|top|other|your|following)$/i;
const LIMITS = /^(?:under|over|above|below|age|aged|since|before|after|until)$/i;
/** Words for records. */
export const RECORDS =
  "people|persons?|goals?|chats?|campaigns?|projects?|reviews?|complaints?|tickets?|tweets?|comments?|messages?|questions?|records?|texts?|posts?|entries|responses?|customers?|visitors?|users?|guests?|passengers?|members?|reviewers?|backers?|respondents?|men|women|others|them|these|those|who|of";
const IS_RECORDS = new RegExp(`^(?:${RECORDS})$`, "i");
/** With one of these a number counts people or records, wherever else the two stand together. */
const COUNTS =
  /^(?:%|per|percent|of|who|that|people|persons?|goals?|resolutions?|chats?|messages?|questions?|records?|texts?|posts?|customers?|visitors?|users?|men|women|others)$/i;
/** What a reply has of its own, few of each: these are no records. "Points" may be those of a percentage. */
const OWN =
  /^[\s-]{1,3}(?:(?:main|big|bigger|biggest|clear|common|key|top|larger|largest|different|distinct|major|broad|separate|recurring|related)[\s-]{1,3})?(?:things?|reasons?|themes?|topics?|aspects?|factors?|patterns?|kinds?|types?|sorts?|areas?|ways?|categor(?:y|ies)|caveats?|takeaways?)(?![\p{L}\p{N}])/iu;
const UNIT =
  /^(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|dollars?|euros?|pounds?|usd|eur|gb|mb|km|miles?|kg|cm)$/i;
/** "18-24", "18 to 24". */
const SPAN = /(?<![\p{L}\p{N}.,])(\d{1,4})(?:\s?[-–—]\s?| to )(\d{1,4})(?![.,]?\p{N}|\p{L})/giu;
const ITEM = /^[ \t]*(?:[-*•]|\d+[.)])\s/;

/**
 * A reply without the numbers that count nothing in the data: how many items a list has that follows, "the two", "the top
 * five", an ordinal, "three things", and what stands with the same word in a quote or a name ("two weeks") or, if it is
 * small, in the question ("three states"). The question's decades ("30s"), years, spans of numbers and amounts of a unit
 * are no counts either, unless they stand before a word for people or records.
 */
export function withoutAsides(wording: string, known: string, asked: string): string {
  const spanless = wording.replace(SPAN, (found, from: string, to: string, at: number) => {
    const next = nextWord(wording.slice(at + found.length));
    const isAsked = holds(asked, `${from} ${to}`) || holds(asked, `${from} to ${to}`);
    return isAsked && !COUNTS.test(next) && !IS_RECORDS.test(next) ? "" : found;
  });
  return withoutNumbers(spanless, known, asked);
}

const nextWord = (after: string): string => /^[\s-]{0,3}(%|\p{L}+)/u.exec(after)?.[1]?.toLowerCase() ?? "";
const isYear = (said: string): boolean => /^(?:19|20)\d\d$/.test(said);

function withoutNumbers(wording: string, known: string, asked: string): string {
  return wording.replace(NUMBER, (found, figure: string, suffix: string | undefined, at: number) => {
    const before = wording.slice(Math.max(0, at - 40), at);
    const after = wording.slice(at + found.length);
    const previous = /(\p{L}{1,40})[\s-]{1,3}$/u.exec(before)?.[1]?.toLowerCase() ?? "";
    const next = nextWord(after);
    const said = figure.toLowerCase();
    const value = NUMBER_WORDS[said] ?? Number(said);
    if (suffix !== undefined && !/s$/i.test(suffix)) return "";
    if (suffix !== undefined && holds(asked, `${said}s`)) return "";
    if (LIMITS.test(previous) && ["", "s"].some((end) => holds(asked, `${previous} ${said}${end}`))) return "";
    if (COUNTS.test(next)) return isIntroduced(value, after) ? "" : found;
    const isSmall = value <= SMALL;
    if (isSmall && OWN.test(after)) return "";
    if (isYear(said) && holds(asked, said) && !IS_RECORDS.test(next)) return "";
    const isNamed =
      isTopical(next) &&
      (holds(known, `${said} ${next}`) || ((isSmall || UNIT.test(next)) && holds(asked, `${said} ${next}`)));
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
