/**
 * Trains the local reader of questions on `questions.jsonl` and writes its weights: `npm run reader:train`. The same
 * questions give the same weights. With `-- --held-out`, each author's questions are read by models that learnt from the
 * others only, and a table says how often the plan computes what the gold plan does; nothing is written.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Guide } from "../../../packages/answers/src/guide";
import type { Plan, Predicate } from "../../../packages/answers/src/plan";
import { ASKS, type Frame, type Role } from "../../../packages/answers/src/read/frame";
import { featuresOf, firstFeatures, guessFeatures, seen, type Seen } from "../../../packages/answers/src/read/features";
import type { Model } from "../../../packages/answers/src/read/maxent";
import type { Packed } from "../../../packages/answers/src/read/models";
import { mentionsIn, valuesOf, type Mention } from "../../../packages/answers/src/read/mentions";
import {
  askedFeatures,
  candidatesOf,
  carryFeatures,
  chosenOf,
  fits,
  guessOf,
  joinFeatures,
  mixedFeatures,
  olderOf,
  sameSlot,
  slotsOf,
  type Chosen,
  type Models,
} from "../../../packages/answers/src/read/parse";
import { respelt } from "../../../packages/answers/src/read/spelling";
import { lastTokensOf, textOf } from "../../../packages/answers/src/read/text";
import { conversations, trainedOn, type Corpus } from "./corpora";
import { goldOf, goldSlot, labelOf } from "./gold";
import { heldOut } from "./heldOut";
import { learned, learnedChoice, type Choice, type Example, type Settings } from "./learn";

const ROLES: readonly Role[] = ["of", "among", "not", "side", "by", "num"];
const CHOICE: Settings = { epochs: 5, fewest: 4, decay: 0.01, rate: 0.15 };
const FIRST: Settings = { epochs: 10, fewest: 3, decay: 0.001, rate: 0.2 };
const LABELS: Settings = { epochs: 12, fewest: 2, decay: 0.01, rate: 0.2 };

/** One turn with its gold frame, over the gold frame before it. */
interface Turn {
  corpus: Corpus;
  said: Seen;
  gold: Frame;
  before: Frame | null;
  lines: () => readonly Predicate[];
  /** What each mention is, by the gold plan. */
  labels: readonly (Role | "none")[];
}

function turnsOf(): Turn[] {
  return conversations().flatMap(({ corpus, turns }) => {
    const { guide, linesOf } = corpus;
    let before: Frame | null = null;
    let plan: Plan | null = null;
    return turns.flatMap(({ asks, plan: own }): Turn[] => {
      if (!own) return [];
      const text = textOf(respelt(lastTokensOf(asks), guide));
      const said = seen(text, mentionsIn(text, guide), guide, before !== null);
      const gold = goldOf(own);
      if (before) gold.older = olderOf(before, gold.slots);
      const steps = plan?.steps ?? [];
      const lines = (): readonly Predicate[] =>
        steps[0]?.do === "compare" ? steps[0].sides : steps[0] ? linesOf(steps[0]) : [];
      const turn = { corpus, said, gold, before, lines, labels: labelsOf(said, gold, guide) };
      [before, plan] = [gold, own];
      return [turn];
    });
  });
}

/** Of several mentions of the same words, one that is exactly what is meant takes the place of those that are a part of it. */
function labelsOf({ mentions }: Seen, gold: Frame, guide: Guide): (Role | "none")[] {
  const labels = mentions.map((mention) => labelOf(mention, gold, guide));
  const key = (one: Pick<Mention, "column" | "values">): string => valuesOf(one, guide).sort().join("|");
  const isExact = mentions.map(
    (mention, i) =>
      labels[i] !== "none" &&
      mention.kind === "value" &&
      gold.slots.some((slot) => slot.kind === "value" && slot.column === mention.column && key(mention) === key(slot)),
  );
  return labels.map((label, i) => {
    const { kind, from, to, column } = mentions[i]!;
    const isPart =
      kind === "value" &&
      !isExact[i] &&
      mentions.some((one, j) => isExact[j] && one.from === from && one.to === to && one.column === column);
    return isPart ? "none" : label;
  });
}

