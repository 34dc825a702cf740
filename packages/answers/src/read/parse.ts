import { stemOf } from "../dataset/words";
import type { Guide } from "../guide";
import { NUMBER_WORDS } from "../numberWords";
import type { Predicate } from "../plan";
import { pointersIn } from "./pointers";
import { FUNCTION_WORDS } from "./lexicon";
import type { Text } from "./text";
import { writtenOf, type Token } from "./tokens";
import { askFeatures, columnKind, featuresOf, firstFeatures, guessFeatures, seen, type Seen } from "./features";
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
}

export interface Chosen {
  mention: Mention;
  role: Role;
}

/** What a text seems to ask before its mentions are chosen. */
export function guessOf(said: Seen, guide: Guide, first: Model, asked: Ask | null): Ask {
  const scores = scoresOf(first, firstFeatures(said, guide, asked));
  const [best] = first.labels
    .map((label, i) => ({ label, score: scores[i]! }))
    .filter(({ label }) => asked !== null || label !== "same")
    .sort((a, b) => b.score - a.score);
  return best!.label === "same" ? asked! : (best!.label as Ask);
}

/** The mentions that together have the highest score, none over another: what no mention takes counts nothing. */
export function chosenOf(
  said: Seen,
  guide: Guide,
  { first, role }: Pick<Models, "first" | "role">,
  asked: Ask | null = null,
  guess = guessOf(said, guide, first, asked),
): Chosen[] {
  /** What comes nearest to being asked about, and to being what it is split by. */
  let nearest: Scored | null = null;
  let nearestBy: Scored | null = null;
  const scored: Scored[] = [];
  for (const mention of said.mentions) {
    const scores = scoresOf(role, [...featuresOf(mention, said, guide), ...guessFeatures(mention, said, guide, guess)]);
    const bias = biasOf(mention, said);
    const [best] = role.labels
      .map((label, i): Scored => ({ mention, role: label as Role, gain: scores[i]! + bias }))
      .filter((one) => fits(one.role, mention, guide))
      .sort((a, b) => b.gain - a.gain);
    if (!best) continue;
    if (best.gain > 0) scored.push(best);
    if (mention.kind !== "column" && best.gain > (nearest?.gain ?? LEAST)) nearest = best;
    if (best.role === "by" && best.gain > (nearestBy?.gain ?? LEAST)) nearestBy = best;
  }
  const ordered = scored.sort((a, b) => a.mention.to - b.mention.to);
  /** The best of the first so many: its score, and whether it has the last of them. */
  const best: { gain: number; has: boolean; before: number }[] = [{ gain: 0, has: false, before: 0 }];
  ordered.forEach((one, i) => {
    let free = i;
    while (free > 0 && ordered[free - 1]!.mention.to > one.mention.from) free -= 1;
    const gain = best[free]!.gain + one.gain;
    best.push(
      gain > best[i]!.gain ? { gain, has: true, before: free } : { gain: best[i]!.gain, has: false, before: i },
    );
  });
  const found: Chosen[] = [];
  for (let at = ordered.length; at > 0; at = best[at]!.before)
    if (best[at]!.has) found.unshift({ mention: ordered[at - 1]!.mention, role: ordered[at - 1]!.role });
  const fill = (one: Scored | null): void => {
    if (one && found.every(({ mention }) => mention.to <= one.mention.from || mention.from >= one.mention.to))
      found.push(one);
  };
  // Who asks how many, or for quotes, mostly says of what; and who asks for a list of groups, of which.
  if (asked === null && NEEDS.has(guess) && found.every(({ mention }) => mention.kind === "column")) fill(nearest);
  if (guess === "split" && found.every(({ role: own }) => own !== "by" && own !== "side")) fill(nearestBy);
  return withLists(found, said, guide);
}

const NEEDS: ReadonlySet<string> = new Set(["count", "share", "quotes"]);
/** A topic is looked for rather than left out. */
const BIAS = 0.5;

/** Missing what was meant costs more than what is read too much: what is named exactly is rather taken than left. */
function biasOf({ kind, how, isLoose, from }: Mention, { text }: Seen): number {
  if (kind === "topic") return text.tokens[from]!.isQuoted ? QUOTED : BIAS;
  return kind === "value" && !isLoose && /^(?:own|date|range)$/.test(how) ? BIAS : 0;
}
/** What scores less isn't meant, even where something must be. */
const LEAST = -1.5;
interface Scored extends Chosen {
  gain: number;
}
/** What stands in quotation marks is looked for. */
const QUOTED = 3;
const LISTS = /^(?:,|and|or|nor|vs|versus|&|\/)$/;
const EDGE = /^(?:,|and|or|nor|vs|versus|&|\/|[?.!:;]|than|please|more|most|is|are|get|gets)$/;

/** What stands in a list beside something that has a role has the same. */
function withLists(chosen: Chosen[], { text, mentions, classes }: Seen, guide: Guide): Chosen[] {
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
          (one.kind !== "topic" || guide.told({ topic: one.said }) > 0),
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
  /** How many things of the data the text itself names. */
  named: number;
  /** How sure the reading is of what is asked, 0 to 1. */
  sure: number;
}

