import type { Counted, Result } from "./results";
import { escapeMarkdown, listed, number, share } from "./wording";

const quote = (text: string): string => `“${escapeMarkdown(text)}”`;

/** “close their account” also counts “delete account”; 28 say exactly “close their account”. */
export const countedLines = ({ counted = [], few = [] }: Result): string[] => [
  ...(few.length === 0 ? [] : [`Too few say ${alternatives(few)}, so that is not in the count.`]),
  ...counted.flatMap((one) => {
    const { words, exact, beside, together, wider, wishes, insteadOf } = one;
    const as = one.as.filter((other) => other.toLowerCase() !== words.toLowerCase());
    const instead = insteadOf === null ? [] : [`${quote(insteadOf)} is counted as ${quote(words)}.`];
    if (wider) return [...instead, widerLine(one, wider)];
    const also = `${quote(words)} also counts ${as.map(quote).join(", ")}`;
    const others = listed(beside.map((one) => `${quote(one.words)} (${number(one.count)})`));
    return [
      ...instead,
      ...(as.length === 0
        ? []
        : [exact === null ? `${also}.` : `${also}; ${number(exact)} say exactly ${quote(words)}.`]),
      ...(wishes.length === 0
        ? []
        : [
            `Those who use ${quote(words)} only in ${alternatives(wishes.map(quote))} are left out${as.length > 0 || exact === null ? "" : `; with them it is in ${number(exact)}`}.`,
          ]),
      ...(beside.length === 0
        ? []
        : [
            `Not in the count, though it is near: ${others}; a few may say both.${together && together.high < together.of ? ` ${togetherLine(words, together)}` : ""}`,
          ]),
    ];
  }),
];

const togetherLine = (words: string, { low, high, of }: NonNullable<Counted["together"]>): string => {
  const all = `With ${quote(words)}, that is`;
  return low === high
    ? `${all} **${number(low)}** (${share(low, of)}).`
    : `${all} between **${number(low)} and ${number(high)}** (${share(low, of)} to ${share(high, of)}).`;
};

/** “a”: 25 in these words, 75 in others, such as “b”, often with “arrive”. */
function widerLine({ words, as, exact, count }: Counted, { how, often }: NonNullable<Counted["wider"]>): string {
  const own = exact === null ? "too few to count in these words" : `${number(exact)} in these words`;
  const others = exact === null || count === null ? "the others" : number(count - exact);
  const also = [
    ...(as.length === 0 ? [] : [`, such as ${alternatives(as.map(quote))}`]),
    ...(often.length === 0 ? [] : [`, often with ${alternatives(often.map(quote))}`]),
  ].join("");
  const said = {
    less: `in other words for less or none of it${also}.`,
    without: `without ${how.is === "without" ? quote(how.words) : ""}${also}; a few of those may mean something else.`,
    near: `in other words${also}; a few of those may be about something near it.`,
  };
  return `${quote(words)}: ${own}, ${others} ${said[how.is]}`;
}

const alternatives = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)!}`;
