import { refuse, type FieldError } from "./errors";

/** Lower-case hex, without 0x. */
const SHA256 = /^[0-9a-f]{64}$/;

/**
 * A link in a text. Its hash is that of the file when the text was written, so that a replaced file shows. The link is
 * hashed with the text; members that were not given are absent.
 */
export interface Link {
  readonly url: string;
  /** SHA-256 of the file. */
  readonly sha256?: string;
  /** Size of the file; only beside a hash, because a size alone proves nothing. */
  readonly bytes?: number;
}

/**
 * The rule that a URL violates, as the end of a sentence; null if valid. The service stores links as text and never
 * follows them.
 */
function brokenUrlRule(url: string): string | null {
  if (/[\s\p{Control}\p{Format}\\]/u.test(url) || !URL.canParse(url)) return "must be a URL";
  const { protocol, username, password, hostname } = new URL(url);
  if (protocol !== "https:") return "must start with https://";
  if (username !== "" || password !== "") return "must not contain a user name or password";
  return hostname.includes(".") ? null : "must name a public host";
}

/** What is wrong with the links of a text; `at` is the JSON Pointer to them. A URL with two hashes would prove nothing. */
export function brokenLinks(links: readonly Link[], at: string): FieldError[] {
  const seen = new Set<string>();
  return links.flatMap(({ url, sha256, bytes }, index) => {
    const isRepeated = seen.has(url);
    seen.add(url);
    return [
      [`/${index}/url`, brokenUrlRule(url) ?? (isRepeated ? "must not be the same as an earlier link's" : null)],
      [`/${index}/sha256`, sha256 === undefined || SHA256.test(sha256) ? null : "must be 64 lower-case hex digits"],
      [`/${index}/bytes`, brokenSizeRule(bytes, sha256)],
    ].flatMap(([pointer, message]) => (message ? [{ pointer: `${at}${pointer}`, message }] : []));
  });
}

function brokenSizeRule(bytes: number | undefined, sha256: string | undefined): string | null {
  if (bytes === undefined) return null;
  if (!Number.isSafeInteger(bytes) || bytes < 0) return "must be a whole number of bytes";
  return sha256 === undefined ? "must come with sha256" : null;
}

/** The links as they are stored and hashed: members in one order, and none that were not given. */
export function tidyLinks(links: readonly Link[]): Link[] {
  return links.map(({ url, sha256, bytes }) => ({
    url,
    ...(sha256 !== undefined && { sha256 }),
    ...(bytes !== undefined && { bytes }),
  }));
}

/** Refuses `invalid_request` if one of some URLs violates a rule; `pointer` is their location in the request. */
export function requireUrls(urls: readonly string[], pointer: string): void {
  const errors = urls.flatMap((url, at) => {
    const message = brokenUrlRule(url);
    return message === null ? [] : [{ pointer: `${pointer}/${at}`, message }];
  });
  const [first] = errors;
  if (first) refuse("invalid_request", `The link at ${first.pointer} ${first.message}.`, { errors });
}