/** What was chosen as slots; `places` has the mention that each comes of. */
export function slotsOf(
  chosen: readonly Chosen[],
  { text }: Seen,
  guide: Guide,
): { slots: Slot[]; dropped: string[]; places: Map<Slot, Mention> } {
  const slots: Slot[] = [];
  const places = new Map<Slot, Mention>();
  const add = (slot: Slot, mention: Mention): void => {
    if (slots.some((other) => sameSlot(slot, other))) return;
    slots.push(slot);
    places.set(slot, mention);
  };
  const dropped: string[] = [];
  for (const { mention, role } of chosen) {
    const { kind, column, values } = mention;
    if (isExplained(mention, role, chosen, guide)) continue;
    const own = mention.isNot && role !== "not" ? "not" : role;
    if (kind === "topic") {
      const words = text.tokens.slice(mention.from, mention.to);
      const whole = writtenOf(words);
      const isQuoted = words.length > 1 && words.every((word) => word.isQuoted);
      const topic = isQuoted && guide.told({ words: whole }) > 0 ? whole : topicText(words, guide);
      if (topic === null) dropped.push(mention.said);
      else
        add(
          { role, kind, topic, ...(isQuoted && topic === whole && { isExact: true }), column: "", values: null },
          mention,
        );
    } else add({ role: own, kind, topic: "", column, values }, mention);
  }
  return { slots, dropped, places };
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
const stems = (topic: string): string => topic.toLowerCase().split(/\s+/).map(stemOf).sort().join(" ");

/** The lines of the last result, in order: "the second one". */
export type Lines = () => readonly Predicate[];

/** What a text asks, over what was asked before. */
export function parsed(
  text: Text,
  guide: Guide,
  models: Models,
  before: Frame | null,
  lines: Lines = () => [],
): Parsed {
  const said = seen(text, mentionsIn(text, guide), guide, before !== null);
  const beforeAsk = before?.ask ?? null;
  const guess = guessOf(said, guide, models.first, beforeAsk);
  const first = chosenOf(said, guide, models, beforeAsk, guess);
  const placed = slotsOf(first, said, guide);
  const asked = askIn(askedFeatures(said, first, placed.slots, guide, before), models, before);
  if (asked.ask === guess) return frameOf(said, first, placed, asked, guide, models, before, lines);
  // What is asked may be another thing than the words alone seemed to ask.
  const chosen = chosenOf(said, guide, models, beforeAsk, asked.ask);
  return frameOf(said, chosen, slotsOf(chosen, said, guide), asked, guide, models, before, lines);
}

interface Asked {
  ask: Ask;
  log: number;
}

/** What was chosen in a text as slots, over what was asked before. */
function frameOf(
  said: Seen,
  chosen: readonly Chosen[],
  { slots: own, dropped, places }: ReturnType<typeof slotsOf>,
  { ask, log }: Asked,
  guide: Guide,
  models: Models,
  before: Frame | null,
  lines: Lines,
): Parsed {
  const { text } = said;
  const features = askedFeatures(said, chosen, own, guide, before);
  const carried = before
    ? carriedOf(before, candidatesOf(before, own, said, lines), own, ask, said, guide, models).filter(
        (one) =>
          one.kind !== "value" ||
          one.role === "not" ||
          one.role === "side" ||
          ADDS.test(text.said) ||
          !own.some(
            ({ kind, column, role }) => kind === "value" && column === one.column && role !== "not" && role !== "side",
          ),
      )
    : [];
  const isSame = ask === before?.ask;
  const grouped = withGroups(own, carried, places, said, models, before, ask);
  const all = agreed([...carried, ...grouped.filter((one) => !carried.some((other) => sameSlot(one, other)))]);
  const order = logProbabilities(models.order, features);
  return {
    frame: {
      ask,
      slots: all,
      order: order[0]! >= order[1]! ? "most" : "least",
      limit: limitIn(text.said) ?? (isSame ? before.limit : null),
      fewest: fewestIn(text.said) ?? (isSame ? before.fewest : null),
      claim: null,
      older: before ? olderOf(before, all) : [],
    },
    dropped,
    named: own.length,
    sure: Math.exp(log),
  };
}

/** A value takes the place of one of its column, unless it is said to join it. */
const ADDS = /\b(?:also|add|plus|too|as well|together|both|include|including|or)\b/;

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

/** What is asked most likely: what was asked before may be asked by its words, or by none. */
function askIn(features: readonly string[], { ask: model }: Models, before: Frame | null): { ask: Ask; log: number } {
  const logs = logProbabilities(model, features);
  const same = before ? Math.exp(logs[model.labels.indexOf("same")]!) : 0;
  return model.labels
    .flatMap((label, i) =>
      label === "same"
        ? []
        : { ask: label as Ask, log: Math.log(Math.exp(logs[i]!) + (label === before?.ask ? same : 0)) },
    )
    .reduce((best, one) => (one.log > best.log ? one : best));
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

/** The records of the line that is pointed to, as slots. */
function pointedTo({ said }: Text, lines: Lines): Slot[] {
  const { line } = pointersIn(said);
  const one = line === null ? undefined : lines().at(line);
  return one ? slotsIn(one) : [];
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

/** What is carried into a frame, each slot with its role there. */
function carriedOf(
  before: Frame,
  candidates: readonly Candidate[],
  own: readonly Slot[],
  ask: Ask,
  said: Seen,
  guide: Guide,
  { carry }: Models,
): Slot[] {
  return candidates.flatMap((one): Slot[] => {
    const logs = logProbabilities(carry, carryFeatures(one, before, own, ask, said, guide));
    let best = carry.labels.indexOf("none");
    carry.labels.forEach((label, i) => {
      if (label === "none" || logs[i]! <= logs[best]! || !fits(label as Role, one.slot, guide)) return;
      // What was left out stays left out, or isn't spoken of any more.
      if (one.slot.role !== "not" || label === "not") best = i;
    });
    const role = carry.labels[best]!;
    return role === "none" ? [] : [{ ...one.slot, role: role as Role }];
  });
}

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
