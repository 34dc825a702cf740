import { MIN_GROUP_SIZE } from "../dataset/record";
import { both, partsOf, predicatesOf, SAYS_WHAT, type Predicate, type Step } from "../plan/plan";
import type { Dataset } from "./dataset";
import { Evidences, type Evidence } from "./evidence";
import { onProblems } from "./problemSides";
import { asPhrase, withoutFew, withOneLess } from "./runParts";
import { cellsOf, sizeOf, type Mask } from "./sets";
import { alternativesIn, splitOf } from "./split";
import { subjectsFor, whoColumns } from "./runTop";
import { askedStems, subjectsOfSides, topSubjects } from "./topSubjects";

/** So many subjects of a set are named at most, where they are not asked for. */
const MENTIONED = 5;

/** A set whose size a result may tell; a cell is the part of it that has a code. */
interface Told {
  size: number;
  base: Mask;
  cell: { codes: Uint16Array; code: number } | null;
}

/** What the plans of the last answers tell: each step of an answer is compared with all plans before it. */
const known = new WeakMap<Dataset, Map<string, readonly Told[]>>();
/** As many as one answer has, with its own; at 100,000 records each holds up to 2 MB. */
const MAX_KNOWN = 16;

/**
 * True where the results of these plans and the next step together tell of one to four people: of two sets that they count, one lies in
 * the other and is smaller by so few. Each result alone was checked before. The same is said where up to four of the smaller one are
 * outside: that one lies in the other would else be told, and both counts may be asked for in two answers.
 */
export function tellsOfFew(dataset: Dataset, plans: readonly (readonly Step[])[], next: Step): boolean {
  const told = plans.flatMap((steps) => toldBy(dataset, steps));
  return toldBy(dataset, [next]).some((one) => told.some((other) => differByFew(one, other)));
}

/** By the plan itself, for what a topic is counted as depends on how many its plan has. */
function toldBy(dataset: Dataset, steps: readonly Step[]): readonly Told[] {
  const plans = known.get(dataset) ?? new Map<string, readonly Told[]>();
  known.set(dataset, plans);
  const key = JSON.stringify(steps);
  let told = plans.get(key);
  if (!told) {
    // What is counted of a step is not always what it asks for: alternatives that too few say are left out.
    const looked = new Evidences(dataset, steps);
    const counted = steps.map((step) => withoutFew(looked, onProblems(dataset, looked, step)).step);
    const evidences = counted.some((step, i) => step !== steps[i]) ? new Evidences(dataset, counted) : looked;
    told = counted.flatMap((step) => [...setsOf(dataset, evidences, step), ...besideIn(evidences, step)]);
  }
  // The last used comes last.
  plans.delete(key);
  plans.set(key, told);
  if (plans.size > MAX_KNOWN) plans.delete(plans.keys().next().value!);
  return told;
}

function differByFew(a: Told, b: Told): boolean {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  const more = large.size - small.size;
  if (more === 0 || more >= MIN_GROUP_SIZE) return false;
  // Different values of one column have no record in common.
  if (a.cell && b.cell && a.cell.codes === b.cell.codes && a.cell.code !== b.cell.code) return false;
  let outside = 0;
  for (let i = 0; i < small.base.length; i++)
    if (has(small, i) && !has(large, i) && ++outside >= MIN_GROUP_SIZE) return false;
  return true;
}

const has = ({ base, cell }: Told, i: number): boolean =>
  base[i] === 1 && (cell === null || cell.codes[i] === cell.code);

const wholeOf = (base: Mask): Told => ({ base, size: sizeOf(base), cell: null });
const toldOf = ({ mask, count }: Evidence): Told[] => (count === null ? [] : [wholeOf(mask)]);

