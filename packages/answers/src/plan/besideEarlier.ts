import type { Reading } from "./body";
import { subjectOf, withGroups, type Before } from "./follow";
import { columnsNamed, groupsNamed } from "./groupWords";
import { asksIn } from "./heads";
import { isEmptyWord, opening, topicOf } from "./leftOut";
import { both, columnOf, conjuncts, saysWho, type Predicate, type Step } from "./plan";
import { spokenOf, type Spoken } from "./spoken";
import { longestFit, pattern, type Token } from "./tokens";

export const COMPARED = opening(
  "how does|do|did that|this|it|they|those compare|compares with|to|against",
  "how big|large|common|frequent|popular|many is|are that|this|it|they|those? compared|relative|next to|with|against",
  "is|are|was? that|this|it|they|those popular|common|frequent|big|large|many|much|high? compared|relative|next to|with|against",
  "how does|do|did|is its|their|the|that|this total|number|count|volume|size|share|figure compare|compares|compared? with|to|against the|that? number|count|total|share|volume|figure? of?",
  "compare|compared that|this|it|them|those? with|to|against",
  "how|hows does|do|did|is|are? that|this|it|they|those differ|different from|to|than",
);
export const AGAINST = opening(
  "is|are there more|fewer of those|these|them than",
  "is? that|it|this? higher|lower|more|less|bigger|smaller|above|below or? lower|higher|less|more|below|above? than",
  "how many|much more|fewer|less is|are that|it|this|they|those than",
  "is|are|was|were that|this|it|they|those more or|and less|fewer than",
  "is|are|was|were that|this|it|they|those a more|less|bigger|larger|smaller|rarer common|popular|frequent|important? topic|issue|problem|theme|thing|complaint|concern|deal than",
  "is|are|was|were that|this|it|they|those more|less|fewer|bigger|larger|higher|smaller|lower|commoner|rarer common|popular|frequent? than",
);
const USUAL = opening(
  "is|are|was that|this|it|they|those more|less|higher|lower|bigger|larger|smaller|above|below|over|under common|than? their|the|its|what|usual|average|overall|expected|normal|everywhere|elsewhere|in",
);
const OF_ALL = /^(?:share|overall|average|usual|usually|general|normal|expected|total|typical|expect|chance)$/;

/** "Is that higher than their share overall?" after the share of a group: the topic by that column, each beside all. */
export function besideAll(words: readonly Token[], last: Step, reading: Reading): Step[] | null {
  // "Is the South overrepresented?" after a table: it tells each share of all there.
  const isRepresented = words.some(({ said }) => /^(?:over|under)-?represented$/.test(said));
  if (last.do === "breakdown" && isRepresented) return [last];
  // "Are women overrepresented?" after a topic
  const [group] = isRepresented ? groupsNamed(words, reading.aliases, reading.known) : [];
  const of = last.do === "count" || last.do === "share" || last.do === "describe" ? subjectOf(last) : null;
  const by = group && columnOf(group.predicate);
  if (by && of) return [{ do: "breakdown", of: withGroups(of, null, by), by, least: false }];
  const isAsked =
    longestFit(words, 0, USUAL) > 0 &&
    words.every((word) => isEmptyWord(word) || OF_ALL.test(word.said) || /^(?:above|below)$/.test(word.said)) &&
    words.some(({ said }) => OF_ALL.test(said));
  const column = last.do === "share" && last.of && last.among ? columnOf(last.of) : null;
  return isAsked && column !== null && last.do === "share"
    ? [{ do: "breakdown", of: last.among, by: column, least: false }]
    : null;
}

const MORE = [
  "is|are|was|were that|it|this|they|those more|less|fewer|bigger|larger|higher|smaller|lower|commoner common|popular|frequent|often? or? less|fewer?",
].map(pattern);

/** "And cards that were declined, is that more?": a topic beside what was spoken of. */
export function isItMore(words: readonly Token[], last: Step, reading: Reading): Step[] | null {
  const at = words.findIndex((_, i) => i > 0 && i + longestFit(words, i, MORE) === words.length);
  const isCount = (last.do === "count" || last.do === "share") && last.of !== null && columnOf(last.of) === null;
  if (at === -1 || !isCount) return null;
  const start = longestFit(words, 0, STARTS);
  const topic = topicOf(words.slice(start, at), reading);
  if (!topic || columnOf(topic) !== null) return null;
  return [{ do: "rank", items: [last.of!, topic], among: last.among, least: false }];
}
const STARTS = [
  "and|but|so|ok|okay? what|how? about? the? ones|those? that|who|which|about?",
  "and|but how many? mention|say|ask|want? about?",
].map(pattern);

const CLAIM = [
  "and|but|so? is|are|does|do|was|were the? * really|actually|still|indeed|clearly|mostly? more|most|keener|keenest|higher|highest",
].map(pattern);
const SO = ["so|then|and the? * is|are|do|does really|clearly|indeed? more|less|most"].map(pattern);
const MAX_TOLD = 1;
const DIFFERS = opening(
  "which|what * shows|show|has|have|sees|see|is the largest|biggest|greatest|widest|clearest difference|gap",
);
const OF_DIFFERING = /^(?:shows?|sees?|widest|clearest|gap|greatest)$/;

