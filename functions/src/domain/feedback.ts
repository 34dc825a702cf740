import type { Address } from "./address";
import { canonicalSha256 } from "./canonical";
import { hex } from "./keccak";
import { sha256 } from "./sha256";
import { iso } from "./time";

/** Random bytes of a report's id. */
const REPORT_ID_BYTES = 16;

/** One stored report. */
export interface FeedbackRecord {
  readonly id: string;
  /** The endpoint that took it, e.g. `/x402Feedback`. */
  readonly source: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly fields: Record<string, unknown>;
}

/** An e-mail to the administrator. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Report {
  readonly source: string;
  readonly fields: Record<string, unknown>;
  /** The wallet that signed the report; null if it is unsigned. */
  readonly wallet: Address | null;
  readonly idempotencyKey: string | null;
  /** Where mails go; null for none. */
  readonly mailTo: string | null;
}

/**
 * A report as stored, and its mail if a recipient is configured.
 *
 * The same fields under the same key, or signed by the same wallet, are the same report; other fields make another one.
 */
export function feedbackOf(
  { source, fields, wallet, idempotencyKey, mailTo }: Report,
  nowMs: number,
  randomBytes: (size: number) => Uint8Array,
): { record: FeedbackRecord; mail: Mail | null } {
  const named = wallet ?? idempotencyKey;
  const id =
    named === null ? hex(randomBytes(REPORT_ID_BYTES)).slice(2) : idOf(source, `${named}|${canonicalSha256(fields)}`);
  const createdAt = iso(nowMs);
  const stored = { ...fields, ...(wallet && { wallet }) };
  const mail =
    mailTo === null
      ? null
      : { to: mailTo, subject: mailSubject(source, fields["category"]), text: mailText(id, createdAt, stored) };
  return { record: { id, source, createdAt, fields: stored }, mail };
}

function idOf(source: string, name: string): string {
  return sha256(`${source}|${name}`).slice(0, 2 * REPORT_ID_BYTES);
}

/** The subject of the administrator's mail: always one line, so that a report cannot inject headers. */
function mailSubject(source: string, category: unknown): string {
  const line = `[mkt] feedback on ${source}${typeof category === "string" && category !== "" ? `: ${category}` : ""}`;
  return [...line.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")].slice(0, 120).join("");
}

/** The mail's plain text: every field as it was sent. */
function mailText(id: string, createdAt: string, fields: Record<string, unknown>): string {
  const rows = Object.entries(fields).map(
    ([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  return [`id: ${id}`, `received: ${createdAt}`, ...rows].join("\n");
}