/** The sets that a step's result tells the sizes of. */
function setsOf(dataset: Dataset, evidences: Evidences, step: Step): Told[] {
  /** What is withheld is not told. */
  const set = (...predicates: (Predicate | null)[]): Told[] => toldOf(evidences.of(...predicates));
  /** What is told where a count may not be: with one condition less, or as one phrase. */
  const instead = (of: Predicate | null): Told[] =>
    [...withOneLess(of), asPhrase(of)].flatMap((one) => (one ? set(one) : []));
  const split = (base: Mask, all: readonly Uint16Array[]): Told[] =>
    all.flatMap((codes) =>
      cellsOf(
        base,
        codes,
        codes.reduce((most, code) => Math.max(most, code), 0),
      )
        .map((size, code) => ({ base, size, cell: { codes, code } }))
        .slice(1),
    );
  const columns = (isSplit: (name: string) => boolean): Uint16Array[] =>
    dataset.columns.filter(({ name }) => isSplit(name)).map(({ codes }) => codes);
  const says = columns((name) => SAYS_WHAT.test(name));
  /** What is named of some records beside what is asked about. */
  const mentioned = (predicate: Predicate | null, own: ReadonlySet<string>): Told[] => {
    const found = evidences.said(predicate);
    if (found.count === null) return [];
    const { lines } = topSubjects(dataset, evidences, found, MENTIONED, { own, isBrief: true });
    return lines.flatMap(({ asked }) => (asked ? toldOf(evidences.said(asked, predicate)) : []));
  };
  /** Alternatives and parts are told each alone, too: of those asked about, and of all. */
  const alone = (of: Predicate | null, among: Predicate | null): Told[] => {
    const each = of?.is === "or" || of?.is === "and" ? of.of : [];
    const all = both(of, among);
    return [...each.flatMap((one) => set(one, among)), ...(all?.is === "and" ? all.of.flatMap((one) => set(one)) : [])];
  };
  /** Alternatives that are told each in the groups asked for. */
  const apart = (): Told[] => {
    const alternatives = alternativesIn(step);
    if (!alternatives || splitOf(dataset, evidences, step) === null) return [];
    const { parts, within } = alternatives;
    const isSplit = step.do === "breakdown" ? columns((name) => name === step.by) : [];
    return parts.flatMap((part) => {
      const { mask, count } = evidences.of(part, within);
      const sides = step.do === "compare" ? step.sides.flatMap((side) => set(both(part, within), side)) : [];
      return count === null ? sides : [wholeOf(mask), ...split(mask, isSplit), ...sides];
    });
  };
  const told = (): Told[] => {
    switch (step.do) {
      case "compare": {
        const own = askedStems({ predicate: both(...step.sides, step.on) });
        const found = step.sides.map((side) => evidences.of(side, step.on));
        const asked = subjectsOfSides(
          dataset,
          evidences,
          found.filter(({ count }) => count !== null),
          own,
        );
        return [
          ...set(step.on),
          ...step.sides.flatMap((side) => set(side)),
          ...found.flatMap((one) => [...toldOf(one), ...split(one.mask, [dataset.themeOf, ...says])]),
          ...asked.flatMap((one) => step.sides.flatMap((side) => toldOf(evidences.said(one, side, step.on)))),
        ];
      }
      case "rank":
        return [
          ...[null, ...step.items].flatMap((item) => set(item, step.among)),
          // Where none may be told of some records, each is told of all.
          ...(step.items.every((item) => evidences.of(item, step.among).count === null)
            ? step.items.flatMap((item) => set(item))
            : []),
        ];
      case "breakdown": {
        const found = evidences.of(step.of);
        return [
          ...toldOf(found),
          ...alone(step.of, null),
          ...split(
            found.mask,
            columns((name) => name === step.by),
          ),
        ];
      }
      case "top": {
        const said = evidences.said(step.of);
        const found = said.count === null ? evidences.of(step.of) : said;
        if (found.count === null) return [...alone(step.of, null), ...instead(step.of)];
        const { subjects } = subjectsFor(dataset, evidences, found, step);
        const named = subjects.flatMap((line) => [
          ...(line.asked ? [line.asked] : []),
          ...line.parts.map((part) => part.asked),
        ]);
        return [
          wholeOf(found.mask),
          ...alone(step.of, null),
          ...named.flatMap((one) => toldOf(evidences.said(one, step.of))),
          ...split(found.mask, [...says, ...whoColumns(dataset, step.of).map(({ codes }) => codes)]),
        ];
      }
      default: {
        const among = "among" in step ? step.among : null;
        const asked = both(step.of, among);
        const { mask, count } = evidences.of(step.of, among);
        // As the reply does: a count names more only of a topic, and quotes are told alone.
        const isNamed =
          step.do === "count" || step.do === "share"
            ? partsOf(step.of, ["topic", "mentions"]).length > 0
            : step.do !== "quotes";
        return [
          ...set(among),
          ...alone(step.of, among),
          ...(count === null ? instead(asked) : [wholeOf(mask), ...split(mask, says)]),
          ...(isNamed ? mentioned(asked, askedStems({ predicate: asked })) : []),
        ];
      }
    }
  };
  return [...told(), ...apart()].filter(({ size }) => size >= MIN_GROUP_SIZE);
}

/** The sets told beside a topic that is counted: those who say it in its very words, or say what is near it. */
function besideIn(evidences: Evidences, step: Step): Told[] {
  const among = "among" in step ? step.among : step.do === "compare" ? step.on : null;
  return partsOf({ is: "and", of: predicatesOf(step) }, ["topic"]).flatMap((topic) => {
    const exact = evidences.of({ ...topic, is: "mentions" }, among);
    const near = evidences
      .besideWords(topic)
      .map(({ words: text }) => evidences.of({ is: "mentions", text, words: text }));
    return [exact, ...near].flatMap(toldOf);
  });
}
