import type { Address } from "../address";
import { refuse } from "../errors";
import { brokenLinks, type Link } from "../link";
import { brokenPublicRule, tidy } from "../text";

/** Characters of a message, and its links. */
export const MAX_MESSAGE = 4_000;
/** Messages in the case of a dispute; the thread has the others. */
export const MAX_MESSAGES_OF_CASE = 20;
export const MAX_MESSAGE_LINKS = 10;

export const THREAD_ROLES = ["poster", "worker", "arbiter"] as const;
export type ThreadRole = (typeof THREAD_ROLES)[number];

/** A message, which is never changed or deleted. */
export interface Message {
  /** 1, 2, 3, … in its thread. */
  readonly number: number;
  readonly author: Address;
  readonly role: ThreadRole;
  readonly text: string;
  readonly links: readonly Link[];
  /** Unix milliseconds. */
  readonly createdAt: number;
}

/**
 * Refuses `invalid_request` for a text with invisible characters, in which a stranger could hide orders to an agent, and
 * for links as with other private texts.
 */
export function requireGoodMessage({ text, links = [] }: { text: string; links?: readonly Link[] }): void {
  const message = brokenPublicRule(tidy(text, "lines"), "lines", MAX_MESSAGE);
  const errors = [...(message === null ? [] : [{ pointer: "/text", message }]), ...brokenLinks(links, "/links")];
  const [first] = errors;
  if (first) refuse("invalid_request", `${first.pointer.slice(1)} ${first.message}.`, { errors });
}
