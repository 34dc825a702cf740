/**
 * Which scripts may stand together in one name (UTS #39, "single script": the East Asian languages write with several),
 * as the insides of character classes.
 *
 * Of Latin only the letters of alphabets: phonetic ones look like others. Of the marks that go with any script only
 * the accents that languages write, and none that strikes its letter through.
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

/** The signs that may stand between letters and digits: they look like nothing else. */
export const SIGNS = " '.\u2019_-";

const WHOLE = WRITINGS.map((letters) => new RegExp(`^[${letters}${SIGNS}]+$`, "u"));
/** Letters, marks and digits that show, and the signs. */
const PARTS = new RegExp(`^(?:(?![\\p{Default_Ignorable_Code_Point}\\p{Me}])[\\p{L}\\p{M}\\p{Nd}${SIGNS}])+$`, "u");

/** Whether all of the text is letters, digits, marks and signs that can be seen. */
export function isReadable(text: string): boolean {
  return PARTS.test(text);
}

/** Whether the letters of a readable text are of one script. */
export function isOfOneScript(text: string): boolean {
  return WHOLE.some((writing) => writing.test(text));
}

/** UTS #39: digits of two systems in one text pass for others. The ten digits of a system lie side by side. */
export function mixesDigits(text: string): boolean {
  return new Set([...text.matchAll(/\p{Nd}/gu)].map(([digit]) => zeroOf(digit))).size > 1;
}

function zeroOf(digit: string): number {
  let zero = digit.codePointAt(0) ?? 0;
  for (let back = 0; back < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1)); back++) zero -= 1;
  return zero;
}
