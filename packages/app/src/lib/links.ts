import type { Fingerprint, Link } from "../../../client/src/browser";

/** What is known of the file behind a link, as a form keeps it. */
export interface KnownFile extends Fingerprint {
  /** As it is called on the visitor's device; not sent. */
  name: string;
}

/** Links as a form holds them. */
export interface TypedLinks {
  /** One a line. */
  links?: string;
  /** JSON: the files by their URL. */
  files?: string;
}

/** The URLs that are typed, each once. */
export function urlsOf({ links = "" }: TypedLinks): string[] {
  return [...new Set(links.split(/\s+/).filter((link) => link !== ""))];
}

/** The files that were chosen, by their URL; none where the form does not say. */
export function filesOf({ files = "" }: TypedLinks): ReadonlyMap<string, KnownFile> {
  try {
    const known = JSON.parse(files === "" ? "{}" : files) as unknown;
    return new Map(Object.entries(known ?? {}).filter((entry): entry is [string, KnownFile] => isKnown(entry[1])));
  } catch {
    return new Map();
  }
}

/** The links as they are sent. */
export function linksOf(given: TypedLinks): Link[] {
  const files = filesOf(given);
  return urlsOf(given).map((url) => {
    const { sha256, bytes } = files.get(url) ?? {};
    return { url, ...(sha256 !== undefined && bytes !== undefined && { sha256, bytes }) };
  });
}

/** The form's text for one more file, or with null for one less; those of URLs that are no longer typed go. */
export function withFile(given: TypedLinks, url: string, file: KnownFile | null): string {
  const files = new Map(filesOf(given));
  if (file) files.set(url, file);
  else files.delete(url);
  const typed = new Set(urlsOf(given));
  return JSON.stringify(Object.fromEntries([...files].filter(([known]) => typed.has(known))));
}

function isKnown(file: unknown): boolean {
  const { sha256, bytes, name } = (file ?? {}) as Partial<KnownFile>;
  return (
    typeof name === "string" &&
    typeof sha256 === "string" &&
    /^[0-9a-f]{64}$/.test(sha256) &&
    Number.isSafeInteger(bytes)
  );
}
