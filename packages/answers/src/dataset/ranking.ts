/** The indexes with the highest scores, best first, of all or of `among`; those without a score are omitted. */
export function topOf(scores: Float32Array, count: number, among?: readonly number[]): number[] {
  const better = (a: number, b: number): number => scores[b]! - scores[a]! || a - b;
  const places = among?.length ?? scores.length;
  let found: number[] = [];
  let worst = 0;
  for (let at = 0; at < places; at++) {
    const place = among ? among[at]! : at;
    if (scores[place]! <= worst) continue;
    found.push(place);
    if (found.length < count * 2 + 100) continue;
    found = found.sort(better).slice(0, count);
    worst = scores[found[count - 1]!]!;
  }
  return found.sort(better).slice(0, count);
}
