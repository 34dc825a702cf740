import type { Address } from "../domain/address";
import type { Citation, Content, ContentKind } from "../domain/content";
import type { Hex } from "../domain/keccak";
import type { UnitOfWork } from "../domain/unitOfWork";

/** A content, and the citation that it proves. */
export interface Proven {
  readonly citation: Citation;
  readonly content: Content;
}

/**
 * The texts of which the chain holds the hash. A hash alone never finds a text: a draft belongs to its author, a
 * content to the task that cites it. All throw `StoreUnavailable` when the database does not answer.
 */
export interface ContentStore {
  /** Stores contents that no event cites yet, for a day, under their author. One write each; idempotent. */
  keepDrafts(author: Address, drafts: readonly Content[], nowMs: number, unit?: UnitOfWork): Promise<void>;
  /** Whether this author has such a draft. One read. */
  hasDraft(author: Address, kind: ContentKind, hash: Hex): Promise<boolean>;
  /**
   * Moves the drafts among the citations to their tasks, and with metadata the private details that it cites.
   * Idempotent, also without a draft. One read each, another for each that was found, and one write for each new one.
   */
  adopt(citations: readonly Citation[], unit?: UnitOfWork): Promise<void>;
  /** Stores contents without a draft; the caller has checked that their hashes match the citations. One write each. */
  put(proven: readonly Proven[], unit?: UnitOfWork): Promise<void>;
  /**
   * The stored contents, in the citations' order; metadata is part of the task itself. One read each, one round trip.
   */
  find(citations: readonly Citation[]): Promise<readonly Proven[]>;
}
