import type { Address } from "../domain/address";
import type { Citation, Content } from "../domain/content";
import type { UnitOfWork } from "../domain/unitOfWork";

/** A content, and the citation that it proves. */
export interface Proven {
  readonly citation: Citation;
  readonly content: Content;
}

/**
 * The texts that the chain knows by their hash. None is ever found by its hash alone: a draft belongs to the wallet that
 * wrote it, a content to the task that cites it. All throw `StoreUnavailable` when the database does not answer.
 */
export interface ContentStore {
  /** Keeps contents that no event cites yet for a day, under their author. One write each; harmless to repeat. */
  keepDrafts(author: Address, drafts: readonly Content[], nowMs: number, unit?: UnitOfWork): Promise<void>;
  /**
   * Moves the drafts among the citations to their tasks, and with metadata the private details that it cites. Harmless to
   * repeat, and where there is no draft. One read each, another for each that was found, and one write for each that is new.
   */
  adopt(citations: readonly Citation[], unit?: UnitOfWork): Promise<void>;
  /** Stores contents that came without a draft; the caller has checked that they hash to what is cited. One write each. */
  put(proven: readonly Proven[], unit?: UnitOfWork): Promise<void>;
  /** Those that somebody brought, in the citations' order; metadata stands in the task itself. One read each, one round trip. */
  find(citations: readonly Citation[]): Promise<readonly Proven[]>;
}
