import { LinkifyIt } from "linkify-it";
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
  /(?<![\w.+-])[\w.+-]{1,64} ?(?:\(at\)|\[at\]|\{at\}| at ) ?[\w-]{1,63}(?: ?(?:\(dot\)|\[dot\]|\{dot\}| dot ) ?[\w-]{1,63}){1,6}/dgi;
const BRACKETED_EMAIL = /(?<![\w.+-])[\w.+-]{1,64} ?[([{]at[)\]}] ?[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}/dgi;
/** What linkify misses: an address in brackets, on a host without a known TLD, or truncated. */
const PLAIN_EMAIL = /(?<![\p{L}\p{N}._%+'’-])[\p{L}\p{N}._%+'’-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/dgu;
const BARE_LINK = /(?:https?:\/\/|www\.)\S+/dgi;
/** A host with any ending, where a path follows. */
const HOST_AND_PATH = /(?<![\p{L}\p{N}@._/-])(?:[a-z0-9][a-z0-9-]{0,62}\.){1,5}[a-z]{2,24}\/[^\s/]\S*/dgiu;

/** E-mail addresses that are spelled out in words or slightly malformed. */
export const findOddEmails: Finder = (text) => [
  ...spansOf(text, PLAIN_EMAIL, "email"),
  ...spansOf(text, SPELT_EMAIL, "email"),
  ...spansOf(text, BRACKETED_EMAIL, "email"),
  ...spansOf(text, BARE_LINK, "link"),
  ...spansOf(text, HOST_AND_PATH, "link"),
];

/** A letter before the sign is a part of an address in ASCII, and else what is left of a quotation mark in a wrong encoding. */
const AT_HANDLE = /(?<![a-zA-Z\p{N}._%+-])(?<it>@\s?[\p{L}\p{N}_](?:[\p{L}\p{N}_.]{0,38}[\p{L}\p{N}_])?)/dgu;
const NAMED_HANDLE =
  /\b(?:username|user name|screen ?name|login|handle|insta(?:gram)?|snap(?:chat)?|twitter|telegram|tiktok|discord|skype|ig|revtag|cashtag)(?:\s+(?:name|id|account|handle))?(?:\s+is\s+|\s*[:=]\s*)["'“]?(?<it>\$?[\p{L}\p{N}][\p{L}\p{N}_.#-]{2,38}[\p{L}\p{N}_])/dgiu;

/** Handles: `@someone`, and the word after "my username is". */
export const findHandles: Finder = (text) => [
  ...spansOf(text, AT_HANDLE, "handle", (found) => /\p{L}|_/u.test(found)),
  ...spansOf(text, NAMED_HANDLE, "handle"),
];
