import { columnOf, partsOf, type Predicate } from "./plan";
import { fits, longestFit, pattern, type Token } from "./tokens";

/** A value of a column that a question names, or several that are alternatives. */
export interface NamedGroup {
  at: number;
  length: number;
  predicate: Predicate;
  /** True where it says who people are: it needs no look at what stands beside it. */
  isOfPeople: boolean;
}

/** What stands before a group that is left out: "outside the", "who do not live in", "anyone but". */
const LEFT_OUT = [
  "outside|beyond of? the?",
  "except|excluding|excepting|excepted|besides|minus|bar|barring|without|ignoring|omitting for|from|in|those|people|visitors|users|anyone? from|in? the?",
  "apart|aside from the?",
  "leaving|leave|setting|set|putting|put out|aside the?",
  "not counting|including the?",
  "but|and|yet? who|that|which? are|is|were|was? not from|in|based|living|located|the? in|from? the?",
  "but|and|yet? who|that|which? arent|isnt|werent|wasnt from|in|based|living|located|the? in|from? the?",
  "who|that|which? do|does|did not live|come|belong|reside|write from|in|to the?",
  "who|that|which? dont|doesnt|didnt live|come|belong|reside|write from|in|to the?",
  "anyone|anybody|everyone|everybody|everywhere|anywhere|all|people|countries|country|states|state|regions|region|places|places but|except in|from|those? the?",
  "other|others than|then in|from|those|people? from|in? the?",
  "anyone|anybody|everyone|everybody|everywhere|anywhere|people|those|countries|states|regions|places other|apart|aside|outside than|from|of? in|from? the?",
  "non",
].map(pattern);
const ASIDE = ["aside|excluded|excepted", "not included|counted", "left out|aside"].map(pattern);
const SETTING = /^(?:leaving|leave|setting|set|putting|put|with)$/;
const AND = /^(?:and|or|nor|,|&)$/;
const BETWEEN = /^(?:the|in|from)$/;
const MAX_BEFORE = 8;

/** Those who aren't in some groups of a column. */
const outside = (of: readonly Predicate[]): Predicate => ({
  is: "not",
  of: of.length === 1 ? of[0]! : { is: "or", of: [...of] },
});

const REST_OF = pattern("the? rest|remainder of the?");

/** "The rest of Europe" beside "Germans": an area without what else the clause names. */
function restOf(tokens: readonly Token[], group: NamedGroup, named: readonly NamedGroup[]): NamedGroup | null {
  const { predicate } = group;
  const before = tokens.slice(Math.max(0, group.at - MAX_BEFORE), group.at);
  const lead = [4, 3, 2].find((length) => fits(before, before.length - length, REST_OF) === length);
  if (lead === undefined || predicate.is !== "or") return null;
  const others = named.filter((one) => one !== group).flatMap((one) => partsOf(one.predicate, ["value"]));
  const of = predicate.of.filter((one) => one.is !== "value" || !others.some(({ value }) => value === one.value));
  const label = `the rest of ${predicate.label}`;
  return of.length === 0
    ? null
    : { ...group, at: group.at - lead, length: group.length + lead, predicate: { is: "or", of, label } };
}

/** Groups that are told by what they are not: "outside the United States", "the rest of the world". */
export function withComplements(tokens: readonly Token[], named: readonly NamedGroup[]): NamedGroup[] {
  const found: NamedGroup[] = [];
  for (let i = 0; i < named.length; i++) {
    const group = restOf(tokens, named[i]!, named) ?? named[i]!;
    const lead = group.isOfPeople || isCalledCategory(tokens, group) ? leadBefore(tokens, group.at) : null;
    const end = group.at + group.length;
    const behind = group.isOfPeople ? longestFit(tokens, end, ASIDE) : 0;
    if (lead === null && behind === 0) {
      found.push(group);
      continue;
    }
    const of = [group];
    // "Outside Germany and Austria"
    while (behind === 0 && tokens[lead!]!.said !== "non" && isJoined(tokens, of.at(-1)!, named[i + 1]))
      of.push(named[++i]!);
    const [first, last] = [lead ?? startBefore(tokens, group.at), of.at(-1)!];
    found.push({
      at: first,
      length: last.at + last.length + behind - first,
      predicate: outside(of.map(({ predicate }) => predicate)),
      isOfPeople: true,
    });
  }
  return [...found, ...restsIn(tokens, found)].sort((a, b) => a.at - b.at);
}

