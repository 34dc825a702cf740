import { MAX_LIST, type Predicate } from "../plan";

/** All of several predicates as one, as flat as it can be; null for none. */
export function allOf(...parts: readonly (Predicate | null | undefined)[]): Predicate | null {
  const given = parts.flatMap((one) => one ?? []);
  const whole: Predicate = {};
  const rest: Predicate[] = [];
  for (const { topic, words, where, all = [], any, none = [] } of given) {
    for (const one of topic === undefined ? [] : [topic]) {
      if (whole.topic === undefined) whole.topic = one;
      else if (whole.topic !== one) rest.push({ topic: one });
    }
    if (words !== undefined) rest.push({ words });
    for (const [column, value] of Object.entries(where ?? {})) {
      const known = whole.where?.[column];
      if (known === undefined) whole.where = { ...whole.where, [column]: value };
      else if (JSON.stringify(known) !== JSON.stringify(value)) rest.push({ where: { [column]: value } });
    }
    rest.push(...all);
    if (any) rest.push({ any });
    if (none.length > 0) whole.none = [...(whole.none ?? []), ...none.filter((one) => !has(whole.none ?? [], one))];
  }
  const own = rest.filter((one, i) => !has(rest.slice(0, i), one));
  if (own.length > 0) whole.all = own.slice(0, MAX_LIST);
  if (whole.all?.length === 1 && Object.keys(whole).length === 1) return whole.all[0]!;
  return Object.keys(whole).length > 0 ? whole : null;
}

const has = (list: readonly Predicate[], one: Predicate): boolean =>
  list.some((other) => JSON.stringify(other) === JSON.stringify(one));
