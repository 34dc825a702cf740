import type { Counted, Result } from "./results";
import { escapeMarkdown, listed, number, share } from "./wording";

const quote = (text: string): string => `“${escapeMarkdown(text)}”`;

/** “close their account” also counts “delete account”; 28 say exactly “close their account”. */
export const countedLines = ({ counted = [], few = [] }: Result): string[] => [
  ...(few.length === 0 ? [] : [`Too few say ${alternatives(few)}, so that is not in the count.`]),
  ...counted.flatMap((one) => {
    const { words, as, exact, beside, together, wider, wishes, insteadOf } = one;
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

/** 25 say exactly “a”. 75 mean the same in other words, often with “arrive” or “receive”. */
function widerLine({ words, as, exact, count }: Counted, { how, often }: NonNullable<Counted["wider"]>): string {
  const own = exact === null ? "Too few to count say exactly" : `${number(exact)} say exactly`;
  const more = exact === null || count === null ? "The others" : number(count - exact);
  const also = [
    ...(as.length === 0 ? [] : [`such as ${alternatives(as.map(quote))}`]),
    ...(often.length === 0 ? [] : [`often with ${alternatives(often.map(quote))}`]),
  ].join(", ");
  const told = also === "" ? "" : `, ${also}`;
  const said = {
    less: `say it in other words for less or none of it${told}.`,
    without: `say ${how.is === "without" ? quote(how.words) : ""} otherwise${told}; a few may mean something else.`,
    near: `mean the same in other words${told}; they were found by what they say, so a few may be about something near it.`,
  };
  return `${own} ${quote(words)}. ${more} ${said[how.is]}`;
}

const alternatives = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)!}`;
