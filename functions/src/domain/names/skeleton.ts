import { CONFUSABLES } from "./confusables";
import { SIGNS } from "./letters";

const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;
/** Accents, and the optional vowel signs of Arabic and Hebrew: a name with and without them counts as the same. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]/gu;
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
