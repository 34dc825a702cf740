import { SMALLEST_GROUP } from "../../domain/dataset/record";
import { carriesTopic, stemOf, words } from "../../domain/dataset/words";
import type { Dataset } from "./dataset";
import type { Mask } from "./publishable";
import { relevance, topOf, type Scores } from "./retrieve";

/** What the records say on a topic: who belongs to it and how well each record fits. */
export interface Topic {
  /** The topic's words that at least five records use; nothing else of a question is repeated in a reply. */
  label: string;
  /** Records about the topic: those that hold its words side by side, and those that say it in others. */
  about: Mask;
  /** Records that hold all of the label's words, in any of their forms. */
  mentions: Mask;
  scores: Scores;
  /** True where some of the words asked about are in fewer than five records. */
  partly: boolean;
}

/** A record belongs to a topic from this part of the best score on. */
const FITS = 0.45;
/** Below this part it does not, however large its theme is. */
const NEVER_FITS = 0.3;
/** The best finds, whose themes show how large such a topic is. */
const FIRST_FINDS = 20;

/** The records about a topic; nobody where the data knows fewer than half of its words. */
export function topicOf(dataset: Dataset, text: string): Topic {
  const asked = words(text).filter(carriesTopic);
  const known = asked.filter((word) => dataset.stemIds.has(stemOf(word)));
  const about = new Uint8Array(dataset.size);
  if (known.length * 2 < asked.length || known.length === 0) {
    return { label: "", about, mentions: about, scores: new Float32Array(dataset.size), partly: true };
  }
  const label = known.join(" ");
  const scores = relevance(dataset, label, dataset.embedded.get(text) ?? null);
  const mentions = mentioning(dataset, known);
  for (const record of holdingPhrase(dataset, known)) about[record] = 1;
  for (const record of membersOf(dataset, scores)) about[record] = 1;
  return { label, about, mentions, scores, partly: known.length < asked.length };
}

/**
 * Where the ranked records stop being about the topic: between the place where scores have clearly fallen and the
 * size of the themes that the best of them belong to (their geometric mean).
 */
function membersOf({ themes, themeOf }: Dataset, scores: Scores): number[] {
  const best = scores.reduce((most, score) => Math.max(most, score), 0);
  const ranked = topOf(
    scores.map((score) => (score >= best * NEVER_FITS ? score : 0)),
    scores.length,
  );
  const fitting = ranked.filter((record) => scores[record]! >= best * FITS).length;
  if (fitting < SMALLEST_GROUP) return ranked.slice(0, fitting);
  let [sum, weight] = [0, 0];
  for (const record of ranked.slice(0, FIRST_FINDS)) {
    const theme = themes[themeOf[record]! - 1];
    if (!theme) continue;
    sum += scores[record]! * Math.log(theme.size);
    weight += scores[record]!;
  }
  return ranked.slice(0, weight === 0 ? fitting : Math.round(Math.exp((Math.log(fitting) + sum / weight) / 2)));
}

function mentioning({ size, stemIds, recordTerms: { starts, ids } }: Dataset, known: readonly string[]): Mask {
  const wanted = [...new Set(known.map((word) => stemIds.get(stemOf(word))!))];
  return Uint8Array.from({ length: size }, (_, i) => {
    const own = ids.subarray(starts[i], starts[i + 1]);
    return wanted.every((id) => own.includes(id)) ? 1 : 0;
  });
}

/** The records in which the words stand side by side, whatever stop words are between them. */
function* holdingPhrase({ size, stemIds, recordTerms: { starts, ids } }: Dataset, known: readonly string[]): Generator<number> {
  const wanted = known.map((word) => stemIds.get(stemOf(word))!);
  for (let i = 0; i < size; i++) {
    for (let at = starts[i]!; at + wanted.length <= starts[i + 1]!; at++) {
      if (wanted.every((id, w) => ids[at + w] === id)) {
        yield i;
        break;
      }
    }
  }
}
