import type { Thesaurus } from "./equivalents";

/** What people call the values that columns often have; a thesaurus knows few of them. */
const COMMON: readonly (readonly string[])[] = [
  ["positive", "happy", "satisfied", "pleased", "glad", "content", "delighted", "favourable", "favorable", "good"],
  [
    "negative",
    "unhappy",
    "dissatisfied",
    "angry",
    "upset",
    "displeased",
    "annoyed",
    "frustrated",
    "complaining",
    "bad",
  ],
  ["neutral", "indifferent", "mixed"],
  ["female", "woman", "women", "girl", "girls", "lady", "ladies", "females", "f"],
  ["male", "man", "men", "boy", "boys", "guy", "guys", "gentlemen", "males", "m"],
  ["us", "usa", "united states", "america", "american", "americans"],
  ["uk", "united kingdom", "britain", "great britain", "british"],
  ["northeast", "north east", "northeastern"],
  ["midwest", "mid west", "midwestern", "middle west"],
  ["south", "southern", "southerner", "southerners"],
  ["north", "northern"],
  ["west", "western", "west coast"],
  ["east", "eastern"],
];
const REGION_NAMES = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
const COMMON_COLUMNS: readonly (readonly string[])[] = [
  ["gender", "sex"],
  ["state", "states"],
  ["region", "area", "part of the country"],
  ["category", "kind", "type"],
  ["topic", "subject"],
  ["sentiment", "mood", "feeling", "tone"],
  ["company", "brand", "firm", "business"],
  ["country", "nation", "countries"],
  ["age", "age group"],
  ["fatalities", "deaths", "death", "killed", "died", "dead", "casualties", "victims", "deadliest", "deadly"],
  ["aboard", "on board", "passengers", "occupants"],
  ["rating", "stars", "star", "score", "marks"],
];
/** Names of all countries, in lower case. */
const COUNTRY_NAMES: ReadonlySet<string> = new Set(
  Array.from({ length: 26 * 26 }, (_, i) => {
    const code = String.fromCharCode(65 + Math.floor(i / 26), 65 + (i % 26));
    return REGION_NAMES.of(code)?.toLowerCase() ?? "";
  }),
);
const STATES = `AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC Washington DC|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming`;
const STATE_NAMES: ReadonlyMap<string, string> = new Map(
  STATES.split("|").map((pair) => [pair.slice(0, 2), pair.slice(3)]),
);
/** A column of so many states by their codes is one of states. */
const MIN_STATES = 5;
const MAX_NAMES = 12;
/** Shorter values are codes. */
const MIN_WORD = 4;

const plainName = (name: string): string => name.replace(/[_-]+/g, " ").replace(/\s+/g, " ").trim().toLowerCase();

/** What else people call a column and its values, without a name that two values would share. */
export function alsoCalled(
  name: string,
  values: readonly string[],
  thesaurus: Thesaurus | null,
): { alsoCalled: string[]; valuesAlsoCalled: string[][] } {
  const areCountries = values.filter((value) => COUNTRY_NAMES.has(value.toLowerCase())).length >= MIN_STATES;
  const areStates = values.filter((value) => STATE_NAMES.has(value)).length >= MIN_STATES;
  const plain = values.map(plainName);
  const common = plain.map((value) => [...(COMMON.find((names) => names.includes(value)) ?? [])]);
  const own = values.map((value, i) => [
    plain[i]!,
    ...plain[i]!.split(/ (?:&|and) | \/ |\//)
      .map((part) => part.trim())
      .filter((part) => part.length > 1),
    ...common[i]!,
    ...(areStates && STATE_NAMES.has(value) ? [STATE_NAMES.get(value)!.toLowerCase()] : []),
  ]);
  const near = plain.map((value, i) => {
    // A thesaurus takes codes for words: "mo" for a moment.
    if (value.length < MIN_WORD || /\d/.test(value) || areCountries) return [];
    const asked = common[i]!.length > 0 ? common[i]! : [value];
    return asked.flatMap((word) => {
      const related = thesaurus?.(word);
      return related ? [...related.near].filter((one) => one.length > 2 && !related.opposite.has(one)) : [];
    });
  });
  const taken = (word: string, i: number): boolean => own.some((names, other) => other !== i && names.includes(word));
  const unsure = (word: string, i: number): boolean =>
    taken(word, i) || near.some((names, other) => other !== i && names.includes(word));
  return {
    alsoCalled: [
      ...new Set([
        plainName(name),
        ...(areCountries ? ["country", "nation", "nationality"] : []),
        ...(COMMON_COLUMNS.find((names) => names.includes(plainName(name))) ?? []),
      ]),
    ]
      .filter((one) => one !== name.toLowerCase())
      .slice(0, MAX_NAMES),
    valuesAlsoCalled: values.map((value, i) =>
      [...new Set([...own[i]!.filter((word) => !taken(word, i)), ...near[i]!.filter((word) => !unsure(word, i))])]
        .filter((word) => word !== "" && word !== value.toLowerCase())
        .slice(0, MAX_NAMES),
    ),
  };
}
