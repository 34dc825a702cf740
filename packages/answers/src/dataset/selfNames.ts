import nlp from "compromise";
import type { FrameName } from "./frameNames";
import { BREAK } from "./labelPhrases";
import { isTopical, words } from "./words";

const BECOME = new Set("be being become becoming".split(" "));
/** After these, too, where a state follows for sure: "stay positive", "get rich", "act older", "look like [name]". */
const SEEM = new Set("stay staying remain remaining get getting act acting look looking".split(" "));
/** Behind these, and at the beginning, it is wished: "resolve to be braver", "stop being an idiot". */
const WISHED = new Set("to not dont never stop quit up and just gonna ill".split(" "));
/** "It's going to be a great year", "you need to be old enough": no wish, but "I'm going to be braver" is one. */
const FORECAST = /^(?:going|gonna|needs?|ought|used|have|has)$/;
const OWN = /^(?:i|im|am|we|were)$/;
const DEGREE = new Set("the even super extra always way just not such of this".split(" "));
/** What stands behind these is a state, whatever it is: "be less shy". */
const COMPARED = new Set("more less much so very as too really".split(" "));
/** "To be exact", "to be sure": said of what is said, or in need of another word. */
const NO_STATE = new Set(
  "able sure best possible available same own other only first last new next old exact ready rid done back alive ahead away outside inside".split(
    " ",
  ),
);
/** Stands for a name that is not shown. */
const SOMEONE = "someone";
/** Where fewer texts say so, it's not what they are about. */
const MIN_PART = 0.01;

const MYSELF = /^(?:me|myself|yourself|ourselves)$/;
const LABEL = "who I want to be";

/** The texts that say how somebody is to be, in whatever words: "be braver", "become [name]"; null where few do. */
export function selfNameOf(texts: readonly string[], fewest: number): FrameName | null {
  const known = new Map<string, boolean>();
  const isState = (word: string): boolean => {
    const found = known.get(word) ?? nlp(`be ${word}`).has("be #Adjective$");
    known.set(word, found);
    return found;
  };
  const holders = texts.flatMap((text, i) =>
    text
      .replace(/\[(?:name|handle)\]/g, ` ${SOMEONE} `)
      .replace(/#(?=\w)/g, "")
      .replace(/\bthe best version\b/gi, "")
      .replace(/\ba (?:bit|little|lot)\b/gi, "")
      .split(BREAK)
      .some((part) => saysSo(words(part), isState))
      ? [i]
      : [],
  );
  return holders.length >= Math.max(fewest, MIN_PART * texts.length)
    ? { label: LABEL, holders: new Set(holders) }
    : null;
}

function saysSo(said: readonly string[], isState: (word: string) => boolean): boolean {
  return said.some((word, at) => {
    const [before, lead, leader] = [said[at - 1], said[at - 2], said[at - 3]];
    const isSeeming = SEEM.has(word);
    if ((!isSeeming && !BECOME.has(word)) || (before !== undefined && !WISHED.has(before))) return false;
    const isForecast = [before, lead].some((one) => FORECAST.test(one ?? ""));
    if (isForecast && ![lead, leader].some((one) => OWN.test(one ?? ""))) return false;
    let next = at + 1;
    while (DEGREE.has(said[next] ?? "") || COMPARED.has(said[next] ?? "")) next += 1;
    const state = said[next] ?? "";
    if (state === "like") return !isSeeming || said[next + 1] === SOMEONE;
    if (isSeeming) return isTopical(state) && !NO_STATE.has(state) && isState(state);
    if (state === SOMEONE || MYSELF.test(state)) return true;
    if (/^an?$/.test(state)) return isTopical(said[next + 1] ?? "");
    const isSure = COMPARED.has(said[next - 1]!) || isState(state);
    return isTopical(state) && !NO_STATE.has(state) && isSure;
  });
}
