/** What was learnt from marked questions: how much each feature of a word speaks for each label. */
export interface Weights {
  /** Adds to each label's score what a feature says of it. */
  add(feature: string, scores: Float32Array): void;
  /** Of each label after another, row by the label before; the last row is the start. */
  transitions: Float32Array;
}

/** Weights as they are kept: features by their hashes in order, each with the labels that it speaks for. */
export interface Packed {
  /** Base64 of 32-bit hashes, of a byte each for how many pairs they have, and of the pairs: a label and its weight. */
  hashes: string;
  counts: string;
  pairs: string;
  transitions: number[];
}

/** Weights are kept as bytes: this is one. */
const UNIT = 1 / 12;
const MAX = 127;

/** FNV-1a in 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** Small weights are left out; of features with one hash the last stays. */
export function packed(features: ReadonlyMap<string, ArrayLike<number>>, transitions: ArrayLike<number>): Packed {
  const rows = [...features].map(([name, weights]) => ({
    hash: hashOf(name),
    pairs: Array.from(weights, (weight, label) => [label, Math.round(weight / UNIT)] as const).filter(
      ([, weight]) => weight !== 0,
    ),
  }));
  const kept = [...new Map(rows.filter(({ pairs }) => pairs.length > 0).map((row) => [row.hash, row])).values()].sort(
    (a, b) => a.hash - b.hash,
  );
  const hashes = Buffer.alloc(4 * kept.length);
  kept.forEach(({ hash }, i) => hashes.writeUInt32LE(hash, 4 * i));
  const pairs = kept.flatMap((row) =>
    row.pairs.flatMap(([label, weight]) => [label, Math.max(-MAX, Math.min(MAX, weight))]),
  );
  return {
    hashes: hashes.toString("base64"),
    counts: Buffer.from(kept.map((row) => row.pairs.length)).toString("base64"),
    pairs: Buffer.from(Int8Array.from(pairs).buffer).toString("base64"),
    transitions: Array.from(transitions, (weight) => Math.round(weight * 1000) / 1000),
  };
}

/** The weights that were kept. */
export function unpacked({ hashes, counts, pairs, transitions }: Packed): Weights {
  const bytes = Buffer.from(hashes, "base64");
  const known = Uint32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readUInt32LE(4 * i));
  const weights = Int8Array.from(Buffer.from(pairs, "base64"));
  const starts = new Uint32Array(known.length + 1);
  Buffer.from(counts, "base64").forEach((count, i) => (starts[i + 1] = starts[i]! + 2 * count));
  return {
    transitions: Float32Array.from(transitions),
    add(feature, scores) {
      const hash = hashOf(feature);
      let low = 0;
      for (let high = known.length; low < high;) {
        const middle = (low + high) >> 1;
        if (known[middle]! < hash) low = middle + 1;
        else high = middle;
      }
      if (known[low] !== hash) return;
      for (let at = starts[low]!; at < starts[low + 1]!; at += 2) scores[weights[at]!]! += weights[at + 1]! * UNIT;
    },
  };
}
