import type { Records } from "../disclosure/people";
import { sampled } from "../dataset/topics";
import { isTopical, stemOf, words } from "../dataset/words";
import type { Dataset } from "./dataset";
import type { Quote } from "./results";

/** So many words of a set are read, evenly spread over its records. */
const MAX_WORDS = 15_000;
const MAX_RECORDS = 1_000;
const LONGEST = 7;
const SHORTEST = 4;

/**
 * What at least five people of a set say in the very same words, for where no whole text may be quoted: runs of four to
 * seven words, the longest and commonest first.
 */
export function wordingsOf(dataset: Dataset, records: Records, count: number, about: readonly string[] = []): Quote[] {
  if (records.isFew || count === 0) return [];
  const stems = new Set(about.flatMap((topic) => words(topic).filter(isTopical).map(stemOf)));
  const first = new Map<string, number>();
  const others = new Map<string, Set<number>>();
  let read = 0;
  for (const i of sampled(records.mask, MAX_RECORDS)) {
    if (read > MAX_WORDS) break;
    const said = words(dataset.texts.at(i)).slice(0, 400);
    read += said.length;
    for (let at = 0; at + SHORTEST <= said.length; at++) {
      if (said[at]!.length > 20) continue;
      for (let length = SHORTEST; length <= LONGEST && at + length <= said.length; length++) {
        const run = said.slice(at, at + length).join(" ");
        const one = first.get(run);
        if (one === undefined) first.set(run, i);
        else if (one !== i) others.set(run, (others.get(run) ?? new Set([one])).add(i));
      }
    }
  }
  const ranked = [...others]
    .flatMap(([run, of]) => {
      const alike = isTelling(run, stems) ? dataset.people.figureOf(Uint32Array.from(of)) : null;
      return alike === null || alike.told === null ? [] : [{ run, alike, worth: alike.told * weight(run) }];
    })
    .sort((a, b) => b.worth - a.worth || (a.run < b.run ? -1 : 1));
  const chosen: { said: Set<string>; quote: Quote }[] = [];
  for (const { run, alike } of ranked) {
    if (chosen.length === count) break;
    const said = new Set(run.split(" ").filter(isTopical));
    if (
      chosen.some(
        (one) => [...said].filter((word) => one.said.has(word)).length * 2 >= Math.min(said.size, one.said.size),
      )
    )
      continue;
    chosen.push({ said, quote: { text: `…${run}…`, alike } });
  }
  return chosen.map(({ quote }) => quote);
}

/** Two words at least that carry a topic; of those asked for, one. */
function isTelling(run: string, stems: ReadonlySet<string>): boolean {
  const carrying = run.split(" ").filter(isTopical);
  return carrying.length >= 2 && (stems.size === 0 || carrying.some((word) => stems.has(stemOf(word))));
}

const weight = (run: string): number =>
  run.split(" ").filter(isTopical).length ** 1.5 * Math.sqrt(run.split(" ").length);
