import { toAddress, type Address } from "./address";
import { requireGoodContent } from "./content";
import { refuseField } from "./errors";
import { formatUsdc, parseUsdc } from "./money";
import type { TrackRecord } from "./reputation/reputation";
import { CATEGORY_NAMES, categoryOf, INDUSTRIES, industryOf, tagOf } from "./task/labels";
import { tidyMetadata, type TaskMetadata } from "./task/metadata";
import { requireCountry, requireWords } from "./task/search";
import { requireUrls } from "./link";

/** How many services one wallet offers at most. */
export const MAX_LISTINGS = 10;
/** 1,000,000,000 USDC. */
const MAX_PRICE_UNITS = 10n ** 15n;
const SECONDS_DIGITS = 12;
const LATEST_SECONDS = 10 ** SECONDS_DIGITS - 1;

/** The texts by which a service is found: labelled, written and checked as those of tasks are. */
export type ListingTexts = Omit<TaskMetadata, "privateDetailsHash" | "reservedFor">;

/** A service that a worker offers. Times are unix milliseconds. */
export interface Listing {
  /** In the order of ids the newest service comes first. */
  readonly id: string;
  readonly wallet: Address;
  readonly texts: ListingTexts;
  readonly priceUsdcUnits: bigint;
  readonly turnaroundSeconds: number | null;
  readonly samples: readonly string[];
  /** The worker's, kept up to date with the ledger. */
  readonly record: TrackRecord;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What a worker gives of a service; all of it to publish one. */
export interface GivenListing extends Partial<ListingTexts> {
  readonly priceUsdc?: string;
  readonly turnaroundSeconds?: number;
  readonly samples?: readonly string[];
}

/** A new name for a service. `random` is 8 bytes. */
export function listingId(nowMs: number, random: Buffer): string {
  const seconds = LATEST_SECONDS - Math.floor(nowMs / 1000);
  return `svc_${String(seconds).padStart(SECONDS_DIGITS, "0")}${random.toString("hex")}`;
}

/** A service with what was given, and what it had before where nothing was; refuses texts that break a rule. */
export function listingWith<T extends Pick<Listing, "texts" | "priceUsdcUnits" | "turnaroundSeconds" | "samples">>(
  before: T,
  { priceUsdc, turnaroundSeconds, samples, ...given }: GivenListing,
): T {
  const texts = tidyMetadata({ ...before.texts, ...given });
  requireGoodContent({ kind: "metadata", value: texts });
  if (texts.country !== undefined) requireCountry(texts.country, "/country");
  if (texts.industry !== undefined) requireIndustry(texts.industry);
  if (samples) requireUrls(samples, "/samples");
  return {
    ...before,
    texts,
    ...(priceUsdc !== undefined && { priceUsdcUnits: requirePrice(priceUsdc) }),
    ...(turnaroundSeconds !== undefined && { turnaroundSeconds }),
    ...(samples && { samples }),
  };
}

function requirePrice(priceUsdc: string): bigint {
  const units = parseUsdc(priceUsdc);
  if (units !== null && units <= MAX_PRICE_UNITS) return units;
  const message = `must be at most ${formatUsdc(MAX_PRICE_UNITS)}`;
  return refuseField("/priceUsdc", message);
}

/** `price`: the lowest first. `rating`: the highest first. */
export const LISTING_SORTS = ["newest", "price", "rating"] as const;
export type ListingSort = (typeof LISTING_SORTS)[number];
/** Fields of a stored service that a search may require to have one value. */
export const LISTING_FILTERS = ["wallet", "category", "country", "industry", "tag"] as const;

/** The services that a search finds. */
export interface ListingSearch {
  readonly equal: Readonly<Partial<Record<(typeof LISTING_FILTERS)[number], string>>>;
  readonly sort: ListingSort;
  /** USDC base units; only if sorted by price. */
  readonly maxPrice: bigint | null;
  /** Only if sorted by rating. */
  readonly minRating: number | null;
  /** Every one of these; only if sorted by newest. */
  readonly words: readonly string[];
}

export interface ListingQuery extends Partial<Record<(typeof LISTING_FILTERS)[number], string>> {
  readonly sort?: ListingSort;
  readonly maxPriceUsdc?: string;
  readonly minRating?: number;
  readonly q?: string;
}

/** What is asked for; refuses what no index serves in `limit` + 1 reads. */
export function listingSearchOf({ sort: given, maxPriceUsdc, minRating, q, ...equal }: ListingQuery): ListingSearch {
  const { wallet, category, country, tag, industry } = equal;
  const implied = minRating === undefined ? (maxPriceUsdc === undefined ? "newest" : "price") : "rating";
  const sort = given ?? implied;
  if (maxPriceUsdc !== undefined && sort !== "price")
    refuseSort("maxPriceUsdc can be combined only with sort=price, and not with minRating.");
  if (minRating !== undefined && sort !== "rating") refuseSort("minRating can be combined only with sort=rating.");
  if (q !== undefined && sort !== "newest")
    refuseSort("A text can be combined only with sort=newest, without maxPriceUsdc and minRating.");
  return {
    equal: {
      ...equal,
      ...(wallet !== undefined && { wallet: toAddress(wallet) ?? wallet }),
      ...(country !== undefined && { country: requireCountry(country, "/country") }),
      ...(tag !== undefined && { tag: tagOf(tag) }),
      ...(category !== undefined && { category: requireCategory(category) }),
      ...(industry !== undefined && { industry: requireIndustry(industry) }),
    },
    sort,
    maxPrice: maxPriceUsdc === undefined ? null : parseUsdc(maxPriceUsdc),
    minRating: minRating ?? null,
    words: q === undefined ? [] : requireWords(q, "/q"),
  };
}

/** The industry that a text names; refuses one that is not listed. */
function requireIndustry(text: string): string {
  const message = `must be one of ${INDUSTRIES.join(", ")}`;
  return industryOf(text) ?? refuseField("/industry", message, `The industry ${message}.`);
}

/** The category that a text names; refuses one that is not listed. */
function requireCategory(text: string): string {
  const category = categoryOf(text);
  const message = `must be one of ${CATEGORY_NAMES.join(", ")}`;
  if (category !== "other" || text.toLowerCase() === "other") return category;
  return refuseField("/category", message, `The category ${message}.`);
}

function refuseSort(detail: string): never {
  return refuseField("/sort", detail, detail);
}
