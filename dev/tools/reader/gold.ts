import { stemOf } from "../../../packages/answers/src/dataset/words";
import type { Guide } from "../../../packages/answers/src/guide";
import type { Order, Plan, Predicate, Step } from "../../../packages/answers/src/plan";
import type { Frame, Role, Slot } from "../../../packages/answers/src/read/frame";
import { FUNCTION_WORDS } from "../../../packages/answers/src/read/lexicon";
import { valuesOf, type Mention } from "../../../packages/answers/src/read/mentions";

/** The frame of a plan's first step, which answers. */
export function goldOf({ steps: [step] }: Plan): Frame {
  const collector = new Collector();
  const ask = step!.do === "themes" ? (step!.cue ?? "themes") : step!.do;
  collectStep(step!, collector);
  const slots = collector.slots;
  if (step!.do === "count" || step!.do === "split") {
    // One way to say it: where nothing limits a count, values say which records, and topics what is looked for.
    const isLoose = !step!.among && (step!.do === "count" || slots.some(({ kind }) => kind === "topic"));
    for (const slot of slots) if (isLoose && slot.kind === "value" && slot.role === "of") slot.role = "among";
  }
  if (/^(?:average|themes|quotes|top)$/.test(step!.do))
    for (const slot of slots) if (slot.kind === "topic" && slot.role === "among") slot.role = "of";
  if ("by" in step! && step.by) collector.column("by", step.by);
  const { order = "most", limit = null, fewest = null } = step as { order?: Order; limit?: number; fewest?: number };
  return { ask, slots, order, limit, fewest, claim: null, older: [] };
}

function collectStep(step: Step, collector: Collector): void {
  switch (step.do) {
    case "themes":
    case "quotes":
    case "top":
      collector.add(step.of, "among", "of");
      return;
    case "count":
    case "share":
    case "split":
      collector.add(step.of, "of");
      collector.add(step.among, "among");
      return;
    case "average": {
      collector.add(step.among, "among");
      const own = collector.slots.filter(({ kind, column }) => kind === "value" && column === step.by);
      const several = own.reduce((sum, { values }) => sum + (Array.isArray(values) ? values.length : 1), 0) > 1;
      if (several) for (const slot of own) slot.role = "side";
      collector.column("num", step.column);
      return;
    }
    case "compare": {
      const sides = step.sides.map((side) => {
        const own = new Collector();
        own.add(side, "side");
        return own.slots;
      });
      const isCommon = (one: Slot): boolean =>
        sides.every((side) => side.some((other) => isSame(one, other) && one.role === other.role));
      for (const slot of sides.flat()) {
        if (isCommon(slot)) collector.push({ ...slot, role: slot.role === "not" ? "not" : "among" });
        else if (slot.role !== "not") collector.push(slot);
      }
      collector.add(step.on, "of");
      return;
    }
    case "rank":
      for (const item of step.items) collector.add(item, "side");
      collector.add(step.among, "among");
  }
}

/** Slots in the order of a plan; topics that are alternatives have one group. */
class Collector {
  readonly slots: Slot[] = [];
  #group = 0;

  push(slot: Slot): void {
    if (!this.slots.some((one) => isSame(one, slot) && one.role === slot.role)) this.slots.push(slot);
  }

  column(role: Role, column: string): void {
    this.push({ role, kind: "column", topic: "", column, values: null });
  }

  add(predicate: Predicate | undefined, role: Role, ofTopics = role, group?: number): void {
    if (!predicate) return;
    const { topic, words, where = {}, all = [], any = [], none = [] } = predicate;
    for (const one of [topic, words])
      if (one !== undefined)
        this.push({
          role: ofTopics,
          kind: "topic",
          topic: one,
          column: "",
          values: null,
          group: group ?? ++this.#group,
        });
    for (const [column, values] of Object.entries(where))
      this.push({ role, kind: "value", topic: "", column, values: typeof values === "string" ? [values] : values });
    for (const one of all) this.add(one, role, ofTopics);
    if (any.length > 0) {
      const own = group ?? ++this.#group;
      for (const one of any) this.add(one, role, ofTopics, own);
    }
    for (const one of none) this.add(one, "not");
  }
}

/** The stems of a text's words but those that only join. */
export const stemsOf = (text: string): string[] =>
  [
    ...new Set(
      text
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
        .filter((word) => word !== "" && !FUNCTION_WORDS.has(word))
        .map(stemOf),
    ),
  ].sort();

/** "Friendly" and "friendliness": words that begin alike. */
const isNear = (one: readonly string[], other: readonly string[]): boolean =>
  one.length > 0 &&
  one.length === other.length &&
  one.every((word, i) => {
    const size = Math.max(4, Math.min(word.length, other[i]!.length) - 2);
    return word === other[i] || (word.length > 3 && word.slice(0, size) === other[i]!.slice(0, size));
  });

const isSame = (a: Slot, b: Slot): boolean =>
  a.kind === b.kind &&
  a.column === b.column &&
  JSON.stringify(a.values) === JSON.stringify(b.values) &&
  stemsOf(a.topic).join() === stemsOf(b.topic).join();

/** Of the values that bounds take, so many must be those that are meant. */
const MOST = 0.7;

/** What a mention is in a gold plan: a role, or "none". */
export function labelOf(mention: Mention, { slots }: Pick<Frame, "slots">, guide: Guide): Role | "none" {
  for (const slot of slots) {
    if (slot.kind !== mention.kind) continue;
    if (slot.kind === "topic") {
      if (isNear(stemsOf(mention.said), stemsOf(slot.topic))) return slot.role;
      continue;
    }
    if (slot.column !== mention.column) continue;
    if (slot.kind === "column") return slot.role;
    const [own, meant] = [mention, slot].map((one) => valuesOf(one, guide)) as [string[], string[]];
    const both = own.filter((value) => meant.includes(value)).length;
    const isPart = Array.isArray(mention.values) && both === own.length;
    const isMost = !Array.isArray(mention.values) && both >= MOST * Math.max(own.length, meant.length);
    if (own.length > 0 && (isPart || isMost)) return mention.isNot && slot.role !== "not" ? "none" : slot.role;
  }
  return "none";
}

/** The topic of a gold plan that a mention says. */
export const goldSlot = (mention: Mention, { slots }: Frame, guide: Guide): Slot | undefined =>
  slots.find((slot) => slot.kind === "topic" && labelOf(mention, { slots: [slot] }, guide) !== "none");
