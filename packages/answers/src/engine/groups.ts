import type { Column } from "../dataset/snapshot";
import { nationalsOf, peopleOf, US_STATES } from "./places";

/** People whose column `column` has the value at place `code` (1-based); code 0 is a value that no one has. */
export interface Group {
  column: string;
  code: number;
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

const GENDER_WORDS: Readonly<Record<string, { shown: string; said: readonly string[] }>> = {
  male: { shown: "men", said: ["male", "males", "men", "man", "guys", "boys"] },
  female: { shown: "women", said: ["female", "females", "women", "woman", "ladies", "girls"] },
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
  desktop: "computer desktop laptop pc|desktop computer",
  tablet: "tablet ipad",
};

/** "On their phone", "at a computer", "phone users": people by their device, and no topic. */
function usersOf(device: string): string[] {
  const [words = "", ...pairs] = (DEVICES[device.toLowerCase()] ?? "").split("|");
  return [...words.split(" "), ...pairs]
    .filter((name) => name !== "")
    .flatMap((name) => [
      ...["on", "at", "from"].flatMap((at) =>
        ["a", "their", "the"].map((whose) => `${at} ${whose} ${name}`).concat(`${at} their ${name}s`, `${at} ${name}s`),
      ),
      `on ${name}`,
      ...["users", "visitors", "customers"].map((who) => `${name} ${who}`),
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
  return columns.flatMap(aliasesOfColumn).sort((a, b) => b.said.length - a.said.length);
}

function aliasesOfColumn({ name, values }: Named): Alias[] {
  const isGender = values.every((value) => genderOf(value) !== null);
  const isCountries = COUNTRIES.test(name);
  // DE and IN are states and countries.
  const isStates =
    !isCountries && values.filter((value) => stateOf(value) !== null).length >= Math.max(2, values.length * 0.6);
  const isDevices = values.length > 1 && values.some((value) => usersOf(value).length > 0);
  const ofPeople = isStates || isGender || isCountries;
  const group = (value: string, label: string): Group => ({
    column: name,
    code: values.indexOf(value) + 1,
    label,
    ofPeople,
  });
  if (isStates) {
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
    const also = [...spellingsOf(value), ...peopleOf(value)].filter((other) => other !== said);
    const beside = [`${plain(name)} ${said}`, `${said} ${plain(name)}`, ...also].map((both) => ({
      ...group(value, value),
      said: both,
      capitals: false,
    }));
    const alone =
      EVERYDAY.has(said) || /^\d{1,3}$/.test(said)
        ? []
        : [{ ...group(value, value), said, capitals: /^[A-Z]{2,3}$/.test(value) }];
    const country = isCountries ? countryOf(value) : null;
    return [
      ...beside,
      ...alone,
      ...(isDevices ? usersOf(value) : []).map((said) => ({ ...group(value, value), said, capitals: false })),
      ...(isCountries ? nationalsOf(value) : []).map((said) => ({
        ...group(value, country ?? value),
        said,
        capitals: false,
      })),
      ...(country ? [country, ...(ALSO_CALLED[value] ?? [])] : []).map((name) => ({
        ...group(value, country!),
        said: plain(name),
        capitals: /^[A-Z]+$/.test(name),
      })),
    ];
  });
}

/** "Time Management/Organization" as people say it. */
const spellingsOf = (value: string): string[] =>
  /[/&]/.test(value)
    ? [" ", " and ", " or "].map((joint) =>
        plain(
          value
            .split(/[/&]/)
            .map((part) => part.trim())
            .join(joint),
        ),
      )
    : [];

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
