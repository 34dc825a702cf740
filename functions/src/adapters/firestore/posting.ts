import {
  FieldValue,
  type DocumentData,
  type DocumentSnapshot,
  type Firestore,
  type WriteBatch,
} from "@google-cloud/firestore";
import type { AccountingRow } from "../../domain/accounting/row";
import type { Contribution } from "../../domain/contribution/contribution";
import { difference, sum, type Increments } from "../../domain/contribution/increments";
import { POSTINGS, rowDigest, rowName, ROWS, type Posting } from "./ledgerDocuments";
import { pathOf, sumsAt } from "./sumDocument";

/** An entry, and its change. */
export interface Change {
  readonly doc: DocumentSnapshot<unknown>;
  readonly increments: Increments;
  readonly rows: readonly AccountingRow[];
  /** Names of rows that are none any more. */
  readonly gone: readonly string[];
  readonly posting: Posting | null;
  /** The same with less of its analytics, in the order in which to try. */
  readonly instead: readonly Pick<Change, "increments" | "posting">[];
}

/** The difference between an entry's posting and what was posted before. */
export function changeOf(
  doc: DocumentSnapshot<unknown>,
  before: Posting = { rows: {}, increments: {} },
  { rows, increments, analytics = [] }: Contribution,
): Change {
  const digests = Object.fromEntries(rows.map((row) => [rowName(row), rowDigest(row)]));
  const [own, ...instead] = [...analytics, new Map()].map((one) => {
    const all = sum([increments, one]);
    const isNothing = rows.length === 0 && all.size === 0;
    return {
      increments: difference(asIncrements(before.increments), all),
      posting: isNothing ? null : { rows: digests, increments: asObject(all) },
    };
  });
  return {
    doc,
    ...(own as Pick<Change, "increments" | "posting">),
    instead,
    rows: rows.filter((row) => before.rows[rowName(row)] !== digests[rowName(row)]),
    gone: Object.keys(before.rows).filter((name) => !(name in digests)),
  };
}

/** Writes an entry's rows and posting, with `besides` in the entry, provided that the entry is unchanged since it was read. */
export function writeChange(
  db: Firestore,
  batch: WriteBatch,
  { doc, rows, gone, posting }: Change,
  besides: DocumentData = {},
): void {
  const ledger = ROWS.in(db);
  for (const row of rows) batch.set(ledger.doc(rowName(row)), row);
  for (const name of gone) batch.delete(ledger.doc(name));
  const postingRef = POSTINGS.in(db).doc(doc.id);
  if (posting) batch.set(postingRef, posting);
  else batch.delete(postingRef);
  const { updateTime: lastUpdateTime } = doc;
  batch.update(doc.ref, { ...besides, unbooked: FieldValue.delete() }, lastUpdateTime ? { lastUpdateTime } : {});
}

function asObject(increments: Increments): Posting["increments"] {
  return Object.fromEntries([...increments].map(([name, fields]) => [pathOf(name), Object.fromEntries(fields)]));
}

function asIncrements(stored: Posting["increments"]): Increments {
  return new Map(Object.entries(stored).map(([path, fields]) => [sumsAt(path), new Map(Object.entries(fields))]));
}
