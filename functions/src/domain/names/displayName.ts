import { refuse } from "../errors";
import { isOfOneScript, isReadable, mixesDigits, SIGNS } from "./letters";
import { likenesses } from "./skeleton";

/** Maximum length of a display name, in user-perceived characters. */
const MAX_NAME_LENGTH = 40;

/** Stacked marks would cover the lines above and below. */
const PILE = /\p{M}{3}/u;
/** A dot before two letters or more joins the labels of a domain name, such as one of ENS; initials have one letter each. */
const DOMAIN = /\.(?=[\p{L}\p{M}\p{Nd}]{2})\p{Nd}*\p{L}/u;
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
  return refuse("invalid_request", `displayName ${broken}.`, {
    errors: [{ pointer: "/displayName", message: broken }],
  });
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
