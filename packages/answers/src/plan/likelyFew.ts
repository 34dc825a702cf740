import { isEverywhere } from "../dataset/vocabulary";
import { isTopical, words } from "../dataset/words";
import { formsOf } from "./forms";
import { both, predicatesOf, type Known, type Predicate, type Step } from "./plan";

/** A word that fewer records use is seldom told of once something else is asked of the same records. */
const FEW_USE = 15;

/**
 * Where fewer records than this are to be expected within groups, a figure is withheld for at least a third of the
 * questions (measured: of words with groups where 5 to 7 are expected, 67 % are told, of 7 to 9, 86 %; of 1 to 5, 36 %).
 */
const FEW_EXPECTED = 7;

/** Counts of words are known to the nearest five: asked of groups of many sizes, a quote would else tell each of them. */
const STEP = 5;

/** What a free quote may know of how many records there are. */
type Sizes = Pick<Known, "countOf" | "size" | "columns">;

/** What records must have, all of it. */
interface Demands {
  /** The words of each topic, and how many records hold them, as far as the vocabulary tells. */
  texts: { words: string[]; expected: number }[];
  /** The parts of all records that lie in the groups asked for. */
  shares: number[];
}

const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);
const product = (all: readonly number[]): number => all.reduce((total, one) => total * one, 1);

const used = ({ countOf }: Sizes, stems: readonly string[]): number => sum(stems.map((stem) => countOf(stem) ?? 0));

/**
 * How many records hold a phrase: at most those that hold two of its words side by side. A word that most records hold
 * narrows nothing down: "a new job", among resolutions for a new year.
 */
function expectedOf(sizes: Sizes, text: string): number {
  const forms = words(text)
    .filter(isTopical)
    .map(formsOf)
    .filter((stems) => !isEverywhere(used(sizes, stems), sizes.size));
  const pairs = forms.slice(1).map((right, i) => forms[i]!.flatMap((one) => right.map((other) => `${one}_${other}`)));
  return Math.min(...[...forms, ...pairs].map((stems) => STEP * Math.round(used(sizes, stems) / STEP)));
}

/** The part of all records that a value is of; all where that isn't known. */
function shareOf({ columns, size }: Sizes, predicate: Predicate): number {
  if (predicate.is !== "value" || predicate.value === null) return 1;
  const column = columns.find(({ name }) => name === predicate.column);
  return (column?.counts?.[column.values.indexOf(predicate.value)] ?? size) / size;
}

/** Null where alternatives or an earlier step leave open what a record must have. */
function demandsOf(sizes: Sizes, predicate: Predicate | null): Demands | null {
  if (predicate === null) return { texts: [], shares: [] };
  switch (predicate.is) {
    case "topic":
    case "mentions":
      return { texts: [{ words: words(predicate.text), expected: expectedOf(sizes, predicate.text) }], shares: [] };
    case "value":
      return { texts: [], shares: [shareOf(sizes, predicate)] };
    case "not": {
      const left = demandsOf(sizes, predicate.of);
      return { texts: [], shares: left && left.texts.length === 0 ? [1 - product(left.shares)] : [1] };
    }
    case "and": {
      const each = predicate.of.map((one) => demandsOf(sizes, one));
      if (!each.every((one) => one !== null)) return null;
      return { texts: each.flatMap(({ texts }) => texts), shares: each.flatMap(({ shares }) => shares) };
    }
    case "or": {
      if (predicate.of.every(({ is }) => is === "value"))
        return { texts: [], shares: [Math.min(1, sum(predicate.of.map((one) => shareOf(sizes, one))))] };
      const each = predicate.of.flatMap((one) => demandsOf(sizes, one)?.texts ?? []);
      // No record must hold any one of the words.
      return each.length < predicate.of.length
        ? null
        : { texts: [{ words: [], expected: sum(each.map(({ expected }) => expected)) }], shares: [] };
    }
    case "step":
      return null;
  }
}

/** What a step asks of the same records, each by itself. */
function joinedIn(step: Step): (Predicate | null)[] {
  if (step.do === "compare") return step.sides.map((side) => both(side, step.on));
  if (step.do === "rank") return step.items.map((item) => both(item, step.among));
  return [both(...predicatesOf(step))];
}

/** What a quote can tell of a figure that is probably withheld. */
interface Few {
  /** Words that few records use, where something else is asked of the same records. */
  words: string[];
  /** What few records are to be expected for, though many use each word: a topic within a group. */
  sets: Predicate[];
}

/**
 * Where so few records are to be expected for all that is asked of them that the figure is probably withheld. Only the
 * vocabulary and the sizes of groups tell it: no record is looked at, and how many records use a word is no part of a
 * free quote.
 */
export function likelyFew(steps: readonly Step[], sizes: Sizes): Few {
  const all = steps.flatMap((step) =>
    joinedIn(step).map((predicate) => {
      const demands = demandsOf(sizes, predicate);
      const isSplit = step.do === "breakdown";
      const texts = demands?.texts.flatMap((text) => text.words) ?? [];
      const shares = demands?.shares ?? [];
      if (texts.length + shares.length + (isSplit ? 1 : 0) < 2) return { words: [], sets: [] };
      const rare = texts.filter((word) => {
        const count = used(sizes, formsOf(word));
        return count > 0 && count < FEW_USE;
      });
      const expected = Math.min(...(demands?.texts.map((text) => text.expected) ?? [])) * product(shares);
      const isFew = shares.length > 0 && expected < FEW_EXPECTED;
      return { words: rare, sets: isFew && rare.length === 0 && predicate ? [predicate] : [] };
    }),
  );
  return { words: [...new Set(all.flatMap((one) => one.words))], sets: all.flatMap((one) => one.sets) };
}
