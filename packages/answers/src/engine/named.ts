import { isAgeColumn } from "../plan/ages";
import { columnOf, conjuncts, isDeviceColumn, saysWho as isGroup, type Predicate } from "../plan/plan";
import { escapeMarkdown } from "./wording";

const quote = (text: string): string => `“${escapeMarkdown(text)}”`;
const list = (names: readonly string[], word: string): string =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} ${word} ${names.at(-1)}`;

/** A predicate by name: “lose weight”; women in Texas; category “Humor”. */
export function named(predicate: Predicate | null): string {
  if (predicate === null) return "everything";
  switch (predicate.is) {
    case "topic":
    case "mentions":
      return quote(predicate.words);
    case "value":
      if (isAge(predicate)) return `people aged ${escapeMarkdown(predicate.label)}`;
      if (isDeviceColumn(predicate.column)) return `${escapeMarkdown(predicate.label)} users`;
      return predicate.isOfPeople
        ? inPlace(escapeMarkdown(predicate.label))
        : `${escapeMarkdown(predicate.column)} ${quote(predicate.label)}`;
    case "step":
      return "those";
    case "not":
      return isGroup(predicate) ? outside(predicate.of) : `not ${named(predicate.of)}`;
    case "or":
      if (predicate.of.every(isAge)) return `people aged ${list(predicate.of.map(agesOnly), "or")}`;
      return predicate.label !== undefined ? escapeMarkdown(predicate.label) : list(predicate.of.map(named), "or");
    case "and":
      return list(predicate.of.map(named), "and");
  }
}

const isAge = (predicate: Predicate): boolean => isAgeColumn({ name: columnOf(predicate) ?? "" });
const agesOnly = (predicate: Predicate): string => named(predicate).replace("people aged ", "");
const WHO = /^(?:(?:wo)?men$|people aged .*|\S+ users$)/;
/** "those outside Texas", "all but women" */
const outside = (group: Predicate): string =>
  WHO.test(named(group)) ? `all but ${named(group)}` : `those outside ${named(group)}`;
/** "the United Kingdom" */
const inPlace = (label: string): string =>
  /^(?:United|US$|UK$|Netherlands|Philippines|South$|West$|Northeast$|Midwest$)/.test(label) ? `the ${label}` : label;

/** What records do that a predicate selects: `mention “a”, but not “b”`. */
export function claim(predicate: Predicate | null, verb = "mention"): string {
  const parts = conjuncts(predicate);
  const topics = parts.filter((part) => part.is === "topic" || part.is === "mentions");
  const ors = parts.filter((part) => part.is === "or" && !isGroup(part));
  const nots = parts.flatMap((part) => (part.is === "not" && !isGroup(part) ? [part.of] : []));
  const values = parts.filter((part) => part.is === "value" && !isGroup(part));
  const groups = parts.filter((part) => isGroup(part) && part.is !== "not");
  const others = parts.flatMap((part) => (isGroup(part) && part.is === "not" ? [part.of] : []));
  const told = [
    topics.length > 0 && `${verb} ${topics.length === 2 ? "both " : ""}${list(topics.map(named), "and")}`,
    ...ors.map((part) => `${columnOf(part) === null ? verb : "come under"} ${named(part)}`),
    values.length > 0 && `come under ${list(values.map(named), "and")}`,
    groups.length > 0 && `come from ${groupsTogether(groups)}`,
    ...others.map((part) => `do not come from ${named(part)}`),
  ].filter((text) => text !== false);
  const left = nots.flatMap((part) => (part.is === "or" ? part.of : [part]));
  const without =
    left.length === 0
      ? []
      : [
          `${told.length > 0 ? "but " : ""}do not ${left.every((one) => one.is === "value") ? "come under" : verb} ${list(left.map(named), "or")}`,
        ];
  return (
    [...told.slice(0, -1), told.at(-1)].filter(Boolean).join(" and ") +
    (told.length > 0 && without.length > 0 ? " " : "") +
    without.join("")
  );
}

/** "women in Texas" */
function groupsTogether(groups: readonly Predicate[]): string {
  const names = groups.filter((group) => !isAge(group)).map(named);
  const people = names.filter((name) => WHO.test(name));
  const aged = groups.filter(isAge).map(named);
  const places = names.filter((name) => !people.includes(name));
  const who = people.length > 0 ? [...people, ...aged.map((name) => name.replace("people ", ""))] : aged;
  return [who.join(" "), ...places].filter((text) => text !== "").join(" in ");
}

/** Records of some groups: "goals from women and Texas that mention “travel”". */
export function recordsOf(many: string, predicate: Predicate | null): string {
  const parts = conjuncts(predicate);
  const groups = parts.filter((part) => isGroup(part) && part.is !== "not");
  const outsiders = parts.flatMap((part) => (isGroup(part) && part.is === "not" ? [part.of] : []));
  const others = parts.filter((part) => !isGroup(part));
  const from = groups.length === 0 ? "" : ` from ${groupsTogether(groups)}`;
  const notFrom = outsiders.map((group) => ` not from ${named(group)}`).join(" and");
  const that =
    others.length === 0
      ? ""
      : others.every(({ is }) => is === "step")
        ? " of those"
        : ` that ${claim({ is: "and", of: others })}`;
  return `${many}${from}${notFrom}${that}`;
}
