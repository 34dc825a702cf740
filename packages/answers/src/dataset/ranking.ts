/** The indexes with the highest scores, best first; those without a score are omitted. */
export function topOf(scores: Float32Array, count: number): number[] {
  const better = (a: number, b: number): number => scores[b]! - scores[a]! || a - b;
  let found: number[] = [];
  let worst = 0;
  for (let place = 0; place < scores.length; place++) {
    if (scores[place]! <= worst) continue;
    found.push(place);
    if (found.length < count * 2 + 100) continue;
    found = found.sort(better).slice(0, count);
    worst = scores[found[count - 1]!]!;
  }
  return found.sort(better).slice(0, count);
}

export interface Scored {
  record: number;
  score: number;
}

/** The same of some records by what each scores. */
export function bestOf(records: Uint32Array, count: number, score: (record: number) => number): Scored[] {
  const scores = new Float32Array(records.length);
  for (let i = 0; i < records.length; i++) scores[i] = score(records[i]!);
  return topOf(scores, count).map((place) => ({ record: records[place]!, score: scores[place]! }));
}
