/** Other names that English has for values of common columns, beside those that the import found. */

import { singular } from "./text";

/** Words by which a name is looked up: in the singular, "well-being" and "LostLuggage" as two. */
export const nameWords = (text: string): string[] =>
  (
    text
      .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
      .toLowerCase()
      .replace(/['’ʼ]s?(?!\p{L})/gu, "")
      .match(/[\p{L}\p{N}]+(?:\.[\p{L}\p{N}]+)*/gu) ?? []
  ).map((word) => spelling(singular(word)));

/** One spelling of those of Britain and America: "cancelled", "theatre", "colour". */
const spelling = (word: string): string =>
  word.length < 6
    ? word
    : word
        .replace(/ll(ed|ing|er)$/, "l$1")
        .replace(/tre$/, "ter")
        .replace(/our(ed|ing|ite)?$/, "or$1")
        .replace(/is(e|ed|ing|ation)$/, "iz$1");

const lines = (text: string): string[][] =>
  text
    .trim()
    .split("\n")
    .map((line) => line.split(",").map((one) => one.trim()));

/** Each line's names mean the same group of people or place. */
const SAME = lines(`
  male, man, men, guy, guys, boys, males, gentlemen, dads, fathers, blokes, lads, m, masculine
  female, woman, women, ladies, lady, gals, girls, females, moms, mums, mothers, f, feminine
  united states, us, usa, u.s, u.s.a, america, american, americans, states, united states of america
  united kingdom, uk, u.k, britain, great britain, british, brits, briton, britons, gb
  germany, german, germans
  france, french
  spain, spanish, spaniards
  netherlands, dutch, holland
  switzerland, swiss
  poland, polish, poles
  denmark, danish, danes
  sweden, swedish, swedes
  finland, finnish, finns
  ireland, irish
  england, english
  wales, welsh
  scotland, scottish, scots
  turkey, turkish, turks
  greece, greek, greeks
  china, chinese
  portugal, portuguese
  philippines, filipino, filipinos
  united arab emirates, uae, emirates
  new york, new yorkers
  australia, australian, australians, aussie, aussies
  new zealand, new zealander, new zealanders, kiwi, kiwis
  canada, canadian, canadians
  india, indian, indians
  south africa, south african, south africans
  italy, italian, italians
  japan, japanese
  russia, russian, russians
  brazil, brazilian, brazilians
  mexico, mexican, mexicans
  norway, norwegian, norwegians
  belgium, belgian, belgians
  singapore, singaporean, singaporeans
  nigeria, nigerian, nigerians
  kenya, kenyan, kenyans
  inactive, dead, failed, defunct, bust, closed, shut, folded
  active, alive, running, going, operating
  former, ex, past, previous, left
  current, present, still
`);

/** The first of each line, in a column's name, and what questions call such a column. */
const COLUMNS = lines(`
  drug, medicine, medication, med, medicament, treatment, prescription
  airline, carrier, operator
  maker, manufacturer, make, producer
  brand, company, firm, business
  provider, insurer, company, supplier, firm, vendor
  firm, company, employer, business, lender, organisation
  company, firm, lender, employer, business, insurer, brand
  platform, site, service, app, company
  app, game, title
  publisher, outlet, publication, newspaper, magazine
  country, nation
  location, country, place
  region, continent, area
  city, town, place
  state, region
  product, item, device, model, gadget, article
  model, car, vehicle
  aircraft, plane, aeroplane, airplane
  seat, cabin, class
  university, college, school, uni
  department, division, dept, subject, faculty
  subreddit, community, forum, sub, board, group
  category, topic, theme, genre, kind
  issue, problem, hazard, topic, category
  subject, topic, theme
  matter, topic, subject
  topic, category, theme, subject
  recipe, dish
  role, job, position, title
  job, position, role, occupation
  year, yr
  gender, sex
  sex, gender
  term, duration, repayment
  vote, upvote, thumb
  score, upvote, mark, rating, point
`);

/** Other names of a column, beside those that the import found. */
export const otherColumnNames = (name: string): string[] => {
  const own = nameWords(name);
  const head = own.findLast((word) => !/^(?:type|name|id|group|level|code)$/.test(word));
  // A line says which other names its first one has.
  return [...new Set(COLUMNS.filter(([first]) => first === head).flat())].filter((one) => !own.includes(one));
};

const SAME_AS = new Map(SAME.flatMap((names) => names.map((name) => [name, names] as const)));
const REGIONS = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** Other names of a value, in lower case. */
export function otherNames(value: string, column: string): string[] {
  const own = value.toLowerCase();
  // "m" and "f" are names of those that they abbreviate only where the column says so.
  if (/^[mf]$/.test(own) && !/gender|sex/i.test(column)) return [];
  const full =
    /^(?:[A-Z]{2}|[a-z]{2})$/.test(value) && /countr|nation|market|region/i.test(column)
      ? regionOf(value.toUpperCase())
      : null;
  const names = [...(full === null ? [] : [full]), ...(SAME_AS.get(full ?? own) ?? [])];
  return names.filter((name) => name !== own && name.length > 1);
}

function regionOf(code: string): string | null {
  return REGIONS.of(code)?.toLowerCase() ?? null;
}

/** What follows the stem of a place in the name of those who live there: "Texan", "Californians", "Londoner". */
const OF_A_PLACE = /^(?:n|an|ian|ean|ese|ish|er|ite|i|ic|erner|tian)s?$/;

/** Whether a word is the name of those who live in a place of one word. */
export function isOfPlace(word: string, place: string): boolean {
  if (word.length < 5 || place.length < 4 || word === place) return false;
  let same = 0;
  while (same < place.length && place[same] === word[same]) same += 1;
  return same >= Math.max(4, place.length - 2) && OF_A_PLACE.test(word.slice(same));
}

export const POSITIVE =
  /^(?:positive|positively|happy|happier|happiest|satisfied|pleased|delighted|glowing|content|favou?rable|good|great|best|high|higher|highest|top)$/;
export const NEGATIVE =
  /^(?:negative|negatively|unhappy|unhappier|unhappiest|dissatisfied|unsatisfied|displeased|angry|angriest|upset|frustrated|disappointed|furious|critical|unfavou?rable|bad|poor|worst|low|lower|lowest|terrible)$/;
