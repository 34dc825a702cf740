/** The words that these questions ask about. */
export const HOSTILE_WORDS =
  "money job work health gym run diet food cook house home garden car travel trip flight book read write study learn language spanish guitar music paint art phone software".split(
    " ",
  );
const LENGTH = 3_990;

/** Parts of a question, until it is as long as one may be. */
const long = (start: string, part: (i: number) => string): string => {
  let text = start;
  for (let i = 0; text.length < LENGTH; i++) text += part(i);
  return text.slice(0, LENGTH);
};
const word = (i: number): string => HOSTILE_WORDS[i % HOSTILE_WORDS.length]!;
const pair = (i: number): string => `${word(i)} ${word(i * 7 + 3 + Math.floor(i / HOSTILE_WORDS.length))}`;

/** Questions that are made to cost, as long as a question may be, by what they are made of. */
export const HOSTILE_QUESTIONS: readonly (readonly [what: string, question: string])[] = [
  ["a ranking of pairs", long("Rank ", (i) => `${pair(i)}, `)],
  ["a comparison of pairs", long("Compare ", (i) => `${pair(i)} versus `)],
  ["alternatives", long("How many mention ", (i) => `${pair(i)} or `)],
  ["exclusions", long("How many mention money ", (i) => `but not ${pair(i)} `)],
  ["one word again and again", long("How many mention ", () => "money ")],
  ["all words as one phrase", long("How many mention ", (i) => `${word(i)} `)],
  ["many questions", long("", (i) => `How many mention ${pair(i)} by state? `)],
  ["many whys", long("", (i) => `Why do people from Texas mention ${pair(i)}? `)],
  ["values of a column", long("Compare ", (i) => `state s${i} and `)],
  ["signs alone", long("Rank ", () => ",;: ( ) / & - ")],
  ["deep commas", long("Of those who, ", (i) => `${i % 2 ? "and, not, " : "or, of those, "}`)],
  ["negations", long("How many want ", () => "not no without never less ")],
  ["ages", long("How many are ", (i) => `over ${20 + (i % 70)} and `)],
  ["letters alone", long("", () => "a ")],
  ["combining signs", long("How many mention a", () => "\u0301")],
  ["ligatures that grow", long("How many mention ", () => "\uFDFA")],
  ["other scripts", long("", (i) => (i % 2 ? "价格" : "цена "))],
  ["pictures", long("How many mention ", () => "😀👨‍👩‍👧 ")],
  ["quotation marks", long("How many mention ", () => '"“”')],
  ["classes", long("", () => "Which languages and what currencies do they learn? ")],
];
