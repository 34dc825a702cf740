import { NUMBER_WORDS } from "../numberWords";
import { isAgeColumn } from "./ages";
import type { Reading } from "./body";
import type { Before } from "./follow";
import { formsOf } from "./forms";
import { columnsNamed } from "./groupWords";
import { isEmptyWord, isNoSign, opening, topicOf } from "./leftOut";
import { both, columnOf, conjuncts, saysWho, type Predicate, type Step } from "./plan";
import { areSameNames, isSame, spokenOf, type Spoken } from "./spoken";
import { longestFit, type Token } from "./tokens";

const MAX_RIVALS = 6;
/** A long conversation is not searched to its beginning. */
const MAX_QUESTIONS = 12;

const WHICH = opening(
  "which one|of? them|these|those|the? two|three|four|five|six? is|was|comes|are the? bigger|larger|greater|higher|more|worse|worst|commoner|smaller|lower|rarer|less|ahead|biggest|largest|highest|lowest|smallest|most|least|first|fewer common|frequent|popular|often|up?",
  "which one|of? them|these|those|the? two|three|four|five|six? leads|wins|dominates|prevails",
  "which one|of? them|these|those|the? two|three|four|five|six? gets|get|is|are|was mentioned|asked|named|requested about|for? more|most|less|least often|frequently?",
  "which one|of? them|these|those|the? two|three|four|five|six? more|most|less|least|bigger|larger|smaller often|frequently|common?",
  "which one|of? them|these|those|the? two|three|four|five|six? comes|came|come|is|was up? more|less|most|least often|frequently?",
  "which one|of? them|these|those|the? two|three|four|five|six? has|have|had|got the? highest|largest|biggest|greatest|smallest|lowest|most|least|higher|bigger|more|fewer|less|lower share|percentage|number|count|figure|one|mentions|people|questions|chats|goals?",
);
const OF_TWO = opening(
  "who is|are|was|were the? more|keener|keenest|likelier|likeliest|ahead interested|likely|keen?",
  "who|which wants|want|asks|ask|likes|mentions it|this|that? more|most|less|least",
  "whats|what is|are? the? biggest|main|largest|real|clearest? difference|differences between|of? the|these|those? two|both|them?",
  "what|whats? is? the|their order|ranking is?",
  "the biggest|largest|smallest|highest|lowest one?",
  "rank|compare",
  "any|what difference|differences between? them|these|those|the? two|both?",
  "how|where do|does|did they|the|those|these two? differ|compare|diverge most|mostly?",
  "what do|does they|both|the|those|these two? have|share in? common?",
  "which one|of? them|these|those|the? two|three? should|would|do we|i|you add|build|fix|do|launch|offer|tackle|prioritise|prioritize|choose|pick|address|start|go|focus first|next|with|on|for?",
  "compare them|both|these|those|the? two|three|results|figures?",
  "rank|order|sort them|these|those|the|all two|three|four|five|six|them|these|those? by|in? size|number|order?",
  "put them|these|those|the|all of? them|these|those? two|three|four|five|six? in|into order",
  "which group|groups|side|gender|region|state|country is|are|was|wants|want|has|have the? keener|keenest|more|most|larger|largest|bigger|biggest|smaller|likelier|ahead interested|likely|keen?",
);
const GAP = opening(
  "how many|much more|fewer|less|bigger|larger|higher|smaller|lower is|are|was|were? that|it|this|they|those|there?",
  "by how much|many",
  "what|whats|how is|are? the? big|large|wide? is? the? gap|difference|ratio|margin between|of|is? them|these|those|the|it? two|both?",
);
const BESIDE = opening(
  "put|show|list|give|set|display|lay|compare me? them|both|these|those|the|all of? them|these|those|it|two|three|results|figures|numbers|counts|answers? side by side",
  "put|show|list|give|set|display me? them|both|these|those|the|all of? them|these|those|it|two|three|results|figures|numbers|counts|answers? in|as|into a|one|the? table|list|chart|overview",
);
const SPLIT = opening("whats|what is? the? split|breakdown|distribution in? percent|percentages|%?");
/** These say by what the larger one is found, or how it is to be shown. */
const ALLOWED =
  /^(?:relative|relatively|proportionally|proportionately|size|share|own|tweets|table|chart|side|gap|ratio|margin|much|thing|percent)$/;
const LESS = /^(?:smaller|lower|rarer|less|fewer|least|lowest|smallest)$/;
const MOST = /^(?:most|worst|least|biggest|largest|highest|lowest|smallest|greatest|first)$/;
const OF_ALL = /^(?:all|order|ranking|rank)$/;
const YOUNGER = opening(
  "which|who one|of? them|these|those|the? two|three? groups|group|ones|people? is|are|has|have|seems|skews|tends|was|were more? the? younger|older|youngest|oldest people|ones|one?",
  "are|is they|those|these|one|the|either one|first|second|latter|group? younger|older than? the? other|others|rest?",
);

