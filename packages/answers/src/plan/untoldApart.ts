import { stemOf } from "../dataset/words";
import { NUMBER_WORDS } from "../numberWords";
import { kindOf } from "./kindsAbout";
import { isEmptyWord } from "./leftOut";
import { FRAME_WORDS, FUNCTION_WORDS } from "./lexicon";
import { OPINIONS } from "./peopleWords";
import type { AnswerPlan, Known } from "./plan";
import { firstFit, longestFit, pattern, type Token } from "./tokens";

const FEELINGS =
  "confused|puzzled|annoyed|bothered|frustrated|irritated|upset|angry|unhappy|dissatisfied|disappointed|stumped|mad|concerned|worried|cross";
const FEELS = [
  `are|is|was|were|get|gets|got|getting|feel|feels|felt|be|being so|very|really|quite|most|mostly? ${FEELINGS} by|with|about|over|at|on`,
  "dislike|dislikes|hate|hates|resent|resents about?",
].map(pattern);
/** How somebody feels about what they speak of. */
export const FEELING = new RegExp(`^(?:${FEELINGS}|dislikes?|hates?|resents?)$`);
const WHO_IS = ["new|newer|newest customers|customer|users|user|clients|client|visitors|subscribers|members"].map(
  pattern,
);

/**
 * "How many are unhappy with the rate?" counts those who speak of the rate: how they feel, and whether they are new, is told
 * by no word that could be counted with it. So the reply says that it was not taken into account.
 */
export function withUntoldApart(plan: AnswerPlan, asked: readonly Token[]): AnswerPlan {
  if (!plan.steps.some(({ do: does }) => does === "count" || does === "share")) return plan;
  const told = wordsOf(plan);
  const feels = firstFit(asked, FEELS);
  const words = [
    ...(feels ? asked.slice(feels.at, feels.at + feels.length).filter(({ said }) => FEELING.test(said)) : []),
    ...asked.filter((_, at) => longestFit(asked, at, WHO_IS) > 0),
    ...whyIn(asked),
  ].map(({ written }) => written);
  const untold = words.filter((word) => !told.has(word.toLowerCase()));
  return untold.length === 0 ? plan : { ...plan, notUnderstood: [...new Set([...plan.notUnderstood, ...untold])] };
}

/** "Why on earth" */
const OATH = /^(?:earth|hell|heck|devil|world)$/;
const ASKS_WHY = ["ask|asks|asking|asked|wonder|wonders|wondering|understand why"].map(pattern);

/** "How many of those ask why we need it?": no word of it could be counted. */
function whyIn(asked: readonly Token[]): readonly Token[] {
  const found = firstFit(asked, ASKS_WHY);
  const rest = found ? asked.slice(found.at + found.length) : [];
  const end = rest.findIndex(({ isWord }) => !isWord);
  const said = end === -1 ? rest : rest.slice(0, end);
  return found && said.every((word) => isEmptyWord(word) || OATH.test(word.said)) ? [asked[found.at + 1]!] : [];
}

const wordsOf = ({ steps, refusals, notUnderstood }: AnswerPlan): ReadonlySet<string> =>
  new Set(
    JSON.stringify([steps, refusals, notUnderstood])
      .toLowerCase()
      .split(/[^\p{L}]+/u),
  );

const RECORDS = /^(?:ones|messages|chats|questions|tweets|posts|goals|resolutions|comments)$/;
/** These ask for good quotes, which are chosen anyway. */
const OPINION = new RegExp(`^(?:${OPINIONS}|original|verbatim|shortest)$`);

/** "Quote me the grumpiest ones": a quality that no word tells. */
export function withUntoldKind(plan: AnswerPlan, asked: readonly Token[], known: Known): AnswerPlan {
  if (!plan.steps.some(({ do: does }) => does === "quotes")) return plan;
  const told = new Set([...wordsOf(plan)].map(stemOf));
  const untold = asked.filter((token, at) => {
    const { said, isWord } = token;
    return (
      isWord &&
      RECORDS.test(asked[at + 1]?.said ?? "") &&
      !OPINION.test(said) &&
      !FUNCTION_WORDS.has(said) &&
      !FRAME_WORDS.has(said) &&
      !(said in NUMBER_WORDS) &&
      !told.has(stemOf(said)) &&
      // "Funny" is told by a category.
      kindOf(token, known) === null
    );
  });
  if (untold.length === 0) return plan;
  const others = plan.notUnderstood.filter((words) => !RECORDS.test(words));
  return { ...plan, notUnderstood: [...others, ...untold.map(({ written }) => written)] };
}
