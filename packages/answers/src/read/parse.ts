import { stemOf } from "../dataset/words";
import type { Guide } from "../guide";
import { NUMBER_WORDS } from "../numberWords";
import type { Predicate } from "../plan";
import { pointersIn } from "./pointers";
import { ASKING_WORDS, FEELING_WORDS, FUNCTION_WORDS } from "./lexicon";
import { partOf, placesOf, type Text } from "./text";
import { writtenOf, type Token } from "./tokens";
import { askFeatures, columnKind, featuresOf, firstFeatures, guessFeatures, seen, type Seen } from "./features";
import { allOf } from "./predicates";
import { CUES, stepsOf } from "./steps";
import { wayFeatures } from "./ways";
import type { Ask, Frame, Role, Slot } from "./frame";
import { logProbabilities, scoresOf, type Model } from "./maxent";
import { mentionsIn, valuesOf, type Mention } from "./mentions";

export interface Models {
  /** What is asked, by the words alone: the choice of mentions builds on it. */
  first: Model;
  role: Model;
  ask: Model;
  carry: Model;
  join: Model;
  order: Model;
  /** Which of several ways to read a text is meant. */
  rank: Model;
}

export interface Chosen {
  mention: Mention;
  role: Role;
}

/** What a text may ask, by its words alone: the likeliest first. */
export function guessesOf(said: Seen, guide: Guide, first: Model, before: Frame | null): Asked[] {
  return asksOf(logProbabilities(first, firstFeatures(said, guide, before?.ask ?? null)), first, before);
}

/** What is asked, the likeliest first: what was asked before may be asked by its words, or by none. */
function asksOf(logs: readonly number[], { labels }: Model, before: Frame | null): Asked[] {
  const same = before ? Math.exp(logs[labels.indexOf("same")]!) : 0;
  return labels
    .flatMap((label, i): Asked[] =>
      label === "same"
        ? []
        : [{ ask: label as Ask, log: Math.log(Math.exp(logs[i]!) + (label === before?.ask ? same : 0)) }],
    )
    .sort((a, b) => b.log - a.log);
}

/** Mentions that may be meant together, none over another: what no mention takes counts nothing. */
export interface Choice {
  chosen: Chosen[];
  /** How much likelier than all others of the same guess, as a logarithm: 0 for the best. */
  log: number;
}

/** Of a long text, so many of the last mentions are read: no plan takes more. */
const MAX_CHOSEN = 12;
/** A label that scores less is not meant. */
const LEAST = -2.5;
/** A topic is looked for rather than left out: missing what was meant costs more than what is read too much. */
const BIAS = 0.5;
/** What stands in quotation marks is looked for. */
const QUOTED = 3;

/** The scores of each mention's roles, whatever is asked. */
export const plainScores = (said: Seen, guide: Guide, role: Model): number[][] =>
  said.mentions.map((mention) => scoresOf(role, featuresOf(mention, said, guide)));

/** The choices of mentions with the highest scores, if this is asked; the best first. */
export function choicesOf(
  said: Seen,
  guide: Guide,
  role: Model,
  plain: readonly (readonly number[])[],
  guess: Ask,
  most: number,
): Choice[] {
  const scored = said.mentions.flatMap((mention, at) => {
    const asked = scoresOf(role, guessFeatures(mention, said, guide, guess));
    const scores = plain[at]!.map((score, i) => score + asked[i]!);
    const bias = biasOf(mention, said);
    return role.labels
      .map((label, i) => ({ mention, role: label as Role, gain: scores[i]! + bias }))
      .filter((one) => one.gain > LEAST && fits(one.role, mention, guide))
      .sort((x, y) => y.gain - x.gain)
      .slice(0, 2);
  });
  const ordered = scored.sort((x, y) => x.mention.to - y.mention.to);
  /** The best choices of the first so many, as lists from their ends. */
  interface Path {
    gain: number;
    one: Chosen | null;
    before: Path | null;
  }
  const best: Path[][] = [[{ gain: 0, one: null, before: null }]];
  ordered.forEach((one, i) => {
    let free = i;
    while (free > 0 && ordered[free - 1]!.mention.to > one.mention.from) free -= 1;
    const having = best[free]!.map((before): Path => ({ gain: before.gain + one.gain, one, before }));
    best.push([...best[i]!, ...having].sort((x, y) => y.gain - x.gain).slice(0, most));
  });
  const paths = best.at(-1)!;
  return paths.map(({ gain, ...path }) => {
    const chosen: Chosen[] = [];
    for (let at: Omit<Path, "gain"> | null = path; at?.one; at = at.before)
      chosen.unshift({ mention: at.one.mention, role: at.one.role });
    return { chosen: withLists(chosen.slice(-MAX_CHOSEN), said, guide), log: gain - paths[0]!.gain };
  });
}

