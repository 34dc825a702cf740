import nlp from "compromise";
import { BREAK } from "./labelPhrases";
import { isTopical, stemOf, words } from "./words";

/** "Be more positive", "stay focused", "becoming rich" */
const BE = new Set("be being become becoming stay staying".split(" "));
/** What stands between the verb and what somebody is to be. */
const DEGREE = new Set(
  "a an the more less much so very even as too really little bit lot super extra always way".split(" "),
);
/** "Would it be possible", "it will be late", "that can be used": these say nothing of how anyone is. */
const OTHERS = new Set(
  "it there that this which what will would could can may might must should cant wont wouldnt couldnt shouldnt".split(
    " ",
  ),
);
/** They need another word after them. */
const NEEDS_MORE = new Set(
  "able sure best possible available like own same other only first last new next old".split(" "),
);
/** A word names a state where this part of the texts that hold it say that somebody is to be so. */
const MIN_PART = 0.4;

/** What people want to be, by stems: "being positive". */
export function stateNamesOf(texts: readonly string[], fewest: number, minPart = MIN_PART): Map<string, string> {
  const holding = new Map<string, number>();
  const states = new Map<string, Map<string, number>>();
  for (const text of texts) {
    for (const stem of new Set(words(text).map(stemOf))) holding.set(stem, (holding.get(stem) ?? 0) + 1);
    for (const word of new Set(text.split(BREAK).flatMap((part) => statesIn(words(part))))) {
      const forms = states.get(stemOf(word)) ?? new Map<string, number>();
      states.set(stemOf(word), forms.set(word, (forms.get(word) ?? 0) + 1));
    }
  }
  return new Map(
    [...states].flatMap(([stem, forms]): [string, string][] => {
      const sum = [...forms.values()].reduce((all, count) => all + count, 0);
      if (sum < fewest || sum < minPart * holding.get(stem)!) return [];
      const [form] = [...forms].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]!;
      return nlp(`be ${form}`).has("be #Adjective$") ? [[stem, `being ${form}`]] : [];
    }),
  );
}

function statesIn(said: readonly string[]): string[] {
  return said.flatMap((word, at) => {
    if (!BE.has(word) || OTHERS.has(said[at - 1] ?? "") || OTHERS.has(said[at - 2] ?? "")) return [];
    let next = at + 1;
    while (DEGREE.has(said[next] ?? "")) next += 1;
    const state = said[next];
    return state !== undefined && isTopical(state) && !NEEDS_MORE.has(state) ? [state] : [];
  });
}
