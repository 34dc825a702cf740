/**
 * Trains the local reader of questions on `questions.jsonl` and writes its weights: `npm run reader:train`. The same
 * questions give the same weights. With `-- --held-out`, each author's questions are read by models that learnt from the
 * others only, and a table says how often the plan computes what the gold plan does; nothing is written.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Guide } from "../../../packages/answers/src/guide";
import type { Plan, Predicate, Step } from "../../../packages/answers/src/plan";
import { ASKS, type Frame, type Role } from "../../../packages/answers/src/read/frame";
import { featuresOf, firstFeatures, guessFeatures, type Seen } from "../../../packages/answers/src/read/features";
import type { Model } from "../../../packages/answers/src/read/maxent";
import { valuesOf, type Mention } from "../../../packages/answers/src/read/mentions";
import {
  askedFeatures,
  candidatesOf,
  carryFeatures,
  choicesOf,
  fits,
  guessesOf,
  joinFeatures,
  mixedFeatures,
  olderOf,
  plainScores,
  sameSlot,
  seenIn,
  settled,
  slotsOf,
  waysOf,
  type Chosen,
  type Models,
} from "../../../packages/answers/src/read/parse";
import { stepsOf } from "../../../packages/answers/src/read/steps";
import { respelt } from "../../../packages/answers/src/read/spelling";
import { lastTokensOf, textOf } from "../../../packages/answers/src/read/text";
import { conversations, trainedOn, type Corpus } from "./corpora";
import { goldOf, goldSlot, labelOf } from "./gold";
import { computes, heldOut } from "./heldOut";
import { learned, learnedChoice, learnedRank, type Choice, type Example, type Ranking, type Settings } from "./learn";

const ROLES: readonly Role[] = ["of", "among", "not", "side", "by", "num"];
const CHOICE: Settings = { epochs: 5, fewest: 4, decay: 0.01, rate: 0.15 };
const FIRST: Settings = { epochs: 10, fewest: 3, decay: 0.001, rate: 0.2 };
const LABELS: Settings = { epochs: 12, fewest: 2, decay: 0.01, rate: 0.2 };

const RANK: Settings = { epochs: 12, fewest: 6, decay: 0.05, rate: 0.03 };

/** One turn with its gold frame, over the gold frame before it. */
interface Turn {
  corpus: Corpus;
  said: Seen;
  gold: Frame;
  /** The first step of the gold plan. */
  step: Step;
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
      const said = seenIn(text, guide, before !== null);
      const gold = goldOf(own);
      if (before) gold.older = olderOf(before, gold.slots);
      const steps = plan?.steps ?? [];
      const lines = (): readonly Predicate[] =>
        steps[0]?.do === "compare" ? steps[0].sides : steps[0] ? linesOf(steps[0]) : [];
      const turn = { corpus, said, gold, step: own.steps[0]!, before, lines, labels: labelsOf(said, gold, guide) };
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

/** The ways to read a turn, and which of them compute what the gold plan does. */
function rankingOf({ said, corpus, before, lines, step }: Turn, models: Models): Ranking {
  const { guide, name } = corpus;
  const gold = computes(step, guide);
  return {
    corpus: name,
    ways: waysOf(said, guide, models, before, lines).map((way) => ({
      ...{ features: way.features, log: way.log },
      isRight: computes(stepsOf(settled(way, said.text, guide).frame, guide)[0], guide) === gold,
    })),
  };
}

/** Authors are left out together, so many at once. */
const LEFT_OUT = 3;

function main(): void {
  const turns = turnsOf();
  const authors = [...new Set(turns.map(({ corpus }) => corpus.author))];
  const foldOf = ({ corpus: { author } }: Turn): number => Math.floor(authors.indexOf(author) / LEFT_OUT);
  const folds = [...new Set(turns.map(foldOf))];
  const without = (fold: number): Turn[] => turns.filter((turn) => foldOf(turn) !== fold);
  const firstOf = (some: readonly Turn[]): Model => learned(some.map(firstExample), ASK_LABELS, FIRST);
  const first = folds.map((fold) => firstOf(without(fold)));
  // What a model guesses of questions that it has not learnt from is what it will guess of questions to come.
  const guessOf = (turn: Turn): Frame["ask"] =>
    guessesOf(turn.said, turn.corpus.guide, first[foldOf(turn)]!, turn.before)[0]!.ask;
  const choices = new Map(turns.map((turn) => [turn, choiceOf(turn, guessOf(turn))]));
  const roleOf = (some: readonly Turn[]): Model =>
    learnedChoice(
      some.map((turn) => choices.get(turn)!),
      ROLES,
      CHOICE,
    );
  const role = folds.map((fold) => roleOf(without(fold)));
  const rests = new Map(
    turns.map((turn) => {
      const own = role[foldOf(turn)]!;
      const plain = plainScores(turn.said, turn.corpus.guide, own);
      const [read] = choicesOf(turn.said, turn.corpus.guide, own, plain, guessOf(turn), 1);
      return [turn, [restOf(turn, goldChosen(turn), true), restOf(turn, read!.chosen, false)]] as const;
    }),
  );
  const partsOf = (some: readonly Turn[], own: Pick<Models, "first" | "role">): Omit<Models, "rank"> => {
    const all = (name: keyof Rest): Example[] => some.flatMap((turn) => rests.get(turn)!.flatMap((rest) => rest[name]));
    return {
      ...own,
      ask: learned(all("ask"), ASK_LABELS, { ...LABELS, epochs: 10 }),
      carry: learned(all("carry"), ["none", ...ROLES], { ...LABELS, fewest: 4 }),
      join: learned(all("join"), ["any", "all"], LABELS),
      order: learned(all("order"), ["most", "least"], LABELS),
    };
  };
  const parts = folds.map((fold) => partsOf(without(fold), { first: first[fold]!, role: role[fold]! }));
  const unranked: Model = { labels: ["is"], weights: {} };
  const rankings = new Map(turns.map((turn) => [turn, rankingOf(turn, { ...parts[foldOf(turn)]!, rank: unranked })]));
  const rankOf = (some: readonly Turn[]): Model =>
    learnedRank(
      some.map((turn) => rankings.get(turn)!),
      RANK,
    );
  if (process.argv.includes("--held-out")) {
    const models = folds.map((fold): Models => ({ ...parts[fold]!, rank: rankOf(without(fold)) }));
    console.log(heldOut(conversations(), (author) => models[Math.floor(authors.indexOf(author) / LEFT_OUT)]!));
    return;
  }
  const models: Models = {
    ...partsOf(turns, { first: firstOf(turns), role: roleOf(turns) }),
    rank: rankOf(turns),
  };
  const named = Object.entries(models as unknown as Record<string, Model>);
  const file = join(__dirname, "../../../packages/answers/src/read/weights.json");
  writeFileSync(file, `${JSON.stringify({ of: trainedOn(), ...models })}\n`);
  const features = named.reduce((sum, [, { weights }]) => sum + Object.keys(weights).length, 0);
  console.log(`${turns.length} turns of ${authors.length} authors; ${features} features`);
}

const ASK_LABELS = [...ASKS, "same"];

main();
