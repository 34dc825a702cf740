import type { Fault } from "../engine/results";
import { STEP_NAMES, type Predicate } from "../plan";

/** Columns of a dataset whose values are told to a model: of text, and of numbers. */
export interface ToolColumns {
  texts: readonly string[];
  numbers: readonly string[];
}

/** So many columns are in the tool's schema; a call may name others, too. */
const MAX_COLUMNS = 24;
/** Steps of one call, and parts of a comparison that become a step each. */
const MAX_CALLED = 12;

const text = (description: string) => ({ type: "string", description });
const list = (description: string) => ({ type: "array", items: { type: "string" }, description });

/**
 * The form of a model's call. It is flat, without references or patterns: servers and Gemini's schema drop what they don't
 * know, and each nested predicate would be written out again. Sets have names instead, and hold each other by these.
 */
export function callSchema({ texts, numbers }: ToolColumns) {
  const where = {
    ...Object.fromEntries(
      numbers
        .slice(0, MAX_COLUMNS)
        .map((name) => [name, { type: "object", properties: { from: { type: "number" }, to: { type: "number" } } }]),
    ),
    ...Object.fromEntries(
      texts
        .slice(0, Math.max(0, MAX_COLUMNS - numbers.length))
        .map((name) => [name, { type: "array", items: { type: "string" } }]),
    ),
  };
  return {
    type: "object",
    properties: {
      sets: {
        type: "array",
        description:
          "Groups of records that steps use by name; later calls write “#name”. All members given must hold together.",
        items: {
          type: "object",
          properties: {
            name: text("A short name."),
            topic: text("Records about this, in one to three words: those words in any form, or words used alike."),
            words: text("Records that hold these very words, in this order. For denials, too: “not clean”."),
            ...(Object.keys(where).length > 0 && {
              where: {
                type: "object",
                description: "Values, any of which the column has; of columns of numbers the bounds, both included.",
                properties: where,
              },
            }),
            all: list("Names of sets, or topics; all must hold."),
            any: list("… at least one."),
            none: list("… not one."),
          },
          required: ["name"],
        },
      },
      steps: {
        type: "array",
        description: "What to find out, each by itself.",
        items: {
          type: "object",
          properties: {
            do: { type: "string", enum: [...STEP_NAMES] },
            of: text("A set's name, or a topic. All records if left out."),
            among: text("The set that the step is limited to, or a topic."),
            by: text("The name of a column."),
            column: text("The name of a column of numbers."),
            sides: list("Sets, or topics: two or more."),
            on: list("Sets, or topics, that each side is compared by."),
            items: list("Sets, or topics: two or more."),
            order: { type: "string", enum: ["most", "least"] },
            cue: { type: "string", enum: ["reason", "problem", "wish", "praise"] },
            fewest: { type: "integer", description: "Leave out values of `by` with fewer records; 5 or more." },
            limit: { type: "integer", description: "Most lines, up to 20." },
          },
          required: ["do"],
        },
      },
    },
    required: ["steps"],
  };
}

/** What the tool does. */
export const CALL_DESCRIPTION = `Counts in the dataset. Where a step or set takes a set, give the name of one in \`sets\`, or a topic in plain words. A set of an earlier call that worked is “#name”; without # that is a topic. A set with a name only is that topic. The steps:
- count (of, among), share (of, among): how many records, and which part of \`among\`.
- split (by, of, among, order, fewest, limit): counts by each value of a column; with \`of\`, the share of each value's records that is in \`of\`.
- average (column, among, by, order, fewest, limit): of a column of numbers; by another column's values.
- compare (sides, on): groups side by side; count and share of each \`on\`; without \`on\`, their averages, shares of yes, and the themes in which they differ.
- rank (items, among, order): several sets by size.
- themes (of, cue, limit): what the records speak of; with a \`cue\`, what they give as a reason, blame, wish for or praise.
- top (of, limit): the subjects named most.
- quotes (of, limit): quotes that several people say nearly the same. No other step has quotes, but themes.
Example: {"sets": [{"name": "late", "any": ["late delivery", "delay"]}], "steps": [{"do": "count", "of": "late"}, {"do": "quotes", "of": "late"}]}`;

