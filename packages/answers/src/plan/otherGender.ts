import { partsOf, predicatesOf, type Known, type Step } from "./plan";
import { longestFit, pattern, tokensOf, type Token } from "./tokens";

const OTHER = ["the? other|opposite gender|genders|sex"].map(pattern);
const NAMES: Readonly<Record<string, string>> = { male: "women", m: "women", female: "men", f: "men" };

/** "What about the other gender?" after women: men; after both, each of them. */
export function withOtherGender(tokens: readonly Token[], last: Step, { columns }: Known): readonly Token[] {
  const column = columns.find(({ name }) => /^(?:gender|sex)$/i.test(name))?.name;
  const at = tokens.findIndex((_, i) => longestFit(tokens, i, OTHER) > 0);
  if (at === -1 || column === undefined) return tokens;
  const said = partsOf({ is: "and", of: predicatesOf(last) }, ["value"]).filter((one) => one.column === column);
  const names = new Set(said.flatMap(({ value }) => NAMES[(value ?? "").toLowerCase()] ?? []));
  const [name = ""] = names;
  const rest = tokens.slice(at + longestFit(tokens, at, OTHER));
  return names.size === 1
    ? [...tokens.slice(0, at), ...tokensOf(name), ...rest]
    : [...tokensOf(`by ${column}`), ...rest];
}
