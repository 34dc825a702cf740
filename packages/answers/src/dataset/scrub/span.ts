/** The kinds of personal data that the scrubber removes. */
export const SCRUB_KINDS = ["name", "email", "phone", "handle", "link", "address", "card", "account", "id"] as const;
export type ScrubKind = (typeof SCRUB_KINDS)[number];

/** A span of personal data in a text; `end` is one past its last character. */
export interface Span {
  kind: ScrubKind;
  start: number;
  end: number;
}

/** Finds the personal data of some kinds in a text. */
export type Finder = (text: string) => Span[];

/** Adds the spans of `later` that overlap none of `earlier`: earlier finders take precedence. */
export function joinSpans(earlier: readonly Span[], later: readonly Span[]): Span[] {
  const joined = [...earlier];
  for (const span of later) {
    if (span.end > span.start && joined.every((other) => span.end <= other.start || span.start >= other.end))
      joined.push(span);
  }
  return joined.sort((a, b) => a.start - b.start);
}

/** The text with each span replaced by its kind in brackets, as in `[email]`. */
export function replaceSpans(text: string, spans: readonly Span[]): string {
  let out = "";
  let at = 0;
  for (const span of spans) {
    out += `${text.slice(at, span.start)}[${span.kind}]`;
    at = span.end;
  }
  return out + text.slice(at);
}

/** Every match of `pattern` (which has the g and d flags) as a span: its group `it` if it has one, else the whole match. */
export function spansOf(
  text: string,
  pattern: RegExp,
  kind: ScrubKind,
  holds: (found: string) => boolean = () => true,
): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(pattern)) {
    const [start, end] = match.indices?.groups?.["it"] ?? [match.index, match.index + match[0].length];
    if (holds(text.slice(start, end))) spans.push({ kind, start, end });
  }
  return spans;
}
