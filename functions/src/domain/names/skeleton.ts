import { CONFUSABLES } from "./confusables";
import { SIGNS } from "./letters";

const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;
/** Accents, and the vowel signs that Arabic and Hebrew may leave out: a name with and without them is taken for the same. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]/gu;
/** What joins or stretches words. */
const JOINTS = new RegExp(`[\u0640${SIGNS}]`, "gu");

let known: ReadonlyMap<string, string> | undefined;

/** The skeleton of a text (UTS #39, section 4): two texts that have the same one look alike. It is not for reading. */
export function skeleton(text: string): string {
  const prototypes = (known ??= readTable());
  const letters = [...text.normalize("NFD").replace(IGNORABLE, "")];
  return letters
    .map((letter) => prototypes.get(letter) ?? letter)
    .join("")
    .normalize("NFD");
}

/**
 * What a name is taken for by somebody who does not look twice: two names that share one of these pass for each other.
 *
 * The skeleton of the name as it is written, in small letters and in capitals, because letters may look alike in one
 * case only; without accents, joints and spaces; `i` and `l` are one, as they are in capitals.
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
    now = skeleton(before).normalize("NFD").replace(ACCENTS, "").toLowerCase();
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
