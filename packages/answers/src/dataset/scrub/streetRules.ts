import {
  CAPITAL_STREET,
  FRENCH,
  HOUSE,
  INFIX,
  isWholeStreet,
  MIDDLE,
  NO_STREET,
  PREFIX,
  SIDE,
  STREET,
  UNIT,
  WORDY,
  type Part,
} from "./addressWords";

/** Reads part of an address at place `i`: the place after its last part, or 0. */
type Rule = (parts: readonly Part[], i: number, text: string) => number;

const MAX_NAME = 4;
/** Within a street's name there are spaces only, and the full stops of "St. Mary's". */
export const isNear = (part: Part | undefined): part is Part => part !== undefined && /^\.?\s{1,3}$/.test(part.gap);
export const isOrdinal = ({ lower }: Part): boolean => /^\d{1,3}(?:st|nd|rd|th)$/.test(lower);
const isNamed = (part: Part): boolean => part.capital || isOrdinal(part);

/** How many capitalised words stand from `i` on, at most `most`. */
export function capitals(parts: readonly Part[], i: number, most = MAX_NAME): number {
  let count = 0;
  for (; count < most; count++) {
    const part = parts[i + count];
    if (!part?.capital || UNIT.has(part.lower) || (count > 0 && !isNear(part))) break;
  }
  return count;
}
const middles = (parts: readonly Part[], i: number): number => {
  let count = 0;
  while (count < 3 && MIDDLE.has(parts[i + count]?.lower ?? "")) count += 1;
  return count;
};
const numberAt = (parts: readonly Part[], i: number): boolean =>
  /^[.,]?\s{1,3}$/.test(parts[i]?.gap ?? "") && parts[i]!.number;

/** 12 Rose Hill Road; 500 W 5th St; 19 Bridge Wharf. */
const numberFirst: Rule = (parts, i, text) => {
  if (!parts[i]!.number || /[$€£¥%]\s?$/.test(parts[i]!.gap)) return 0;
  let found = 0;
  let named = true;
  for (let at = i + 1; at <= i + 1 + MAX_NAME && at < parts.length; at++) {
    const part = parts[at]!;
    if (at === i + 1 ? !/^,?\s{1,3}$/.test(part.gap) : !isNear(part)) break;
    const last = at > i + 1 && (STREET.has(part.lower) || (part.capital && named && CAPITAL_STREET.has(part.lower)));
    if (last && !(WORDY.has(part.lower) && !named && !isPlaced(parts, i, text))) found = at + 1;
    if (NO_STREET.has(part.lower) && !(part.capital && at === i + 1 && part.lower === "the")) break;
    if (!isNamed(part) && !SIDE.has(part.lower)) named = false;
    if (part.number && !isOrdinal(part)) break;
  }
  if (found === 0 || (/^(?:19|20)\d\d$/.test(parts[i]!.text) && !parts[i + 1]!.capital)) return 0;
  return SIDE.has(parts[found]?.lower ?? "") && isNear(parts[found]) ? found + 1 : found;
};
const AT = /(?:^|[^\p{L}])(?:at|to|on|in|from|is|was|address|live|lives|use|of)\s{1,3}$|[:,]\s{1,3}$|^\s*$/iu;
/** Whether a street may begin here: at the start, after a colon or comma, or after a word of place. */
const isPlaced = (parts: readonly Part[], i: number, text: string): boolean =>
  AT.test(text.slice(Math.max(0, parts[i]!.start - 12), parts[i]!.start));

/** Hauptstraße 12; Kálmán Imre u. 12; Augsburger Strasse 36. */
const numberLast: Rule = (parts, i) => {
  if (isWholeStreet(parts[i]!) && numberAt(parts, i + 1))
    return i + 2 + Number(numberAt(parts, i + 3) && /^[A-Z]$/.test(parts[i + 2]!.text)) * 2;
  const name = capitals(parts, i);
  for (let at = i + 1; at <= i + name; at++) {
    if (INFIX.has(parts[at]?.lower ?? "") && isNear(parts[at]) && numberAt(parts, at + 1)) return at + 2;
    if (parts[at] && at < i + name && isWholeStreet(parts[at]!) && numberAt(parts, at + 1)) return at + 2;
  }
  return 0;
};
/** Calle Mayor 5; Via Roma 12; ul. Miła 53/2. */
const prefixed: Rule = (parts, i) => {
  const { lower, capital } = parts[i]!;
  if (!PREFIX.has(lower) || (!capital && !/^(?:ul|al|os|trg)$/.test(lower))) return 0;
  const from = i + 1 + middles(parts, i + 1);
  let name = capitals(parts, from);
  if (MIDDLE.has(parts[from + name]?.lower ?? "")) name += 1 + capitals(parts, from + name + 1);
  return name > 0 && numberAt(parts, from + name) ? from + name + 1 : 0;
};
/** 14 rue Victor Hugo; 12 bis rue de la Paix. */
const french: Rule = (parts, i) => {
  if (!parts[i]!.number) return 0;
  const at = i + 1 + Number(/^(?:bis|ter)$/.test(parts[i + 1]?.lower ?? ""));
  if (!FRENCH.has(parts[at]?.lower ?? "") || !/^,?\s{1,3}$/.test(parts[at]!.gap)) return 0;
  const from = at + 1 + middles(parts, at + 1);
  const name = capitals(parts, from) || Number(from > at + 1 && parts[from] !== undefined);
  return name === 0 ? 0 : from + name + Number(numberAt(parts, from + name));
};
const STREETS: readonly Rule[] = [numberFirst, french, prefixed, numberLast];
/** Rose Cottage, Church Lane; the corner of King Street and 5 Dale. */
const withoutNumber: Rule = (parts, i, text) => {
  if (parts[i]!.capital && HOUSE.has(parts[i + 1]?.lower ?? "") && parts[i + 2]?.gap === ", ") {
    const name = capitals(parts, i + 2);
    for (let at = i + 1 + name; at > i + 2; at--) if (STREET.has(parts[at]!.lower)) return at + 1;
  }
  if (parts[i]!.lower !== "corner" || parts[i + 1]?.lower !== "of") return 0;
  const street = (from: number): number => {
    const known = parts[from] ? Math.max(...STREETS.map((rule) => rule(parts, from, text))) : 0;
    if (known > 0) return known;
    const start = from + Number(parts[from]?.number === true);
    const name = capitals(parts, start + middles(parts, start));
    const end = start + middles(parts, start) + name;
    return name === 0 ? 0 : end + Number(numberAt(parts, end));
  };
  const one = street(i + 2);
  return one > 0 && parts[one]?.lower === "and" ? street(one + 1) : 0;
};
/** What only the words before, or the unit after, show to be an address: Allika 46, Suite 12. */
const announced: Rule = (parts, i, text) => {
  const front = Number(parts[i]!.number) + Number(parts[i]!.number && parts[i + 1]?.number === true);
  if (front > 0 && (!/\d$/.test(parts[i]!.text) || YEAR.test(parts[i]!.text))) return 0;
  const name = capitals(parts, i + front);
  const end = i + front + name;
  if (name === 0) return 0;
  const behind = numberAt(parts, end);
  const next = parts[end + 1];
  if (behind && next && (UNIT.has(next.lower) || (front > 0 && next.capital && parts[i]!.text.length > 2)))
    return end + 1;
  if (!isAnnounced(parts, i, text)) return 0;
  return behind ? end + 1 : front > 0 ? end : 0;
};
export const isAnnounced = (parts: readonly Part[], i: number, text: string): boolean =>
  announcesAddress(text.slice(Math.max(0, parts[i]!.start - 60), parts[i]!.start));
