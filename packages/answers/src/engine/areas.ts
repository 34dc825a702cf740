import { US_STATES } from "./places";

/** An area of several countries or states that questions name, and what its people are called. */
interface Area {
  name: string;
  /** Codes of the countries or states in it. */
  places: readonly string[];
  people: readonly string[];
  /** What is said of where people are: "out west". */
  also: readonly string[];
}

const area = (name: string, places: string, people = "", also = ""): Area => ({
  name,
  places: places.split(" "),
  people: people.split("|").filter(Boolean),
  also: also.split("|").filter(Boolean),
});

const NORDIC = "DK FI IS NO SE";
const UNION = "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK";
const EUROPE = `${UNION} AD AL BA BY CH FO GB GG GI IM IS JE LI MC MD ME MK NO RS RU SM UA VA XK`;
const SOUTH_AMERICA = "AR BO BR CL CO EC FK GF GY PE PY SR UY VE";
const CENTRAL_AMERICA = "BZ CR CU DO GT HN HT JM MX NI PA PR SV TT";
const MIDDLE_EAST = "AE BH EG IL IQ IR JO KW LB OM PS QA SA SY TR YE";
const ASIA =
  `AE AF AM AZ BD BH BN BT CN GE HK ID IL IN IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY NP OM PH PK PS QA SA SG
  SY TH TJ TL TM TR TW UZ VN YE`.replace(/\s+/g, " ");
const AFRICA =
  `AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RW SC SD
  SL SN SO SS ST SZ TD TG TN TZ UG ZA ZM ZW`.replace(/\s+/g, " ");

export const WORLD_AREAS: readonly Area[] = [
  area("Europe", EUROPE, "European"),
  area("the EU", UNION),
  area("the European Union", UNION),
  area("Scandinavia", "DK NO SE", "Scandinavian"),
  area("the Nordics", NORDIC, "Nordic"),
  area("the Benelux", "BE LU NL"),
  area("the DACH region", "AT CH DE"),
  area("Asia", ASIA, "Asian"),
  area("Africa", AFRICA, "African"),
  area("the Middle East", MIDDLE_EAST, "Middle Eastern"),
  area("South America", SOUTH_AMERICA, "South American"),
  area("Latin America", `${SOUTH_AMERICA} ${CENTRAL_AMERICA}`, "Latin American"),
  area("North America", "CA MX US", "North American"),
  area("the Americas", `CA US ${SOUTH_AMERICA} ${CENTRAL_AMERICA}`),
  area("Oceania", "AU FJ NZ PG"),
  area("English-speaking countries", "AU CA GB IE JM NZ US", "English speaking"),
  area("German-speaking countries", "AT CH DE LI", "German speaking"),
  area("Spanish-speaking countries", "AR BO CL CO CR CU DO EC ES GT HN MX NI PA PE PR PY SV UY VE", "Spanish speaking"),
  area("French-speaking countries", "BE CH CI CM FR LU MC SN", "French speaking"),
  area("Portuguese-speaking countries", "AO BR CV MZ PT", "Portuguese speaking"),
];

const NEW_ENGLAND = "CT MA ME NH RI VT";
const NORTHEAST = `${NEW_ENGLAND} NJ NY PA`;
const MIDWEST = "IA IL IN KS MI MN MO ND NE OH SD WI";
const SOUTH = "AL AR DC DE FL GA KY LA MD MS NC OK SC TN TX VA WV";
const WEST = "AK AZ CA CO HI ID MT NM NV OR UT WA WY";

/** The first four are as the Census Bureau has them. */
export const US_AREAS: readonly Area[] = [
  area("the Northeast", NORTHEAST, "Northeastern", "back east|out east"),
  area("the Midwest", MIDWEST, "Midwestern"),
  area("the South", SOUTH, "Southern", "down south"),
  area("the West", WEST, "Western", "out west"),
  area("New England", NEW_ENGLAND),
  area("the East Coast", "CT DC DE FL GA MA MD ME NC NH NJ NY PA RI SC VA VT"),
  area("the West Coast", "CA OR WA"),
  area("the Pacific Northwest", "OR WA"),
  area("the Southwest", "AZ NM OK TX"),
  area("the Southeast", "AL AR FL GA KY LA MS NC SC TN VA WV"),
  area("the Deep South", "AL GA LA MS SC"),
  area("the Great Plains", "KS ND NE OK SD"),
];

const CENSUS = ["Northeast", "Midwest", "South", "West"];

/** The region of the Census Bureau that a state is in. */
export function regionOf(state: string): string | null {
  const [code] = Object.entries(US_STATES).find(([, name]) => name === state) ?? [];
  const at = US_AREAS.slice(0, CENSUS.length).findIndex(({ places }) => code !== undefined && places.includes(code));
  return CENSUS[at] ?? null;
}
