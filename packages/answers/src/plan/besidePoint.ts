import { SOME, type Same } from "./peopleWords";

const UNITS = "days|weeks|months|years|day|week|month|year";

/** What limits nothing that the data could be asked for. */
export const BESIDE_THE_POINT: Same = [
  ["in the end|meantime|meanwhile|process|slightest", ""],
  ["in the first|long place|run", ""],
  ...["why", "what", "how", "where", "who"].flatMap((word): [string, string][] => [
    [`${word} on earth`, word],
    [`${word} the hell|heck|devil|fuck`, word],
  ]),
  ["in general|particular|fact|practice|reality|total|advance|turn", ""],
  ["at all|last|present|times|first|once", ""],
  [", on average", ""],
  ["at the moment|end", ""],
  ["some|any|a|another sort|kind|type|form of", "a"],
  ["so far", ""],
  ["as well", ""],
  ["again|over|time|once and again|over", "often"],
  ["crop|crops|cropping|pop|pops|popping up", "come up"],
  ["by the end of the? year|month|week|day?", ""],
  ["right now", ""],
  ["no matter how|what|whether", ""],
  ["whether or not", ""],
  ["a|the? rough|ballpark|approximate figure|number|estimate|count|guess for|of|on how? many?", "how many"],
  ["as? a? ballpark figure|number|estimate?", ""],
  ["in one|a|single word|sentence|line", ""],
  ["yes or no", ""],
  ["in|one|some|a|the way|form|shape|sense or the? another|other", ""],
  ["on peoples|their|the|everyones|everybodys mind|minds", ""],
  [`within|in|over|during|for the|a? next|coming ${SOME}? ${UNITS}`, ""],
];