function biasOf({ kind, how, isLoose, from }: Mention, { text }: Seen): number {
  if (kind === "topic") return text.tokens[from]!.isQuoted ? QUOTED : BIAS;
  return kind === "value" && !isLoose && /^(?:own|date|range)$/.test(how) ? BIAS : 0;
}
const LISTS = /^(?:,|and|or|nor|vs|versus|&|\/)$/;
const EDGE = /^(?:,|and|or|nor|vs|versus|&|\/|[?.!:;]|than|please|more|most|is|are|get|gets)$/;

/** What stands in a list beside something that has a role has the same. */
function withLists(chosen: Chosen[], { text, mentions, classes, stems }: Seen, guide: Guide): Chosen[] {
  const all = [...chosen];
  const isTaken = (at: number): boolean => all.some(({ mention }) => at >= mention.from && at < mention.to);
  for (let i = 0; i < all.length && all.length < 12; i++) {
    const { mention, role } = all[i]!;
    if (role === "by" || role === "num") continue;
    const word = (at: number): string => text.tokens[at]?.said ?? ".";
    const isEnd = (at: number): boolean => at < 0 || at >= text.tokens.length || EDGE.test(word(at));
    const after = LISTS.test(word(mention.to)) ? mention.to + (LISTS.test(word(mention.to + 1)) ? 2 : 1) : null;
    const before = LISTS.test(word(mention.from - 1))
      ? mention.from - (LISTS.test(word(mention.from - 2)) ? 2 : 1)
      : null;
    const other = mentions
      .filter(
        (one) =>
          one.kind === mention.kind &&
          (one.kind === "topic"
            ? classes.slice(one.from, one.to).every((own) => own === "X")
            : one.column === mention.column) &&
          ((one.from === after && (one.kind === "value" || isEnd(one.to))) ||
            (one.to === before && (one.kind === "value" || isEnd(one.from - 1)))) &&
          !Array.from({ length: one.to - one.from }, (_, k) => one.from + k).some(isTaken) &&
          (one.kind !== "topic" || stems.slice(one.from, one.to).some((stem) => guide.countOf(stem) !== undefined)),
      )
      .sort((a, b) => b.to - b.from - (a.to - a.from))[0];
    if (other) all.push({ mention: other, role });
  }
  return all.sort((a, b) => a.mention.from - b.mention.from);
}

/** Whether a mention can have a role at all. */
export function fits(role: Role, { kind, column }: Pick<Mention, "kind" | "column">, guide: Guide): boolean {
  if (role === "by") return kind === "column";
  if (role === "num")
    return kind === "column" && guide.columns.some(({ name, isNumbers }) => name === column && isNumbers);
  return kind !== "column";
}

/** A topic in words that the data has: as many as records hold together. */
function topicText(tokens: readonly Token[], guide: Guide): string | null {
  const whole = writtenOf(tokens);
  if (guide.told({ topic: whole }) > 0) return whole;
  const content = tokens.filter(({ said }) => !FUNCTION_WORDS.has(said)).slice(0, 4);
  const [best] = Array.from({ length: 2 ** content.length - 2 }, (_, i) =>
    content.filter((_, at) => ((i + 1) >> at) & 1),
  )
    .map((some) => ({ text: writtenOf(some), length: some.length }))
    .map((one) => ({ ...one, told: guide.told({ topic: one.text }) }))
    .filter(({ told }) => told > 0)
    .sort((a, b) => b.length - a.length || b.told - a.told);
  return best?.text ?? null;
}

export interface Parsed {
  frame: Frame;
  /** Words that the data doesn't have. */
  dropped: string[];
  /** Words of the question that may tell something, and that nothing of the frame comes of. */
  unused: string[];
  /** Whether one of these is no verb, or the text speaks of no records. */
  hasSubject: boolean;
  /** How many things of the data the text itself names. */
  named: number;
  /** Another way to read the text that is nearly as likely. */
  other: Frame | null;
}

