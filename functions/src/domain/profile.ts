import type { Address } from "./address";
import { refuse } from "./errors";

/** How an account shows itself; null for what it never said. */
export interface Profile {
  readonly address: Address;
  readonly displayName: string | null;
  readonly avatarSeed: string | null;
}

/** Characters of a display name, counted as readers do. */
export const LONGEST_NAME = 40;

/**
 * Which scripts may stand together in one name (UTS #39, "single script": the East Asian languages write with several).
 * Of Latin only the letters of alphabets: phonetic ones look like others.
 */
const WRITINGS = [
  "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u01bf\u01c4-\u024f\u1e00-\u1eff",
  ...[
    ["Greek"], ["Cyrillic"], ["Armenian"], ["Georgian"], ["Hebrew"], ["Arabic"], ["Devanagari"], ["Bengali"], ["Gurmukhi"], ["Gujarati"],
    ["Oriya"], ["Tamil"], ["Telugu"], ["Kannada"], ["Malayalam"], ["Sinhala"], ["Thai"], ["Lao"], ["Tibetan"], ["Myanmar"], ["Khmer"],
    ["Ethiopic"], ["Thaana"], ["Han", "Hiragana", "Katakana"], ["Han", "Hangul"], ["Han", "Bopomofo"],
  ].map((scripts) => scripts.map((script) => `\\p{Script_Extensions=${script}}`).join("")),
].map((letters) => new RegExp(`^[${letters}\\p{Script_Extensions=Inherited}0-9 '.\u2019_-]+$`, "u"));

/** Beside letters and marks: digits, a space, and four signs that look like nothing else. */
const PARTS = /^[\p{L}\p{M}\p{Nd} '.\u2019_-]+$/u;
/** Marks piled on a letter hide the lines above and below. */
const PILE = /\p{M}{3}/u;
const DIGIT_RUNS = /\p{Nd}/gu;

/** The name in the one form in which it is stored (NFKC), or the rule that it breaks, as the end of a sentence. */
export function displayName(given: string): { name: string } | { broken: string } {
  const name = given.normalize("NFKC").replace(/ +/g, " ").replace(/^ | $/g, "");
  const length = [...name].length;
  if (length < 1 || length > LONGEST_NAME) return { broken: `must have 1 to ${LONGEST_NAME} characters` };
  if (!/[\p{L}\p{Nd}]/u.test(name)) return { broken: "must hold a letter or a digit" };
  if (!PARTS.test(name)) return { broken: "must hold only letters, digits, spaces and the signs ' . _ -" };
  if (PILE.test(name) || /^\p{M}/u.test(name)) return { broken: "must not pile up marks" };
  if (!WRITINGS.some((writing) => writing.test(name))) return { broken: "must keep to the letters of one script" };
  if (mixesDigits(name)) return { broken: "must keep to the digits of one script" };
  return { name };
}

/** As `displayName`; refuses `invalid_request`. */
export function requireDisplayName(given: string): string {
  const tidied = displayName(given);
  if ("name" in tidied) return tidied.name;
  return refuse("invalid_request", `displayName ${tidied.broken}.`, { errors: [{ pointer: "/displayName", message: tidied.broken }] });
}

/** UTS #39: digits of two systems in one name pass for others. The ten digits of a system lie side by side. */
function mixesDigits(name: string): boolean {
  const systems = new Set([...name.matchAll(DIGIT_RUNS)].map(([digit]) => zeroOf(digit)));
  return systems.size > 1;
}

function zeroOf(digit: string): number {
  let zero = digit.codePointAt(0) ?? 0;
  for (let back = 0; back < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1)); back++) zero -= 1;
  return zero;
}