/** "Which category shows the largest difference between the two?" after a table for each of two groups: both tell it. */
export function differing(words: readonly Token[], history: readonly Before[], { known }: Reading): Step[] | null {
  const [one, other] = history.flatMap(({ steps }) => steps).slice(-2);
  if (longestFit(words, 0, DIFFERS) === 0 || one?.do !== "breakdown" || other?.do !== "breakdown") return null;
  const own = columnsNamed(words, known.columns).filter(({ column }) => column === one.by && column === other.by);
  const isSaid = (word: Token, at: number): boolean =>
    isEmptyWord(word) || OF_DIFFERING.test(word.said) || own.some((named) => named.at === at);
  return own.length > 0 && words.every(isSaid) ? [one, other] : null;
}

const AS_SHARE = [
  "and|ok|so|but? as|in a|the? percentage|percentages|percent|share|shares|proportion|fraction of? each|every|the|all?",
].map(pattern);
const COUNTS = /^(?:raw|absolute|totals?|figures?)$/;

/** "As a percentage of each region's people, not raw numbers" after a table by region: it tells that, too. */
export function asShares(words: readonly Token[], last: Step, { known }: Reading): Step[] | null {
  if (last.do !== "breakdown" || longestFit(words, 0, AS_SHARE) === 0) return null;
  const plain = words.map((word) => ({ ...word, written: word.written.replace(/['’]s$/, "") }));
  const own = columnsNamed(plain, known.columns).filter(({ column }) => column === last.by);
  const isSaid = (word: Token, at: number): boolean =>
    isEmptyWord(word) || COUNTS.test(word.said) || own.some((one) => one.at === at);
  return words.every(isSaid) ? [last] : null;
}

/** "Is the South really more religious?" after a table by region: it tells each share. */
export function toldByTable(words: readonly Token[], last: Step, { aliases, known }: Reading): Step[] | null {
  const groups = groupsNamed(words, aliases, known);
  const isSide = last.do === "compare" && longestFit(words, 0, SO) > 0;
  if (isSide && groups.length === 1 && last.sides.some((side) => columnOf(side) === columnOf(groups[0]!.predicate)))
    return [last];
  if (last.do !== "breakdown" || longestFit(words, 0, CLAIM) === 0) return null;
  const isNamed = (at: number): boolean => groups.some((one) => at >= one.at && at < one.at + one.length);
  const others = words.filter((word, at) => !isNamed(at) && !isEmptyWord(word));
  const areOfTable = groups.length > 0 && groups.every(({ predicate }) => columnOf(predicate) === last.by);
  return areOfTable && others.length <= MAX_TOLD ? [last] : null;
}

/** "So the South is more religious?" after its count and another place's: one beside the other. */
export const claimsMore = (words: readonly Token[], last: Step, { aliases, known }: Reading): boolean => {
  const among = last.do === "count" || last.do === "share" ? last.among : null;
  const [group, ...others] = longestFit(words, 0, SO) > 0 ? groupsNamed(words, aliases, known) : [];
  return group !== undefined && others.length === 0 && among !== null && columnOf(among) === columnOf(group.predicate);
};

/** "Is that more than last year?" */
export const comparesTimes = (words: readonly Token[]): boolean => asksIn(words, () => false).has("trend");

/** "Is that more or less than about fees?", "how does that compare with Texas?" */
export function beside(words: readonly Token[], last: Step, reading: Reading): Step[] | null {
  const compared = longestFit(words, 0, COMPARED);
  const length = compared || longestFit(words, 0, AGAINST);
  const isWhole = (last.do === "count" || last.do === "share") && last.of !== null;
  const [own, ...others] = isWhole ? [{ of: last.of!, among: last.among }] : spokenOf(last);
  if (length === 0 || !own || others.length > 0 || comparesTimes(words)) return null;
  const rest = words.slice(length);
  const group = groupIn(own);
  if (group && rest.length > 0 && rest.every((word) => isEmptyWord(word) || REST.test(word.said)) && saysRest(rest))
    return [besideGroup(own, group, { is: "not", of: group })];
  const topic = topicOf(rest, reading);
  if (!topic) return null;
  if (columnOf(topic) !== null)
    return group && columnOf(group) === columnOf(topic) ? [besideGroup(own, group, topic)] : null;
  if (columnOf(own.of) !== null && saysWho(own.of)) return null;
  const items = [own.of, topic];
  return [
    compared > 0
      ? { do: "compare", sides: items, on: own.among }
      : { do: "rank", items, among: own.among, least: false },
  ];
}

const REST = /^(?:rest|remaining|average|elsewhere|general|national|nationwide|overall|nation|usual|figure|rate)$/;
const saysRest = (words: readonly Token[]): boolean =>
  words.some(({ said }) => REST.test(said) || /^(?:others|everyone|everybody|everywhere)$/.test(said));

/** The one group of people that was spoken of. */
function groupIn({ of, among }: Spoken): Predicate | null {
  const [group, ...others] = [...conjuncts(among), ...conjuncts(of)].filter(saysWho);
  return group && others.length === 0 ? group : null;
}

/** A group beside another, by what was asked of it. */
const besideGroup = ({ of, among }: Spoken, group: Predicate, other: Predicate): Step => ({
  do: "compare",
  sides: [group, other],
  on: both(...[...conjuncts(of), ...conjuncts(among)].filter((one) => one !== group)),
});
