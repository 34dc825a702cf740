import { createHash } from "node:crypto";
import type { DocumentData, DocumentSnapshot } from "@google-cloud/firestore";
import { rowKey, type AccountingRow } from "../../domain/accounting/row";

/** Rows in `ledger/{wallet}-{key}`, where the key sorts them like the chain. */
export const LEDGER = "ledger";

/** The name of a row's document. */
export function rowName(row: AccountingRow): string {
  return `${row.wallet}-${rowKey(row)}`;
}

export function rowFields(row: AccountingRow): DocumentData {
  const { taskId, grossUsdcUnits, feeUsdcUnits, netUsdcUnits, blockNumber } = row;
  return {
    ...row,
    sortKey: rowKey(row),
    taskId: taskId === null ? null : taskId.toString(),
    grossUsdcUnits: grossUsdcUnits.toString(),
    feeUsdcUnits: feeUsdcUnits.toString(),
    netUsdcUnits: netUsdcUnits.toString(),
    blockNumber: blockNumber.toString(),
  };
}

export function readRow(doc: DocumentSnapshot): AccountingRow {
  const { sortKey: _sortKey, ...data } = doc.data() as AccountingRow & { sortKey: string };
  return {
    ...data,
    taskId: data.taskId === null ? null : BigInt(data.taskId),
    grossUsdcUnits: BigInt(data.grossUsdcUnits),
    feeUsdcUnits: BigInt(data.feeUsdcUnits),
    netUsdcUnits: BigInt(data.netUsdcUnits),
    blockNumber: BigInt(data.blockNumber),
  };
}

/** Tells two versions of a row apart. */
export function rowDigest(row: AccountingRow): string {
  return createHash("sha256")
    .update(JSON.stringify(rowFields(row)))
    .digest("base64url")
    .slice(0, 16);
}
