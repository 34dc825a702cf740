import { LinkifyIt } from "linkify-it";
import { findPhoneNumbersInText } from "libphonenumber-js/min";
import { spansOf, type Finder, type Span } from "./span";

const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true }).tlds(
  ["dev", "app", "xyz", "online", "store", "blog", "site", "tech", "cloud"],
  true,
);
/** Country endings that are also words: "my card.is it" is a missing space, not a link, unless a path follows. */
const WORDY_ENDING = /\.(?:is|it|in|my|me|so|to|at|be|no|us|am|as|by|do|id|an|de|la|pm|tv)$/i;

/** Links and e-mail addresses, with or without their scheme. */
export const findLinks: Finder = (text) =>
  // Every link and address contains one of these; a text without them need not be searched.
  ((/[.@:]/.test(text) ? linkify.match(text) : null) ?? []).flatMap((match): Span[] => {
    if (match.schema === "" && WORDY_ENDING.test(match.raw) && !/^www\./i.test(match.raw)) return [];
    return [{ kind: match.schema === "mailto:" ? "email" : "link", start: match.index, end: match.lastIndex }];
  });

const SPELT_EMAIL =
  /(?<![\w.+-])[\w.+-]+\s{0,3}(?:\(at\)|\[at\]|\{at\}|\sat\s)\s{0,3}[\w-]{1,63}(?:\s{0,3}(?:\(dot\)|\[dot\]|\{dot\}|\sdot\s)\s{0,3}[\w-]{1,63}){1,6}/dgi;
/** What linkify misses: an address in brackets, on a host without a known TLD, or truncated. */
const PLAIN_EMAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/dgu;
const BARE_LINK = /(?:https?:\/\/|www\.)\S+/dgi;

/** E-mail addresses that are spelled out in words or slightly malformed. */
export const findOddEmails: Finder = (text) => [
  ...spansOf(text, PLAIN_EMAIL, "email"),
  ...spansOf(text, SPELT_EMAIL, "email"),
  ...spansOf(text, BARE_LINK, "link"),
];

const AT_HANDLE = /(?<![\p{L}\p{N}._%+-])(?<it>@\s?[\p{L}\p{N}_](?:[\p{L}\p{N}_.]{0,38}[\p{L}\p{N}_])?)/dgu;
const NAMED_HANDLE =
  /\b(?:username|user name|screen ?name|login|handle|insta(?:gram)?|snap(?:chat)?|twitter|telegram|tiktok|discord|skype|ig|revtag|cashtag)(?:\s+(?:name|id|account|handle))?(?:\s+is\s+|\s*[:=]\s*)["'“]?(?<it>\$?[\p{L}\p{N}][\p{L}\p{N}_.#-]{2,38}[\p{L}\p{N}_])/dgiu;

/** Handles: `@someone`, and the word after "my username is". */
export const findHandles: Finder = (text) => [
  ...spansOf(text, AT_HANDLE, "handle", (found) => /\p{L}|_/u.test(found)),
  ...spansOf(text, NAMED_HANDLE, "handle"),
];

const CUED_PHONE =
  /\b(?:phone|tel|telephone|mobile|cell|cellphone|fax|whatsapp|landline|text me|call me|ring me|reach me|call|(?:contact|my|your|his|her|their|our|new|the) number)\b[^\d+\n]{0,24}(?<![\p{L}\d#-])(?<it>\+?\(?\d[\d\s().-]{5,18}\d)/dgiu;
const NORTH_AMERICAN = /(?<![\d-])(?<it>(?:\+?1[\s.-]?)?\(?\d{3}\)?[\s.-]\d{3}[\s.-]\d{4})(?![\d-])/dg;
const INTERNATIONAL = /(?<![\d\p{L}])(?<it>(?:\+|00)\d[\d\s().-]{6,18}\d)(?!\d)/dgu;
/** Anything that could be a number, for texts that are full of digits. */
const ANY_NUMBER = /(?<!\d)(?<it>\+?\(?\d[\d\s().-]{5,18}\d)/dg;
/** The library tries every digit as a start, so it is not run on texts with more digits. */
const MAX_DIGITS = 250;
const SOCIAL_SECURITY = /^\d{3}-\d{2}-\d{4}$/;
const digitsIn = (text: string): number => text.replace(/\D/g, "").length;

/** Telephone numbers: those that match a numbering plan, and those that a word announces. */
export const findPhones: Finder = (text) => {
  const count = digitsIn(text);
  if (count < 6) return [];
  if (count > MAX_DIGITS) return spansOf(text, ANY_NUMBER, "phone", (found) => digitsIn(found) >= 7);
  const known = (["US", "GB", "IN"] as const).flatMap((country) =>
    findPhoneNumbersInText(text, country).map(({ startsAt, endsAt }): Span => ({
      kind: "phone",
      start: startsAt,
      end: endsAt,
    })),
  );
  const plausible = known.filter(({ start, end }) => {
    const found = text.slice(start, end);
    return (
      digitsIn(found) >= 9 &&
      !SOCIAL_SECURITY.test(found) &&
      !/^[$€£₹]/.test(text.slice(Math.max(0, start - 1))) &&
      !/^\d{1,3}(?:,\d{3})+/.test(found)
    );
  });
  return [
    ...plausible,
    ...spansOf(text, INTERNATIONAL, "phone", (found) => digitsIn(found) >= 8 && digitsIn(found) <= 15),
    ...spansOf(text, NORTH_AMERICAN, "phone"),
    ...spansOf(text, CUED_PHONE, "phone", (found) => digitsIn(found) >= 7 && digitsIn(found) <= 15),
  ];
};