/** A set that a call named, and the place of each of its parts in that call, by its pointer in the predicate. */
interface Named {
  predicate: Predicate;
  places: ReadonlyMap<string, string>;
}

/** A step of a plan that a call asks for; `placeOf` gives where in the call a fault is, from its pointer in a plan of this step alone. */
export interface CalledStep {
  step: Record<string, unknown>;
  placeOf: (pointer: string) => string;
}

/** What was called: the steps, all sets that have a name now, what is wrong before any step is taken, and what could be misread. */
export interface Called {
  steps: CalledStep[];
  named: ReadonlyMap<string, Predicate>;
  faults: Fault[];
  notes: string[];
}

const NEGATION =
  /\b(?:no|not|never|without|nothing|none|(?:do|does|did|is|are|was|were|has|have|had|ca|could|wo|would)n['’]?t|cannot)\b/i;

/**
 * Reads a call. A name is that of a set of this call; "#name" may also be one of an earlier call (`known`), which is out of
 * sight when a topic is written. A topic leaves out a denial, so that it may have one only where it is a theme's name.
 */
export function readCall(call: unknown, known: ReadonlyMap<string, Predicate>, themes: ReadonlySet<string>): Called {
  const { sets, steps } = withoutEmpty(isObject(call) ? call : {}) as { sets?: unknown; steps?: unknown };
  const named = new Map<string, Named>();
  const faults: Fault[] = [];
  const notes = new Set<string>();

  /** The predicate at a place of the call; notes where each of its parts comes from. */
  const predicateAt = (value: unknown, at: string, places: Map<string, string>, to: string): unknown => {
    places.set(to, at);
    if (typeof value === "string") {
      const set = named.get(keyOf(value));
      if (set) {
        for (const [part, place] of set.places) places.set(`${to}${part}`, place);
        return set.predicate;
      }
      return isReference(value) ? knownAt(value, at) : topicAt(value, at);
    }
    if (!isObject(value)) return value;
    const { name: _, ...members } = value;
    if (typeof members["topic"] === "string") topicAt(members["topic"], `${at}/topic`);
    for (const member of ["all", "any", "none"])
      if (member in members)
        members[member] = listOf(members[member]).map((one, i) =>
          predicateAt(one, `${at}/${member}/${i}`, places, `${to}/${member}/${i}`),
        );
    if (isObject(members["where"]))
      members["where"] = Object.fromEntries(
        Object.entries(members["where"]).map(([column, given]) => [column, valuesOf(given)]),
      );
    return members;
  };
  const knownAt = (name: string, at: string): Predicate => {
    const set = known.get(keyOf(name));
    const names = [...known.keys(), ...named.keys()].map((one) => `#${one}`);
    if (!set)
      faults.push({
        pointer: at,
        detail: `There is no set “${name}”. Use ${names.length > 0 ? `${names.join(", ")}, or ` : ""}a topic without #.`,
      });
    return set ?? { topic: name };
  };
  const topicAt = (topic: string, at: string): Predicate => {
    if (known.has(keyOf(topic))) notes.add(`“${topic}” is the topic here; the set of an earlier call is “#${topic}”.`);
    if (NEGATION.test(topic) && !themes.has(topic))
      faults.push({
        pointer: at,
        detail: `A topic can't deny: this would find all that hold the rest of it. Use words, such as {"words": ${JSON.stringify(topic)}}, or none.`,
      });
    return { topic };
  };

  listOf(sets).forEach((set, i) => {
    const { name } = isObject(set) ? set : {};
    if (typeof name !== "string") faults.push({ pointer: `/sets/${i}/name`, detail: "A set has a name." });
    else {
      const places = new Map<string, string>();
      const at = `/sets/${i}`;
      const isNameOnly = Object.keys(set as object).length === 1;
      const predicate = (
        !isNameOnly
          ? predicateAt(set, at, places, "")
          : isReference(name)
            ? knownAt(name, `${at}/name`)
            : topicAt(name, `${at}/name`)
      ) as Predicate;
      if (isNameOnly) for (const part of ["", "/topic"]) places.set(part, `${at}/name`);
      named.set(keyOf(name), { predicate, places });
    }
  });
  const called = listOf(steps).flatMap((given, i): CalledStep[] => {
    const at = `/steps/${i}`;
    if (!isObject(given)) return [{ step: given as never, placeOf: () => at }];
    const places = new Map([["", at]]);
    const step: Record<string, unknown> = { ...given };
    for (const member of ["of", "among"])
      if (member in step) step[member] = predicateAt(step[member], `${at}/${member}`, places, `/${member}`);
    for (const member of ["sides", "items"])
      if (member in step)
        step[member] = listOf(step[member]).map((one, k) =>
          predicateAt(one, `${at}/${member}/${k}`, places, `/${member}/${k}`),
        );
    if (!("on" in step)) return [{ step, placeOf: placeIn(places) }];
    return listOf(step["on"]).map((one, k) => {
      const own = new Map(places);
      return { step: { ...step, on: predicateAt(one, `${at}/on/${k}`, own, "/on") }, placeOf: placeIn(own) };
    });
  });
  if (called.length === 0) faults.push({ pointer: "/steps", detail: "A call has at least one step." });
  if (called.length > MAX_CALLED)
    faults.push({
      pointer: "/steps",
      detail: `These are ${called.length} steps. Use at most ${MAX_CALLED} in a call.`,
    });
  return {
    steps: called,
    named: new Map([...known, ...Array.from(named, ([name, { predicate }]): [string, Predicate] => [name, predicate])]),
    faults,
    notes: [...notes],
  };
}

/** Each fault once, in the place of the call where it is; what may be used instead is told once for all of them. */
export function toldFaults(faults: readonly Fault[]): string {
  const told = new Map<string, string>();
  const uses = new Set<string>();
  for (const { pointer, detail } of faults) {
    const [what, use = ""] = detail.split(/(?= Use )/);
    const fault = `${pointer}: ${what}`;
    if (told.has(fault)) continue;
    told.set(fault, uses.has(use) ? "" : use);
    uses.add(use);
  }
  return Array.from(told, ([fault, use]) => fault + use).join("\n");
}

/** The place of a pointer into a plan of this one step: that of its longest part which has one, and the rest. */
function placeIn(places: ReadonlyMap<string, string>): (pointer: string) => string {
  return (inPlan) => {
    const pointer = inPlan.replace(/^\/steps\/0/, "");
    for (let end = pointer.length; end > 0; end = pointer.lastIndexOf("/", end - 1)) {
      const place = places.get(pointer.slice(0, end));
      if (place !== undefined) return place + pointer.slice(end);
    }
    return places.get("")! + pointer;
  };
}

const isReference = (name: string): boolean => name.trim().startsWith("#");
const keyOf = (name: string): string => name.trim().replace(/^#/, "").toLowerCase();
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);

/** Numbers as the texts that columns hold. */
const valuesOf = (given: unknown): unknown =>
  typeof given === "number" || typeof given === "boolean"
    ? String(given)
    : Array.isArray(given)
      ? given.map(valuesOf)
      : given;

/** A call without members that say nothing: many models fill in all that a schema has. */
function withoutEmpty(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]): [string, unknown][] => {
      const kept = isObject(one)
        ? withoutEmpty(one)
        : Array.isArray(one)
          ? one.map((item: unknown) => (isObject(item) ? withoutEmpty(item) : item))
          : one;
      const isEmpty =
        kept === null ||
        kept === undefined ||
        (typeof kept === "string" && kept.trim() === "") ||
        (typeof kept === "object" && Object.keys(kept).length === 0);
      return isEmpty ? [] : [[name, kept]];
    }),
  );
}
