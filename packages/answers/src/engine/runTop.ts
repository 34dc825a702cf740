import { both, partsOf, saysWho, SAYS_WHAT, type Predicate, type Step } from "../plan/plan";
import type { Subject } from "../dataset/snapshot";
import { askedAs, asks, WHY } from "./askedAs";
import type { Dataset } from "./dataset";
import type { Evidence, Evidences } from "./evidence";
import { quotesOf } from "./fitting";
import type { Of } from "./headline";
import type { Line } from "./lines";
import type { ByColumn, Result, SubjectLine } from "./results";
import type { Quotes } from "./quotes";
import { saidBy } from "./said";
import { columnCells, withheldFrom } from "./selection";
import { askedStems, isSaidOfMuch, topSubjects } from "./topSubjects";

/** Where fewer may be told of some records, those of all are told, too. */
const MIN_SUBJECTS = 3;
/** Where fewer than this part of the records say what is wrong, they don't speak of problems. */
const MIN_WRONG = 0.02;
/** So many phrases are told beside few problems. */
const SAID = 5;
const WHYS = 2;
/** A column of more values tells little of who people are in one line. */
const MAX_VALUES = 6;

type Subjects = Pick<
  Of<"top">,
  "subjects" | "general" | "ofAll" | "ofAllThat" | "problems" | "besideProblems" | "isLargest"
>;
type Top = Extract<Step, { do: "top" }>;

const NONE = { general: [], ofAll: [], ofAllThat: null, besideProblems: null };

/** What is mentioned most: of what is said to go wrong, where that is asked and enough of them say so. */
export const subjectsFor = (dataset: Dataset, evidences: Evidences, found: Evidence, step: Top): Subjects =>
  problemsFor(dataset, evidences, found, step) ?? mentionedFor(dataset, evidences, found, step);

/** What most often is said to go wrong; null where that is not asked, or too few say so. */
export function problemsFor(
  dataset: Dataset,
  evidences: Evidences,
  found: Evidence,
  { limit, problems }: Top,
): Subjects | null {
  if (!problems) return null;
  const own = askedStems(found);
  const { lines, isLargest } = topSubjects(dataset, evidences, found, limit, { own, problems });
  if (Math.max(0, ...lines.map(({ count }) => count)) < Math.max(1, MIN_WRONG * found.count!)) return null;
  const isThin = lines.length < MIN_SUBJECTS && partsOf(found.predicate, ["topic", "mentions"]).length > 0;
  const besideProblems = isThin ? besideThem(dataset, evidences, found) : null;
  return { ...NONE, subjects: lines, besideProblems, isLargest, problems: "told" };
}

/** What those say most who ask about something in whatever words: "why do you need it?" names no fault. */
function besideThem(dataset: Dataset, evidences: Evidences, { predicate }: Evidence): Of<"top">["besideProblems"] {
  const all = evidences.of(predicate);
  if (all.count === null || all.gaps.length > 0) return null;
  const taken: Quotes = [];
  const asked = askedAs(dataset, all);
  const whys = asked.some(({ label }) => label === WHY)
    ? quotesOf(dataset, { ...all, mask: all.mask.map((is, i) => is && +asks(dataset, i, WHY)) }, WHYS, taken)
    : [];
  const said = saidBy(dataset, evidences, all, { own: askedStems(all), most: SAID, taken });
  return { count: all.count, askedAs: asked, said, whys };
}

/** What is mentioned most, whether or not it goes wrong. */
export function mentionedFor(
  dataset: Dataset,
  evidences: Evidences,
  found: Evidence,
  { limit, problems, claimed }: Top,
): Subjects {
  const own = askedStems(found);
  const isGeneral = (subject: Subject): boolean => isSaidOfMuch(dataset, subject);
  const isOfGroup = isGroup(found);
  // "Card" in every third chat tells less than what it is said of.
  const leavesOut = (subject: Subject): boolean => !claimed && isGeneral(subject);
  const { lines, isLargest } = topSubjects(dataset, evidences, found, limit, { own, leavesOut });
  const subjects = isOfGroup ? lines.map((line) => withAll(dataset, evidences, line)) : lines;
  const general =
    !claimed && dataset.subjects.list.some(isGeneral)
      ? topSubjects(dataset, evidences, found, limit, { own, isBrief: true, leavesOut: (one) => !isGeneral(one) }).lines
      : [];
  const isThin = found.predicate !== null && subjects.length < MIN_SUBJECTS;
  const wider = isThin ? ofAllWho(dataset, evidences, found) : NONE;
  return { ...NONE, ...wider, subjects, general, isLargest, problems: problems ? "none" : null };
}

/** True where so few subjects are told of a topic that what is said of it tells more. */
export const tellsLittle = ({ subjects, problems }: Subjects, { of, claimed }: Top): boolean =>
  problems !== "told" && !claimed && subjects.length < MIN_SUBJECTS && partsOf(of, ["topic", "mentions"]).length > 0;

/** True for the records of some values of columns, whatever they say. */
const isGroup = ({ predicate }: Evidence): boolean =>
  predicate !== null && partsOf(predicate, ["topic", "mentions", "step"]).length === 0;

