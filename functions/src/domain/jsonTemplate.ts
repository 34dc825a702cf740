/** Private-use characters, which do not occur in the service's texts. */
const [OPEN, CLOSE] = ["\ue000", "\ue001"];
const GAP = new RegExp(`${OPEN}(\\w+)${CLOSE}`);

/**
 * A document whose JSON is written once, but for a few strings that are put in each time.
 *
 * @param names the strings that change
 * @param document the document with a stand-in for each of them, alone or inside another string
 */
export function jsonTemplate<N extends string>(
  names: readonly N[],
  document: (standIns: Record<N, string>) => object,
): (values: Record<N, string>) => string {
  const standIns = Object.fromEntries(names.map((name) => [name, `${OPEN}${name}${CLOSE}`])) as Record<N, string>;
  // Text and name take turns: a pattern's group stays among the parts.
  const parts = JSON.stringify(document(standIns)).split(GAP);
  return (values) =>
    parts.reduce((text, part, at) => text + (at % 2 === 0 ? part : JSON.stringify(values[part as N]).slice(1, -1)), "");
}
