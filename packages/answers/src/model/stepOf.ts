import { isTopical, stemOf, words } from "../dataset/words";
import type { Dataset } from "../engine/dataset";
import { nearestToText } from "../engine/nearest";
import { listed } from "../engine/wording";
import type { Predicate, Step } from "../plan/plan";
import { isStepName, MAX_LIST, MAX_TEXT } from "./tools";

/** What a model asks for, as it came. */
export interface ToolCall {
  name: string;
  /** JSON. */
  arguments: string;
}

/** What is wrong with a call; the model reads it and may try again. */
export class WrongCall extends Error {}

/** A condition on words that the data does not tell of; among alternatives, it is left out. */
class Unknown extends WrongCall {
  constructor(
    readonly words: string,
    why: string,
  ) {
    super(why);
  }
}

const MAX_ARGUMENTS = 4_000;
const MAX_LISTED = 30;
const DEFAULTS = { top: 8, quotes: 5 };

type Fields = Readonly<Record<string, unknown>>;

/** The step that a model's call asks for, and what it says of alternatives that are left out. Throws `WrongCall`. */
export function stepOf(dataset: Dataset, { name, arguments: json }: ToolCall): { step: Step; leftOut: string[] } {
  if (!isStepName(name)) throw new WrongCall("There is no such tool.");
  const given = fieldsOf(parsed(json), FIELDS[name], "The arguments");
  const asked: Asked = { dataset, leftOut: [] };
  const step = stepFrom(asked, name, given);
  const leftOut = [...new Set(asked.leftOut)].map((words) => `“${words}”`);
  return {
    step,
    leftOut: leftOut.length === 0 ? [] : [`Left out, for fewer than 5 records say it: ${listed(leftOut)}.`],
  };
}

/** What a call is read with; `leftOut` collects the words of conditions that are left out. */
interface Asked {
  dataset: Dataset;
  leftOut: string[];
}

function stepFrom(asked: Asked, name: Step["do"], given: Fields): Step {
  const { dataset } = asked;
  const of = filterOf(asked, given["of"]);
  const least = given["least"] === true;
  switch (name) {
    case "count":
    case "share":
      return { do: name, of, among: filterOf(asked, given["among"]) };
    case "top":
    case "quotes":
      return { do: name, of, limit: limitOf(given["limit"], DEFAULTS[name]) };
    case "breakdown":
      return { do: name, of, by: columnOf(dataset, given["by"]).name, least };
    case "compare":
      return { do: name, sides: several(asked, given["sides"], "sides"), on: filterOf(asked, given["on"]) };
    case "rank":
      return {
        do: name,
        items: several(asked, given["items"], "items"),
        among: filterOf(asked, given["among"]),
        least,
      };
    case "trend":
      return { do: name, of };
    case "describe":
      return { do: name, of, reasons: given["reasons"] === true };
  }
}

const FIELDS: Readonly<Record<Step["do"], readonly string[]>> = {
  count: ["of", "among"],
  share: ["of", "among"],
  top: ["of", "limit"],
  breakdown: ["of", "by", "least"],
  compare: ["sides", "on"],
  rank: ["items", "among", "least"],
  quotes: ["of", "limit"],
  trend: ["of"],
  describe: ["of", "reasons"],
};

function parsed(json: string): unknown {
  if (json.length > MAX_ARGUMENTS) throw new WrongCall("The arguments are too long.");
  try {
    return JSON.parse(json === "" ? "{}" : json);
  } catch {
    throw new WrongCall("The arguments are not JSON.");
  }
}

function fieldsOf(value: unknown, names: readonly string[], what: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new WrongCall(`${what} must be an object.`);
  const other = Object.keys(value).find((name) => !names.includes(name));
  if (other !== undefined) throw new WrongCall(`${what} may have only ${names.join(", ")}.`);
  return value as Fields;
}

function listOf(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_LIST)
    throw new WrongCall(`${what} must be a list of 1 to ${MAX_LIST}.`);
  return value;
}

const limitOf = (value: unknown, usual: number): number =>
  Number.isInteger(value) ? Math.min(20, Math.max(1, value as number)) : usual;