/** What a group says tells something beside what all say. */
const withAll = (dataset: Dataset, evidences: Evidences, line: SubjectLine): SubjectLine =>
  line.asked ? { ...line, all: { count: evidences.said(line.asked).count, of: dataset.size } } : line;

/** What is mentioned most across all groups by records on the same topic; by all records where that tells nothing. */
function ofAllWho(
  dataset: Dataset,
  evidences: Evidences,
  { predicate }: Evidence,
): Pick<Of<"top">, "ofAll" | "ofAllThat"> {
  const parts = predicate?.is === "and" ? predicate.of : [];
  const that = parts.some(saysWho) ? both(...parts.filter((part) => !saysWho(part))) : null;
  const lines = (of: Predicate | null): SubjectLine[] => {
    const said = evidences.said(of);
    const own = askedStems(said);
    return said.count === null ? [] : topSubjects(dataset, evidences, said, MIN_SUBJECTS, { own, isBrief: true }).lines;
  };
  const own = that === null ? [] : lines(that);
  return own.length > 0 ? { ofAll: own, ofAllThat: that } : { ofAll: lines(null), ofAllThat: null };
}

/** By the columns that say what a record is about, without those that are asked about. */
export function columnsOf(dataset: Dataset, found: Evidence, most: number): ByColumn[] {
  const taken = new Set(partsOf(found.predicate, ["value"]).map(({ column }) => column));
  return dataset.columns
    .filter(({ name }) => SAYS_WHAT.test(name) && !taken.has(name))
    .map(({ name }) => {
      const cells = columnCells(dataset, found, name);
      const all = isGroup(found) ? columnCells(dataset, { conditions: [] }, name) : null;
      const besideAll = (code: number): Pick<Line, "all"> | null =>
        all && { all: { count: all.find((one) => one.code === code)?.count ?? null, of: dataset.size } };
      return {
        name,
        lines: cells
          .slice(0, most)
          .map(({ label, code, count }) => ({ label, count, of: found.count, ...besideAll(code) })),
        withheld:
          cells.length > most
            ? { labels: [], together: null, withUnknown: false }
            : withheldFrom(dataset, name, cells, found.count!),
      };
    })
    .filter(({ lines }) => lines.length > 0);
}

/** Who speaks of what a column tells, beside all: "women 53 % (of all goals 49 %)". */
export function whoSay(dataset: Dataset, found: Evidence): Of<"top">["who"] {
  return whoColumns(dataset, found.predicate)
    .map(({ name }) => {
      const all = new Map(columnCells(dataset, { conditions: [] }, name).map((cell) => [cell.code, cell.count]));
      const lines = columnCells(dataset, found, name).flatMap(({ code, label, count }) => {
        const total = all.get(code);
        const whole = { label, count: total ?? null, of: dataset.size };
        return total === undefined ? [] : [{ label, count, of: found.count, all: whole }];
      });
      return { name, lines };
    })
    .filter(({ lines }) => lines.length > 1);
}

/** The columns by which it is told who speaks of something that a column tells. */
export const whoColumns = ({ columns }: Dataset, of: Predicate | null): Dataset["columns"] =>
  of?.is !== "value" || of.isOfPeople
    ? []
    : columns.filter(({ name, values }) => !SAYS_WHAT.test(name) && values.length <= MAX_VALUES);

const MOST = 0.6;
/** A value that a larger part of all have tells little of a topic. */
const BROAD = 0.25;

type Under = Extract<Result, { do: "count" }>["under"];

/**
 * The value under which most records of a topic come, in a column of what they are about: it may say the topic better. Of a
 * group that may not be told, so that it is the value of all who say it, with how many of the group have it.
 */
export function mostUnder(dataset: Dataset, evidences: Evidences, of: Predicate, among: Predicate | null): Under {
  const [found, around, all] = [evidences.of(of, among), evidences.of(among), evidences.of(null)];
  const own = valueOfMost(dataset, found, around, around);
  if (own || among === null || !saysWho(among)) return own;
  const across = valueOfMost(dataset, evidences.of(of), all, around);
  return across && { ...across, isAcrossGroups: true };
}

function valueOfMost(dataset: Dataset, found: Evidence, around: Evidence, told: Evidence): Under {
  if (found.count === null || found.gaps.length > 0) return null;
  for (const { name } of dataset.columns.filter((column) => SAYS_WHAT.test(column.name))) {
    const [most] = columnCells(dataset, found, name);
    if (!most || most.count < MOST * found.count) continue;
    const all = columnCells(dataset, around, name).find(({ code }) => code === most.code);
    if (!all || all.count > BROAD * around.count! || all.count <= found.count) continue;
    const here = told === around ? all : columnCells(dataset, told, name).find(({ code }) => code === most.code);
    if (here) return { column: name, label: all.label, count: here.count, of: told.count, isAcrossGroups: false };
  }
  return null;
}

/** What is said to be the most common, counted as a question for it alone is. */
export function claimedIn(evidences: Evidences, claimed: Predicate, of: Predicate | null): Of<"top">["claimed"] {
  const { count, gaps } = evidences.of(claimed, of);
  const isFew = gaps.length > 0 && gaps.every(({ why }) => why === "notTogether");
  return { predicate: claimed, count: gaps.length > 0 ? null : count, isFew };
}