/** What was chosen as slots; `places` has the mention that each comes of. */
export function slotsOf(
  chosen: readonly Chosen[],
  { text }: Seen,
  guide: Guide,
): { slots: Slot[]; places: Map<Slot, Mention> } {
  const slots: Slot[] = [];
  const places = new Map<Slot, Mention>();
  const add = (slot: Slot, mention: Mention): void => {
    if (slots.some((other) => sameSlot(slot, other))) return;
    slots.push(slot);
    places.set(slot, mention);
  };
  for (const { mention, role } of chosen) {
    const { kind, column, values } = mention;
    if (isExplained(mention, role, chosen, guide)) continue;
    const own = mention.isNot && role !== "not" ? "not" : role;
    if (kind === "topic") {
      const words = text.tokens.slice(mention.from, mention.to);
      add({ role, kind, topic: writtenOf(words), column: "", values: null }, mention);
    } else add({ role: own, kind, topic: "", column, values }, mention);
  }
  return { slots, places };
}

/** "The happy ones (4 or 5 stars)", "cakes, i.e. A and B": what others of the column and role say more closely. */
function isExplained(mention: Mention, role: Role, chosen: readonly Chosen[], guide: Guide): boolean {
  if (mention.kind !== "value" || !/^(?:feeling|within|age)$/.test(mention.how)) return false;
  const own = valuesOf(mention, guide);
  return chosen.some(
    (one) =>
      one.mention !== mention &&
      one.role === role &&
      one.mention.column === mention.column &&
      /^(?:own|other|range|number)$/.test(one.mention.how) &&
      valuesOf(one.mention, guide).every((value) => own.includes(value)),
  );
}

/** What is set side by side is of one kind: of others, values limit it, and topics are looked for. */
function ofOneKind(slots: Slot[]): Slot[] {
  const sides = slots.filter(({ role }) => role === "side");
  const among = (one: Slot): Slot[] => sides.filter(({ kind, column }) => kind === one.kind && column === one.column);
  const [most] = sides.map(among).sort((a, b) => b.length - a.length);
  if (!most || most.length < 2) return slots;
  return slots.map((one) =>
    one.role !== "side" || most.includes(one) ? one : { ...one, role: one.kind === "topic" ? "of" : "among" },
  );
}

/** Values of one column have one role, that of the first: either of them is meant. */
function agreed(all: Slot[]): Slot[] {
  const slots = ofOneKind(all);
  return slots.map((slot) => {
    if (slot.kind !== "value" || slot.role === "not") return slot;
    const own = slots.filter(({ kind, column, role }) => kind === "value" && column === slot.column && role !== "not");
    return { ...slot, role: own.some(({ role }) => role === "side") && own.length > 1 ? "side" : own[0]!.role };
  });
}

export const sameSlot = (a: Slot, b: Slot): boolean =>
  a.kind === b.kind &&
  a.column === b.column &&
  JSON.stringify(a.values) === JSON.stringify(b.values) &&
  stems(a.topic) === stems(b.topic);
/** Topics are compared with each other again and again. */
const stemmed = new Map<string, string>();
const MAX_STEMMED = 1_000;
function stems(topic: string): string {
  let known = stemmed.get(topic);
  if (known === undefined) {
    if (stemmed.size >= MAX_STEMMED) stemmed.clear();
    stemmed.set(topic, (known = topic.toLowerCase().split(/\s+/).map(stemOf).sort().join(" ")));
  }
  return known;
}

/** The lines of the last result, in order: "the second one". */
export type Lines = () => readonly Predicate[];

/** A text with what it may mean of the data. How many are wanted is no value of a column. */
export function seenIn(text: Text, guide: Guide, isFollowUp: boolean): Seen {
  const limits = placesOf(text, new RegExp(LIMIT, "g"));
  const mentions = mentionsIn(text, guide).filter(
    ({ how, from, to }) =>
      !/^(?:number|range|own)$/.test(how) ||
      !limits.some(
        (one) =>
          one.from <= from &&
          to <= one.to &&
          /\d|\b(?:one|two|three|four|five)\b/.test(partOf(text, { from, to }).said),
      ),
  );
  return seen(text, mentions, guide, isFollowUp);
}

/** One way to read a text. */
export interface Way {
  /** Its topics in the words of the text, of which the data may lack some. */
  frame: Frame;
  chosen: readonly Chosen[];
  unused: string[];
  hasSubject: boolean;
  named: number;
  /** How likely it is by the models that it is made of, as a logarithm. */
  log: number;
  features: string[];
}

/** So many guesses of what is asked, choices of mentions for each, and ways in all are compared. */
const GUESSES = 2;
const CHOICES = 6;
const FOLLOWING_CHOICES = 3;
const ASKS_OF_CHOICE = 2;
const WAYS = 10;

