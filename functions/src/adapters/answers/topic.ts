import { SMALLEST_GROUP } from "../../domain/dataset/record";
import { cosines } from "../../domain/dataset/sparse";
import { terms, words, isStopWord, stemOf } from "../../domain/dataset/words";
import type { Dataset } from "./dataset";
import type { Mask } from "./publishable";
import { directionOf, relevance } from "./retrieve";

/** What the records say on a topic: who belongs to it and how well each record fits. */
export interface Topic {
  /** The topic's words that the data knows, as the asker wrote them. */
  label: string;
  mask: Mask;
  scores: Float32Array;
  /** The asker's words that too few records use to speak of. */
  unknown: boolean;
}

const NEAR = 0.6;
const NEAR_WITH_WORD = 0.35;

/** Stems that enough people use to be spoken of. */
export function isCommon(dataset: Dataset, stem: string): boolean {
  const id = dataset.stemIds.get(stem);
  return id !== undefined && dataset.vocabulary.recordCounts[id]! >= SMALLEST_GROUP;
}

/** The records about a topic; nobody where the data knows none of its words. */
export function topicOf(dataset: Dataset, text: string): Topic {
  const label = words(text).filter((word) => !isStopWord(word) && isCommon(dataset, stemOf(word))).join(" ");
  const ids = [...new Set(terms(label))].map((stem) => dataset.stemIds.get(stem)!);
  const wanted = terms(text);
  const mask = new Uint8Array(dataset.size);
  if (ids.length === 0) return { label: "", mask, scores: new Float32Array(dataset.size), unknown: wanted.length > 0 };
  const near = cosines(dataset.recordVectors, directionOf(dataset, ids));
  const chosen = new Set(ids);
  const { starts, ids: termIds } = dataset.recordTerms;
  for (let i = 0; i < dataset.size; i++) {
    let shared = 0;
    for (let at = starts[i]!; at < starts[i + 1]!; at++) if (chosen.has(termIds[at]!)) shared += 1;
    if (shared >= ids.length || near[i]! >= NEAR || (shared > 0 && near[i]! >= NEAR_WITH_WORD && shared * 2 >= ids.length)) mask[i] = 1;
  }
  return { label, mask, scores: relevance(dataset, label), unknown: ids.length * 2 < new Set(wanted).size };
}
