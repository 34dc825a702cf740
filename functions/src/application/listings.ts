import type { Address } from "../domain/address";
import { refuse } from "../domain/errors";
import {
  listingId,
  listingSearchOf,
  listingWith,
  MAX_LISTINGS,
  type GivenListing,
  type Listing,
  type ListingQuery,
} from "../domain/listing";
import { formatUsdc } from "../domain/money";
import { categoryOf, industryOf } from "../domain/task/labels";
import { iso } from "../domain/time";
import type { UnitOfWork } from "../domain/unitOfWork";
import type { Static } from "../schema/build";
import type { ServiceView } from "../schema/service";
import type { Services } from "./services";

/** Services that one client's address publishes in a minute, across all wallets. */
const MAX_PUBLISHED = 5;

interface Asked {
  readonly wallet: Address;
  readonly unit: UnitOfWork;
  readonly nowMs: number;
  readonly services: Pick<Services, "listings" | "rateLimiter">;
}

/** Publishes a service of the wallet. */
export async function publishListing(
  given: GivenListing & { title: string; description: string; category: string; priceUsdc: string },
  { wallet, unit, nowMs, services, ...asked }: Asked & { client: string; randomBytes: (size: number) => Buffer },
): Promise<Listing> {
  const { title, description, category } = given;
  const none = { texts: { title, description, category }, priceUsdcUnits: 0n, turnaroundSeconds: null, samples: [] };
  const offered = listingWith(none, given);
  const wait = await services.rateLimiter.spend(`listing|${asked.client}`, MAX_PUBLISHED, nowMs);
  if (wait > 0) {
    refuse("rate_limited", `At most ${MAX_PUBLISHED} services can be published a minute. Retry in ${wait} s.`, {
      retryAfter: wait,
    });
  }
  const id = listingId(nowMs, asked.randomBytes(8));
  const times = { createdAt: nowMs, updatedAt: nowMs };
  const added = await services.listings.add(wallet, (record) => ({ id, wallet, ...offered, record, ...times }), unit);
  return (
    added ??
    refuse(
      "state_conflict",
      `This wallet has ${MAX_LISTINGS} services. Withdraw or update one before you publish another.`,
    )
  );
}

/** Changes what is given of a service of the wallet. */
export async function updateListing(
  id: string,
  given: GivenListing,
  { wallet, unit, nowMs, services }: Asked,
): Promise<Listing> {
  const change = (known: Listing) => {
    requireOwn(known, wallet);
    return { ...listingWith(known, given), updatedAt: nowMs };
  };
  return (await services.listings.change(id, change, unit)) ?? refuseUnknownListing();
}

/** Withdraws a service of the wallet, which deletes it. */
export async function withdrawListing(id: string, { wallet, unit, services }: Omit<Asked, "nowMs">): Promise<Listing> {
  return (await services.listings.remove(id, (known) => requireOwn(known, wallet), unit)) ?? refuseUnknownListing();
}

/** One service; refuses `not_found` if there is none. */
export async function listingById(id: string, { listings }: Pick<Services, "listings">): Promise<Listing> {
  return (await listings.get(id)) ?? refuseUnknownListing();
}

/** A page of services. */
export async function searchListings(
  query: ListingQuery,
  { limit, cursor }: { limit: number; cursor: string | null },
  { listings }: Pick<Services, "listings">,
) {
  const { items, nextCursor } = await listings.search(listingSearchOf(query), limit, cursor);
  return { items: items.map(listingView), nextCursor };
}

function requireOwn({ wallet: owner }: Listing, wallet: Address): void {
  if (owner !== wallet)
    refuse("forbidden_role", "This service belongs to another wallet. Sign with the wallet that published it.");
}

function refuseUnknownListing(): never {
  return refuse(
    "not_found",
    "There is no such service. GET /mkt/services lists all; add wallet for those of one wallet.",
  );
}

/** A service as answers show it. */
export function listingView({
  id,
  wallet,
  texts,
  priceUsdcUnits,
  turnaroundSeconds,
  samples,
  record,
  createdAt,
  updatedAt,
}: Listing): Static<typeof ServiceView> {
  const { title, description, category, industry, country = null, tags = [] } = texts;
  return {
    id,
    wallet,
    record,
    title,
    description,
    category: categoryOf(category),
    industry: industry === undefined ? null : industryOf(industry),
    country,
    tags: [...tags],
    priceUsdc: formatUsdc(priceUsdcUnits),
    turnaroundSeconds,
    samples: [...samples],
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
  };
}
