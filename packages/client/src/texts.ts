import { asSent, canonicalHash, type Json } from "./canonical";
import { UntrustedError } from "./errors";

/** What one side tells the other. */
export interface Words {
  text: string;
  /** https addresses. */
  links?: readonly string[];
}

/** A private text as it is hashed: the salt keeps a short one from being guessed. */
export interface SaltedWords {
  text: string;
  links: string[];
  /** 32 random bytes, 0x hex. */
  salt: string;
}

/** Public task metadata. */
export interface PublicWords {
  title: string;
  description: string;
  category: string;
  industry?: string;
  /** ISO 3166-1, two capital letters. */
  country?: string;
  tags?: readonly string[];
}

/** A private text with a salt of this client's own making, so that nobody else decides what is hashed. */
export function salted({ text, links = [] }: Words, salt: string): SaltedWords {
  return { text, links: [...links], salt };
}

/** The hash by which the chain knows a private text. */
export function wordsHash(words: SaltedWords): string {
  return canonicalHash(asSent(words));
}

/**
 * The hash of the metadata that the service prepared, after a look at it: the service may tidy white space and spelling
 * of characters (NFKC), and nothing else.
 */
export function metadataHash(prepared: unknown, given: PublicWords, privateDetails: SaltedWords | null): string {
  const { title, description, category, industry, country, tags, privateDetailsHash, ...more } = (asSent(
    prepared ?? {},
  ) ?? {}) as Record<string, Json>;
  const seen = { title, description, category, industry, country, tags, privateDetailsHash };
  const wanted = { ...given, privateDetailsHash: privateDetails ? wordsHash(privateDetails) : undefined };
  for (const name of Object.keys(seen) as (keyof typeof seen)[]) {
    if (tidied(seen[name]) !== tidied(wanted[name]))
      throw new UntrustedError(`The task's ${name} would be another than was given.`);
  }
  if (Object.keys(more).length > 0)
    throw new UntrustedError(`The task would say more than was given: ${Object.keys(more).join(", ")}.`);
  return canonicalHash(asSent(prepared));
}

/** One spelling for what reads the same; a repeated tag counts once. */
function tidied(value: Json | undefined): string {
  if (value === undefined) return "";
  if (Array.isArray(value)) return JSON.stringify([...new Set((value as Json[]).map(tidied))]);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.normalize("NFKC").replace(/\s+/gu, " ").trim();
}
