/**
 * The scripts that may be combined in one name (UTS #39, "single script"; East Asian languages combine several), as the
 * contents of character classes.
 *
 * Latin is limited to letters of alphabets, because phonetic ones look like others. Script-independent marks are
 * limited to accents that languages use, and exclude overlays.
 */
const ACCENTS = "\\u0300-\\u0333\\u0339-\\u034e\\u0350-\\u036f";
const WRITINGS = [
  "A-Za-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u01bf\\u01c4-\\u024f\\u1e00-\\u1eff",
  ...[
    ["Greek"],
    ["Cyrillic"],
    ["Armenian"],
    ["Georgian"],
    ["Hebrew"],
    ["Arabic"],
    ["Devanagari"],
    ["Bengali"],
    ["Gurmukhi"],
    ["Gujarati"],
    ["Oriya"],
    ["Tamil"],
    ["Telugu"],
    ["Kannada"],
    ["Malayalam"],
    ["Sinhala"],
    ["Thai"],
    ["Lao"],
    ["Tibetan"],
    ["Myanmar"],
    ["Khmer"],
    ["Ethiopic"],
    ["Thaana"],
    ["Han", "Hiragana", "Katakana"],
    ["Han", "Hangul"],
    ["Han", "Bopomofo"],
  ].map((scripts) => scripts.map((script) => `\\p{Script_Extensions=${script}}`).join("")),
].map((letters) => `${letters}${ACCENTS}0-9`);

/** The punctuation allowed between letters and digits: it is not confusable. */
export const SIGNS = " '.\u2019_-";

const WHOLE = WRITINGS.map((letters) => new RegExp(`^[${letters}${SIGNS}]+$`, "u"));
/** Visible letters, marks and digits, and the punctuation. */
const PARTS = new RegExp(`^(?:(?![\\p{Default_Ignorable_Code_Point}\\p{Me}])[\\p{L}\\p{M}\\p{Nd}${SIGNS}])+$`, "u");

/** Whether the text consists of visible letters, digits, marks and punctuation. */
export function isReadable(text: string): boolean {
  return PARTS.test(text);
}

/** Whether the letters of a readable text are of one script. */
export function isOfOneScript(text: string): boolean {
  return WHOLE.some((writing) => writing.test(text));
}

/**
 * UTS #39: digits of two numeral systems in one text are confusable. The ten digits of a system are adjacent code
 * points.
 */
export function mixesDigits(text: string): boolean {
  return new Set([...text.matchAll(/\p{Nd}/gu)].map(([digit]) => zeroOf(digit))).size > 1;
}

function zeroOf(digit: string): number {
  let zero = digit.codePointAt(0) ?? 0;
  for (let back = 0; back < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1)); back++) zero -= 1;
  return zero;
}
