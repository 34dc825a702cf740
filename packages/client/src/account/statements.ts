import { UnavailableError } from "../errors";
import type { components, paths } from "../generated/openapi";
import { jsonOf } from "../service/http";
import type { Requests } from "../service/requests";
import { problemOf } from "../service/transport";

type BodyOf<P extends keyof paths> = paths[P] extends {
  post: { requestBody: { content: { "application/json": infer B } } };
}
  ? B
  : never;
/** The fields that prove who asks. */
type Envelope = "wallet" | "timestamp" | "nonce" | "signature" | "agentSessionToken";
type Own<B> = B extends { signature: string } ? Omit<B, Envelope> : never;

/** Which rows of the ledger. */
export type AccountingQuery = Own<BodyOf<"/mkt/accounting">>;
export type StatementQuery = Own<BodyOf<"/mkt/accounting/export">>;
export type Accounting = components["schemas"]["Accounting"];

/** One file of a statement. */
export interface StatementFile {
  /** Letters, digits, dots and dashes: a valid file name. */
  filename: string;
  mediaType: string;
  bytes: Uint8Array;
  /** Where the next part begins; null after the last one. */
  nextCursor: string | null;
}

/** The parts of a wallet's statement, one after the other. */
export async function* statementFiles(requests: Requests, query: StatementQuery): AsyncGenerator<StatementFile> {
  let cursor: string | null = query.cursor ?? null;
  do {
    const part = await statementFile(requests, { ...query, ...(cursor !== null && { cursor }) });
    yield part;
    cursor = part.nextCursor;
  } while (cursor !== null);
}

async function statementFile(requests: Requests, query: StatementQuery): Promise<StatementFile> {
  const response = await requests.signedResponse("/mkt/accounting/export", query);
  if (!response.ok) throw problemOf(response, await jsonOf(response));
  const { headers } = response;
  const filename = /filename="([\w.-]+)"/.exec(headers.get("Content-Disposition") ?? "")?.[1];
  if (filename === undefined) throw new UnavailableError("The statement has no file name.");
  return {
    filename,
    mediaType: headers.get("Content-Type") ?? "application/octet-stream",
    bytes: new Uint8Array(await response.arrayBuffer()),
    nextCursor: headers.get("X-Next-Cursor"),
  };
}
