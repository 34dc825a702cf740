/** The Levenshtein distance between two texts. Takes the product of their lengths: bound them first. */
export function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + Number(a[i - 1] !== b[j - 1]);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Longer names are not compared. */
const MAX_COMPARED = 64;
/** The shortest beginning that names a longer one. */
const MIN_BEGINNING = 3;

/** The known name that another one probably means: spelled nearly so, or its beginning or end; null if none is near. */
export function nearestName(name: string, known: readonly string[]): string | null {
  if (name.length > MAX_COMPARED) return null;
  const asked = plain(name);
  const near = known.map((one) => ({ one, by: distanceOf(asked, plain(one)) })).sort((a, b) => a.by - b.by);
  const [best] = near;
  return best && best.by <= Math.floor((asked.length + 1) / 3) ? best.one : null;
}

/** The distance of two names; where one is a part at an end of the other, less than that of one wrong letter. */
function distanceOf(asked: string, name: string): number {
  const [short, long] = asked.length < name.length ? [asked, name] : [name, asked];
  const isPart = short.length >= MIN_BEGINNING && (long.startsWith(short) || long.endsWith(short));
  return isPart ? 1 - short.length / long.length : distance(asked, name);
}

/** A name without what spellings of it differ in: case, and signs between its words. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}
