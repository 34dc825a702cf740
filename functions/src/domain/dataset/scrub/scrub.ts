import { findAddresses } from "./addresses";
import { findHandles, findLinks, findOddEmails, findPhones } from "./contacts";
import { findNames } from "./names";
import { findAccounts, findCards, findIds } from "./numbers";
import { joinSpans, replaceSpans, type Finder, type Span } from "./span";

/** Strictest first: what a checksum proves is not taken for a telephone number, and what a host proves is no handle. */
const FINDERS: readonly Finder[] = [findLinks, findOddEmails, findHandles, findCards, findAccounts, findAddresses, findPhones, findIds, findNames];

/** Where a text holds personal data: no two spans touch, in order of place. */
export function findPersonalData(text: string): Span[] {
  return FINDERS.reduce<Span[]>((found, find) => joinSpans(found, find(text)), []);
}

/** The text with every piece of personal data replaced by its kind, and what was found. */
export function scrub(text: string): { text: string; found: Span[] } {
  const found = findPersonalData(text);
  return { text: replaceSpans(text, found), found };
}
