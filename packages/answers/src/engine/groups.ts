import type { Column } from "../dataset/snapshot";
import { US_AREAS, WORLD_AREAS } from "./areas";
import { nationalsOf, peopleOf, peopleWho, US_STATES } from "./places";

/**
 * People whose column `column` has the value at place `code` (1-based); code 0 is a value that no one has. An area has
 * several values, `codes`, and no code of its own.
 */
export interface Group {
  column: string;
  code: number;
  codes?: readonly number[];
  /** The value as a reader would say it. */
  label: string;
  /** True for people of a place or gender, who are "from Texas"; others are named with their column. */
  ofPeople: boolean;
}

export interface Alias extends Group {
  /** What a question says, in lower case with single spaces. */
  said: string;
  /** Codes such as IN and OR are words, too: they count only in capitals. */
  capitals: boolean;
}

const MALE = "male males men man guys boys fellas fellows gents gentlemen lads blokes dudes menfolk";
const FEMALE = "female females women woman ladies girls gals lasses womenfolk";
const GENDER_WORDS: Readonly<Record<string, { shown: string; said: readonly string[] }>> = {
  male: { shown: "men", said: MALE.split(" ") },
  female: { shown: "women", said: FEMALE.split(" ") },
};
const GENDER_CODES: Readonly<Record<string, string>> = {
  m: "male",
  f: "female",
  man: "male",
  woman: "female",
  men: "male",
  women: "female",
};

const COUNTRIES = /^countr(?:y|ies)\b/i;
const COUNTRY_NAMES = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

const COUNTRY_CODES: ReadonlyMap<string, string> = new Map(
  [...new Set(WORLD_AREAS.flatMap(({ places }) => places))].flatMap((code): [string, string][] => [
    [(COUNTRY_NAMES.of(code) ?? code).toLowerCase(), code],
  ]),
);

const ALSO_CALLED: Readonly<Record<string, readonly string[]>> = {
  GB: ["Great Britain", "Britain", "UK"],
  US: ["United States of America", "America", "USA"],
  AE: ["UAE"],
};

/** Column values that are also everyday words name a group only beside their column's name ("category: other"). */
const EVERYDAY = new Set(
  "other others none unknown yes no true false new old more less all any some na n/a".split(" "),
);

/** What people call the device that they use, by the values of a column of devices. */
const DEVICES: Readonly<Record<string, string>> = {
  mobile: "phone mobile smartphone cellphone|mobile phone|cell phone",
  desktop: "computer desktop laptop pc desk|desktop computer",
  tablet: "tablet ipad",
};

/** "On their phone", "at a computer", "phone users": people by their device, and no topic. */
function usersOf(device: string): string[] {
  const [words = "", ...pairs] = (DEVICES[device.toLowerCase()] ?? "").split("|");
  return [...words.split(" "), ...pairs]
    .filter((name) => name !== "")
    .flatMap((name) => [
      ...["on", "at", "from", "use", "uses", "using", "via"].flatMap((at) =>
        ["a", "their", "the"].map((whose) => `${at} ${whose} ${name}`).concat(`${at} their ${name}s`, `${at} ${name}s`),
      ),
      ...["on", "via"].map((at) => `${at} ${name}`),
      ...["users", "visitors", "customers", "people", "folks", "owners"].map((who) => `${name} ${who}`),
    ]);
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/&/g, " and ")
    .replace(/[^\p{L}\p{N}+]+/gu, " ")
    .trim();

type Named = Pick<Column, "name"> & { readonly values: readonly string[] };

/** Every way in which a question may name a group of these columns, longest first. */
export function aliasesOf(columns: readonly Named[]): Alias[] {
  const single = columns.flatMap(aliasesOfColumn);
  const named = new Set(single.flatMap(({ said, code }) => (code > 0 ? [said] : [])));
  const areas = columns.flatMap(areasOfColumn).filter(({ said }) => !named.has(said));
  return [...single, ...areas].sort((a, b) => b.said.length - a.said.length);
}

