import { spansOf, type Span } from "./span";

const US_STATE =
  "A[AEKLPRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|PR|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]";
const STATE_ZIP = new RegExp(`\\b(?<it>(?:${US_STATE})\\s{1,3}\\d{5}(?:-\\d{4})?)\\b`, "dgu");
const AUSTRALIAN = /\b(?<it>(?:NSW|VIC|QLD|TAS|ACT|W\.?A\.?|S\.?A\.?|N\.?T\.?),?\s{1,2}\d{4})\b/dg;
/** A code after a word for it, in the form of any country. */
const CUED =
  /\b(?:zip(?:\s?code)?|post\s?code|postal code|code postal|plz|eircode|pin\s?code)(?:\s{1,3}(?:is|was|to|should be)){0,3}\s{0,3}:?\s{0,3}(?<it>(?=[A-Z\d -]{0,9}\d)(?:\d{3} \d{2,3}|\d{4} ?[A-Z]{2}|[A-Z\d]{2,5}(?:[ -]?[A-Z\d]{3,4})?))\b/dgi;
const BRITISH =
  /\b(?<it>(?:[A-PR-UWYZ]\d{1,2}|[A-PR-UWYZ][A-HK-Y]\d{1,2}|[A-PR-UWYZ]\d[A-HJKPSTUW]|[A-PR-UWYZ][A-HK-Y]\d[ABEHMNPRV-Y]) ?\d[ABD-HJLNP-UW-Z]{2})\b/dg;
const BRITISH_LOWER =
  /\b(?<it>(?:[a-pr-uwyz]\d{1,2}|[a-pr-uwyz][a-hk-y]\d{1,2}|[a-pr-uwyz]\d[a-hjkpstuw]|[a-pr-uwyz][a-hk-y]\d[abehmnprv-y]) \d(?!st|nd|rd|th|gb|tb|lb|hr|ft|am|pm)[abd-hjlnp-uw-z]{2})\b/dg;
const CANADIAN =
  /\b(?<it>[ABCEGHJ-NPR-TVXY]\d[ABCEGHJ-NPR-TV-Z][ -]?\d[ABCEGHJ-NPR-TV-Z]\d|[abceghj-npr-tvxy]\d[abceghj-npr-tv-z] \d[abceghj-npr-tv-z]\d)\b/dg;
const IRISH = /\b(?<it>(?:[AC-FHKNPRTV-Y]\d\d|D6W) [\dAC-FHKNPRTV-Y]{4})\b/dg;
/** Dutch codes; "2015 AD" and "1800 PM" are none. */
const DUTCH = /\b(?<it>(?!19|20)[1-9]\d{3} (?!AM|PM|AD|BC|CE|EU|UK|US|KM|KG|HP|CC|SA|SS|SD)[A-Z]{2})\b(?! \d)/dg;
const BEFORE_A_TOWN = /,\s{1,2}(?<it>(?!(?:19|20)\d\d\s)\d{4,5})(?=\s\p{Lu}\p{Ll}{2,30})/dgu;
/** A town and its code after a preposition, where the code is no number of anything: "in Bjert 6091 and", "from Solna 17141." */
const AFTER_A_TOWN =
  /(?<!\p{L})(?:in|near|from|to|at|of|around) (?!(?:Euros?|Dollars?|Pounds?|Rupees?) )(?:\p{Lu}[\p{L}.'’-]{2,30} (?:\p{L}{1,3} ){0,2}){1,3}(?<it>(?!(?:19|20)\d\d(?!\p{N}))(?:\d{4,5}|\d{3} \d{2}|\d{4}-\d{3}))(?=[.,;!?)]?\s*$|[.,;!?)](?!\d)|\s(?:in|and|but|to|with|on|is|was|where|which|because|since)(?!\p{L}))/dgu;
const POLISH = /(?<![\d-])(?<it>\d{2}-\d{3})(?=\s\p{Lu}\p{Ll}|\s?$|,)/dgu;

/** Postal codes of the United States, Canada, Britain, Ireland, Australia and Europe. */
export function findPostcodes(text: string): Span[] {
  if (!/\d/.test(text)) return [];
  const hasDigits = (found: string): boolean => /\d/.test(found) && !/^\d{1,2}$/.test(found);
  return [
    ...spansOf(text, STATE_ZIP, "address"),
    ...spansOf(text, AUSTRALIAN, "address"),
    ...spansOf(text, CUED, "address", hasDigits),
    ...spansOf(text, BRITISH, "address"),
    ...spansOf(text, BRITISH_LOWER, "address"),
    ...spansOf(text, CANADIAN, "address"),
    ...spansOf(text, IRISH, "address", (found) => /\d/.test(found.slice(4))),
    ...spansOf(text, DUTCH, "address"),
    ...spansOf(text, BEFORE_A_TOWN, "address"),
    ...spansOf(text, AFTER_A_TOWN, "address"),
    ...spansOf(text, POLISH, "address"),
  ];
}
