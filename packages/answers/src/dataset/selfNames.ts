import nlp from "compromise";
import type { FrameName } from "./frameNames";
import { BREAK } from "./labelPhrases";
import { isTopical, words } from "./words";

const BECOME = new Set("be being become becoming".split(" "));
/** Behind these, and at the beginning, it is wished: "resolve to be braver", "stop being an idiot". */
const WISHED = new Set("to not dont never stop quit and just gonna ill".split(" "));
/** "It's going to be a great year", "you need to be old enough": no wish, but "I'm going to be braver" is one. */
const FORECAST = /^(?:going|gonna|needs?|ought|used|have|has)$/;
const OWN = /^(?:i|im|am|we|were)$/;
const DEGREE = new Set("the even super extra always way just not".split(" "));
/** What stands behind these is a state, whatever it is: "be less shy". */
const COMPARED = new Set("more less much so very as too really".split(" "));
/** "To be exact", "to be sure": said of what is said, or in need of another word. */
const NO_STATE = new Set(
  "able sure best possible available same own other only first last new next old exact".split(" "),
);
/** Stands for a name that is not shown. */
const SOMEONE = "someone";
/** Where fewer texts say so, it's not what they are about. */
const MIN_PART = 0.01;

/** How somebody is to be: in some way, or like somebody else, in the words of a name. */
const KINDS = ["being different", "being like someone"] as const;
type Kind = (typeof KINDS)[number];

/** The texts that say how somebody is to be, in whatever words: "be braver", "become [name]"; null where few do. */
export function selfNameOf(texts: readonly string[], fewest: number): FrameName | null {
  const known = new Map<string, boolean>();
  const isState = (word: string): boolean => {
    const found = known.get(word) ?? nlp(`be ${word}`).has("be #Adjective$");
    known.set(word, found);
    return found;
  };
  const kinds = texts.map(
    (text) =>
      text
        .replace(/\[(?:name|handle)\]/g, ` ${SOMEONE} `)
        .replace(/\ba (?:bit|little|lot)\b/gi, "")
        .split(BREAK)
        .flatMap((part) => kindsIn(words(part), isState))[0],
  );
  const holders = new Set(kinds.flatMap((kind, i) => (kind ? [i] : [])));
  const label = KINDS.filter((kind) => kinds.filter((one) => one === kind).length >= fewest).join(" / ");
  return label !== "" && holders.size >= MIN_PART * texts.length ? { label, holders } : null;
}

function kindsIn(said: readonly string[], isState: (word: string) => boolean): Kind[] {
  return said.flatMap((word, at) => {
    const [before, lead, leader] = [said[at - 1], said[at - 2], said[at - 3]];
    if (!BECOME.has(word) || (before !== undefined && !WISHED.has(before))) return [];
    const isForecast = [before, lead].some((one) => FORECAST.test(one ?? ""));
    if (isForecast && ![lead, leader].some((one) => OWN.test(one ?? ""))) return [];
    let next = at + 1;
    while (DEGREE.has(said[next] ?? "") || COMPARED.has(said[next] ?? "")) next += 1;
    const state = said[next] ?? "";
    if (state === "like" || state === SOMEONE) return ["being like someone"];
    if (/^an?$/.test(state)) return isTopical(said[next + 1] ?? "") ? ["being different"] : [];
    const isSure = COMPARED.has(said[next - 1]!) || isState(state);
    return isTopical(state) && !NO_STATE.has(state) && isSure ? ["being different"] : [];
  });
}
