import { createHash } from "node:crypto";
import type { Answer } from "../http/respond";

/** The bytes of a file inside a tool's result. */
export interface Embedded {
  type: "resource";
  resource: { uri: string; mimeType: string; blob: string };
}

/** A file as part of a tool's result: its bytes and its description. */
export async function embedded(
  pieces: AsyncIterable<Uint8Array>,
  { headers = {} }: Answer,
): Promise<{ resource: Embedded; about: Record<string, unknown> }> {
  const taken: Uint8Array[] = [];
  for await (const piece of pieces) taken.push(piece);
  const bytes = Buffer.concat(taken);
  const contentType = headers["Content-Type"] ?? "";
  const filename = /filename="([^"]*)"/.exec(headers["Content-Disposition"] ?? "")?.[1] ?? "";
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return {
    resource: {
      type: "resource",
      resource: { uri: `sha256:${sha256}`, mimeType: contentType, blob: bytes.toString("base64") },
    },
    about: { filename, contentType, bytes: bytes.length, sha256, nextCursor: headers["X-Next-Cursor"] ?? null },
  };
}
