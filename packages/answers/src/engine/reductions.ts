import type { Snapshot } from "../dataset/snapshot";
import { stemOf, words } from "../dataset/words";
import { isNegation, type Sought } from "./nearness";
import { maskOf, recordsIn, type Mask } from "./sets";

/** Words that ask for less of something, or for none: each says of "less twitter" or "stop smoking" nearly the same. */
const REDUCING =
  /^(?:less|fewer|stop(?:s|ped|ping|pin)?|quit(?:s|ting|ing)?|reduc(?:e|es|ed|ing)|avoid(?:s|ed|ing)?|limit(?:s|ing)?|delet(?:e|es|ed|ing)|cut(?:s|ting)?|leav(?:e|es|ing)|no|never|without|dont|away|give|giving|gave|kick)$/;
/** In a question, these alone ask for it: "cut" and "no" may be of another topic. */
const ASKING = new Set(["less", "fewer", "stop", "quit", "reduce", "avoid"]);
/** After these it is meant only with a particle: "give up". */
const WITH_UP = /^(?:give|giving|gave)$/;
/** So many words before what there is to be less of; "less" and "off" may stand so many behind it. */
const WITHIN = { before: 4, behind: 2 };
/** What is done with anything: "use Twitter less", "spend less time on Facebook". */
export const DOING = new Set(["time", "spend", "use", "look", "check", "amount", "much"]);

/** The words of a phrase without those that only ask for less; null where it doesn't ask for that. */
export function reducedIn(phrase: readonly Sought[]): Sought[] | null {
  if (!phrase.some(({ word }) => ASKING.has(word))) return null;
  const rest = phrase.filter(({ word }) => !ASKING.has(word) && !isNegation(word));
  const told = rest.filter(({ word }) => !DOING.has(word));
  return told.length === 0 ? null : told;
}

/** Of the records that hold all words, those that say it of less, or of none. */
export const reducing = ({ texts }: Pick<Snapshot, "texts">, holding: Mask, stems: ReadonlySet<string>): Mask =>
  maskOf(
    holding.length,
    recordsIn(holding).filter((record) => saysLess(words(texts.at(record)), stems)),
  );

function saysLess(said: readonly string[], stems: ReadonlySet<string>): boolean {
  return said.some((word, at) => {
    if (!REDUCING.test(word) || (WITH_UP.test(word) && !said.slice(at + 1, at + 4).includes("up"))) return false;
    const from = word === "less" || word === "fewer" ? at - WITHIN.behind : at + 1;
    return said.slice(Math.max(0, from), at + 1 + WITHIN.before).some((other) => stems.has(stemOf(other)));
  });
}