const YEAR = /^(?:19|20)\d\d$/;
const LIVES =
  /(?:^|[^\p{L}])(?:address(?:es)?(?: is| was|:|: is| with| to)?|address(?:es)? of [^.?!,:\n]{1,40} is|address(?:es)?[^.?!\d:\n]{1,30}:|arrived at|live[sd]?(?: at| on)?|living (?:at|on)|located at|(?:office|restaurant|shop|place|house|home|bar|party|station) (?:is )?(?:at|in|on)|off at|enter on|side of|it['’]?s in|i['’]?m at|we['’]?re at|following\?)\s{1,3}$/iu;
const SENDS = new Set(
  "ship sent send mail mailed deliver delivered return returned moved post posted bring drop one taxi drops".split(" "),
);

/** Whether a lead ends as before an address: "I live at", "send two of them to", "meet me tonight at". */
function announcesAddress(lead: string): boolean {
  if (LIVES.test(lead)) return true;
  if (!/\s$/.test(lead)) return false;
  const said = lead.trimEnd().toLowerCase().split(" ");
  const last = said.pop();
  if (last !== "to" && last !== "at") return false;
  for (let back = 1; back <= 4 && back <= said.length; back++) {
    const word = said[said.length - back]!.split(/[^\p{L}]/u).at(-1)!;
    if (SENDS.has(word) || (last === "at" && word === "meet")) return true;
    if (word !== said[said.length - back]) return false;
  }
  return false;
}

/** A number before a street that has its own behind it: "86036 Rua do Arenque 1634". */
const numberTwice: Rule = (parts, i) =>
  parts[i]!.number && isNear(parts[i + 1]) ? Math.max(prefixed(parts, i + 1, ""), numberLast(parts, i + 1, "")) : 0;
const SHIP = /^(?:uss|usns|uscgc|usnv|usv|rfa|hms)$/;
const POST = /^(?:apo|fpo|dpo)$/;
/** Unit 4526 Box 0671, DPO AP 40902; USNS Bergman, FPO AA 93757. */
const military: Rule = (parts, i) => {
  const { lower } = parts[i]!;
  if (!SHIP.test(lower) && !/^(?:unit|psc|cmr)$/.test(lower)) return 0;
  for (let at = i + 1; at <= i + 5 && at < parts.length; at++)
    if (POST.test(parts[at]!.lower)) {
      const hasCode = /^a[aep]$/.test(parts[at + 1]?.lower ?? "") && /^\d{5}$/.test(parts[at + 2]?.text ?? "");
      return hasCode ? at + 3 : 0;
    }
  return 0;
};

export const RULES: readonly Rule[] = [
  numberFirst,
  french,
  prefixed,
  numberLast,
  numberTwice,
  withoutNumber,
  announced,
  military,
];

const isBox = (parts: readonly Part[], i: number): boolean => {
  const { lower } = parts[i]!;
  return lower === "box" || lower === "postbox" || lower === "postfach" || lower === "bp";
};
/** PO Box 88; PSC 0725, Box 6031. */
export function box(parts: readonly Part[], i: number, text: string): { from: number; to: number } | null {
  if (!isBox(parts, i) || !/^\s{1,3}$/.test(parts[i + 1]?.gap ?? "") || !/^\d{1,6}$/.test(parts[i + 1]!.text))
    return null;
  const lead = text.slice(Math.max(0, parts[i]!.start - 8), parts[i]!.start);
  if (/p\.?\s?o\.?\s?$/i.test(lead)) return { from: i - (/^po$/i.test(parts[i - 1]?.text ?? "") ? 1 : 2), to: i + 2 };
  if (/^(?:psc|cmr|unit)$/.test(parts[i - 2]?.lower ?? "")) return { from: i - 2, to: i + 2 };
  return parts[i]!.lower === "box" ? null : { from: i, to: i + 2 };
}
