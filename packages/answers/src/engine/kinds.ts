import { MIN_GROUP_SIZE } from "../dataset/record";
import { words } from "../dataset/words";
import { isOfPersons, membersCalled } from "../plan/classes";
import { SAYS_WHAT } from "../plan/plan";
import type { Dataset } from "./dataset";
import { nearestCount } from "./nearestCount";
import { columnCells } from "./selection";
import { escapeMarkdown, number, recordsCalled, share } from "./wording";

export const NEAREST = "Nearest to it:";

/** What is told of a kind of things of which none is named by enough: whether some are, and what those speak of who do. */
export function kindLine(dataset: Dataset, kind: string): string {
  const { many } = recordsCalled(dataset.kind);
  const name = escapeMarkdown(kind);
  if (isOfPersons(kind))
    return `Which ${name} the ${many} name can't be told: names of people were removed before the data was stored.`;
  const members = membersCalled(kind);
  if (members.length === 0)
    return `Which ${name} the ${many} name can't be ranked: no list here tells which words are ${name}. Ask for those that you have in mind by name, such as “How many mention A, B or C?”${wordLine(dataset, kind)}`;
  const naming = recordsNaming(dataset, members);
  if (naming.length < MIN_GROUP_SIZE)
    return `The data names no ${name} that can be counted: fewer than 5 of its ${number(dataset.size)} ${many} name any that are known here.${wordLine(dataset, kind)}`;
  const about = mostlyUnder(dataset, naming);
  const near =
    about === null
      ? wordLine(dataset, kind)
      : ` ${NEAREST} **${escapeMarkdown(about.label)}**, ${number(about.count)} of ${number(dataset.size)} ${many} (${share(about.count, dataset.size)}) by ${escapeMarkdown(about.column)}.`;
  return `Some ${name} are named, each in fewer than 5 of the ${number(dataset.size)} ${many}, so none can be counted.${near}`;
}

/** What is counted of the word for a kind itself. */
function wordLine(dataset: Dataset, kind: string): string {
  const near = nearestCount(dataset, kind, [kind], []);
  return near === null ? "" : ` ${near.line}`;
}

/** The records whose texts hold one of some names. */
function recordsNaming(dataset: Dataset, members: readonly string[]): number[] {
  const names = members.map((member) => words(member));
  const firsts = new Map<string, string[][]>();
  for (const name of names) if (name.length > 0) firsts.set(name[0]!, [...(firsts.get(name[0]!) ?? []), name]);
  const naming: number[] = [];
  for (let i = 0; i < dataset.size; i++) {
    const said = words(dataset.texts.at(i));
    const isNamed = said.some((word, at) =>
      firsts.get(word)?.some((name) => name.every((one, j) => said[at + j] === one)),
    );
    if (isNamed) naming.push(i);
  }
  return naming;
}

/** The value that most of some records have in a column of what they are about, with the count of all that have it. */
function mostlyUnder(
  dataset: Dataset,
  records: readonly number[],
): { column: string; label: string; count: number } | null {
  for (const { name, codes } of dataset.columns.filter((column) => SAYS_WHAT.test(column.name))) {
    const cell = columnCells(dataset, { conditions: [] }, name).find(({ code }) => {
      const under = records.filter((i) => codes[i] === code).length;
      return under >= MIN_GROUP_SIZE && 2 * under > records.length;
    });
    if (cell) return { column: name, label: cell.label, count: cell.count };
  }
  return null;
}
