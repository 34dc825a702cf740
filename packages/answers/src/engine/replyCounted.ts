import { terms } from "../dataset/words";
import type { Counted, Result } from "./results";
import { escapeMarkdown, listed, number, share } from "./wording";

const quote = (text: string): string => `“${escapeMarkdown(text)}”`;

/** “close their account” also counts “delete account”: 28 in these words, 12 in the others. */
export function countedLines(result: Result): string[] {
  const { counted = [], few = [], held = [] } = result;
  const isOne = counted.length === 1;
  // Of several topics, each has to be named.
  const isNamed = !isOne || !("of" in result) || result.of?.is === "and";
  const isNear = counted.some(({ wider }) => wider?.how.is === "near");
  return [
    ...(few.length === 0 ? [] : [`Too few say ${alternatives(few)}, so that is not in the count.`]),
    ...(held.length === 0
      ? []
      : [
          `Most who say ${alternatives(held)} are among them; how many more there are would reveal a group of fewer than 5.`,
        ]),
    ...counted.flatMap((one) => linesOf(one, isNamed, isOne)),
    ...(isNear && !isOne ? ["Those in other words were found by meaning, so a few may not fit."] : []),
  ];
}

function linesOf(one: Counted, isNamed: boolean, isOne: boolean): string[] {
  const { words, exact, beside, together, wider, wishes, insteadOf } = one;
  const instead = insteadOf === null ? [] : [`${quote(insteadOf)} is counted as ${quote(words)}.`];
  if (wider) return [...instead, widerLine(one, wider, isNamed || insteadOf !== null, isOne)];
  const as = othersOf(one);
  const also = `${quote(words)} also counts ${as.map(quote).join(", ")}`;
  const others = listed(beside.map((near) => `${quote(near.words)} (${number(near.count)})`));
  return [
    ...instead,
    ...(as.length === 0 ? [] : [exact === null ? `${also}.` : `${also}; ${number(exact)} use ${quote(words)} itself.`]),
    ...(wishes.length === 0
      ? []
      : [
          `Those who use ${quote(words)} only in ${alternatives(wishes.map(quote))} are left out${as.length > 0 || exact === null ? "" : `; with them it is in ${number(exact)}`}.`,
        ]),
    ...(beside.length === 0
      ? []
      : [
          `Not in the count, though near it: ${others}; a few may say both.${together && together.high < together.of ? ` ${togetherLine(words, together)}` : ""}`,
        ]),
  ];
}

/** Other words that are not the ones asked for in another form: "pricing" beside "prices". */
const othersOf = ({ words, as }: Counted): string[] => {
  const own = terms(words).sort().join(" ");
  return as.filter((other) => terms(other).sort().join(" ") !== own);
};

const togetherLine = (words: string, { low, high, of }: NonNullable<Counted["together"]>): string => {
  const all = `With ${quote(words)}, that is`;
  return low === high
    ? `${all} **${number(low)}** (${share(low, of)}).`
    : `${all} between **${number(low)} and ${number(high)}** (${share(low, of)} to ${share(high, of)}).`;
};

/** 25 use these words, 75 more say it in other words (often with “arrive”), found by meaning, so a few may not fit. */
function widerLine(
  one: Counted,
  { how, often }: NonNullable<Counted["wider"]>,
  isNamed: boolean,
  isOne: boolean,
): string {
  const { words, exact, count } = one;
  const as = othersOf(one);
  const it = isNamed ? quote(words) : "these words";
  const own = exact === null ? `Too few to count use ${it}` : `${number(exact)} use ${it}`;
  const more = exact === null || count === null ? "the others" : `${number(count - exact)} more`;
  const like =
    as.length > 0
      ? ` (such as ${alternatives(as.map(quote))})`
      : often.length > 0
        ? ` (often with ${alternatives(often.map(quote))})`
        : "";
  const said = {
    less: `say it in other words for less or none of it${like}`,
    without: `say ${how.is === "without" ? quote(how.words) : ""} otherwise${like}; a few may mean something else`,
    near: `say it in other words${like}${isOne ? ", found by meaning, so a few may not fit" : ""}`,
  };
  return `${own}${exact === null ? ";" : ","} ${more} ${said[how.is]}.`;
}

const alternatives = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)!}`;
