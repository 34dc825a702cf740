import { MIN_GROUP_SIZE } from "../dataset/record";
import type { Dataset } from "./dataset";
import type { Group } from "./groups";
import { cellsOf, meeting, publishableCount, type Condition, type Mask } from "./publishable";
import type { Subject } from "./question";
import { topicOf, type Topic } from "./topic";

/** The records that a subject speaks of, with the counts that may be said about them. */
export interface Selection {
  subject: Subject;
  topic: Topic | null;
  conditions: Condition[];
  mask: Mask;
  /** Records in the selection, or null where they are too few to speak of. */
  count: number | null;
  /** Records of the same groups on any topic, or null if there are too few. */
  groupCount: number | null;
  /** Records of the selection that hold all of the topic's words, or null where they, or the others, are too few. */
  mentions: number | null;
}

/** One line of a table of counts. */
export interface Cell {
  code: number;
  label: string;
  count: number;
}

/** Selects what a subject names. */
export function select(dataset: Dataset, subject: Subject): Selection {
  const topic = subject.topic === "" ? null : topicOf(dataset, subject.topic);
  const groups = subject.groups.map((group) => conditionOf(dataset, group));
  const conditions = topic ? [...groups, { mask: subject.literal ? topic.mentions : topic.about }] : groups;
  const mask = meeting(dataset.size, conditions);
  return {
    subject,
    topic,
    conditions,
    mask,
    count: publishableCount(dataset.size, conditions),
    groupCount: publishableCount(dataset.size, groups),
    mentions:
      topic && topic.label !== "" ? publishableCount(dataset.size, [...conditions, { mask: topic.mentions }]) : null,
  };
}

function conditionOf({ columns }: Dataset, { column, code }: Group): Condition {
  return { codes: columns.find(({ name }) => name === column)!.codes, code: code === 0 ? -1 : code };
}

/** The largest themes of a selection, at most `most`, without those whose count may not be published. */
export function themeCells(dataset: Dataset, selection: Pick<Selection, "conditions" | "mask">, most: number): Cell[] {
  const counts = cellsOf(selection.mask, dataset.themeOf, dataset.themes.length);
  const bySize = dataset.themes
    .map(({ label }, t) => ({ code: t + 1, label, count: counts[t + 1]! }))
    .filter(({ count }) => count >= MIN_GROUP_SIZE)
    .sort((a, b) => b.count - a.count || a.code - b.code);
  const cells: Cell[] = [];
  for (const cell of bySize) {
    if (cells.length === most) break;
    if (mayBeSaid(dataset, selection, cell.code)) cells.push(cell);
  }
  return cells;
}

/** True where the size of a theme within a selection may be said. */
export function mayBeSaid(dataset: Dataset, { conditions }: Pick<Selection, "conditions">, theme: number): boolean {
  return publishableCount(dataset.size, [...conditions, { codes: dataset.themeOf, code: theme }]) !== null;
}

/** A selection split by a column; values for which the count may not be said are left out. */
export function columnCells(
  dataset: Dataset,
  { conditions }: Pick<Selection, "conditions">,
  columnName: string,
): Cell[] {
  const column = dataset.columns.find(({ name }) => name === columnName)!;
  return column.values
    .flatMap((label, v) => {
      const count = publishableCount(dataset.size, [...conditions, { codes: column.codes, code: v + 1 }]);
      return count === null ? [] : [{ code: v + 1, label, count }];
    })
    .sort((a, b) => b.count - a.count || a.code - b.code);
}