/** The mentions that a gold plan takes: of those that overlap, the longest. */
function goldChosen({ said, labels }: Turn): Chosen[] {
  const chosen: Chosen[] = [];
  const ordered = said.mentions
    .flatMap((mention, i) => (labels[i] === "none" ? [] : [{ mention, role: labels[i] as Role }]))
    .sort((a, b) => b.mention.to - b.mention.from - (a.mention.to - a.mention.from));
  for (const one of ordered)
    if (!chosen.some(({ mention: { from, to } }) => from < one.mention.to && one.mention.from < to)) chosen.push(one);
  return chosen.sort((a, b) => a.mention.from - b.mention.from);
}

const askBefore = ({ before }: Turn): Frame["ask"] | null => before?.ask ?? null;
const asksOf = ({ gold, before }: Turn): string[] => (before?.ask === gold.ask ? [gold.ask, "same"] : [gold.ask]);

const firstExample = (turn: Turn): Example => ({
  features: firstFeatures(turn.said, turn.corpus.guide, askBefore(turn)),
  gold: asksOf(turn),
  corpus: turn.corpus.name,
});

/** A turn's mentions, with what a model guessed that is asked. */
function choiceOf(turn: Turn, guess: Frame["ask"]): Choice {
  const { said, corpus, labels } = turn;
  return {
    length: said.text.tokens.length,
    corpus: corpus.name,
    arcs: said.mentions.map((mention, i) => ({
      from: mention.from,
      to: mention.to,
      features: [...featuresOf(mention, said, corpus.guide), ...guessFeatures(mention, said, corpus.guide, guess)],
      gold: labels[i]!,
      mayBe: ROLES.map((role) => fits(role, mention, corpus.guide)),
    })),
  };
}

/** What a choice of mentions tells of the rest: what is asked, what is carried, how topics belong together. */
interface Rest {
  ask: Example[];
  carry: Example[];
  join: Example[];
  order: Example[];
}

function restOf(turn: Turn, chosen: readonly Chosen[], isGold: boolean): Rest {
  const { said, gold, before, corpus, lines } = turn;
  const { guide, name } = corpus;
  const { slots } = slotsOf(chosen, said, guide);
  const features = askedFeatures(said, chosen, slots, guide, before);
  const rest: Rest = { ask: [{ features, gold: asksOf(turn), corpus: name }], carry: [], join: [], order: [] };
  if (before && isGold)
    for (const one of candidatesOf(before, slots, said, lines)) {
      const now = gold.slots.find((slot) => sameSlot(slot, one.slot));
      const own = carryFeatures(one, before, slots, gold.ask, said, guide);
      rest.carry.push({ features: own, gold: [now?.role ?? "none"], corpus: name });
    }
  if (!isGold) return rest;
  if (/^(?:split|average|rank)$/.test(gold.ask)) rest.order.push({ features, gold: [gold.order], corpus: name });
  const topics = gold.slots.filter(({ kind }) => kind === "topic");
  const isOld = (slot: Frame["slots"][number]): boolean => before?.slots.some((one) => sameSlot(one, slot)) === true;
  const added = topics.find((slot) => !isOld(slot));
  const beside = topics.filter((slot) => isOld(slot) && slot.role === added?.role);
  if (before && added && beside.length > 0) {
    const isAny = beside.some(({ group }) => group === added.group);
    rest.join.push({ features: mixedFeatures(said, before, gold.ask), gold: [isAny ? "any" : "all"], corpus: name });
  }
  // Two topics that follow each other in one role: alternatives have one group.
  const placed = chosen
    .filter(({ mention }) => mention.kind === "topic")
    .map(({ mention, role }) => ({ mention, role, slot: goldSlot(mention, gold, guide) }));
  for (const role of ["of", "among", "not"] as const) {
    const own = placed.filter((one) => one.role === role && one.slot);
    own.slice(1).forEach(({ mention, slot }, i) => {
      const former = own[i]!;
      const label = former.slot!.group === slot!.group ? "any" : "all";
      if (former.slot !== slot)
        rest.join.push({
          features: joinFeatures(former.mention, mention, said, gold.ask),
          gold: [label],
          corpus: name,
        });
    });
  }
  return rest;
}