/** What a text asks, over what was asked before. */
export function parsed(
  text: Text,
  guide: Guide,
  models: Models,
  before: Frame | null,
  lines: Lines = () => [],
): Parsed {
  const said = seenIn(text, guide, before !== null);
  const ways = waysOf(said, guide, models, before, lines);
  const ranked = ways
    .map((way) => ({ ...way, score: rankOf(models.rank, way.log, way.features) }))
    .sort((x, y) => y.score - x.score);
  const [first, ...others] = ranked;
  const best = settled(first!, text, guide);
  if (before === null && isBare(said)) return { ...best, frame: briefing(best.frame), other: null };
  for (const way of others.slice(0, MAX_OTHERS)) {
    if (way.score <= first!.score + NEARLY) break;
    const other = settled(way, text, guide);
    if (figuresOf(other.frame, guide) === figuresOf(best.frame, guide)) continue;
    const otherLost = lostBy(other);
    // A way that names nothing of the data is no second reading of one that does.
    const [isBest, isOther] = [best, other].map((one) => one.frame.slots.length > 0);
    if (isBest !== isOther) return { ...(isBest ? best : other), other: null };
    return { ...best, unused: best.unused.filter((word) => otherLost.has(word.toLowerCase())), other: other.frame };
  }
  return { ...best, other: null };
}

/** The words that a way takes nothing of. */
const lostBy = ({ unused, dropped }: Pick<Parsed, "unused" | "dropped">): ReadonlySet<string> =>
  new Set([...unused, ...dropped].flatMap((said) => said.toLowerCase().split(" ")));

/** Ways looked at for one that tells something else. */
const MAX_OTHERS = 3;

/** A way with topics that the data has. What it lacks of them is left out, and named. */
export function settled(
  { frame, chosen, unused, hasSubject, named }: Way,
  { tokens }: Text,
  guide: Guide,
): Omit<Parsed, "other"> {
  const dropped: string[] = [];
  const lost: string[] = [];
  const slots = frame.slots.flatMap((slot): Slot[] => {
    const place = chosen.find(
      ({ mention: { kind, from, to } }) => kind === "topic" && writtenOf(tokens.slice(from, to)) === slot.topic,
    );
    if (slot.kind !== "topic" || !place) return [slot];
    const words = tokens.slice(place.mention.from, place.mention.to);
    const isQuoted = words.length > 1 && words.every((word) => word.isQuoted);
    if (isQuoted && guide.told({ words: slot.topic }) > 0) return [{ ...slot, isExact: true }];
    const topic = topicText(words, guide);
    if (topic === null) {
      dropped.push(place.mention.said);
      return [];
    }
    const kept = topic.split(" ");
    lost.push(
      ...words.flatMap(({ said, written }) => (kept.includes(written) || FUNCTION_WORDS.has(said) ? [] : [written])),
    );
    return [{ ...slot, topic }];
  });
  const isKnown = (one: Slot, i: number): boolean => slots.findIndex((other) => sameSlot(one, other)) === i;
  return {
    frame: { ...frame, slots: slots.filter(isKnown) },
    ...{ dropped, unused: [...unused, ...lost], hasSubject, named: named - dropped.length },
  };
}

/** "Netlink refunds": a few words that name something and ask nothing. */
const isBare = ({ text, classes }: Seen): boolean =>
  text.tokens.length <= MAX_BARE &&
  classes.every((own) => own === "X" || /^(?:the|a|an|and|at|in|of|on|for|about)$/.test(own));
const MAX_BARE = 5;

/** What is named, with its themes: right for most of what is not clearly asked. */
const briefing = (frame: Frame): Frame => ({
  ...frame,
  ask: "themes",
  slots: frame.slots.map((slot) => (slot.role === "side" ? { ...slot, role: "among" } : slot)),
});

/** What a frame's answer tells, in whatever order: a split tells counts and shares alike. */
function figuresOf(frame: Frame, guide: Guide): string {
  const { of, among, order: _order, limit: _limit, fewest: _fewest, ...step } = stepsOf(frame, guide)[0] as StepParts;
  const isOfAll = step.do === "split" || step.do === "count";
  return JSON.stringify([step, ...(isOfAll ? [allOf(of, among)] : [of, among])]);
}
type StepParts = { do: string; of?: Predicate; among?: Predicate } & Record<"order" | "limit" | "fewest", unknown>;

