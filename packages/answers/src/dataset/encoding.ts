/** What Windows-1252 has where Latin-1 has control characters, from 0x80 on; "" for what it has not. */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";
const BYTES = new Map(Array.from(WINDOWS_1252, (character, i) => [character, 0x80 + i]));
/** UTF-8 that was read as Windows-1252: the first byte of a character, then one to three of the others. */
const TWICE = new RegExp(`[\\u00c2-\\u00f4][\\u0080-\\u00bf${WINDOWS_1252}]{1,3}`, "g");
/** UTF-8 that was read as Windows-1252 on its way through Mac Roman, by what was meant. */
const THROUGH_MAC: Readonly<Record<string, string>> = {
  Ûª: "’",
  "Û÷": "‘",
  ÛÏ: "“",
  "Û\u009d": "”",
  ÛÒ: "–",
  ÛÓ: "—",
  Û_: "…",
  "Û¢": "•",
  åÊ: " ",
  "Ì©": "é",
  "Ì¨": "è",
  "Ì±": "ñ",
  Ì_: "í",
};
const MAC_PAIR = /\u0089?(?:Û[ª÷ÏÒÓ_¢\u009d]|åÊ|Ì[©¨±_])/g;
/** What is left of emoji after that. */
const DEBRIS =
  /(?:_?(?:Ù[\u0080-\u009f\u00a1-\u00bfÕÔ÷ªÎÒü_ãÏÉøÐâäÛÄÈ]|\u0089|\u0095ü)[\u0080-\u00bf÷ÉÎÐâãäÏøÕÛÄÈ¼ü]*)+|(?<=\s|^)Û(?=\s|$)|Û(?=\s|$)/g;

const decoder = new TextDecoder("utf-8", { fatal: true });

/** The text with characters of a broken encoding ("donâ€™t", "Ûªs") restored, and without those that cannot be. */
export function repaired(text: string): string {
  if (!/[\u0080-\u00ff]/.test(text)) return text;
  return text
    .replace(MAC_PAIR, (pair) => THROUGH_MAC[pair.replace("\u0089", "")]!)
    .replace(TWICE, meant)
    .replace(DEBRIS, " ");
}

function meant(broken: string): string {
  try {
    return decoder.decode(Uint8Array.from(broken, (character) => BYTES.get(character) ?? character.charCodeAt(0)));
  } catch {
    return broken;
  }
}
