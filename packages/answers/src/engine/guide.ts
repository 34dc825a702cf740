import { setAt } from "../dataset/snapshot";
import type { Guide } from "../guide";
import type { Dataset } from "./dataset";
import { recordsOf } from "./sets";

/** What readers know of a dataset. */
export function guideOf(dataset: Dataset): Guide {
  const { kind, people, columns, themes, themeSets, holders, topics } = dataset;
  return {
    kind,
    record: dataset.record,
    size: people.all.figure,
    columns: columns.map(({ name, alsoCalled, values, valuesAlsoCalled, ranges, isDated }) => ({
      name,
      isNumbers: ranges !== null,
      isDated,
      alsoCalled,
      values: values.map((value, i) => ({
        value,
        count: recordsOf(dataset, { where: { [name]: value } }).records.figure,
        alsoCalled: valuesAlsoCalled[i]!,
      })),
    })),
    themes: themes.map(({ name }, place) => ({ name, count: people.figureOf(setAt(themeSets, place)) })),
    countOf: (stem) => {
      const id = topics.idOf(stem);
      return id === undefined ? undefined : (people.figureOf(setAt(holders, id)).told ?? undefined);
    },
    told: (of) => recordsOf(dataset, of).records.figure.told ?? 0,
    alsoBy: (of) => recordsOf(dataset, of).alsoBy,
  };
}
