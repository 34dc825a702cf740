/** Normalisation sorts a run of combining marks in quadratic time (UAX #15, Stream-Safe Text Format). */
const PILED = /(\p{M}{30})\p{M}+/gu;

/** The text without combining marks beyond 30 in a row, so that it can be normalised in linear time. */
export function withoutPiles(text: string): string {
  return text.replace(PILED, "$1");
}