/** A way that is at least half as likely as the best. */
const NEARLY = Math.log(0.5);

/** The score of a way: the likelihood of its parts with the weight that was learnt for it, and what tells of the whole. */
const rankOf = (rank: Model, log: number, features: readonly string[]): number =>
  log * (rank.weights[LOG] ? scoresOf(rank, [LOG])[0]! : 1) + scoresOf(rank, features)[0]!;
/** The weight of `Way.log`. */
const LOG = "log";

/** Ways to read a text, the likeliest by their parts first. */
export function waysOf(said: Seen, guide: Guide, models: Models, before: Frame | null, lines: Lines): Way[] {
  const choices = new Map<string, { chosen: Chosen[]; log: number }>();
  const plain = plainScores(said, guide, models.role);
  const placeOf = new Map(said.mentions.map((mention, at) => [mention, at]));
  for (const { ask, log } of guessesOf(said, guide, models.first, before).slice(0, GUESSES))
    for (const one of choicesOf(said, guide, models.role, plain, ask, before ? FOLLOWING_CHOICES : CHOICES)) {
      const key = one.chosen.map(({ mention, role }) => `${placeOf.get(mention)}${role}`).join();
      if (log + one.log > (choices.get(key)?.log ?? -Infinity)) choices.set(key, { ...one, log: log + one.log });
    }
  const likely = [...choices.values()].sort((x, y) => y.log - x.log).slice(0, WAYS / ASKS_OF_CHOICE);
  const ways = likely.flatMap(({ chosen, log }) => {
    const placed = slotsOf(chosen, said, guide);
    const features = askedFeatures(said, chosen, placed.slots, guide, before);
    return asksOf(logProbabilities(models.ask, features), models.ask, before)
      .slice(0, ASKS_OF_CHOICE)
      .flatMap((asked) => framesOf(said, chosen, placed, asked, features, guide, models, before, lines))
      .map((way) => ({ ...way, log: way.log + log }));
  });
  const found = new Map<string, Way>();
  for (const way of ways.sort((x, y) => y.log - x.log)) {
    const { ask, slots, order } = way.frame;
    const key = JSON.stringify([ask, slots, order]);
    if (!found.has(key)) found.set(key, way);
  }
  return [...found.values()].slice(0, WAYS);
}

/** Whether a word says what is felt; all records of complaints complain. */
const isFeeling = (stem: string, { record }: Guide): boolean =>
  FEELING_STEMS.has(stem) && !stemOf(record.one).startsWith(stem);
const FEELING_STEMS = new Set([...FEELING_WORDS].map(stemOf));

interface Asked {
  ask: Ask;
  log: number;
}

/** The words that no mention takes; what is felt tells something unless what is asked comes of it. */
const unusedOf = ({ text, classes, sentence }: Seen, chosen: readonly Chosen[], ask: Ask, guide: Guide): string[] =>
  text.tokens.flatMap(({ said, written, isWord }, at) => {
    const isMeant = isFeeling(stemOf(said), guide) ? CUES[ask] === undefined : classes[at] === "X";
    const isTold = isWord && isMeant && !ASKING_WORDS.has(said) && (sentence[at]!.asks || sentence[at]!.isLast);
    return isTold && chosen.every(({ mention: { from, to } }) => at < from || at >= to) ? [written] : [];
  });

/** What was chosen in a text as slots, over what was asked before: with what is carried most likely, and with one thing otherwise. */
function framesOf(
  said: Seen,
  chosen: readonly Chosen[],
  { slots: own, places }: ReturnType<typeof slotsOf>,
  { ask, log }: Asked,
  features: readonly string[],
  guide: Guide,
  models: Models,
  before: Frame | null,
  lines: Lines,
): Way[] {
  const { text } = said;
  const unused = unusedOf(said, chosen, ask, guide);
  const ofData = said.classes.some((own) => own === "REC" || own === "PER");
  const hasSubject = text.tokens.some(
    (token, i) =>
      said.classes[i] === "X" && unused.includes(token.written) && (!ofData || !/^[VG]/.test(said.tags[i]!)),
  );
  const isSame = ask === before?.ask;
  const order = logProbabilities(models.order, features);
  const rest = {
    ask,
    order: order[0]! >= order[1]! ? ("most" as const) : ("least" as const),
    limit: limitIn(text.said) ?? (isSame ? before.limit : null),
    fewest: fewestIn(text.said) ?? (isSame ? before.fewest : null),
    claim: null,
  };
  return carriedOf(before, own, ask, said, guide, models, lines).map((one) => {
    const grouped = withGroups(own, one.slots, places, said, models, before, ask);
    const slots = agreed([
      ...one.slots,
      ...grouped.filter((slot) => !one.slots.some((other) => sameSlot(slot, other))),
    ]);
    const frame = { ...rest, slots, older: before ? olderOf(before, slots) : [] };
    return {
      ...{ frame, chosen, unused, hasSubject, named: own.length, log: log + one.log },
      features: wayFeatures(said, chosen, frame, one.slots, guide, before),
    };
  });
}

