import { MktError } from "../errors";

/** A link in a text, and what it pointed to when it was written. Both are hashed with the text. */
export interface Link {
  /** An https address. */
  url: string;
  /** SHA-256 of the file behind it, 64 lower-case hex digits. */
  sha256?: string;
  /** The file's size; only with `sha256`. */
  bytes?: number;
}

/** What identifies a file's content. */
export interface Fingerprint {
  sha256: string;
  bytes: number;
}

/** The largest file that is hashed in memory, as WebCrypto does it. */
export const MAX_FILE_BYTES = 256 * 1024 * 1024;

/** The fingerprint of a file, such as one that a person chose in a browser. */
export async function fingerprintOf(file: Blob): Promise<Fingerprint> {
  if (file.size > MAX_FILE_BYTES) {
    const most = MAX_FILE_BYTES / 1024 / 1024;
    throw new MktError("file_too_large", `The file has more than ${most} MiB. Hash it with the command line tool mkt.`);
  }
  const content = await file.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  const sha256 = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return { sha256, bytes: content.byteLength };
}

/** Whether a file is the one behind a link; null if the link has no hash. */
export function isFileOf({ sha256, bytes }: Link, file: Fingerprint): boolean | null {
  if (sha256 === undefined) return null;
  return sha256 === file.sha256 && (bytes === undefined || bytes === file.bytes);
}

/**
 * What a file is to a submission:
 * `same`: the file behind one of its links. `other`: none of them, and all have a hash.
 * `earlier`: not in this submission, but in an earlier one of the task. `unknown`: no hash was given for a link that it
 * may be behind. `no_link`: the submission has no link, or not this one.
 */
export interface FileVerdict {
  verdict: "same" | "other" | "earlier" | "unknown" | "no_link";
  /** The link that it is behind; null if it is not known to be. */
  link: Link | null;
  /** The submission in which that link is, by its place from the first, 0; null without a link. */
  round: number | null;
}

/**
 * Compares a file with the links of the last of a task's submissions, or with only the link `url` of it.
 * `submissions` are the links of each, oldest first.
 */
export function judgeFile(file: Fingerprint, submissions: readonly (readonly Link[])[], url?: string): FileVerdict {
  const asked = submissions.map((links) => links.filter((link) => url === undefined || link.url === url));
  const isSame = (link: Link) => isFileOf(link, file) === true;
  const last = asked.at(-1) ?? [];
  const none = { link: null, round: null };
  if (last.length === 0) return { verdict: "no_link", ...none };
  const link = last.find(isSame);
  if (link) return { verdict: "same", link, round: asked.length - 1 };
  const round = asked.slice(0, -1).findLastIndex((links) => links.some(isSame));
  if (round >= 0) return { verdict: "earlier", link: asked[round]?.find(isSame) ?? null, round };
  return { verdict: last.some(({ sha256 }) => sha256 === undefined) ? "unknown" : "other", ...none };
}
