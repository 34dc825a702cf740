import { BREAK, tail } from "./addressTail";
import { isWholeStreet, partsOf, PREFIX, UNIT, type Part } from "./addressWords";
import { findPostcodes } from "./postcodes";
import { type Finder, type Span } from "./span";
import { box, isAnnounced, RULES } from "./streetRules";

/** Lower-case words that an address may begin with, besides a kind of street. */
const OPENS = new Set("corner unit psc cmr uss usns uscgc hms".split(" "));
const canBegin = (part: Part): boolean =>
  part.number || part.capital || OPENS.has(part.lower) || PREFIX.has(part.lower) || isWholeStreet(part);

function streets(text: string): Span[] {
  const parts = partsOf(text);
  const spans: Span[] = [];
  for (let i = 0; i < parts.length; i++) {
    const boxed = box(parts, i, text);
    let end = boxed?.to ?? 0;
    let start = boxed?.from ?? i;
    if (!boxed && canBegin(parts[i]!)) for (const rule of RULES) end = Math.max(end, rule(parts, i, text));
    if (end === 0) continue;
    // A unit or other numbers in front: "Flat 3, 27 Harcourt Terrace", "Apt. 722 5049 Harjukuja 54".
    for (let more = 0; more < 2; more++)
      if (parts[start - 1]?.number && BREAK.test(parts[start]!.gap) && !/[.?]/.test(parts[start]!.gap)) start -= 1;
    if (start > 0 && parts[start]?.number && UNIT.has(parts[start - 1]!.lower)) start -= 1;
    // An announced address of a crossing begins with its first street.
    if (parts[start - 1]?.lower === "and" && parts[start - 2]?.capital && isAnnounced(parts, start - 2, text))
      start -= 2;
    if (parts[start]?.lower === "corner" && parts[start - 1]?.lower === "the") start -= 1;
    end = tail(parts, end, text);
    spans.push({ kind: "address", start: parts[Math.max(0, start)]!.start, end: parts[end - 1]!.end });
    i = end - 1;
  }
  return spans;
}

/** Overlapping spans as one. */
function merged(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last && span.start < last.end) last.end = Math.max(last.end, span.end);
    else joined.push({ ...span });
  }
  return joined;
}

const CAN_HOLD_ONE = /\d|Cottage|House|Farm|Lodge|Barn|Hall|Mill|Villa|corner/;

/** Street addresses, boxes and postal codes; a town, a state or a country alone is not personal. */
export const findAddresses: Finder = (text) =>
  CAN_HOLD_ONE.test(text) ? merged([...streets(text), ...findPostcodes(text)]) : [];