/** True for "which of them is bigger?": nothing but which of what was spoken of. */
export function asksWhich(asked: readonly Token[]): boolean {
  const words = asked.filter(isNoSign);
  const length = longestFit(words, 0, WHICH);
  return length > 0 && words.slice(length).every(isEmptyWord);
}

/**
 * What earlier questions were about, side by side: "which is bigger?", "how many more is that?", "which of the three has
 * the highest share?", "put both in a table". Topics among the same people are ranked; groups are compared by the same
 * topic. Null for another question.
 */
export function rivals(words: readonly Token[], history: readonly Before[], reading: Reading): Step[] | null {
  const length = Math.max(...[WHICH, OF_TWO, GAP, BESIDE, SPLIT].map((all) => longestFit(words, 0, all)));
  const isYounger = longestFit(words, 0, YOUNGER) > 0;
  if (length === 0 && !isYounger) return null;
  const latest = history.at(-1)?.steps.at(-1);
  const isOfGroups = latest?.do === "compare" && latest.sides.every((side) => columnOf(side) !== null);
  if (isOfGroups && words.slice(length).every((word) => isEmptyWord(word) || ALLOWED.test(word.said))) return [latest];
  const told = words.slice(length).filter((word) => !isEmptyWord(word) && !ALLOWED.test(word.said));
  // "So who is more religious?": how it is called says nothing more.
  const isCalled = told.length === 1 && words.some(({ said }) => said === "who") && isUnknown(told[0]!, reading);
  const rest = isCalled ? [] : told;
  if (isYounger) return byAge(history, reading);
  const within = rest.length === 0 ? null : topicOf(words.slice(length), reading);
  if (rest.length > 0 && (!within || columnOf(within) === null)) return null;
  const number = words.map(({ said }) => NUMBER_WORDS[said] ?? 0).find((one) => one > 1);
  const isOfMost = words.some(({ said }) => MOST.test(said) || OF_ALL.test(said));
  // "Which of the three is the worst?" after those on any of them
  const isSum = latest?.do === "count" || latest?.do === "share";
  const isOfSum = isSum && latest.of?.is === "or" && latest.of.label === undefined && latest.of.of.length === number;
  const spoken = isOfSum ? spokenOf(latest) : withoutSums(setsBefore(history));
  // "Which region has the most?" of topics: each by region.
  const [column] = columnsNamed(words, reading.known.columns);
  if (column && spoken.every(({ of }) => columnOf(of) === null)) return null;
  const isShare = words.some(({ said }) => /^(?:share|percentage|proportion|thing)$/.test(said));
  const table = within && isShare ? ofTable(history.at(-1)?.steps.at(-1), within) : null;
  if (table) return [table];
  // "Which of the two has the higher share of women?"
  if (within && isShare && saysWho(within))
    return eachOnce(spoken)
      .slice(-(number ?? 2))
      .map(({ of, among }) => ({ do: "share", of: within, among: both(of, among) }));
  const step = sideBySide(within ? eachOnce(spoken.map(({ of }) => ({ of, among: within }))) : spoken, {
    number: number ?? (isOfMost ? null : ranked(history) || 2),
    least: words.some(({ said }) => LESS.test(said)),
  });
  const isApart = step?.do === "rank" && step.items.length === 2 && words.some(({ said }) => APART.test(said));
  return isApart ? [{ do: "compare", sides: step.items, on: step.among }] : step && [step];
}

const isUnknown = ({ said }: Token, { known }: Reading): boolean =>
  formsOf(said).every((stem) => known.countOf(stem) === undefined);

/** "Which has the highest share of women?" after groups that were compared, or a table: each by that. */
function ofTable(last: Step | undefined, within: Predicate): Step | null {
  if (last?.do === "compare" && last.sides.every((side) => columnOf(side) !== null)) return { ...last, on: within };
  const isOther = last?.do === "breakdown" && columnOf(within) !== last.by;
  return isOther ? { ...last, of: both(last.of, within) } : null;
}

/** "How do they differ?" asks for more than which is larger. */
const APART = /^(?:compare|differ|difference|differences)$/;

/** How many things the last step ranks. */
function ranked(history: readonly Before[]): number {
  const last = history.at(-1)?.steps.at(-1);
  return last?.do === "rank" ? last.items.length : 0;
}