/** "Outside the AI skills category" */
const isCalledCategory = (tokens: readonly Token[], { at, length }: NamedGroup): boolean =>
  [tokens[at - 1], tokens[at + length - 1], tokens[at + length]].some((token) =>
    /^categor(?:y|ies)$/.test(token?.said ?? ""),
  );

/** Where what leaves a group out begins, before the group itself; null where nothing does. */
function leadBefore(tokens: readonly Token[], at: number): number | null {
  const before = tokens.slice(Math.max(0, at - MAX_BEFORE), at);
  const from = before.findIndex((_, i) => LEFT_OUT.some((one) => fits(before, i, one) === before.length - i));
  return from === -1 ? null : at - before.length + from;
}

/** "Leaving the US aside": where it begins. */
function startBefore(tokens: readonly Token[], at: number): number {
  const first = tokens[at - 1]?.said === "the" ? at - 1 : at;
  return SETTING.test(tokens[first - 1]?.said ?? "") ? first - 1 : first;
}

function isJoined(tokens: readonly Token[], last: NamedGroup, next: NamedGroup | undefined): boolean {
  if (!next || columnOf(next.predicate) !== columnOf(last.predicate)) return false;
  const between = tokens.slice(last.at + last.length, next.at);
  return (
    between.length > 0 &&
    AND.test(between[0]!.said) &&
    between.slice(1).every(({ said }) => AND.test(said) || BETWEEN.test(said)) &&
    JSON.stringify(next.predicate) !== JSON.stringify(last.predicate)
  );
}

/** All others than a group that the same clause names. */
const REST = [
  "the rest|remainder of? the|all|our? world|country|nation|globe|us|states|people|visitors|users|customers|others|data|sample?",
  "everyone|everybody|everywhere|anyone|anybody|anywhere|people|visitors|users|customers else|elsewhere",
  "the rest|remainder",
  "elsewhere",
  "all|the other|remaining countries|states|regions|places|people|visitors|users|customers|ones|ages|groups",
].map(pattern);
const OTHERS = [
  "than|versus|vs|against in|from|for|among|at? all|the? other|others countries|states|regions|places|people|visitors|users|customers|ones|ages?",
  "compared|different|differently|differ|comparison|contrast|similar to|with|from in|among? all|the? other|others countries|states|regions|places|people|visitors|users|customers|ones|ages?",
].map(pattern);

function restsIn(tokens: readonly Token[], named: readonly NamedGroup[]): NamedGroup[] {
  const groups = named.filter(({ isOfPeople }) => isOfPeople);
  const [first] = groups;
  if (!first || new Set(groups.map(({ predicate }) => columnOf(predicate))).size > 1) return [];
  if (groups.some(({ predicate }) => predicate.is === "not")) return [];
  const predicate = outside(groups.flatMap(({ predicate: one }) => (one.is === "or" && !one.label ? one.of : [one])));
  for (let at = 0; at < tokens.length; at++) {
    if (named.some((group) => at >= group.at && at < group.at + group.length)) continue;
    const others = longestFit(tokens, at, OTHERS);
    if (others > 0) {
      const skipped = tokens.slice(at, at + others).findIndex(({ said }) => /^(?:all|the|others?)$/.test(said));
      return [{ at: at + skipped, length: others - skipped, predicate, isOfPeople: true }];
    }
    const length = longestFit(tokens, at, REST);
    if (length > 0) return [{ at, length, predicate, isOfPeople: true }];
  }
  return [];
}
