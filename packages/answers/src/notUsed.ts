import type { Guide } from "./guide";
import type { Plan } from "./plan";

/** Longer questions are not looked at word by word: each look is a reading. */
const MAX_CHARACTERS = 240;
const MAX_WORDS = 8;

/** Words that a question is made of without naming anything in the data. */
const SMALL = new Set(
  (
    "a about all also among an and any anybody anyone are as at be been being but by can could did do does done each else ever every " +
    "everybody everyone for from get give given had has have having how i if in into is it its just kind like list many may maybe me mean " +
    "might more most much my need of often on one ones only or other our out over people person persons please really say says said show " +
    "so some somebody someone sort still such tell than that the their them then there these they thing things this those to too up us " +
    "very want wanted wants was we were what what's whats when where which while who whom whose why will with would you your " +
    "ask asked asking asks mention mentioned mentioning mentions talk talked talking talks speak come comes bring brought raise raised " +
    "find know see look write wrote report reported answer answers question questions customer customers user users visitor visitors " +
    "subscriber subscribers respondent respondents chat chats record records message messages text texts data dataset number numbers " +
    "whether something anything nothing count figure figures exactly roughly actually currently generally usually typically here now today again hello hi thanks"
  ).split(" "),
);

const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu;

/** So much of a word tells it from others, in any of its forms. */
const STEM = 4;

/** What a reading of a question came to. */
interface Read {
  understood: string;
  plan: Plan | null;
}

/**
 * The words of a question that change nothing of what is computed, in their order: without any of them, the plan is the
 * same; and words that name a column's value in a plan without that column. Not listed are words that name nothing, those
 * that `understood` has, and those of a long question.
 */
export function notUsedIn(
  question: string,
  { understood, plan }: Read,
  { columns }: Pick<Guide, "columns">,
  planOf: (question: string) => Plan | null,
): string[] {
  if (question.length > MAX_CHARACTERS) return [];
  const words = [...new Set(question.toLowerCase().match(WORD) ?? [])].filter((word) => !SMALL.has(word));
  if (words.length > MAX_WORDS) return [];
  const [told, planned] = [understood.toLowerCase(), JSON.stringify(plan)];
  const isLeftOut = (word: string) =>
    columns.some(
      ({ name, values }) =>
        !planned.includes(JSON.stringify(name)) &&
        values.some(({ value, alsoCalled }) => [value, ...alsoCalled].some((one) => one.toLowerCase() === word)),
    );
  const isSame = (word: string) =>
    JSON.stringify(planOf(question.replace(WORD, (one) => (one.toLowerCase() === word ? "" : one)))) === planned;
  return words.filter((word) => !told.includes(word.slice(0, STEM)) && (isLeftOut(word) || isSame(word)));
}
