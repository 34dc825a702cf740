import type { Address } from "../domain/address";
import type { AgentFeedback } from "../domain/agentFeedback";
import type { FeedbackRecord, Mail } from "../domain/feedback";
import type { Hex } from "../domain/keccak";
import type { Listing, ListingSearch } from "../domain/listing";
import type { Rating, RatingSide } from "../domain/rating";
import type { Profile, ProfileSummary, Reputation, TrackRecord } from "../domain/reputation/reputation";
import type { UnitOfWork } from "../domain/unitOfWork";
import type { Page } from "./tasks";

/** Accounts' profiles and reputations. All throw `StoreUnavailable` when the database does not answer. */
export interface Profiles {
  /**
   * Replaces the account's profile; false, without a change, if another account has a confusable name (`likenesses`).
   * The first account keeps a name until it takes another. Up to four reads; one write, plus one for each likeness that
   * is claimed or released. `legalName` stays as it is if absent.
   */
  put(
    profile: Profile & { readonly displayName: string; readonly legalName?: string | null },
    unit?: UnitOfWork,
  ): Promise<boolean>;
  /** In the addresses' order; one read each, in one round trip. */
  getAll(addresses: readonly Address[]): Promise<readonly ProfileSummary[]>;
  /** The name on an account's statements, which only the account may read; null if it has none. One read. */
  legalName(address: Address): Promise<string | null>;
  /** An account's reputation from final tasks. One read. */
  reputation(address: Address): Promise<Reputation>;
}

/** The services that workers offer. All throw `StoreUnavailable` when the database does not answer. */
export interface Listings {
  /**
   * Adds a service of the wallet, with its record; null, without a change, if the wallet has `MAX_LISTINGS`. One read
   * and two writes.
   */
  add(wallet: Address, listing: (record: TrackRecord) => Listing, unit: UnitOfWork): Promise<Listing | null>;
  /** One service; null if there is none. One read. */
  get(id: string): Promise<Listing | null>;
  /** Changes a service unless it is changed concurrently; null if there is none. One read, one write. */
  change(id: string, change: (known: Listing) => Listing, unit: UnitOfWork): Promise<Listing | null>;
  /** Removes a service that passes the check, and gives it as it was; null if there is none. Two reads and two writes. */
  remove(id: string, check: (known: Listing) => void, unit: UnitOfWork): Promise<Listing | null>;
  /** `limit` + 1 reads for any search. */
  search(search: ListingSearch, limit: number, cursor: string | null): Promise<Page<Listing>>;
  /**
   * Renews the record in the services of at most `limit` wallets whose record has changed; returns how many. One read
   * and one write for each wallet, and one of each per service.
   */
  renewRecords(limit: number): Promise<number>;
}

/** Published ratings, one for each side of a task. All throw `StoreUnavailable` when the database does not answer. */
export interface Ratings {
  /**
   * Publishes the rating unless that side already has one; returns the current one. One read and one write. A rating
   * that cites a different transaction than the chain now holds is replaced.
   */
  publish(rating: Rating, unit: UnitOfWork): Promise<Rating>;
  /** The ratings that an account received or gave, newest first; `limit` + 1 reads at most. */
  page(side: RatingSide, account: Address, limit: number, cursor: string | null): Promise<Page<Rating>>;
}

export interface FeedbackStore {
  /**
   * Stores the record and, when there is one, the mail (in the form that Firebase's Trigger Email extension sends from
   * the `mail` collection), atomically; storing the same id again changes nothing. Within a unit of work, one read.
   */
  add(record: FeedbackRecord, mail: Mail | null, unit?: UnitOfWork): Promise<void>;
}

/** ERC-8004's registries. Methods throw `ChainUnavailable`. */
export interface AgentRegistry {
  /** An agent's owner and its wallet; empty if there is no such agent. One round trip. */
  holders(registry: Address, agentId: bigint): Promise<readonly Address[]>;
  /** The call that gives feedback, with a gas limit; null if the registry would refuse it. One round trip. */
  feedbackCall(from: Address, feedback: AgentFeedback): Promise<{ to: Address; data: Hex; gas: bigint } | null>;
}