/** Where a follow-up points to. */
function pointsIn({ said }: Text): string[] {
  const { line, lines, ...points } = pointersIn(said);
  return Object.entries({ ...points, line: line !== null, lines: lines > 0 }).flatMap(([name, is]) =>
    is ? [name] : [],
  );
}

/** What tells what is asked, in a follow-up also by what was asked before. */
export function askedFeatures(
  said: Seen,
  chosen: readonly Chosen[],
  own: readonly Slot[],
  guide: Guide,
  before: Frame | null,
): string[] {
  const found = askFeatures(said, chosen, guide, before?.ask ?? null);
  if (!before) return found;
  const had = [...new Set(before.slots.map(({ role, kind }) => `${role}:${kind[0]!}`))].sort();
  const isAgain = own.some(
    ({ kind, column }) => kind === "value" && before.slots.some((one) => one.kind === "value" && one.column === column),
  );
  const isOlder = own.some(
    ({ kind, column }) => kind === "value" && before.older.some((one) => one.kind === "value" && one.column === column),
  );
  const facts = [
    `had=${had.join("+")}`,
    ...had.map((one) => `had=${one}`),
    ...(isAgain ? ["again"] : []),
    ...(isOlder ? ["againOlder"] : []),
    ...(own.length === 0 ? ["nothing"] : []),
    ...pointsIn(said.text),
    `order=${before.order}`,
  ];
  for (const fact of facts) found.push(`g|${fact}`);
  return found;
}

/** Topics of one role are alternatives or all meant: each beside the one before it, the first beside those that are carried. */
function withGroups(
  own: readonly Slot[],
  carried: readonly Slot[],
  places: ReadonlyMap<Slot, Mention>,
  said: Seen,
  models: Models,
  before: Frame | null,
  ask: Ask,
): Slot[] {
  let next = 1 + Math.max(0, ...[...(before?.slots ?? []), ...(before?.older ?? [])].map(({ group }) => group ?? 0));
  const last = new Map<Role, { slot: Slot; group: number }>();
  return own.map((slot) => {
    if (slot.kind !== "topic") return slot;
    const former = slot.role === "side" ? undefined : last.get(slot.role);
    const beside = carried.find(({ kind, role }) => kind === "topic" && role === slot.role && role !== "side");
    const isAny = former
      ? joinOf(joinFeatures(places.get(former.slot)!, places.get(slot)!, said, ask), models) === "any"
      : beside && before && joinOf(mixedFeatures(said, before, ask), models) === "any";
    const group = isAny ? (former?.group ?? beside?.group ?? 0) : next++;
    last.set(slot.role, { slot, group });
    return { ...slot, group };
  });
}

/** Slots of earlier frames that this one doesn't have. */
export const olderOf = (before: Frame, slots: readonly Slot[]): Slot[] =>
  [...before.slots, ...before.older].filter((one) => !slots.some((other) => sameSlot(one, other))).slice(0, 6);

/** What a follow-up may go on with: a slot of the last frame, of an older one, or of a line of the last result. */
export interface Candidate {
  slot: Slot;
  from: "last" | "older" | "line";
}

export function candidatesOf(before: Frame, own: readonly Slot[], { text }: Seen, lines: Lines): Candidate[] {
  const isNew = ({ slot }: Candidate, i: number, all: readonly Candidate[]): boolean =>
    !own.some((one) => sameSlot(one, slot)) && all.findIndex((one) => sameSlot(one.slot, slot)) === i;
  return [
    ...pointedTo(text, lines).map((slot): Candidate => ({
      slot: before.slots.find((one) => sameSlot(one, slot)) ?? slot,
      from: "line",
    })),
    ...before.slots.map((slot): Candidate => ({ slot, from: "last" })),
    ...before.older.map((slot): Candidate => ({ slot, from: "older" })),
  ].filter(isNew);
}