const packed = ({ labels, weights }: Model): Packed => ({
  labels,
  weights: Object.fromEntries(
    Object.entries(weights).map(([feature, own]) => [
      feature,
      own.flatMap((weight, i) => (weight === 0 ? [] : [i, Math.round(weight * 100)])),
    ]),
  ),
});

/** Models by the author that they have not learnt from. */
type ByAuthor = ReadonlyMap<string, Model>;

function main(): void {
  const turns = turnsOf();
  const authors = [...new Set(turns.map(({ corpus }) => corpus.author))];
  const without = (author: string): Turn[] => turns.filter(({ corpus }) => corpus.author !== author);
  const firstOf = (some: readonly Turn[]): Model => learned(some.map(firstExample), ASK_LABELS, FIRST);
  const first: ByAuthor = new Map(authors.map((author) => [author, firstOf(without(author))]));
  // What a model guesses of questions that it has not learnt from is what it will guess of questions to come.
  const choices = new Map(
    turns.map((turn) => [
      turn,
      choiceOf(turn, guessOf(turn.said, turn.corpus.guide, first.get(turn.corpus.author)!, askBefore(turn))),
    ]),
  );
  const roleOf = (some: readonly Turn[]): Model =>
    learnedChoice(
      some.map((turn) => choices.get(turn)!),
      ROLES,
      CHOICE,
    );
  const role: ByAuthor = new Map(authors.map((author) => [author, roleOf(without(author))]));
  const rests = new Map(
    turns.map((turn) => {
      const models = { first: first.get(turn.corpus.author)!, role: role.get(turn.corpus.author)! };
      const read = chosenOf(turn.said, turn.corpus.guide, models, askBefore(turn));
      return [turn, [restOf(turn, goldChosen(turn), true), restOf(turn, read, false)]] as const;
    }),
  );
  const modelsOf = (some: readonly Turn[], own: Pick<Models, "first" | "role">): Models => {
    const all = (name: keyof Rest): Example[] => some.flatMap((turn) => rests.get(turn)!.flatMap((rest) => rest[name]));
    return {
      ...own,
      ask: learned(all("ask"), ASK_LABELS, { ...LABELS, epochs: 10 }),
      carry: learned(all("carry"), ["none", ...ROLES], { ...LABELS, fewest: 4 }),
      join: learned(all("join"), ["any", "all"], LABELS),
      order: learned(all("order"), ["most", "least"], LABELS),
    };
  };
  if (process.argv.includes("--held-out")) {
    const models = new Map(
      authors.map((author) => [
        author,
        modelsOf(without(author), { first: first.get(author)!, role: role.get(author)! }),
      ]),
    );
    console.log(heldOut(conversations(), (author) => models.get(author)!));
    return;
  }
  const models = modelsOf(turns, { first: firstOf(turns), role: roleOf(turns) });
  const named = Object.entries(models as unknown as Record<string, Model>);
  const stored = Object.fromEntries(named.map(([name, model]) => [name, packed(model)]));
  const file = join(__dirname, "../../../packages/answers/src/read/weights.json");
  writeFileSync(file, `${JSON.stringify({ of: trainedOn(), ...stored })}\n`);
  const features = named.reduce((sum, [, { weights }]) => sum + Object.keys(weights).length, 0);
  console.log(`${turns.length} turns of ${authors.length} authors; ${features} features`);
}

const ASK_LABELS = [...ASKS, "same"];

main();
