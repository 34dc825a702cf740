import { stemOf } from "../dataset/words";
import type { Dataset } from "./dataset";
import { escapeMarkdown } from "./wording";

const MAX_LENGTH = 140;
const PLACEHOLDER = /^\[[a-z]+\]$/;

/**
 * A record's text as it may be quoted, or null: only where at least five others say nearly the same, in one line, and
 * with every word that fewer than five records use left out (the vocabulary has none of them), so that what the scrubber missed cannot show.
 */
function quoteOf(dataset: Dataset, record: number): string | null {
  if (dataset.quotable[record] !== 1) return null;
  let hidden = 0;
  let shown = 0;
  const text = dataset.texts
    .at(record)
    .replace(
      /\[(?:name|email|phone|handle|link|address|card|account|id)\]|[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu,
      (word) => {
        if (PLACEHOLDER.test(word) || isShared(dataset, word)) {
          shown += 1;
          return word;
        }
        hidden += 1;
        return "…";
      },
    )
    .replace(/…(?:[\s,.'’#@-]*…)+/gu, "…");
  if (shown < 3 || hidden * 3 > shown) return null;
  const line = text.replace(/\s+/g, " ").trim();
  return escapeMarkdown(
    line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH).replace(/(?<!\s)\s+\S*$/, "")} …` : line,
  );
}

/** Up to `count` different quotes from these records, tried in order. */
export function quotesFrom(dataset: Dataset, records: Iterable<number>, count: number): string[] {
  const quotes: string[] = [];
  let tries = 0;
  for (const record of records) {
    if (quotes.length === count || tries++ === count * 4) break;
    const quote = quoteOf(dataset, record);
    if (quote !== null && !quotes.includes(quote)) quotes.push(quote);
  }
  return quotes;
}

function isShared(dataset: Dataset, word: string): boolean {
  const plain = word.normalize("NFKC").replace(/['’]/g, "").toLowerCase();
  return dataset.stemIds.has(stemOf(plain));
}
