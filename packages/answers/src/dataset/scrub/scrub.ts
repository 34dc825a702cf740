import { findNames } from "./names";
import { findByForm } from "./patterns";
import { joinSpans, replaceSpans, type Span } from "./span";

/** The personal data in a text: non-overlapping spans in order. @internal */
export function findPersonalData(text: string): Span[] {
  return joinSpans(findByForm(text), findNames(text));
}

/** The text with every piece of personal data replaced by its kind, and what was found. */
export function scrub(text: string): { text: string; found: Span[] } {
  const found = findPersonalData(text);
  return { text: replaceSpans(text, found), found };
}
