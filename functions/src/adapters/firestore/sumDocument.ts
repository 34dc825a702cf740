import { isDeepStrictEqual } from "node:util";
import { FieldValue, type DocumentSnapshot, type WriteBatch } from "@google-cloud/firestore";
import type { SumName } from "../../domain/contribution";
import { posterRecordIn, usualOf, type Usual } from "../../domain/reputation/records";

/** Where each kind of sums is kept. */
export const SUMS_IN = {
  counters: "boards",
  reputation: "profiles",
  pairs: "walletPairs",
  totals: "ledgerTotals",
  analytics: "analyticsDays",
  market: "marketSums",
} as const;
type Kind = keyof typeof SUMS_IN;
const KINDS = new Map(Object.entries(SUMS_IN).map(([kind, collection]) => [collection as string, kind as Kind]));

/** The path of the document with these sums. */
export function pathOf(name: SumName): string {
  const [kind, id] = name.split("/") as [Kind, string];
  return `${SUMS_IN[kind]}/${id}`;
}

/** The sums that the document of that path holds. */
export function sumsAt(path: string): SumName {
  const [collection = "", id = ""] = path.split("/");
  const kind = KINDS.get(collection);
  if (!kind) throw new Error(`no sums are kept in ${collection}`);
  return `${kind}/${id}`;
}

/** The field with a document's sums; other fields do not belong to the ledger. */
export const SUMS = "sums";

/** In a profile: how many services the wallet offers, and that they wait for its sums, which have changed. */
export const LISTINGS_FIELD = "listings";
export const RELIST_FIELD = "relist";

/** In a profile whose open tasks wait for what it usually does, which has changed: the last task that has it. */
export const USUAL_FIELD = "usualAfter";

/** What else a change of a document's sums writes. */
function besides(doc: DocumentSnapshot, sums: Sums): Record<string, true | ""> {
  const isListed = Number(doc.get(LISTINGS_FIELD) ?? 0) > 0;
  const isSame = isDeepStrictEqual(usualIn(new Map(flat(sums))), usualIn(readSums(doc)));
  return { ...(isListed && { [RELIST_FIELD]: true }), ...(!isSame && { [USUAL_FIELD]: "" }) };
}

/** What a poster with these sums usually does. */
export function usualIn(sums: ReadonlyMap<string, number>): Usual | null {
  return usualOf(posterRecordIn(sums));
}

type Sums = { readonly [name: string]: number | Sums };

/** The document's sums have these added, by the fields' paths; returns the new sums. */
export function addSums(
  batch: WriteBatch,
  doc: DocumentSnapshot,
  fields: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  let sums = (doc.get(SUMS) as Sums | undefined) ?? {};
  for (const [path, amount] of fields) sums = added(sums, path.split("."), amount);
  if (Object.keys(sums).length === 0) clearSums(batch, doc);
  else {
    const fields = { [SUMS]: sums, ...besides(doc, sums) };
    batch.set(doc.ref, fields, { mergeFields: Object.keys(fields) });
  }
  return new Map(flat(sums));
}

/** The document's sums by the fields' paths; none where there is no document. */
export function readSums(doc: DocumentSnapshot<unknown> | undefined): ReadonlyMap<string, number> {
  return new Map(flat((doc?.get(SUMS) as Sums | undefined) ?? {}));
}

/** Removes the sums, and the document if it has no other fields. */
export function clearSums(batch: WriteBatch, doc: DocumentSnapshot): void {
  const names = Object.keys(doc.data() ?? {});
  if (!names.includes(SUMS) || !doc.updateTime) return;
  const unchanged = { lastUpdateTime: doc.updateTime };
  if (names.length === 1) batch.delete(doc.ref, unchanged);
  else batch.update(doc.ref, { [SUMS]: FieldValue.delete(), ...besides(doc, {}) }, unchanged);
}

function flat(sums: Sums): [string, number][] {
  return Object.entries(sums).flatMap(([name, value]) =>
    typeof value === "number"
      ? [[name, value] as [string, number]]
      : flat(value).map(([path, sum]): [string, number] => [`${name}.${path}`, sum]),
  );
}

/** Zeros are omitted, so that the document does not depend on the order of changes. */
function added(sums: Sums, [name = "", ...rest]: readonly string[], amount: number): Sums {
  const { [name]: known, ...others } = sums;
  const next = rest.length === 0 ? sumOf(known, amount) : added(typeof known === "object" ? known : {}, rest, amount);
  const isNothing = next === 0 || (typeof next === "object" && Object.keys(next).length === 0);
  return isNothing ? others : { ...others, [name]: next };
}

function sumOf(known: number | Sums | undefined, amount: number): number {
  const sum = (typeof known === "number" ? known : 0) + amount;
  if (!Number.isSafeInteger(sum)) throw new RangeError("a sum of the ledger exceeds the safe integer range");
  return sum;
}
