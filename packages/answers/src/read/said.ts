import compromise from "compromise/two";
import { IS_MARK, SAYS_WHAT } from "../columnKinds";
import { dateOf } from "../dataset/numbers";
import { stemOf, terms } from "../dataset/words";
import type { Guide } from "../guide";
import { allNumbersNamed, feelingOf, isHolder, namedIn, numbersNamed } from "./columns";
import { howFelt, markedBy, statedIn } from "./feelings";
import type { Frame, Group } from "./frame";
import { FUNCTION_WORDS } from "./lexicon";
import { cuesOf, isOfChange, type Cues } from "./measure";
import { nameWords } from "./names";
import { pointersIn, type Pointers } from "./pointers";
import { rivalsIn } from "./predicates";
import { singular, textOf, type Named, type Text } from "./text";
import { writtenOf, type Token } from "./tokens";
import { isAsker, isCommon, isNaming, isOfAll, isTelling, topicOf } from "./topics";

/** A part of a question as it is said, before it is laid over what was asked earlier. */
export interface Said
  extends
    Omit<Cues, "feeling">,
    Pointers,
    Pick<
      Frame,
      | "topics"
      | "labels"
      | "join"
      | "exclude"
      | "feeling"
      | "groups"
      | "by"
      | "numbers"
      | "also"
      | "fewest"
      | "byNumber"
      | "either"
    > {
  /** Topics of the records that are asked about: "of those who mention price, how many …". */
  base: string[];
  /** True where those who mention the topics are set against those who don't. */
  isVersus: boolean;
  /** Words that the data doesn't have. */
  dropped: string[];
  words: number;
}

const ABOUT = /^(?:about|mention|mentions|mentioning|mentioned|of|with|for|by|say|says|the|a|an|any|no)$/;
const isOfList = (measure: Frame["measure"]): boolean => /^(?:themes|wishes|problems|likes|quotes)$/.test(measure);

