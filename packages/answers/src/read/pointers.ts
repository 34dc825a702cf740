/** How a part of a later question points to what was spoken of. */
export interface Pointers {
  /** The line of the last result that it points to; -1 is the last one. */
  line: number | null;
  /** True for "this" and "that issue": one thing that was spoken of. */
  refersToOne: boolean;
  /** Lines of the last result that it names together: "those two". */
  lines: number;
  /** True for "there" and "that one". */
  isThere: boolean;
  /** True for "everyone else". */
  isOther: boolean;
  /** True for "X instead of Y". */
  isInstead: boolean;
  /** True for "the year before", "last month". */
  isBefore: boolean;
  /** True for "some that didn't": the others than those that were asked about. */
  isDenied: boolean;
  /** True where it goes on from what was asked: "and", "what about". */
  goesOn: boolean;
  /** True where a word points to what was spoken of: "they", "it", "there". */
  refers: boolean;
}

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
const ORDINAL = new RegExp(
  `\\b(?:the|that|this|about|on) (${ORDINALS.join("|")}|last|bottom|top|biggest|largest|main|1st|2nd|3rd|4th|5th)(?: (?:one|theme|topic|item|issue|problem|reason|complaint|point|line|of (?:those|these|them))\\b|(?= (?:[?.!,]|in|by|for|among|from|please|then|too))|$)`,
);
const NUMBERED = /(?:\b(?:number|no|nr|theme|point|item|topic)|#) ([1-9]|one|two|three|four|five)(?= |$)/;
const LINES =
  /\b(?:(?:the|these|those|of) (?:top |first |same )?(two|three)\b|(both)\b|(?:which|each|any|either|rank|compare|order|sort) (?:of )?(?:those|these|them)\b)/;
const REFERS =
  /\b(?:those|these|they|them|theyre|it|its|that|this|thats|there|their|theirs|same|such|the latter|the former|one|ones|ours)\b/;
const ONE = /\b(?:this|that|it)\b(?! (?:year|month|week|day|time|data|many|much|way))/;
/** "How many is that?": all that was spoken of. */
const WHOLE = /\bhow many (?:[a-z]+ )?(?:is|are|was|were) (?:that|this|it)\b/;
const OTHER =
  /\b(?:everyone|everybody|anyone) else\b|\bthe (?:rest|others)\b|\bthan others\b|\b(?:other|remaining) (?:people|customers|users|groups?|ones)\b/;
const BEFORE =
  /\b(?:the )?(?:last|previous|prior|past) (?:year|month|week|quarter|day|decade)\b|\b(?:year|month|week|day|decade) (?:before|earlier|prior)\b/;
const DENIED =
  /\b(?:that|who|which|ones|those|they) (?:did|do|does|were|was|are|is|have|has|would|will)(?:nt| not)(?: ?[?.!])?$/;
const GOES_ON =
  /^(?:(?:ok|okay|so|right|hm|hmm|yes|no|thanks|great|good|cool|interesting|,|\.|!) )*(?:and|but|or|vs|versus|what about|how about|same|also|then|only|just|now|plus|as well|likewise|instead)\b|\binstead\b/;

/** What a part points to, by its words alone. */
export const pointersIn = (said: string): Pointers => ({
  line: lineIn(said),
  lines: linesIn(said),
  isThere: /\bthere(?! (?:is|are|was|were|any))\b|\b(?:that|this) one\b/.test(said),
  isOther: OTHER.test(said),
  isInstead: /\binstead of\b/.test(said),
  isBefore: BEFORE.test(said),
  isDenied: DENIED.test(said),
  goesOn: GOES_ON.test(said),
  refers: REFERS.test(said),
  refersToOne: ONE.test(said) && !WHOLE.test(said),
});

function lineIn(said: string): number | null {
  if (/\bthe latter\b/.test(said)) return 1;
  if (/\bthe former\b/.test(said)) return 0;
  const word = ORDINAL.exec(said)?.[1];
  if (word !== undefined) {
    if (word === "last" || word === "bottom") return -1;
    const at = ORDINALS.indexOf(word);
    return at !== -1 ? at : /^\d/.test(word) ? Number(word[0]) - 1 : 0;
  }
  const number = NUMBERED.exec(said)?.[1];
  if (number === undefined) return null;
  const at = ["one", "two", "three", "four", "five"].indexOf(number);
  return (at === -1 ? Number(number) : at + 1) - 1;
}

function linesIn(said: string): number {
  const found = LINES.exec(said);
  if (!found) return 0;
  return found[2] || found[1] === "two" ? 2 : found[1] === "three" ? 3 : 5;
}
