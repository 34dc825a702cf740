import { findAddresses } from "./addresses";
import { findHandles, findLinks, findOddEmails } from "./contacts";
import { findAccounts, findCards, findIds } from "./numbers";
import { findPhones } from "./phones";
import { joinSpans, replaceSpans, type Finder, type Span } from "./span";

/** Strictest first: what a checksum proves is not a telephone number, and what a host proves is not a handle. */
const FINDERS: readonly Finder[] = [
  findOddEmails,
  findLinks,
  findHandles,
  findCards,
  findAccounts,
  findAddresses,
  findPhones,
  findIds,
];

/** The personal data in a text that is recognisable by its form: non-overlapping spans in order. */
export function findByForm(text: string): Span[] {
  return FINDERS.reduce<Span[]>((found, find) => joinSpans(found, find(text)), []);
}

/**
 * The text without the personal data that is recognisable by its form; names need the importer's tagger, which is slow
 * to load.
 */
export function scrubForm(text: string): string {
  return replaceSpans(text, findByForm(text));
}
