import type { CardQuality, DatasetCard, Stated } from "../card";
import { MARK } from "../dataset/snapshot";
import { shareOf } from "../disclosure/shares";
import type { Records } from "../disclosure/people";
import type { Dataset } from "./dataset";
import { guideOf } from "./guide";

/** A card is one document, and one of two in an answer: these bound it to about 60 KiB. */
const MAX_COLUMNS = 12;
const MAX_VALUES = 30;
const MAX_NAME_LENGTH = 60;

/** The card of a dataset: what was stated about it, its groups, and the replies to some questions. Every figure may be published. */
export function cardOf(dataset: Dataset, stated: Stated, examples: DatasetCard["examples"] = []): DatasetCard {
  const { columns, kind } = guideOf(dataset);
  return {
    kind,
    dataHash: dataset.pointer.dataHash,
    count: dataset.people.all.figure.told ?? 0,
    copies: dataset.people.rowsTold(dataset.copies),
    licence: stated.licence,
    source: stated.source,
    period: stated.period,
    languages: stated.languages ?? ["English"],
    columns: columns
      .filter(({ name }) => name.length <= MAX_NAME_LENGTH)
      .slice(0, MAX_COLUMNS)
      .map(({ name, values }) => {
        const told = values
          .flatMap(({ value, count }) => (count.told === null ? [] : [{ value, count: count.told }]))
          .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
        return { name, values: told.slice(0, MAX_VALUES), notListed: Math.max(0, told.length - MAX_VALUES) };
      })
      .filter(({ values }) => values.length > 0),
    examples,
    quality: qualityOf(dataset),
  };
}

function qualityOf({ people, themeSets, subjectSets, marks, model }: Dataset): CardQuality {
  const holding = (ids: Iterable<number>): Records => {
    const mask = people.mask();
    for (const i of ids) mask[i >>> 5]! |= 1 << (i & 31);
    return people.of(mask);
  };
  const part = (records: Records): number => Math.round(shareOf(records.figure, people.all.figure).percent ?? 0) / 100;
  const inThemes = holding(themeSets.ids);
  return {
    inThemes: part(inThemes),
    named: part(inThemes.or(holding(subjectSets.ids))),
    quotable: part(holding(Array.from(marks.keys()).filter((i) => marks[i]! & MARK.quotable))),
    meaningFrom: model,
  };
}