/** The last so many sets as one step, or, where no number is given, all that can be set side by side; null for fewer than two. */
function sideBySide(
  spoken: readonly Spoken[],
  { number, least }: { number: number | null; least: boolean },
): Step | null {
  const most = Math.min(spoken.length, number ?? MAX_RIVALS);
  const fewest = number ?? 2;
  for (let count = most; count >= fewest && count > 1; count--) {
    const sides = spoken.slice(-count);
    const step = stepOf(sides, least) ?? stepOf(sides.map(ofPeople), least);
    if (step) return step;
  }
  return null;
}

/** "How many of those who want love are men?" is as large as "how many men want love?" */
const ofPeople = ({ of, among }: Spoken): Spoken =>
  saysWho(of) && among !== null && !saysWho(among) ? { of: among, among: of } : { of, among };

function stepOf(sides: readonly Spoken[], least: boolean): Step | null {
  const [first] = sides;
  const ofs = sides.map(({ of }) => of);
  const groups = sides.map(({ among }) => among);
  const isOne = (all: readonly (Predicate | null)[]): boolean => all.every((one) => isSame(one, all[0]));
  const areOfOneColumn = (all: readonly (Predicate | null)[]): all is readonly Predicate[] => {
    const [column, ...others] = all.map((one) => (one === null ? null : columnOf(one)));
    return (
      column !== null &&
      others.every((one) => one === column) &&
      new Set(all.map((one) => JSON.stringify(one))).size > 1
    );
  };
  if (areOfOneColumn(ofs) && isOne(groups)) return { do: "compare", sides: [...ofs], on: first!.among };
  if (isOne(ofs) && areOfOneColumn(groups)) return { do: "compare", sides: [...groups], on: first!.of };
  const common = conjuncts(groups[0] ?? null).filter((part) =>
    groups.every((group) => conjuncts(group).some((one) => isSame(one, part))),
  );
  const rest = groups.map((group) =>
    both(...conjuncts(group).filter((one) => !common.some((part) => isSame(one, part)))),
  );
  // Women in the South, and men there.
  if (isOne(ofs) && common.length > 0 && areOfOneColumn(rest))
    return { do: "compare", sides: [...rest], on: both(first!.of, ...common) };
  const isOfTopics =
    ofs.every((one) => columnOf(one) === null) && new Set(ofs.map((one) => JSON.stringify(one))).size > 1;
  return isOne(groups) && isOfTopics ? { do: "rank", items: ofs, among: first!.among, least } : null;
}

/** What a column tells and words tell again was asked once: by words it stands beside other words. */
const toldOnce = (steps: readonly Step[]): Step[] =>
  steps.filter((step, i) => {
    const next = steps[i + 1];
    const isTwice = next?.do === step.do && "of" in step && "of" in next && areSameNames(step.of, next.of);
    return !isTwice;
  });

/** What was counted, described or split before, the latest last; each set once. A question for alternatives has one. */
export function setsBefore(history: readonly Before[]): Spoken[] {
  const steps = history.slice(-MAX_QUESTIONS).flatMap((one) => toldOnce(one.steps));
  // A table is one answer, and beside another table alone.
  const [before, last] = steps.slice(-2);
  const isTable = last?.do === "breakdown" && before?.do !== "breakdown";
  // "Lost or stolen cards?" alone names two; beside another question, one.
  return isTable ? [] : eachOnce(steps.flatMap((step) => ofStep(step, steps.length === 1)));
}

/** Of several things and their sum, the things: the sum is no rival of theirs. */
export const withoutSums = (all: readonly Spoken[]): Spoken[] =>
  all.filter(({ of }) => of.is !== "or" || !of.of.every((part) => all.some((one) => isSame(one.of, part))));

/** Each set once, where it was spoken of last. */
function eachOnce(all: readonly Spoken[]): Spoken[] {
  const keys = all.map((one) => JSON.stringify(one));
  return all.filter((_, i) => keys.lastIndexOf(keys[i]!) === i);
}

function ofStep(step: Step, isApart: boolean): Spoken[] {
  if (step.do === "compare" && step.on !== null && step.sides.every((side) => columnOf(side) !== null))
    return [{ of: step.on, among: null }];
  // "And yoga?" after quotes of another thing
  if (step.do === "quotes" && step.of?.is !== "topic" && step.of?.is !== "mentions") return [];
  if (step.do === "trend") return [];
  if (isApart || step.do === "rank" || step.do === "compare" || step.of === null) return spokenOf(step);
  return [{ of: step.of, among: "among" in step ? step.among : null }];
}

/** "Which of the two groups is younger?": each of what was spoken of, by age. */
function byAge(history: readonly Before[], { known }: Reading): Step[] | null {
  const by = known.columns.find(isAgeColumn)?.name;
  const step = by === undefined ? null : sideBySide(setsBefore(history), { number: 2, least: false });
  return step?.do === "rank"
    ? step.items.map((item) => ({ do: "breakdown", of: both(item, step.among), by: by!, least: false }))
    : null;
}
