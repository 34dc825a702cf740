import type { CardQuality, DatasetCard, Stated } from "../card";
import { MIN_GROUP_SIZE } from "../dataset/record";
import type { Snapshot } from "../dataset/snapshot";
import { foreignLanguage } from "../plan/language";
import { tokensOf } from "../plan/tokens";
import type { SnapshotPointer } from "../snapshots";
import { copiesIn } from "./copies";
import { openDataset, type Dataset } from "./dataset";
import { examplesOf } from "./examples";
import { columnCells } from "./selection";

/** A card is one document, and one of two in an answer: these bound it to about 60 KiB. */
const MAX_COLUMNS = 12;
const MAX_VALUES = 30;
const MAX_NAME_LENGTH = 60;
/** Texts whose language is looked at, evenly spread. */
const SAMPLE = 1_000;
/** Fewer texts than this share may be in another language by mistake. */
const MIN_LANGUAGE_SHARE = 0.02;

/** The card of a dataset: what was stated about it, its groups, and its replies to ten questions. */
export function cardOf(snapshot: Snapshot, pointer: SnapshotPointer, stated: Stated): DatasetCard {
  const dataset = openDataset(snapshot, pointer);
  const copies = copiesIn(snapshot.copies);
  return {
    kind: pointer.kind,
    dataHash: pointer.dataHash,
    count: pointer.count,
    copies: copies > 0 && copies < MIN_GROUP_SIZE ? null : copies,
    licence: stated.licence,
    source: stated.source,
    period: stated.period,
    languages: stated.languages ?? languagesOf(dataset),
    columns: dataset.columns
      .filter(({ name }) => name.length <= MAX_NAME_LENGTH)
      .slice(0, MAX_COLUMNS)
      .map(({ name }) => {
        const cells = columnCells(dataset, { conditions: [] }, name);
        return {
          name,
          values: cells.slice(0, MAX_VALUES).map(({ label, count }) => ({ value: label, count })),
          notListed: Math.max(0, cells.length - MAX_VALUES),
        };
      })
      .filter(({ values }) => values.length > 0),
    examples: examplesOf(dataset),
    quality: qualityOf(dataset),
  };
}

function qualityOf({ size, themeOf, subjects, quotable, model }: Dataset): CardQuality {
  const shareOf = (marks: Iterable<number>): number =>
    Math.round((Array.from(marks).filter((mark) => mark > 0).length / size) * 100) / 100;
  const inThemes = shareOf(themeOf);
  const named = Uint8Array.from(themeOf, (theme) => (theme > 0 ? 1 : 0));
  for (const { all, problem } of subjects.list)
    if (problem !== "alone")
      for (let at = subjects.starts[all]!; at < subjects.starts[all + 1]!; at++) named[subjects.ids[at]!] = 1;
  return {
    inThemes,
    named: shareOf(named),
    quotable: shareOf(quotable),
    countSkill: null,
    meaningFrom: model,
  };
}

/** The languages of a sample, the most common first. Texts that are in no known other language count as English. */
function languagesOf({ texts, size }: Dataset): string[] {
  const counts = new Map<string, number>();
  const seen = Math.min(SAMPLE, size);
  for (let i = 0; i < seen; i++) {
    const language = foreignLanguage(tokensOf(texts.at(Math.floor((i * size) / seen)))) ?? "English";
    counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count >= seen * MIN_LANGUAGE_SHARE)
    .sort((a, b) => b[1] - a[1])
    .map(([language]) => language);
}
