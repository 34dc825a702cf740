import type { Address } from "../domain/address";
import type { Listing, ListingSearch } from "../domain/listing";
import type { TrackRecord } from "../domain/reputation/trackRecord";
import type { UnitOfWork } from "../domain/unitOfWork";
import type { Page } from "./tasks";

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