/** The records of the lines that are pointed to, as slots: "the second one", "the two". */
function pointedTo({ said }: Text, lines: Lines): Slot[] {
  const { line, lines: first } = pointersIn(said);
  const one = line === null ? undefined : lines().at(line);
  if (one) return slotsIn(one);
  return first > 0 ? lines().slice(0, first).flatMap(slotsIn) : [];
}

const slotsIn = ({ topic, where = {}, all = [] }: Predicate): Slot[] => [
  ...(topic === undefined ? [] : [{ role: "of" as const, kind: "topic" as const, topic, column: "", values: null }]),
  ...Object.entries(where).map(([column, values]): Slot => ({
    role: "among",
    kind: "value",
    topic: "",
    column,
    values: typeof values === "string" ? [values] : values,
  })),
  ...all.flatMap(slotsIn),
];

/** How many may be wanted, in words. */
const NUMBERS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(Object.entries(NUMBER_WORDS).filter(([, number]) => number >= 2 && number <= 10)),
  ...{ couple: 2, few: 3, handful: 5 },
};
const N = `(\\d{1,2}|${Object.keys(NUMBERS).join("|")})`;
const LIMIT = new RegExp(
  `\\b(?:top|first|main|which|what|bottom) ${N}\\b|\\b${N} (?:[\\w-]+ )?(?:quotes?|examples?|reasons?|themes?|topics?|problems?|issues?|complaints?|verbatims?|things|wishes|excerpts)\\b|\\b${N} (?:most|biggest|main|largest|top|best|worst)\\b|^(?:show|give|list|name|read)(?: me| us)? ${N}\\b|\\b${N} please\\b|\\b(?:just|exactly) ${N}\\b`,
);
/** How many are wanted: "the top three". */
function limitIn(said: string): number | null {
  const number = LIMIT.exec(said)
    ?.slice(1)
    .find((one) => one !== undefined);
  return number === undefined || number === "1" ? null : Math.min(20, Math.max(1, NUMBERS[number] ?? Number(number)));
}

/** "At least 30 reviews", "min 10": the records of a group that is listed. */
const FEWEST =
  /\b(?:at least|min(?:imum)?(?: of)?|no fewer than|more than|over|(?:with|under) (?:fewer|less) than) (\d{1,5})(?: [a-z]+)?|\b(\d{1,5}) (?:[a-z]+ )?or more(?: [a-z]+)?|\b(\d{1,5}) ?\+/;
function fewestIn(said: string): number | null {
  const found = FEWEST.exec(said)
    ?.slice(1)
    .find((one) => one !== undefined);
  return found === undefined || Number(found) < 5 ? null : Number(found);
}

export function carryFeatures(
  { slot, from }: Candidate,
  before: Frame,
  slots: readonly Slot[],
  ask: string,
  said: Seen,
  guide: Guide,
): string[] {
  const old = from === "last" ? "" : `${from} `;
  const kind = slot.kind === "topic" ? `${old}t` : `${old}${slot.kind[0]!}/${columnKind(slot.column, guide)}`;
  const role = `${old}${slot.role}:${slot.kind[0]!}`;
  const has = (is: (one: Slot) => boolean): boolean => slots.some(is);
  const siblings = before.slots.filter(
    (one) => one !== slot && one.kind === slot.kind && one.role === slot.role && one.column === slot.column,
  ).length;
  const facts = [
    `ask=${ask}`,
    `before=${before.ask}`,
    `${before.ask}>${ask}`,
    ...(before.ask === ask ? ["sameAsk"] : []),
    ...(before.older.length > 0 ? ["hasOlder"] : []),
    ...(before.older.some((one) => one.kind === slot.kind && one.column === slot.column && one !== slot)
      ? ["olderOfColumn"]
      : []),
    ...(before.slots.some((one) => one.role !== slot.role && one.kind === "topic") ? ["otherTopic"] : []),
    ...(siblings > 0 ? ["siblings"] : []),
    `n${Math.min(12, said.text.tokens.length)}`,
    ...(has(({ kind: k }) => k === "topic") ? ["newTopic"] : []),
    ...(has(({ kind: k }) => k === "value") ? ["newValue"] : []),
    ...(has(({ column, kind: k }) => k === "value" && column === slot.column) ? ["newOfColumn"] : []),
    ...(has(({ column, kind: k }) => k === "column" && column === slot.column) ? ["newColumnSame"] : []),
    ...(has(({ role: r }) => r === "by") ? ["newBy"] : []),
    ...(has(({ role: r }) => r === "num") ? ["newNum"] : []),
    ...(has(({ role: r }) => r === "not") ? ["newNot"] : []),
    ...(slots.length === 0 ? ["nothingNew"] : []),
    ...pointsIn(said.text),
    `new=${[...new Set(slots.map(({ role: r, kind: k }) => `${r}:${k[0]!}`))].sort().join("+")}`,
  ];
  const { classes, cues } = said;
  const first = `${classes[0] ?? ""}_${classes[1] ?? ""}`;
  const found = [role, kind, `${role}|${kind}`];
  for (const base of [role, kind]) {
    for (const fact of facts) found.push(`${base}|${fact}`);
    for (const cue of cues) found.push(`${base}|c=${cue}`);
    found.push(`${base}|first=${first}`, `${base}|first1=${classes[0] ?? ""}`);
  }
  for (let i = 0; i < facts.length; i++)
    for (let j = 0; j < i; j++) found.push(`${old}${slot.kind[0]!}|${facts[j]}&${facts[i]}`);
  for (const cue of cues) for (const fact of facts) found.push(`${old}${slot.kind[0]!}|c=${cue}&${fact}`);
  return [...new Set(found)];
}

