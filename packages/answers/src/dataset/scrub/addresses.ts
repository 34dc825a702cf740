import { spansOf, type Finder } from "./span";

const STREET_WORD =
  "(?:street|str|st|avenue|ave|av|road|rd|lane|ln|drive|dr|boulevard|blvd|court|ct|place|pl|square|sq|terrace|ter|way|close|crescent|cres|parkway|pkwy|highway|hwy|circle|cir|trail|trl|gardens|grove|mews|row|alley|walk)";
const SIDE = "(?:\\s+(?:north|south|east|west|ne|nw|se|sw|[nsew])\\b\\.?)";
const UNIT = "(?:,?\\s*(?:apt|apartment|unit|suite|ste|flat|floor|fl|room|rm|#)\\.?\\s*#?\\d*[a-z]?\\d*\\b)";
const PLACE = "(?:,\\s*\\p{Lu}[\\p{L}'.-]+(?![\\p{L}\\p{N}])(?:\\s\\p{Lu}[\\p{L}'.-]+(?![\\p{L}\\p{N}])){0,2})";
const ZIP = "(?:,?\\s*(?:\\p{Lu}{2}\\s+)?\\d{5}(?:-\\d{4})?\\b)";
const UK_CODE = "(?:,?\\s*\\p{Lu}{1,2}\\d[\\p{Lu}\\d]?\\s*\\d\\p{Lu}{2}\\b)";

/** House number first, as in "12 Rose Hill Road, Leeds LS1 4AP". */
const STREET = new RegExp(
  `(?<![\\p{L}\\p{N}])(?<it>(?:(?:flat|apt|apartment|unit|suite)\\s*\\d+\\w?,?\\s+)?\\d{1,5}[a-z]?(?:-\\d{1,5})?,?\\s+(?:(?:n|s|e|w|ne|nw|se|sw|north|south|east|west)\\.?\\s+)?(?:\\p{L}[\\p{L}'.-]*\\s+|\\d{1,3}(?:st|nd|rd|th)\\s+){1,3}${STREET_WORD}\\b\\.?${SIDE}?${UNIT}?${PLACE}?${UK_CODE}?${ZIP}?)`,
  "dgiu",
);
/** Street first, number after, as in "Hauptstraße 12" or "Calle Mayor 5". */
const CONTINENTAL =
  /(?<![\p{L}-])(?<it>(?:\p{Lu}[\p{L}-]{0,30}(?:straße|strasse|str\.|gasse|weg|allee|platz|laan|straat|gade|gatan|vej|veien)|(?:Calle|Rue|Via|Avenida|Rua|Plaza|Piazza|Boulevard|Carrer|Ulica|ul\.)(?:\s{1,3}(?:de|del|della|la|le|du|des|da|do)){0,4}(?:\s{1,3}\p{Lu}[\p{L}'-]{1,30}(?![\p{L}'-])){1,3}),?\s{0,3}\d{1,4}[a-z]?\b(?:,\s{0,3}\d{4,5}\s{1,3}\p{Lu}\p{L}{1,40})?)/dgu;
/** French order, number before the kind of street. */
const FRENCH =
  /(?<![\p{L}\p{N}])(?<it>\d{1,4}(?:\s?(?:bis|ter))?,?\s+(?:rue|avenue|boulevard|place|allée|chemin|quai|impasse)(?:\s+(?:de|des|du|la|le|les|d'))*(?:\s*\p{Lu}[\p{L}'-]+){1,3}(?:,\s*\d{5}\s+\p{Lu}\p{L}+)?)/dgu;
const BOX = /\b(?<it>p\.?\s?o\.?\s?box\s+\d+)/dgi;
const STATE_ZIP =
  /(?<it>(?:(?<!\p{L})\p{Lu}\p{L}{1,40}(?:\s\p{Lu}\p{L}{1,40})?,\s{0,3})?\b(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])\s{1,3}\d{5}(?:-\d{4})?)\b/dgu;
const CUED_ZIP =
  /\b(?:zip(?:\s?code)?|post\s?code|postal code)(?:\s{1,3}(?:is|was|to)){0,4}\s{0,3}:?\s{0,3}(?<it>(?=[A-Z\d -]{0,9}\d)[A-Z\d]{2,5}(?:[ -]?[A-Z\d]{3,4})?)\b/dgi;
const UK_POSTCODE =
  /\b(?<it>(?:[A-PR-UWYZ]\d{1,2}|[A-PR-UWYZ][A-HK-Y]\d{1,2}|[A-PR-UWYZ]\d[A-HJKPSTUW]|[A-PR-UWYZ][A-HK-Y]\d[ABEHMNPRV-Y]) ?\d[ABD-HJLNP-UW-Z]{2})\b/dg;

/** Street addresses, boxes and postal codes; a town, a state or a country alone is not personal. */
export const findAddresses: Finder = (text) => [
  ...spansOf(
    text,
    STREET,
    "address",
    (found) =>
      !/^\d+\s+(?:years?|months?|weeks?|days?|hours?|minutes?|times?|miles?|dollars?|euros?|pounds?|people|more|the|of|in|a)\b/i.test(
        found,
      ),
  ),
  ...spansOf(text, CONTINENTAL, "address"),
  ...spansOf(text, FRENCH, "address"),
  ...spansOf(text, BOX, "address"),
  ...spansOf(text, STATE_ZIP, "address"),
  ...spansOf(text, CUED_ZIP, "address"),
  ...spansOf(text, UK_POSTCODE, "address"),
];
