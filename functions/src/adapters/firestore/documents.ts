import {
  Timestamp,
  type CollectionReference,
  type DocumentData,
  type DocumentReference,
  type DocumentSnapshot,
  type Firestore,
  type FirestoreDataConverter,
  type QueryDocumentSnapshot,
} from "@google-cloud/firestore";
import type { Behind, Cursor, BlockRef } from "../../domain/task/events";
import { reaching } from "./faults";
import { putUnchanged, type Write } from "./unitOfWork";

/** How a value is stored. Null and a missing value are stored as they are. */
export interface Codec<T> {
  encode(value: T): unknown;
  decode(stored: unknown): T;
}

/** An integer that may exceed what a double holds exactly, as decimal text. */
export const decimal: Codec<bigint> = { encode: String, decode: (stored) => BigInt(stored as string) };

/** Unix milliseconds, as the database's own type for times. */
export const time: Codec<number> = {
  encode: (ms) => Timestamp.fromMillis(ms),
  decode: (stored) => (stored as Timestamp).toMillis(),
};

/** Any JSON, as text: arrays in arrays, and some names, are none of the database's. */
export const asJson = <T>(): Codec<T> => ({
  encode: (value) => JSON.stringify(value),
  decode: (stored) => JSON.parse(stored as string) as T,
});

export function listOf<T>(codec: Codec<T>): Codec<readonly T[]> {
  return {
    encode: (values) => values.map((value) => codec.encode(value)),
    decode: (stored) => (stored as unknown[]).map((value) => codec.decode(value)),
  };
}

/** The values of an object whose keys are no fields of its type. */
export function mapOf<T>(codec: Codec<T>): Codec<Readonly<Record<string, T>>> {
  const changed = <A, B>(all: object, change: (value: A) => B) =>
    Object.fromEntries(Object.entries(all).map(([key, value]) => [key, change(value as A)]));
  return {
    encode: (values) => changed(values, (value: T) => codec.encode(value)),
    decode: (stored) => changed(stored as object, (value) => codec.decode(value)),
  };
}

/** An object whose other fields are stored as they are: a field that holds a bigint needs a codec. */
export function fields<T extends object>(codecs: CodecsWithin<T>): Codec<T> {
  const members = Object.entries(codecs) as [keyof T, Codec<unknown>][];
  const changed = (object: object, change: (codec: Codec<unknown>, value: unknown) => unknown) => {
    const copy = { ...object } as T;
    for (const [name, codec] of members) {
      const value: unknown = copy[name];
      if (value !== null && value !== undefined) copy[name] = change(codec, value) as T[keyof T];
    }
    return copy;
  };
  return {
    encode: (value) => changed(value, (codec, member) => codec.encode(member)),
    decode: (stored) => changed(stored as object, (codec, member) => codec.decode(member)),
  };
}

/** A field that is stored as it is. */
interface Plain {
  readonly isPlain: true;
}

/** Fields that are stored as they are. */
export function plain<K extends string>(...names: readonly K[]): Readonly<Record<K, Plain>> {
  return Object.fromEntries(names.map((name) => [name, { isPlain: true }])) as Record<K, Plain>;
}

type HoldsBigint<T> = T extends bigint
  ? true
  : T extends readonly (infer Item)[]
    ? HoldsBigint<Item>
    : T extends object
      ? { [K in keyof T]-?: HoldsBigint<T[K]> }[keyof T]
      : false;

type NamesWithBigint<T> = { [K in keyof T]-?: true extends HoldsBigint<T[K]> ? K : never }[keyof T];

type CodecsWithin<T> = { readonly [K in NamesWithBigint<T>]: Codec<NonNullable<T[K]>> } & {
  readonly [K in keyof T]?: Codec<NonNullable<T[K]>>;
};

/** Every field of a document: its codec, or `plain`. */
type Shape<T> = {
  readonly [K in keyof T]-?: K extends NamesWithBigint<T> ? Codec<NonNullable<T[K]>> : Codec<NonNullable<T[K]>> | Plain;
};

/**
 * One kind of document: where it is stored, and how its fields are. Reading takes these fields and no others, so that
 * several parts of the service can keep their fields in one document.
 */
export class Documents<T extends object> implements FirestoreDataConverter<T> {
  private readonly codec: Codec<T>;
  private readonly names: ReadonlySet<string>;

  /** `derived` are fields that are written to be found by, or for TTL, and are not read; undefined ones are omitted. */
  constructor(
    readonly path: string,
    shape: Shape<T>,
    private readonly derived: Readonly<Record<string, (value: T) => unknown>> = {},
  ) {
    this.names = new Set(Object.keys(shape));
    const codecs = Object.entries(shape).filter(([, codec]) => !("isPlain" in (codec as object)));
    this.codec = fields<T>(Object.fromEntries(codecs) as CodecsWithin<T>);
  }

  /** These documents of the database, or below another document. */
  in(parent: Pick<Firestore | DocumentReference, "collection">): CollectionReference<T> {
    return parent.collection(this.path).withConverter(this);
  }

  /** What one document holds, or null where there is none. */
  find(db: Firestore, id: string): Promise<T | null> {
    return reaching(async () => (await this.in(db).doc(id).get()).data() ?? null);
  }

  toFirestore(value: T): DocumentData {
    const stored = this.some(value);
    for (const [name, valueOf] of Object.entries(this.derived)) {
      const member = valueOf(value);
      if (member !== undefined) stored[name] = member;
    }
    return stored;
  }

  fromFirestore(snapshot: QueryDocumentSnapshot): T {
    return this.codec.decode(this.own(snapshot.data()));
  }

  /** Some fields as they are stored, for an update: without the derived ones. */
  some(part: Partial<T>): DocumentData {
    return this.own(this.codec.encode(part as T) as DocumentData);
  }

  private own(all: DocumentData): DocumentData {
    return Object.fromEntries(
      Object.entries(all).filter(([name, value]) => this.names.has(name) && value !== undefined),
    );
  }

  /** Makes the document, or replaces these fields of it, provided that it is unchanged since it was read. */
  put(doc: DocumentSnapshot<unknown>, value: T, more: DocumentData = {}): Write {
    return putUnchanged(doc, { ...this.toFirestore(value), ...more });
  }
}

/** How far a deployment was read, in `indexer/{contract}`. */
export const CURSORS = new Documents<Cursor>("indexer", {
  finalBlock: decimal,
  checkpoints: listOf(fields<BlockRef>({ number: decimal })),
  behind: listOf(fields<Behind>({ taskId: decimal, fromBlock: decimal })),
});
