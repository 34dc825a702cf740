import type { NoiseSettings } from "../disclosure/noise";
import { packedEquivalents, unpackedEquivalents } from "./equivalents";
import type { Numbers } from "./numbers";
import type { DatasetKind, RecordName } from "./record";
import { Texts, type Column, type Named, type Said, type Sets, type Snapshot, type Vectors } from "./snapshot";

/**
 * A snapshot's bytes: `mktsnap5`, the length of the header (u32, little endian), the header (JSON), then the
 * blobs that it names, each starting at a multiple of 8. Typed arrays are read in place, without copying.
 */
const MAGIC = "mktsnap5";
const ANY_FORMAT = /^mktsnap\d$/;

const TYPES = { u8: Uint8Array, i8: Int8Array, u16: Uint16Array, u32: Uint32Array, f32: Float32Array } as const;
type TypeName = keyof typeof TYPES;
type Blob = Uint8Array | Int8Array | Uint16Array | Uint32Array | Float32Array;
type BlobOf<T extends TypeName> = InstanceType<(typeof TYPES)[T]>;

interface Header {
  kind: DatasetKind;
  record: RecordName;
  columns: (Omit<Column, "codes" | "numbers"> & { numbers: Omit<Numbers, "values"> | null })[];
  themes: Named[];
  said: Said[];
  subjects: Named[];
  stems: string[];
  surfaces: string[];
  dims: number;
  copies: number;
  noise: NoiseSettings;
  model: string | null;
  blobs: Record<string, { type: TypeName; offset: number; length: number }>;
}

const aligned = (n: number): number => Math.ceil(n / 8) * 8;
const typeOf = (blob: Blob): TypeName =>
  (Object.keys(TYPES) as TypeName[]).find((name) => blob instanceof TYPES[name])!;

/** The bytes of a snapshot; the same snapshot always gives the same bytes. */
export function encodeSnapshot(snapshot: Snapshot): Uint8Array {
  const texts = snapshot.texts.packed();
  const { vocabulary, recordVectors, holders, themeSets, saidSets, subjectSets } = snapshot;
  const blobs: Record<string, Blob> = {
    texts: texts.bytes,
    textOffsets: texts.offsets,
    lengths: snapshot.lengths,
    marks: snapshot.marks,
    clusterOf: snapshot.clusterOf,
    stemRows: vocabulary.vectors.rows,
    stemScales: vocabulary.vectors.scales,
    recordRows: recordVectors.rows,
    recordScales: recordVectors.scales,
    holderStarts: holders.starts,
    holderIds: holders.ids,
    themeStarts: themeSets.starts,
    themeIds: themeSets.ids,
    themeMarks: snapshot.themeMarks,
    saidStarts: saidSets.starts,
    saidIds: saidSets.ids,
    subjectStarts: subjectSets.starts,
    subjectIds: subjectSets.ids,
    equivalents: packedEquivalents(snapshot.equivalents),
    keys: snapshot.keys,
    ...(snapshot.voices && { voices: snapshot.voices }),
  };
  snapshot.columns.forEach(({ codes, numbers }, i) => {
    blobs[`column${i}`] = codes;
    if (numbers) blobs[`numbers${i}`] = numbers.values;
  });

  const header: Header = {
    kind: snapshot.kind,
    record: snapshot.record,
    columns: snapshot.columns.map(({ codes: _, numbers, ...column }) => {
      if (numbers === null) return { ...column, numbers };
      const { values: _values, ...rest } = numbers;
      return { ...column, numbers: rest };
    }),
    themes: snapshot.themes,
    said: snapshot.said,
    subjects: snapshot.subjects,
    stems: vocabulary.stems,
    surfaces: vocabulary.surfaces,
    dims: recordVectors.dims,
    copies: snapshot.copies,
    noise: snapshot.noise,
    model: snapshot.model,
    blobs: {},
  };
  let size = 0;
  for (const [name, blob] of Object.entries(blobs)) {
    header.blobs[name] = { type: typeOf(blob), offset: size, length: blob.length };
    size = aligned(size + blob.byteLength);
  }
  const headerBytes = Buffer.from(JSON.stringify(header), "utf8");
  const start = aligned(MAGIC.length + 4 + headerBytes.length);
  const out = new Uint8Array(start + size);
  out.set(Buffer.from(MAGIC, "latin1"));
  new DataView(out.buffer).setUint32(MAGIC.length, headerBytes.length, true);
  out.set(headerBytes, MAGIC.length + 4);
  for (const [name, blob] of Object.entries(blobs)) {
    out.set(new Uint8Array(blob.buffer, blob.byteOffset, blob.byteLength), start + header.blobs[name]!.offset);
  }
  return out;
}

