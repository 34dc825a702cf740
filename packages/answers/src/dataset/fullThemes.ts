import { formsOfStem } from "../plan/forms";
import { fullName, isWeak } from "./fullNames";
import { written } from "./labelForms";
import { phrasesIn } from "./labelPhrases";
import { keyOf } from "./nameKeys";
import { MIN_GROUP_SIZE } from "./record";
import { MAX_JOINING, type Found } from "./themeGroups";
import { stemOf, terms } from "./words";

/** So many phrases of a weak theme are themes of their own. */
const MAX_PARTS = 4;

interface Texts {
  said: readonly string[];
  stemsOf: readonly ReadonlySet<string>[];
  /** True for a word that nearly all texts have. */
  isFrame: (stem: string) => boolean;
  middleOf: (records: readonly number[]) => Float32Array;
  closeness: (record: number, middle: Float32Array) => number;
}

/**
 * Themes without a name that says too little alone. Of what is called by a verb or a light noun, those that say a phrase
 * with it are a theme by that phrase ("lose weight"), and the rest is called as it uses the word ("losing something").
 */
export function fullThemes(found: readonly Found[], texts: Texts): Found[] {
  const out = new Map<string, Found>();
  const keyOfAll = ({ names }: Pick<Found, "names">): string => names.map(keyOf).join("/");
  for (const theme of found.flatMap((one) => partsOf(one, texts))) {
    const known = out.get(keyOfAll(theme));
    if (!known) out.set(keyOfAll(theme), theme);
    else {
      const group = [...known.group, ...theme.group];
      out.set(keyOfAll(theme), {
        names: known.holders.length >= theme.holders.length ? known.names : theme.names,
        holders: [...known.holders, ...theme.holders],
        group,
        middle: texts.middleOf(group),
      });
    }
  }
  return fullyNamed([...out.values()], texts.said);
}

/** The themes by names that say enough: "losing something" for "losing". */
export const fullyNamed = (themes: readonly Found[], said: readonly string[]): Found[] =>
  themes.map((theme) => {
    const fullyCalled = (name: string): string =>
      fullName(
        name,
        theme.holders.map((i) => said[i]!),
      );
    return { ...theme, names: theme.names.map((name) => (isWeak(name) ? fullyCalled(name) : name)) };
  });

function partsOf(theme: Found, texts: Texts): Found[] {
  const [name] = theme.names;
  if (theme.names.length > 1 || !isWeak(name!)) return [theme];
  const parts: Pick<Found, "names" | "holders">[] = [];
  let left = theme.holders;
  while (parts.length < MAX_PARTS) {
    const part = phraseOf(name!, left, texts);
    if (!part) break;
    parts.push(part);
    const held = new Set(part.holders);
    left = left.filter((i) => !held.has(i));
  }
  if (parts.length === 0) return [theme];
  const all = left.length >= MIN_GROUP_SIZE ? [...parts, { names: [name!], holders: left }] : parts;
  const themes = all.map((one) => ({ ...one, group: [...one.holders], middle: texts.middleOf(one.holders) }));
  const placed = new Set(themes.flatMap(({ holders }) => holders));
  // The others of the theme go where they are nearest, while most of each hold its name.
  for (const i of theme.group.filter((record) => !placed.has(record))) {
    const [nearest] = themes
      .filter(({ group, holders }) => group.length + 1 <= holders.length * (1 + MAX_JOINING))
      .sort((a, b) => texts.closeness(i, b.middle) - texts.closeness(i, a.middle));
    nearest?.group.push(i);
  }
  return themes;
}

/** The most used phrase with the word, and those who say it. */
function phraseOf(
  name: string,
  records: readonly number[],
  { said, stemsOf, isFrame }: Texts,
): Pick<Found, "names" | "holders"> | null {
  const forms = new Set(formsOfStem(stemOf(name)));
  const own = records.map((i) => phrasesIn(said[i]!));
  const counts = new Map<string, number>();
  for (const phrases of own)
    for (const phrase of phrases.keys()) if (phrase.includes(" ")) counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
  const candidates = [...counts]
    .filter(([phrase, count]) => {
      const stems = phrase.split(" ");
      return (
        count >= MIN_GROUP_SIZE &&
        stems.some((stem) => formsOfStem(stem).some((form) => forms.has(form))) &&
        !stems.some(isFrame)
      );
    })
    .sort((a, b) => b[1] - a[1] || b[0].length - a[0].length || (a[0] < b[0] ? -1 : 1));
  for (const [phrase] of candidates) {
    const label = written(phrase, own, MIN_GROUP_SIZE, null);
    const stems = label === null ? [] : terms(label);
    const holders = records.filter((i) => stems.every((stem) => stemsOf[i]!.has(stem)));
    if (label !== null && stems.length > 1 && holders.length >= MIN_GROUP_SIZE) return { names: [label], holders };
  }
  return null;
}