/** "Europe" and "European visitors" for countries, "the West Coast" for states. */
function areasOfColumn({ name: column, values }: Named): Alias[] {
  const isCountries = COUNTRIES.test(column);
  if (!isCountries && !isStates(values)) return [];
  const codeOf = (value: string): string | null =>
    isCountries ? (COUNTRY_CODES.get(value.toLowerCase()) ?? value.toUpperCase()) : stateOf(value);
  return (isCountries ? WORLD_AREAS : US_AREAS).flatMap(({ name, places, people, also }) => {
    const codes = values.flatMap((value, i) => (places.includes(codeOf(value) ?? "") ? [i + 1] : []));
    const said = name.replace(/^the /, "");
    const adjectives = people.map((adjective) => adjective.toLowerCase());
    const names = [
      said,
      said.replace("-", " "),
      ...also,
      ...adjectives.flatMap((adjective) => [
        ...peopleWho(adjective),
        ...(adjective.endsWith("an") ? [`${adjective}s`] : []),
        ...["countries", "nations", "states", "world"].map((place) => `${adjective} ${place}`),
      ]),
    ].flatMap((one) => [one, one.replace(" speaking", "-speaking")]);
    return [...new Set(names)].map((one) => ({
      ...{ column, code: 0, codes, label: name, ofPeople: true },
      said: one.toLowerCase(),
      capitals: /^[A-Z]+$/.test(one) && one.length < 3,
    }));
  });
}

const isStates = (values: readonly string[]): boolean =>
  values.filter((value) => stateOf(value) !== null).length >= Math.max(2, values.length * 0.6);

function aliasesOfColumn({ name, values }: Named): Alias[] {
  const isGender = values.every((value) => genderOf(value) !== null);
  const isCountries = COUNTRIES.test(name);
  // US regions such as "South": people are from there.
  const isRegions = values.every((value) => peopleOf(value).length > 0);
  const isDevices = values.length > 1 && values.some((value) => usersOf(value).length > 0);
  // DE and IN are states and countries.
  const hasStates = !isCountries && isStates(values);
  const ofPeople = hasStates || isGender || isCountries || isRegions;
  const group = (value: string, label: string): Group => ({
    column: name,
    code: values.indexOf(value) + 1,
    label,
    ofPeople,
  });
  if (hasStates) {
    return Object.entries(US_STATES).flatMap(([code, state]) => {
      const value = values.find((candidate) => stateOf(candidate) === code) ?? "";
      return [
        ...[state, ...peopleOf(state)].map((said) => ({ ...group(value, state), said: plain(said), capitals: false })),
        { ...group(value, state), said: code.toLowerCase(), capitals: true },
      ];
    });
  }
  return values.flatMap((value) => {
    const gender = isGender ? GENDER_WORDS[genderOf(value)!]! : null;
    if (gender) return gender.said.map((said) => ({ ...group(value, gender.shown), said, capitals: false }));
    const said = plain(value);
    if (said === "") return [];
    const country = isCountries ? countryOf(value) : null;
    const shown = country ?? value;
    const also = [...spellingsOf(value), ...peopleOf(value)].filter((other) => other !== said);
    const beside = [`${plain(name)} ${said}`, `${said} ${plain(name)}`, ...also].map((both) => ({
      ...group(value, shown),
      said: both,
      capitals: false,
    }));
    const alone =
      EVERYDAY.has(said) || /^\d{1,3}$/.test(said)
        ? []
        : [{ ...group(value, shown), said, capitals: /^[A-Z]{2,3}$/.test(value) }];
    return [
      ...beside,
      ...alone,
      ...(isRegions ? (US_AREAS.find(({ name }) => name === `the ${value}`)?.also ?? []) : []).map((said) => ({
        ...{ ...group(value, shown), said },
        capitals: false,
      })),
      ...(isDevices ? usersOf(value) : []).map((said) => ({ ...group(value, value), said, capitals: false })),
      ...(isCountries ? nationalsOf(value) : []).map((said) => ({
        ...group(value, shown),
        said,
        capitals: false,
      })),
      ...(country ? [country, ...(ALSO_CALLED[value] ?? [])] : []).map((name) => ({
        ...group(value, shown),
        said: plain(name),
        capitals: /^[A-Z]+$/.test(name),
      })),
    ];
  });
}

/** "Time Management/Organization" as people say it. */
const spellingsOf = (value: string): string[] =>
  /[/&]/.test(value) ? [" ", " and ", " or ", " / "].map((joint) => value.split(/[/&]/).map(plain).join(joint)) : [];

const countryOf = (value: string): string | null =>
  /^[A-Z]{2}$/.test(value) ? (COUNTRY_NAMES.of(value) ?? null) : null;
const stateOf = (value: string): string | null =>
  US_STATES[value.toUpperCase()]
    ? value.toUpperCase()
    : (Object.entries(US_STATES).find(([, state]) => plain(state) === plain(value))?.[0] ?? null);
const genderOf = (value: string): string | null => {
  const known = value.toLowerCase();
  return GENDER_WORDS[known] ? known : (GENDER_CODES[known] ?? null);
};