/** What is carried into a frame most likely, each slot with its role there; then the same with the least sure one otherwise. */
function carriedOf(
  before: Frame | null,
  own: readonly Slot[],
  ask: Ask,
  said: Seen,
  guide: Guide,
  { carry }: Models,
  lines: Lines,
): { slots: Slot[]; log: number }[] {
  if (!before) return [{ slots: [], log: 0 }];
  const none = carry.labels.indexOf("none");
  const decided = candidatesOf(before, own, said, lines).map((one) => {
    const logs = logProbabilities(carry, carryFeatures(one, before, own, ask, said, guide));
    const ways = carry.labels
      .map((label, i) => ({ label, log: logs[i]! }))
      .filter(
        ({ label }, i) =>
          i === none ||
          // What was left out stays left out, or isn't spoken of any more.
          (fits(label as Role, one.slot, guide) && (one.slot.role !== "not" || label === "not")),
      )
      .sort((x, y) => y.log - x.log);
    return { slot: one.slot, ways };
  });
  const slotsBy = (other: number | null): Slot[] =>
    decided.flatMap(({ slot, ways }, i): Slot[] => {
      const { label } = ways[i === other ? 1 : 0]!;
      return label === "none" ? [] : [{ ...slot, role: label as Role }];
    });
  const margins = decided
    .map(({ ways: [best, next] }, i) => ({ i, log: next ? next.log - best!.log : -Infinity }))
    .sort((x, y) => y.log - x.log);
  return [
    { slots: slotsBy(null), log: 0 },
    ...margins
      .slice(0, CARRIED)
      .filter(({ log }) => log > LEAST)
      .map(({ i, log }) => ({ slots: slotsBy(i), log })),
  ];
}
/** So many of the least sure decisions of what is carried are also taken otherwise. */
const CARRIED = 2;

/** What tells whether new topics are alternatives to those that are carried, or limit them. */
export const mixedFeatures = ({ cues, classes, stems }: Seen, before: Frame, ask: string): string[] =>
  [
    "b",
    `ask=${ask}`,
    `${before.ask}>${ask}`,
    `n${Math.min(8, classes.length)}`,
    `first=${classes[0] ?? ""}`,
    ...cues.map((cue) => `c=${cue}`),
    ...stems.map((stem) => `s=${stem}`),
  ].map((one) => `mixed|${one}`);

/** What tells whether two topics that follow each other are alternatives. */
export function joinFeatures(one: Mention, other: Mention, { classes, near }: Seen, ask: string): string[] {
  const between = near.slice(one.to, other.from);
  const cues = new Set(
    classes.filter((word) => /^(?:both|and|or|together|also|either|same|with|nor|neither|as)$/.test(word)),
  );
  return [
    ...["b", `ask=${ask}`, `all=${between.slice(0, 4).join("_")}`, `size${Math.min(4, between.length)}`],
    ...[`before=${near[one.from - 1] ?? "^"}`, `first=${between[0] ?? "-"}`, `last=${between.at(-1) ?? "-"}`],
    ...between.map((word) => `w=${word}`),
    ...[...cues].map((cue) => `c=${cue}`),
  ];
}

function joinOf(features: readonly string[], { join }: Models): "any" | "all" {
  const logs = logProbabilities(join, features);
  return logs[join.labels.indexOf("any")]! >= logs[join.labels.indexOf("all")]! ? "any" : "all";
}
