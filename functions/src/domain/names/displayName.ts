import { refuse } from "../errors";
import { isOfOneScript, isReadable, mixesDigits, SIGNS } from "./letters";
import { likenesses } from "./skeleton";

/** Characters of a display name, counted as readers do. */
const MAX_NAME_LENGTH = 40;

/** Marks piled on a letter hide the lines above and below. */
const PILE = /\p{M}{3}/u;
/** A dot before two letters or more joins the labels of a domain name, such as one of ENS; initials have one letter each. */
const DOMAIN = /\.(?=[\p{L}\p{M}\p{Nd}]{2})\p{Nd}*\p{L}/u;
const WORDS = new RegExp(`[${SIGNS}]+`, "u");

/** Who speaks for the platform, or what only the chain can say of somebody. */
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
/** What hexadecimal digits are in a likeness, where `0` is `o` and `1` is `l`. */
const HEX = "[2-9a-flo]";
const ADDRESS = new RegExp(`^(?:ox${HEX}{4,}|${HEX}{16,})$`);

/** The name in the one form in which it is stored (NFKC), or the rule that it breaks, as the end of a sentence. */
export function displayName(given: string): { name: string } | { broken: string } {
  const name = given.normalize("NFKC").replace(/ +/g, " ").replace(/^ | $/g, "");
  const broken = brokenRule(name);
  return broken === null ? { name } : { broken };
}

/** As `displayName`; refuses `invalid_request`. */
export function requireDisplayName(given: string): string {
  const tidied = displayName(given);
  if ("name" in tidied) return tidied.name;
  return refuse("invalid_request", `displayName ${tidied.broken}.`, {
    errors: [{ pointer: "/displayName", message: tidied.broken }],
  });
}

function brokenRule(name: string): string | null {
  const length = [...name].length;
  if (length < 1 || length > MAX_NAME_LENGTH) return `must have 1 to ${MAX_NAME_LENGTH} characters`;
  if (!/[\p{L}\p{Nd}]/u.test(name) || likenesses(name).includes("")) return "must hold a letter or a digit";
  if (!isReadable(name)) return "must hold only letters, digits, spaces and the signs ' . _ -";
  if (PILE.test(name) || /^\p{M}/u.test(name)) return "must not pile up marks";
  if (!isOfOneScript(name)) return "must keep to the letters of one script";
  if (mixesDigits(name)) return "must keep to the digits of one script";
  const words = [...name.split(WORDS), name];
  if (words.some((word) => likenesses(word).some((like) => ADDRESS.test(like)))) return "must not look like an address";
  if (DOMAIN.test(name)) return "must not join letters by a dot, as domain names do";
  if (words.some(isReserved))
    return "must not hold a word that only the platform may call itself by, such as support or admin";
  return null;
}

let reserved: RegExp | undefined;

/** Whether a word passes for a reserved one, or for some of them written together; digits at its ends make no difference. */
function isReserved(word: string): boolean {
  reserved ??= new RegExp(`^(?:${RESERVED.flatMap(likenesses).join("|")})+$`);
  const bare = word.replace(/^\p{Nd}+|(?<!\p{Nd})\p{Nd}+$/gu, "");
  return [word, bare].some((text) => likenesses(text).some((like) => reserved?.test(like)));
}