function filterOf(asked: Asked, value: unknown): Predicate | null {
  if (value === undefined || value === null) return null;
  const given = fieldsOf(value, ["all", "any", "none"], "A filter");
  const of = (name: "all" | "any" | "none"): unknown[] =>
    given[name] === undefined ? [] : [...listOf(given[name], name)];
  const parts = of("all").map((each) => conditionOf(asked.dataset, each));
  const any = knownOf(asked, of("any"), 1);
  const none = knownOf(asked, of("none"), 0);
  if (any.length > 0) parts.push(one("or", any));
  if (none.length > 0) parts.push({ is: "not", of: one("or", none) });
  return parts.length === 0 ? null : one("and", parts);
}

/** Those of several conditions that the data can tell of. Throws where fewer than `least` are left. */
function knownOf(asked: Asked, values: readonly unknown[], least: number): Predicate[] {
  const refused: Unknown[] = [];
  const known = values.flatMap((value) => {
    try {
      return [conditionOf(asked.dataset, value)];
    } catch (error) {
      if (!(error instanceof Unknown)) throw error;
      refused.push(error);
      return [];
    }
  });
  if (refused.length > 0 && known.length < least) throw new WrongCall(refused.map(({ message }) => message).join("\n"));
  // Of “the of”, nothing is left out.
  asked.leftOut.push(...refused.flatMap(({ words: said }) => (words(said).some(isTopical) ? [said] : [])));
  return known;
}

const one = (is: "and" | "or", of: Predicate[]): Predicate => (of.length === 1 ? of[0]! : { is, of });

function several(asked: Asked, value: unknown, what: string): Predicate[] {
  const sides = knownOf(asked, listOf(value, what), 2);
  if (sides.length < 2) throw new WrongCall(`${what} must be two or more.`);
  return sides;
}

function conditionOf(dataset: Dataset, value: unknown): Predicate {
  const given = fieldsOf(value, ["topic", "mentions", "column", "value"], "A condition");
  if (given["column"] !== undefined) return valueOf(dataset, given);
  const is = given["topic"] === undefined ? "mentions" : "topic";
  const written = textOf(given[is], is);
  const text = words(written).join(" ");
  const topical = words(written).filter(isTopical);
  if (topical.length === 0) throw new Unknown(written, `“${written}” has no word that a record could be about.`);
  const unknown = topical.filter((word) => dataset.known.countOf(stemOf(word)) === undefined);
  if (unknown.length > 0) {
    const { near } = nearestToText(dataset, written);
    throw new Unknown(
      written,
      `The data has nothing to report about “${written}”: fewer than 5 records use ${unknown.join(", ")}.${near.length > 0 ? ` Nearest to it: ${near.join(", ")}.` : ""}`,
    );
  }
  return { is, text, words: text };
}

function valueOf(dataset: Dataset, given: Fields): Predicate {
  const { name, values } = columnOf(dataset, given["column"]);
  const asked = textOf(given["value"], "value").toLowerCase();
  const code = values.findIndex(
    (value, i) =>
      value.toLowerCase() === asked ||
      dataset.aliases.some(
        (alias) =>
          alias.column === name && alias.code === i + 1 && [alias.said, alias.label.toLowerCase()].includes(asked),
      ),
  );
  if (code < 0) throw new WrongCall(`${name} has no such value. It has ${values.slice(0, MAX_LISTED).join(", ")}.`);
  const alias = dataset.aliases.find(({ column, code: own }) => column === name && own === code + 1);
  const value = values[code]!;
  const label = alias?.label ?? value;
  return { is: "value", column: name, value, label, isOfPeople: alias?.ofPeople ?? false, words: label };
}

function columnOf({ columns }: Dataset, name: unknown): { name: string; values: string[] } {
  const asked = textOf(name, "column").toLowerCase();
  const column = columns.find((one) => one.name.toLowerCase() === asked);
  if (!column)
    throw new WrongCall(
      `There is no such column. There are ${
        columns
          .map((one) => one.name)
          .slice(0, MAX_LISTED)
          .join(", ") || "none"
      }.`,
    );
  return column;
}

function textOf(value: unknown, what: string): string {
  if (typeof value !== "string" || value.trim() === "" || value.length > MAX_TEXT)
    throw new WrongCall(`${what} must be a text of 1 to ${MAX_TEXT} characters.`);
  return value.normalize("NFKC").replace(/[“”"]/g, "");
}
