import { US_STATES } from "../engine/places";

/** What data about people may be split by; a question that names one is told where the data has no such column. */
export const ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  age: /^(?:ages?|birth|generations?|millennials|boomers|zoomers)$/,
  gender: /^(?:genders?|sex|sexes)$/,
  country: /^(?:countr(?:y|ies)|nations?|nationalit(?:y|ies))$/,
  state: /^(?:states?|provinces?)$/,
  region: /^(?:regions?|places?|locations?)$/,
  city: /^(?:cit(?:y|ies)|towns?|neighbou?rhoods?)$/,
  income: /^(?:incomes?|salar(?:y|ies)|wages?|earnings|wealth)$/,
  job: /^(?:jobs?|professions?|occupations?|employers?)$/,
  education: /^(?:educations?|degrees?)$/,
  religion: /^(?:religions?|ethnicit(?:y|ies)|races?)$/,
  language: /^(?:languages?)$/,
  device: /^(?:devices?|browsers?|platforms?)$/,
  plan: /^(?:plans?|tiers?|segments?|cohorts?)$/,
  date: /^(?:dates?|days?|weeks?|months?|quarters?|years?|hours?|weekdays?|seasons?|times?)$/,
  price: /^(?:prices?|revenues?|spends?|spending|amounts?)$/,
};

const COUNTRY_NAMES = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
const LETTERS = Array.from({ length: 26 }, (_, i) => String.fromCharCode(65 + i));
const MORE_PLACES = `england scotland wales europe asia africa america usa uk us eu london paris berlin chicago boston seattle houston dallas madrid rome tokyo toronto sydney mumbai
  amsterdam athens atlanta austin bangkok barcelona beijing brussels budapest cairo copenhagen delhi denver dubai dublin edinburgh florence frankfurt geneva
  hamburg istanbul jerusalem lisbon manchester melbourne miami milan montreal moscow munich nashville oslo philadelphia phoenix prague shanghai singapore
  stockholm vancouver venice vienna warsaw zurich`;

/** Names of countries in lower case. */
export const COUNTRIES: ReadonlySet<string> = new Set(
  LETTERS.flatMap((a) => LETTERS.flatMap((b) => COUNTRY_NAMES.of(a + b)?.toLowerCase() ?? [])),
);

/** Names of places in lower case: countries, US states and some cities. */
export const PLACES: ReadonlySet<string> = new Set([
  ...COUNTRIES,
  ...Object.values(US_STATES).map((name) => name.toLowerCase()),
  ...MORE_PLACES.split(/\s+/),
]);

export const MONTHS: ReadonlySet<string> = new Set(
  "january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday".split(
    " ",
  ),
);
