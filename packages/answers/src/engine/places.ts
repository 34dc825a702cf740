/** The US states by postal code. Datasets have the code or the name, and questions may use the other. */
export const US_STATES: Readonly<Record<string, string>> = {
  AL: "Alabama",
  AK: "Alaska",
  AZ: "Arizona",
  AR: "Arkansas",
  CA: "California",
  CO: "Colorado",
  CT: "Connecticut",
  DE: "Delaware",
  DC: "Washington DC",
  FL: "Florida",
  GA: "Georgia",
  HI: "Hawaii",
  ID: "Idaho",
  IL: "Illinois",
  IN: "Indiana",
  IA: "Iowa",
  KS: "Kansas",
  KY: "Kentucky",
  LA: "Louisiana",
  ME: "Maine",
  MD: "Maryland",
  MA: "Massachusetts",
  MI: "Michigan",
  MN: "Minnesota",
  MS: "Mississippi",
  MO: "Missouri",
  MT: "Montana",
  NE: "Nebraska",
  NV: "Nevada",
  NH: "New Hampshire",
  NJ: "New Jersey",
  NM: "New Mexico",
  NY: "New York",
  NC: "North Carolina",
  ND: "North Dakota",
  OH: "Ohio",
  OK: "Oklahoma",
  OR: "Oregon",
  PA: "Pennsylvania",
  RI: "Rhode Island",
  SC: "South Carolina",
  SD: "South Dakota",
  TN: "Tennessee",
  TX: "Texas",
  UT: "Utah",
  VT: "Vermont",
  VA: "Virginia",
  WA: "Washington",
  WV: "West Virginia",
  WI: "Wisconsin",
  WY: "Wyoming",
};

/** What people of a place are called, where a question would say so. */
const PEOPLE: Readonly<Record<string, string>> = {
  Alabama: "Alabamian",
  Alaska: "Alaskan",
  Arizona: "Arizonan",
  California: "Californian",
  Colorado: "Coloradan",
  Florida: "Floridian",
  Georgia: "Georgian",
  Hawaii: "Hawaiian",
  Indiana: "Hoosier",
  Iowa: "Iowan",
  Kentucky: "Kentuckian",
  Maryland: "Marylander",
  Michigan: "Michigander",
  Minnesota: "Minnesotan",
  Montana: "Montanan",
  "New Jersey": "New Jerseyan",
  "New York": "New Yorker",
  "North Carolina": "North Carolinian",
  Ohio: "Ohioan",
  Oklahoma: "Oklahoman",
  Oregon: "Oregonian",
  Pennsylvania: "Pennsylvanian",
  "South Carolina": "South Carolinian",
  Tennessee: "Tennessean",
  Texas: "Texan",
  Utah: "Utahn",
  Vermont: "Vermonter",
  Virginia: "Virginian",
  Washington: "Washingtonian",
  Midwest: "Midwesterner",
  Northeast: "Northeasterner",
  South: "Southerner",
  West: "Westerner",
};

/** What people of a country are called; their languages, "German", are no people. */
const NATIONALS: Readonly<Record<string, string>> = {
  AR: "Argentinian",
  AT: "Austrian",
  AU: "Australian",
  BE: "Belgian",
  BR: "Brazilian",
  CA: "Canadian",
  CL: "Chilean",
  CO: "Colombian",
  DE: "German",
  EG: "Egyptian",
  ES: "Spaniard",
  FI: "Finn",
  GB: "Briton",
  GR: "Greek",
  HU: "Hungarian",
  ID: "Indonesian",
  IN: "Indian",
  IT: "Italian",
  KE: "Kenyan",
  KR: "Korean",
  MX: "Mexican",
  MY: "Malaysian",
  NG: "Nigerian",
  NO: "Norwegian",
  PH: "Filipino",
  PK: "Pakistani",
  RO: "Romanian",
  RU: "Russian",
  SE: "Swede",
  UA: "Ukrainian",
  US: "American",
  ZA: "South African",
};
/** What they are called among friends. */
const CASUAL: Readonly<Record<string, string>> = { AU: "Aussie", GB: "Brit", NZ: "Kiwi", US: "Yank" };
/** What is of a country, where its people are called otherwise or have no other name. */
const ADJECTIVES: Readonly<Record<string, string>> = {
  CH: "Swiss",
  CN: "Chinese",
  CZ: "Czech",
  DK: "Danish",
  ES: "Spanish",
  FI: "Finnish",
  FR: "French",
  GB: "British",
  IE: "Irish",
  IL: "Israeli",
  JP: "Japanese",
  NL: "Dutch",
  NZ: "New Zealand",
  PH: "Philippine",
  PL: "Polish",
  PT: "Portuguese",
  SE: "Swedish",
  TR: "Turkish",
  VN: "Vietnamese",
};
const VISITORS =
  "visitors customers users people folks buyers clients companies businesses chats conversations ones".split(" ");

const NAMES = new Intl.DisplayNames("en", { type: "region" });

/** "German visitors": a language or a thing may be German, too. */
export const peopleWho = (adjective: string): string[] => VISITORS.map((who) => `${adjective.toLowerCase()} ${who}`);

/** "Germans" and "German visitors", for DE or Germany. */
export function nationalsOf(country: string): string[] {
  const named = (names: Readonly<Record<string, string>>): string | undefined =>
    Object.entries(names)
      .find(([code]) => code === country || NAMES.of(code) === country)?.[1]
      .toLowerCase();
  const [one, adjective, casual] = [named(NATIONALS), named(ADJECTIVES), named(CASUAL)];
  return [
    ...(casual === undefined ? [] : [`${casual}s`]),
    ...(one === undefined ? [] : [`${one}s`, ...(adjective === undefined ? peopleWho(one) : [])]),
    ...(adjective === undefined ? [] : [`the ${adjective}`, ...peopleWho(adjective)]),
  ];
}

/** "Germans", "Brits": what people are called by their country, in lower case. */
export const NATIONS: readonly string[] = [...Object.values(NATIONALS), ...Object.values(CASUAL)].map(
  (one) => `${one.toLowerCase()}s`,
);

/** "Texan" and "Texans", for Texas. */
export const peopleOf = (place: string): string[] =>
  PEOPLE[place] === undefined ? [] : [PEOPLE[place], `${PEOPLE[place]}s`].map((name) => name.toLowerCase());
