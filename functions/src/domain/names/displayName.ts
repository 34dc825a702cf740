import { refuseField } from "../errors";
import { CONFUSABLES } from "./confusables";

/** Maximum length of a display name, in user-perceived characters. */
const MAX_NAME_LENGTH = 40;

/** Stacked marks would cover the lines above and below. */
const PILE = /\p{M}{3}/u;
/** A dot before two letters or more joins the labels of a domain name, such as one of ENS; initials have one letter each. */
const DOMAIN = /\.(?=[\p{L}\p{M}\p{Nd}]{2})\p{Nd}*\p{L}/u;

/** The punctuation allowed between letters and digits: it is not confusable. */
const SIGNS = " '.\u2019_-";

const WORDS = new RegExp(`[${SIGNS}]+`, "u");

/** Words that suggest speaking for the platform, or a status that only the chain can confirm. */
const RESERVED = [
  "mkt",
  "admin",
  "administrator",
  "moderator",
  "support",
  "helpdesk",
  "staff",
  "official",
  "verified",
  "escrow",
  "taskescrow",
  "arbiter",
  "treasury",
  "usdc",
];
/** Hexadecimal digits in a likeness, where `0` is `o` and `1` is `l`. */
const HEX = "[2-9a-flo]";
const ADDRESS = new RegExp(`^(?:ox${HEX}{4,}|${HEX}{16,})$`);

/** The name in its stored form (NFKC); refuses one that breaks a rule with `invalid_request`. */
export function requireDisplayName(given: string): string {
  const name = given.normalize("NFKC").replace(/ +/g, " ").replace(/^ | $/g, "");
  const broken = brokenRule(name);
  if (broken === null) return name;
  return refuseField("/displayName", broken);
}

/** The rule that a name breaks, as the end of a sentence. */
function brokenRule(name: string): string | null {
  const length = [...name].length;
  if (length < 1 || length > MAX_NAME_LENGTH) return `must have 1 to ${MAX_NAME_LENGTH} characters`;
  if (!/[\p{L}\p{Nd}]/u.test(name) || likenesses(name).includes("")) return "must contain a letter or a digit";
  if (!isReadable(name)) return "must contain only letters, digits, spaces and the characters ' . _ -";
  if (PILE.test(name) || /^\p{M}/u.test(name)) return "must not stack combining marks";
  if (!isOfOneScript(name)) return "must use the letters of one script only";
  if (mixesDigits(name)) return "must use the digits of one script only";
  const words = [...name.split(WORDS), name];
  if (words.some((word) => likenesses(word).some((like) => ADDRESS.test(like)))) return "must not look like an address";
  if (DOMAIN.test(name)) return "must not join letters by a dot, like a domain name";
  if (words.some(isReserved)) return "must not contain a word reserved for the platform, such as support or admin";
  return null;
}

let reserved: RegExp | undefined;

/** Whether a word looks like a reserved one or a concatenation of them, ignoring digits at its ends. */
function isReserved(word: string): boolean {
  reserved ??= new RegExp(`^(?:${RESERVED.flatMap(likenesses).join("|")})+$`);
  const bare = word.replace(/^\p{Nd}+|(?<!\p{Nd})\p{Nd}+$/gu, "");
  return [word, bare].some((text) => likenesses(text).some((like) => reserved?.test(like)));
}

const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;
/** Accents, and the optional vowel signs of Arabic and Hebrew: a name with and without them counts as the same. */
const OPTIONAL_SIGNS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]/gu;
/** Characters that join or stretch words. */
const JOINTS = new RegExp(`[\u0640${SIGNS}]`, "gu");

let known: ReadonlyMap<string, string> | undefined;

/** The skeleton of a text (UTS #39, section 4): two texts with the same skeleton look alike. Not for display. @internal */
export function skeleton(text: string): string {
  const prototypes = (known ??= readTable());
  const letters = [...text.normalize("NFD").replace(IGNORABLE, "")];
  return letters
    .map((letter) => prototypes.get(letter) ?? letter)
    .join("")
    .normalize("NFD");
}

/**
 * The likenesses of a name: two names that share one of these are confusable at a glance.
 *
 * The skeletons of the name as written, in lower case and in upper case, because letters may look alike in one case
 * only; without accents, joiners and spaces; `i` and `l` are one, as they are in capitals.
 */
export function likenesses(name: string): readonly string[] {
  const bare = name.replace(JOINTS, "");
  return [...new Set([bare, bare.toLowerCase(), bare.toUpperCase()].map(likeness))];
}

function likeness(text: string): string {
  let before: string;
  let now = text;
  do {
    before = now;
    now = skeleton(before).normalize("NFD").replace(OPTIONAL_SIGNS, "").toLowerCase();
  } while (now !== before);
  return now.replace(/i/g, "l").replace(/vv/g, "w");
}

function readTable(): ReadonlyMap<string, string> {
  const rows = CONFUSABLES.trim()
    .split(/[,\n]/)
    .map((row) => row.split(":").map(lettersOf));
  return new Map(
    rows.flatMap(([prototype = [], letters = []]) => letters.map((letter) => [letter, prototype.join("")] as const)),
  );
}

function lettersOf(codes: string): string[] {
  return codes.split(" ").map((code) => String.fromCodePoint(Number.parseInt(code, 16)));
}

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

const WHOLE = WRITINGS.map((letters) => new RegExp(`^[${letters}${SIGNS}]+$`, "u"));
/** Visible letters, marks and digits, and the punctuation. */
const PARTS = new RegExp(`^(?:(?![\\p{Default_Ignorable_Code_Point}\\p{Me}])[\\p{L}\\p{M}\\p{Nd}${SIGNS}])+$`, "u");

/** Whether the text consists of visible letters, digits, marks and punctuation. @internal */
export function isReadable(text: string): boolean {
  return PARTS.test(text);
}

/** Whether the letters of a readable text are of one script. @internal */
export function isOfOneScript(text: string): boolean {
  return WHOLE.some((writing) => writing.test(text));
}

/**
 * UTS #39: digits of two numeral systems in one text are confusable. The ten digits of a system are adjacent code
 * points.
 */
function mixesDigits(text: string): boolean {
  return new Set([...text.matchAll(/\p{Nd}/gu)].map(([digit]) => zeroOf(digit))).size > 1;
}

function zeroOf(digit: string): number {
  let zero = digit.codePointAt(0) ?? 0;
  for (let back = 0; back < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1)); back++) zero -= 1;
  return zero;
}