/** Decodes a snapshot; throws if the bytes are not a snapshot of this format. */
export function decodeSnapshot(bytes: Uint8Array): Snapshot {
  const source = bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
  const magic = Buffer.from(source.buffer, source.byteOffset, Math.min(MAGIC.length, source.length)).toString("latin1");
  if (magic !== MAGIC && ANY_FORMAT.test(magic))
    throw new Error(`The snapshot has format ${magic}, not ${MAGIC}: import the data again`);
  if (magic !== MAGIC || source.length < MAGIC.length + 4) throw new Error("These bytes are not a dataset snapshot");
  const view = new DataView(source.buffer, source.byteOffset, source.byteLength);
  const headerLength = view.getUint32(MAGIC.length, true);
  const headerEnd = MAGIC.length + 4 + headerLength;
  if (headerEnd > source.length) throw new Error("The snapshot is truncated");
  const header = JSON.parse(
    Buffer.from(source.buffer, source.byteOffset + MAGIC.length + 4, headerLength).toString("utf8"),
  ) as Header;
  const start = source.byteOffset + aligned(headerEnd);

  const blob = <T extends TypeName>(name: string, type: T): BlobOf<T> => {
    const place = header.blobs[name];
    const Type = TYPES[type];
    if (place?.type !== type) throw new Error(`The snapshot has no ${type} blob ${name}`);
    const offset = start + place.offset;
    if (offset + place.length * Type.BYTES_PER_ELEMENT > source.byteOffset + source.byteLength)
      throw new Error("The snapshot is truncated");
    return new Type(source.buffer as ArrayBuffer, offset, place.length) as BlobOf<T>;
  };
  const vectors = (name: string, dims: number): Vectors => ({
    dims,
    rows: blob(`${name}Rows`, "i8"),
    scales: blob(`${name}Scales`, "f32"),
  });
  const sets = (name: string): Sets => ({ starts: blob(`${name}Starts`, "u32"), ids: blob(`${name}Ids`, "u32") });

  return {
    kind: header.kind,
    record: header.record,
    texts: new Texts(blob("texts", "u8"), blob("textOffsets", "u32")),
    columns: header.columns.map(({ numbers, ...column }, i) => ({
      ...column,
      codes: blob(`column${i}`, "u16"),
      numbers: numbers && { ...numbers, values: blob(`numbers${i}`, "f32") },
    })),
    vocabulary: { stems: header.stems, surfaces: header.surfaces, vectors: vectors("stem", header.dims) },
    holders: sets("holder"),
    recordVectors: vectors("record", header.dims),
    lengths: blob("lengths", "u16"),
    marks: blob("marks", "u8"),
    clusterOf: blob("clusterOf", "u16"),
    themes: header.themes,
    themeSets: sets("theme"),
    themeMarks: blob("themeMarks", "u8"),
    said: header.said,
    saidSets: sets("said"),
    subjects: header.subjects,
    subjectSets: sets("subject"),
    equivalents: unpackedEquivalents(blob("equivalents", "u32")),
    keys: blob("keys", "u32"),
    voices: header.blobs["voices"] ? blob("voices", "u32") : null,
    noise: header.noise,
    copies: header.copies,
    model: header.model,
  };
}