/** The tokens of a part that are verbs in it. */
function actsIn({ tokens }: Text): Set<number> {
  const found = new Set<number>();
  const doc = compromise(tokens.map(({ written }) => written).join(" ")) as unknown as {
    document: { normal: string; tags: Set<string> }[][];
  };
  let at = 0;
  for (const { normal, tags } of doc.document.flat()) {
    const place = tokens.findIndex(({ said }, i) => i >= at && i < at + 4 && said === normal.replace(/['’ʼ]/g, ""));
    if (place === -1) continue;
    at = place + 1;
    if (tags.has("Verb") && !tags.has("Gerund") && !tags.has("Adjective")) found.add(place);
  }
  return found;
}

/** What stands between two members of a list. */
const isListed = ({ tokens }: Pick<Text, "tokens">, from: number, to: number): boolean =>
  LISTED.test(textOf(tokens.slice(from, to)).said);
const LISTED = /^(?:(?:,|or|and|nor|the|a|any|about)(?: |$))+$/;
/** What begins a message that takes something away from what was asked. */
const LEAVING = /^(?:leave|leaving|exclude|excluding|ignore|ignoring|omit|drop|skip|remove|filter)$/;
const LEAVES_OUT =
  /(?:^| )(?:(?:but|and|yet|or) (?:not|nothing)(?: about| mention| mentioning| the)?|(?:dont|doesnt|didnt|do not|does not|did not|never)(?: [a-z]{2,8})? (?:mention|talk|speak|complain|say|bring|refer|include|contain|have)(?: anything)?(?: about| of| up| to)?|without(?: (?:mentioning|saying|talking about))?|excluding|except(?: for)?|not (?:about|mentioning|counting|including)|other than|apart from|aside from|leav(?:e|ing) out|exclude|ignor(?:e|ing)|omit|drop|skip|remove)(?: (?:the|any|a|about|all|those|these|ones|people|who|that|which|mention(?:s|ing)?))*$/;
const BY =
  /(?:^| )(?:by|per|each|every|which|what|whichever|whose|across|between|different|various|split|breakdown|how do|how does)(?: (?:the|a|of|in|our|these|those|different|each|every|\d{1,2}|two|three|four|five|ten|[\w-]{1,40} (?:or|and))){0,6}$/;
const SPLITS =
  /\b(?:split|break|broken|breakdown|distribution|distributed|spread|divide|slice|segment|differ(?!ently)\w*|var(?:y|ies)|depend\w*|matter)\b/;
/** What a part of a message says. */
export function saidIn(part: Text, guide: Guide): Said {
  const { tokens, said } = part;
  const named = namedIn(part, guide).map((one) =>
    one.values !== null && isLeftOut(part, one.from) ? { ...one, isNot: true, says: false } : one,
  );
  const isOfNumbers = ({ column, values }: Named): boolean =>
    values === null && guide.columns.some(({ name, isNumbers }) => name === column && isNumbers);
  // "Mention comfort" and "complain about wifi or food" speak of what texts say, whatever columns there are.
  const spoken = named.filter(
    (one) =>
      isOfNumbers(one) &&
      (SPEAKS.test(textOf(tokens.slice(Math.max(0, one.from - 4), one.from)).said) ||
        /\bcomplained? (?:about|of)\b/.test(said)),
  );
  const heads = named.filter((one) => isHead(one, named, part));
  const isApart = (one: Named): boolean =>
    !spoken.includes(one) && !isOfTexts(one, part, guide) && !isHead(one, named, part);
  named.splice(0, named.length, ...named.filter(isApart));
  named.forEach((one, i) => {
    const before = named[i - 1];
    if (before?.isNot && before.column === one.column && isListed(part, before.to, one.from)) one.isNot = true;
  });
  const splits = named.filter((one) => isSplitBy(one, part, named, guide));
  const felt = feelingOf(guide);
  const bySaid =
    splits.find((one) => !isOfNumbers(one) && one.column !== felt?.column) ??
    splits.find((one) => !isOfNumbers(one)) ??
    splits[0];
  const isTaken = (at: number): boolean => [...named, ...heads].some((one) => at >= one.from && at < one.to);
  // Names of values say nothing of what is asked: "high priority".
  const plain = textOf(
    tokens.map((token, at) => {
      const own = [...named.filter(({ values }) => values !== null), ...spoken].find(
        ({ from, to }) => at >= from && at < to,
      );
      return own ? { ...token, said: own.says ? SAYS : "_" } : token;
    }),
  );
  const { feeling, ...cues } = cuesOf(plain.said);
  const roles = ROLE.exec(said);
  const isRole = (at: number): boolean =>
    roles !== null && part.starts[at]! >= roles.index && part.starts[at]! < roles.index + roles[0].length;
  // What columns are of is no topic, unless it is to be mentioned: "an item" of `item_type`.
  const isOfName = (at: number): boolean =>
    ofNames(guide).has(stemOf(tokens[at]!.said)) && !MENTION.test(said) && tokens[at]!.isQuoted !== true;
  const isNone = (at: number): boolean =>
    isTaken(at) ||
    isRole(at) ||
    isOfName(at) ||
    (cues.asksWhen && isOfChange(tokens[at]!.said)) ||
    (LEAVING.test(tokens[at]!.said) && (at < 4 || tokens[at + 1]?.said === "out"));
  // A value that is named by a part of its name, or a column of numbers, takes the word beside it: "lost bags".
  const isOfValue = ({ from, to }: { from: number; to: number }): boolean =>
    named.some(
      (one) =>
        (one.isPart === true && one.from === to) ||
        ((one.isPart || one.says) && one.to === from) ||
        (isOfNumbers(one) && (one.from === to || one.to === from)) ||
        // "Recommend the item"
        (one.says === true && from > one.to && OBJECT.test(textOf(tokens.slice(one.to, from)).said)),
    );
  const runs = withoutUnits(
    runsIn(part, isNone, guide).filter((run) => !isOfValue(run)),
    part,
    named,
    guide,
  );
  const absent = absentIn(said, guide);
  const read = runs.flatMap(({ from, to }) => {
    if (absent.some(({ asked }) => asked.test(textOf(tokens.slice(from, to)).said))) return [];
    const topic = topicOf(tokens.slice(from, to), guide, tokens[from - 1]?.said);
    return topic === null ? [] : [{ ...topic, from, to, isExcluded: isLeftOut(part, from) }];
  });
  // A verb by itself is how the question is put, where it names anything else: "what are they trying to fund?"
  const asks =
    cues.measure === null ||
    (cues.measure !== "reasons" && (read.length > 1 || named.length > 0 || isOfList(cues.measure)));
  const acts = asks && read.some(({ from, to }) => to - from === 1) ? actsIn(part) : null;
  const kept = read.filter(
    ({ from, to, isExcluded }, i) =>
      isExcluded ||
      to - from > 1 ||
      !acts?.has(from) ||
      ABOUT.test(tokens[from - 1]?.said ?? "") ||
      (i > 0 && isListed(part, read[i - 1]!.to, from)) ||
      (read[i + 1] !== undefined && isListed(part, to, read[i + 1]!.from)),
  );
  read.splice(0, read.length, ...kept);
  // "Without price or service": what is left out may be a list.
  read.forEach((one, i) => {
    const before = read[i - 1];
    if (before?.isExcluded && isListed(part, before.to, one.from)) one.isExcluded = true;
  });
  // "Money, sport or health": values in a list of topics are topics, too.
  const feels = feelingOf(guide)?.column;
  // Of other columns those that are no names: "rank nausea, headaches and a dry mouth".
  const mayBeTopic = named.filter(
    (one) =>
      Array.isArray(one.values) &&
      !one.isNot &&
      one.column !== feels &&
      (SAYS_WHAT.test(one.column) || (/^\p{Ll}/u.test(one.said) && guide.told({ topic: one.said }) > 0)),
  );
  const valued: Named[] = [];
  const isBeside = (one: Named): boolean =>
    [...read, ...valued].some((other) => isListed(part, Math.min(other.to, one.to), Math.max(other.from, one.from)));
  for (const one of [...mayBeTopic, ...[...mayBeTopic].reverse()])
    if (!valued.includes(one) && isBeside(one)) valued.push(one);
  for (const { from, to, said: text } of valued) read.push({ text, dropped: [], from, to, isExcluded: false });
  read.sort((a, b) => a.from - b.from);
  // "Those who recommend it mention …" asks for what they mention, "those who mention … recommend it" whether they do.
  const says = named.findLast((one) => one.says === true && one.values !== null);
  const isBefore = ({ from, isExcluded, text }: (typeof read)[number]): boolean =>
    says !== undefined && !isExcluded && text !== null && from < says.from;
  const isFigure = cues.measure === "count" || cues.measure === "share" || cues.measure === "quotes";
  const based = isFigure && says ? read.filter(isBefore) : [baseOf(part, read, guide)].flatMap((one) => one ?? []);
  const isAsked = read.filter((one) => !one.isExcluded && !based.includes(one));
  const found = [...new Set(isAsked.flatMap(({ text }) => text ?? []))];
  // What all records are about is no topic, unless it is counted.
  const rare = found.filter((text) => !isCommon({ said: text.toLowerCase() }, guide) && !isOfAll(text, guide));
  const isMeant = isFigure && MENTION.test(said);
  const told = !isMeant && (rare.length > 0 || !isFigure || named.some(({ values }) => values !== null)) ? rare : found;
  const isNameless = told.length === 0 && read.length === 0 && named.every(({ values }) => values === null);
  const topics = isNameless && isFigure ? wordSaid(part, isTaken, guide) : told;
  if (isNameless && topics.length === 0 && tokens.length < SHORT) topics.push(...framingSaid(part, isTaken, guide));
  const join = joinOf(part, isAsked);
  // Of topics that no record has together, the last is what is asked about.
  if (join === "and" && topics.length > 1 && guide.told({ topic: topics.join(" ") }) === 0)
    topics.splice(0, topics.length - 1);
  const groups = groupsIn(
    named.filter((one) => !valued.includes(one)),
    guide,
    part,
  ).map((one) => (one.says && topics.length > 0 && isFigure ? { ...one, says: false } : one));
  const when = cues.asksWhen ? datedColumn(guide, said) : null;
  const who = (WHO.test(said) || WHERE.test(said)) && rivalsIn(groups).length < 2 ? whoColumn(guide, said) : null;
  // "Those who rated it 4 or lower" are a group: their marks are not asked for.
  const isBound = (column: string | null): boolean =>
    cues.measure !== "average" && groups.some((one) => one.column === column && !Array.isArray(one.values));
  const marksNamed = numbersNamed(plain, guide);
  const numbers = isBound(marksNamed) ? null : marksNamed;
  // "Is that mostly a complaint?": how those feel who mention it.
  const isOfSome = topics.length + groups.filter(({ column }) => column !== felt?.column).length > 0;
  const how = felt !== null && isOfSome && !bySaid ? howFelt(said) : null;
  // Where a column says it, as a part of those; of marks, as their average.
  const isFelt = how !== null && !felt!.isScale;
  const isSplit = bySaid !== undefined || when !== null || who !== null || cues.measure === "average";
  const marked = numbers === null || isSplit ? null : markedBy(numbers, feeling, guide);
  if (marked && groups.every(({ column }) => column !== marked.column)) groups.push(marked);
  // "Do they recommend it?" asks for a column's answers.
  const [only] = groups.filter(({ says }) => says);
  // "Do current employees rate it higher than former ones?"
  const isMarkedBy = only !== undefined && numbers !== null && cues.compares && rivalsIn(groups).length < 2 && !bySaid;
  const isAnswered =
    numbers === null &&
    only !== undefined &&
    !bySaid &&
    !/^(?:[a-z]+ )?(?:which|what|how|who) /.test(said) &&
    cues.measure === null &&
    topics.length === 0 &&
    YES_NO.test(said);
  const by =
    (when !== null && bySaid?.column === felt?.column ? when : bySaid?.column) ??
    when ??
    who ??
    (isAnswered || isMarkedBy ? only.column : isFelt && how === "either" ? felt!.column : null);
  if (isFelt && how !== "either" && groups.every(({ column }) => column !== felt!.column))
    groups.push({ column: felt!.column, values: felt![how], said: how, says: true });
  // "How do the airlines compare on sentiment?"
  const isOfFeeling =
    by !== null && by !== felt?.column && named.some((one) => one.values === null && one.column === felt?.column);
  // "Rating and recommendation rate of both": groups side by side have all of them.
  const isSideBySide =
    numbers !== null && only !== undefined && rivalsIn(groups).length > 1 && !rivalsIn(groups).includes(only);
  // "How do ratings differ between …": the marks are what is measured.
  const isMeasured = numbers !== null && by === numbers && (topics.length > 1 || rivalsIn(groups).length > 1);
  const asksMarks =
    numbers !== null &&
    (cues.measure === null || (cues.measure === "compare" && topics.length === 0)) &&
    groups.every(({ column }) => column !== numbers) &&
    guide.columns.some(({ name }) => name === numbers && IS_MARK.test(name));
  const measure = (): Cues["measure"] => {
    if (how === "either" && !isFelt) return "average";
    if (isFelt && how !== "either" && (cues.measure === null || cues.measure === "count")) return "share";
    if (isSideBySide) return "compare";
    if (isMeasured || asksMarks) return "average";
    return cues.measure === null && rivalsIn(groups).length > 1 ? "compare" : cues.measure;
  };
  return {
    ...cues,
    measure: measure(),
    feeling:
      marked !== null || groups.some(({ column }) => column === felt?.column)
        ? null
        : (feeling ?? (isOfFeeling && !felt!.isScale ? "negative" : null)),
    topics: isFelt ? [] : topics,
    labels: [
      ...valued.flatMap(({ said: topic, column, values }) =>
        SAYS_WHAT.test(column) ? [{ topic, column, values: values as string[] }] : [],
      ),
      ...topics.flatMap((topic) => labelsOf(topic, guide)),
    ],
    join,
    base: isFelt ? topics : based.flatMap(({ text }) => (text === null || isOfAll(text, guide) ? [] : [text])),
    exclude: [...new Set(read.filter(({ isExcluded }) => isExcluded).flatMap(({ text }) => text ?? []))],
    dropped: [...new Set([...absent.map(({ name }) => name), ...read.flatMap(({ dropped }) => dropped)])],
    groups: isAnswered || isSideBySide || isMarkedBy ? groups.filter((one) => one !== only) : groups,
    by: isMeasured ? null : by,
    numbers,
    also: allNumbersNamed(plain, guide).filter((one) => one !== numbers),
    ...pointersIn(said),
    fewest: fewestIn(plain.said),
    byNumber: MOST_RECORDS.test(plain.said) && cues.measure !== "share",
    isVersus: topics.length > 0 && VERSUS.test(said),
    either: cues.measure === "count" && /\bor\b/.test(said) && !cues.compares,
    words: tokens.filter(({ isWord }) => isWord).length,
  };
}

const MENTIONS =
  /(?:^| )(?:mention|bring up|talk(?:s|ed|ing)? (?:about|of))(?:s|ed|ing)?(?: (?:the|an?|any|their|about))*$/;
/** So much of the records that hold a phrase have the value of which it says a part, where that is what it means. */
const MEANT = 0.35;

/** Whether texts are to hold the words by which a value is named: "mention insomnia", and "weight gain" of "Weight Loss". */
function isOfTexts({ from, to, column, values, isPart }: Named, { tokens }: Text, guide: Guide): boolean {
  if (!Array.isArray(values) || values.length !== 1) return false;
  const where = { [column]: values[0]! };
  const isBeside = (at: number): boolean => isPart === true && tokens[at] !== undefined && isNaming(tokens[at], guide);
  const [first, end] = [isBeside(from - 1) ? from - 1 : from, isBeside(to) ? to + 1 : to];
  const phrase = writtenOf(tokens.slice(first, end));
  const isSaid = MENTIONS.test(textOf(tokens.slice(Math.max(0, first - 4), first)).said);
  const held = guide.told({ topic: phrase });
  if (isSaid && !/^\p{Lu}/u.test(phrase)) return held > 0;
  if (!isPart) return false;
  return held > 0 && guide.told({ where }) > 0 && guide.told({ topic: phrase, where }) < MEANT * held;
}

/** "Headaches with anxiety drugs": a column behind a value of another is what the value is of. */
const isHead = ({ from, values }: Named, named: readonly Named[], { tokens }: Text): boolean => {
  const value = values === null ? named.find((one) => one.to === from && Array.isArray(one.values)) : undefined;
  return (
    value !== undefined &&
    /^(?:with|for|about|of|on|to|by|from|than|or|and|in|taking|take|their|some)$/.test(
      tokens[value.from - 1]?.said ?? "",
    )
  );
};

const LISTS_COLUMN =
  /\b(?:rank|list|order|top|most|biggest|largest|main|popular|common|highest|lowest|best|worst|average|fewest|least)\b/;

/** What begins the naming of the records that are asked about. */
const BASE =
  /(?:^| )(?:of|among|amongst|out of|within|for|from|in)(?: (?:all|the|our|those|these|any|a))*(?: [a-z]+ (?:who|that|which|where|about)(?: (?!not|dont)[a-z]+){0,3}| (?:about|on|mentioning))?$/;

/** The first of several topics where it says which records are meant: "which share of fee questions is about cash?" */
function baseOf<T extends { from: number; to: number; text: string | null; isExcluded: boolean }>(
  { tokens }: Text,
  read: readonly T[],
  guide: Guide,
): T | undefined {
  const [first, ...others] = read.filter(({ isExcluded, text }) => !isExcluded && text !== null);
  if (!first || others.length === 0) return undefined;
  const before = textOf(tokens.slice(Math.max(0, first.from - 8), first.from)).said;
  const after = tokens[first.to]?.said ?? "";
  const isClause = / (?:who|that|which|where|about|on|mentioning)\b/.test(BASE.exec(before)?.[0] ?? "");
  const isOfRecords = isHolder(after, guide) && BASE.test(before);
  return !isListed({ tokens }, first.to, others[0]!.from) &&
    (isOfRecords || (isClause && /^(?:,|what|how|which|are|is|also)$/.test(after)))
    ? first
    : undefined;
}

/** "… than those who don't" */
const VERSUS =
  /\b(?:than|vs|versus|and|or|from|with|to)(?: (?:the|those|people|ones|others|reviews|customers|users|rest)){1,2}(?: (?:who|that|which))? (?:dont|do not|didnt|did not|doesnt|does not)(?: (?:mention|say)(?: (?:it|that|them|so))?)?(?= ?(?:[?.!,]|$))/;

const YES_NO = /(?:^|[,:;] |\b(?:and|so|but|or) )(?:do|does|did|are|is|were|was|would|will|have|has|can|could) /;
/** "At least 30 reviews", "min 10": the records of a group that is listed. */
const FEWEST =
  /\b(?:at least|min(?:imum)?(?: of)?|no fewer than|more than|over|(?:with|under) (?:fewer|less) than) (\d{1,5})(?: [a-z]+)?|\b(\d{1,5}) (?:[a-z]+ )?or more(?: [a-z]+)?|\b(\d{1,5}) ?\+/;
function fewestIn(said: string): number | null {
  const found = FEWEST.exec(said)
    ?.slice(1)
    .find((one) => one !== undefined);
  return found === undefined || Number(found) < 5 ? null : Number(found);
}

/** Who asks: "as head of product", "if I were the HR director at". */
const ROLE =
  /(?:^|[,.;] |\band )(?:if i (?:were|was)|imagine i am|as|im|i am|speaking as) (?:(?:an?|the|their|our|your) )?(?:[a-z-]{1,20} ){0,3}(?:director|manager|head|lead|founder|owner|ceo|cfo|coo|analyst|vp|chief|boss|buyer|marketer|journalist|investor|recruiter|consultant|planner)\b(?: of (?:[a-z]{1,20} ?){1,2}(?= at | in | for |,|$))?/;
const nameStems = new WeakMap<Guide, ReadonlySet<string>>();
/** What the records are about by their columns' names: "item" of `item_type`. */
function ofNames(guide: Guide): ReadonlySet<string> {
  let found = nameStems.get(guide);
  if (!found) {
    found = new Set(
      guide.columns.flatMap(({ name }) => {
        const of = /^(\p{L}+)[_ -](?:type|kind|category|name|age|status|id|date|group|class|brand|size)$/iu.exec(
          name,
        )?.[1];
        return of === undefined ? [] : [stemOf(of.toLowerCase())];
      }),
    );
    nameStems.set(guide, found);
  }
  return found;
}

/** In the place of what is asked of records: "~ rate" for "success rate". */
const SAYS = "~";
/** "The most one-star reviews" is asked by number, "complains most" by share. */
const MOST_RECORDS =
  /\b(?:most|fewest|number of|how many) (?:[\w-]+ ){0,3}(?:reviews|records|tickets|posts|tweets|complaints|comments|messages|responses|answers|projects|entries|mentions|ratings)\b/;
const OBJECT = /^(?:an?|the|this|that|it|our|their|your)$/;
const SPEAKS =
  /(?:^| )(?:mention|talk|complain|say|speak|discuss)[a-z]*(?: (?:about|of|on|the|their|its|our|[a-z]+ (?:and|or|,)))*$/;
const MENTION = /\b(?:mention|talk|complain|say|speak|discuss|bring up|write|ask)\w*\b/;

const SUPERLATIVE = /(?:^| )(?:best|worst|top|highest|lowest)(?: (?:[a-z]+ed|scoring|selling))?$/;

function isSplitBy(one: Named, part: Text, named: readonly Named[], guide: Guide): boolean {
  if (one.values !== null) return false;
  // "What kinds of plays" asks about plays.
  const isKind = part.tokens[one.to]?.said === "of" && named.some(({ from, values }) => from === one.to + 1 && values);
  if (isKind) return false;
  // "Rank the categories among women"
  const isPlural = part.tokens.slice(one.from, one.to).some(({ said }) => singular(said) !== said);
  const isNumbers = guide.columns.some(({ name, isNumbers }) => name === one.column && isNumbers);
  if (isPlural && !isNumbers && LISTS_COLUMN.test(part.said)) return true;
  const before = part.tokens
    .slice(Math.max(0, one.from - 5), one.from)
    .map(({ said }) => said)
    .join(" ");
  const after = part.tokens[one.to]?.said ?? "";
  return (
    BY.test(before) ||
    SUPERLATIVE.test(before) ||
    /^(?:split|breakdown|distribution|differences?|wise)$/.test(after) ||
    SPLITS.test(part.said)
  );
}

function groupsIn(named: readonly Named[], guide: Guide, part: Text): Group[] {
  const groups: Group[] = [];
  const add = (group: Group): void => {
    if (
      !groups.some((one) => one.column === group.column && JSON.stringify(one.values) === JSON.stringify(group.values))
    )
      groups.push(group);
  };
  for (const { column, values, said: words, isNot, says } of named)
    if (values !== null) add({ column, values, said: words, ...(isNot && { isNot }), ...(says && { says }) });
  const feels = feelingOf(guide)?.column;
  const stated = statedIn(part, guide);
  if (stated.length > 1 || !groups.some(({ column }) => column === feels)) stated.forEach(add);
  return groups;
}

/** The column of dates that answers "when": the one that is named, else the coarsest that has several values. */
function datedColumn({ columns }: Guide, said: string): string | null {
  const dated = columns.filter(({ isDated, values }) => isDated && values.length > 1);
  const unit = /\b(?:year|month|day|decade)/.exec(said)?.[0];
  const isOf = (value: string): boolean => {
    const date = dateOf(value);
    if (!date) return false;
    const own = date.years > 1 ? "decade" : date.day !== null ? "day" : date.month !== null ? "month" : "year";
    return own === unit;
  };
  const [best] = [...dated].sort((a, b) => a.values.length - b.values.length);
  const stems = new Set(terms(said));
  const named = dated.find(({ name }) => nameWords(name).some((word) => stems.has(stemOf(word))));
  if (named) return named.name;
  return dated.find(({ values }) => values.some(({ value }) => isOf(value)))?.name ?? best?.name ?? null;
}

/** Of a topic that more of the records mention, a value says something narrower: "BadFood" for "food". */
const MAX_LABELLED = 0.15;

/** The values of a column of what is said that are called by a topic. */
function labelsOf(topic: string, guide: Guide): Frame["labels"] {
  const stems = terms(topic);
  return guide.columns.flatMap(({ name, values }) => {
    if (!SAYS_WHAT.test(name) || stems.length === 0) return [];
    const own = values.filter(({ value }) => {
      const called = terms(nameWords(value).join(" "));
      return stems.every((stem) => called.includes(stem));
    });
    return own.length > 0 && own.length <= 3 && guide.told({ topic: topic }) < MAX_LABELLED * (guide.size.told ?? 0)
      ? [{ topic, column: name, values: own.map(({ value }) => value) }]
      : [];
  });
}

const WHO = /\b(?:who|whos|where|wheres|which (?:one|ones|group))\b.{0,40}\b(?:most|worst|best|least|highest|lowest)\b/;
const WHERE = /(?:^|[,.?;] |\band )(?:so )?wheres?\b/;
const PLACE = /city|country|location|state|region|store|branch|office|site|place|town|area/i;

/** The column that answers "who" or "where": the first of those that say whose a record is. */
function whoColumn({ columns }: Guide, said: string): string | null {
  const who = columns.filter(
    ({ name, values, isDated, isNumbers }) => !isDated && !isNumbers && values.length > 1 && !SAYS_WHAT.test(name),
  );
  const place = /\bwhere/.test(said)
    ? who.find(({ name, alsoCalled }) => [name, ...alsoCalled].some((one) => PLACE.test(one)))
    : undefined;
  return (place ?? who[0])?.name ?? null;
}

/** What people are often asked by, and no column holds. */
const TRAITS: readonly (readonly [name: string, asked: RegExp, column: RegExp])[] = [
  [
    "age",
    /\b(?:how old (?:is|are|was|were)|age|ages|age groups?|generations?|younger|older|young people|old people|millennials|gen z|seniors|teenagers)\b/,
    /age|generation|birth/i,
  ],
  ["gender", /\b(?:gender|sex|men|women|males?|females?)\b/, /gender|sex/i],
  [
    "location",
    /\b(?:city|cities|country|countries|region|nationality|where (?:do|are) (?:[a-z]+ ){0,4}(?:from|live))\b/,
    /city|countr|nation|region|state|location|place|site|office|address|airport/i,
  ],
  ["income", /\b(?:incomes?|earners|salary bands?|rich|poor people)\b/, /income|salary|earn/i],
];
function absentIn(said: string, { columns }: Guide): { name: string; asked: RegExp }[] {
  return TRAITS.flatMap(([name, asked, column]) =>
    asked.test(said) &&
    !columns.some((one) => column.test(one.name) || one.alsoCalled.some((other) => column.test(other)))
      ? [{ name, asked }]
      : [],
  );
}

/** Between two telling words, these make one run of them: "rude staff at check-in". */
const LINKS = /^(?:of|with|for|in|at|on|to|from|the|a|an|my|their|your|being|when|is|was|are|by)$/;
const MAX_LINKS = 2;

/** The runs of words that could be what texts are about. */
function runsIn(part: Text, isTaken: (at: number) => boolean, guide: Guide): { from: number; to: number }[] {
  const { tokens } = part;
  const tells = (at: number): boolean => !isTaken(at) && isTelling(tokens[at]!, guide);
  const runs: { from: number; to: number }[] = [];
  for (let at = 0; at < tokens.length; at++) {
    if (!tells(at)) continue;
    const last = runs.at(-1);
    const gap = last ? tokens.slice(last.to, at) : [];
    const isLinked =
      last !== undefined &&
      gap.length <= MAX_LINKS &&
      gap.every(({ said }, i) => LINKS.test(said) && !isTaken(last.to + i)) &&
      !isLeftOut(part, at);
    if (isLinked) last.to = at + 1;
    else runs.push({ from: at, to: at + 1 });
  }
  return withJoined(runs, tokens, isTaken, guide);
}

/** Of the rarer of two words so much stands beside the other where they are one name. */
const JOINED = 0.2;

/**
 * Runs with the words beside them that the data joins to them, and such pairs by themselves: a word that asks, as in
 * "customer service" or "free plan", belongs to a topic where the records hold the two side by side.
 */
function withJoined(
  runs: readonly { from: number; to: number }[],
  tokens: readonly Token[],
  isTaken: (at: number) => boolean,
  guide: Guide,
): { from: number; to: number }[] {
  const isJoined = (at: number): boolean => {
    const [one, other] = [tokens[at], tokens[at + 1]];
    if (!one || !other || isTaken(at) || isTaken(at + 1) || !isNaming(one, guide) || !isNaming(other, guide))
      return false;
    // "Learn piano" is no name.
    if (!isTelling(one, guide) && !isHolder(one.said, guide)) return false;
    const [a, b] = [stemOf(one.said), stemOf(other.said)];
    const both = guide.countOf(`${a}_${b}`) ?? 0;
    return both >= JOINED * Math.min(guide.countOf(a) ?? Infinity, guide.countOf(b) ?? Infinity);
  };
  const isIn = new Set(runs.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i)));
  tokens.forEach((_, at) => {
    if (isJoined(at)) isIn.add(at).add(at + 1);
  });
  const found: { from: number; to: number }[] = [];
  for (const at of [...isIn].sort((a, b) => a - b)) {
    const last = found.at(-1);
    const isApart = runs.some(({ from }) => from === at) && !isJoined(at - 1);
    if (last?.to === at && !isApart) last.to = at + 1;
    else found.push({ from: at, to: at + 1 });
  }
  return found;
}

const COUNTED =
  /(?:^| )(?:how many|(?:share|percent|percentage|proportion|number|fraction) of|(?:do|did) (?:more|most)|of (?:all|these|those)|in how many)(?: (?:the|these|those|all|of))?$/;

/** Without what is counted, "how many accidents", "Aeroflot accidents", where something else is asked of it. */
function withoutUnits(
  runs: readonly { from: number; to: number }[],
  { tokens }: Text,
  named: readonly Named[],
  guide: Guide,
): { from: number; to: number }[] {
  const isUnit = ({ from, to }: { from: number; to: number }): boolean =>
    !isHolder(tokens[to]?.said ?? "", guide) &&
    (COUNTED.test(
      tokens
        .slice(Math.max(0, from - 5), from)
        .map(({ said }) => said)
        .join(" "),
    ) ||
      (named.some((one) => one.values !== null && one.to === from) && tokens[from]!.said.endsWith("s")));
  // "Planes with more than 100 aboard", "the deadliest accident"
  const isHead = ({ from, to }: { from: number; to: number }): boolean =>
    (to - from === 1 &&
      /^(?:with|who|that|where|whose|having|which)$/.test(tokens[to]?.said ?? "") &&
      to < tokens.length - 2) ||
    named.some((one) => one.values === null && one.to === from);
  const isMore = runs.length > 1 || named.length > 1;
  return runs.flatMap((run) => {
    if (isHead(run) && (isMore || named.length > 0)) return [];
    if (!isUnit(run) || !(isMore || run.to - run.from > 1)) return [run];
    return run.to - run.from > 1 ? [{ ...run, from: run.from + 1 }] : [];
  });
}

/** "How many say that it is small?": the last word that the data has, where no other names a topic. */
function wordSaid({ tokens }: Text, isTaken: (at: number) => boolean, guide: Guide): string[] {
  if (
    !/\b(?:say|says|saying|said|mention|mentions|call|calls|find|is|are|about)\b/.test(
      tokens.map(({ said }) => said).join(" "),
    )
  )
    return [];
  const said = tokens.filter(
    (token, at) =>
      !isTaken(at) &&
      token.isWord &&
      token.said.length > 3 &&
      !FUNCTION_WORDS.has(token.said) &&
      isTelling(token, guide) &&
      !/^(?:say|says|said|saying|mention|mentions|many|about|call|calls|find|share|percent|number)$/.test(token.said) &&
      guide.told({ topic: token.written }) > 0 &&
      !isCommon(token, guide),
  );
  return said.slice(-1).map(({ written }) => written);
}

/** "Managers: good or bad?": a short question is about who is mostly the one that asks. */
const SHORT = 9;
const framingSaid = ({ tokens }: Text, isTaken: (at: number) => boolean, guide: Guide): string[] =>
  tokens
    .filter(
      (token, at) =>
        !isTaken(at) && isAsker(token.said) && guide.told({ topic: token.written }) > 0 && !isCommon(token, guide),
    )
    .slice(0, 1)
    .map(({ written }) => written);

/** "But not webhooks" */
const isLeftOut = ({ tokens }: Text, at: number): boolean =>
  LEAVES_OUT.test(
    tokens
      .slice(Math.max(0, at - 7), at)
      .map(({ said }) => said)
      .join(" "),
  );

/** One by one where they are listed, in one record where nothing stands between them that says so. */
function joinOf({ tokens }: Text, topics: readonly { from: number; to: number }[]): Frame["join"] {
  if (topics.length < 2) return "each";
  const between = topics
    .slice(1)
    .map(({ from }, i) =>
      tokens
        .slice(topics[i]!.to, from)
        .map(({ said }) => said)
        .join(" "),
    )
    .join(" ");
  if (
    tokens[topics[0]!.from - 1]?.said === "both" ||
    /\b(?:as well as|together with|along with|also|in the same)\b/.test(between)
  )
    return "and";
  if (/\bor\b/.test(between)) return "or";
  return /[,/]|\b(?:and|vs|versus|than|compared|nor)\b/.test(between) ? "each" : "and";
}

/** Whether anything is asked or named at all. */
export const saysAnything = (one: Said): boolean =>
  one.measure !== null ||
  one.feeling !== null ||
  one.topics.length + one.exclude.length + one.groups.length + one.dropped.length + one.lines > 0 ||
  one.by !== null ||
  one.numbers !== null ||
  one.line !== null ||
  one.isOther ||
  one.isBefore ||
  one.refers;
