import type { components } from "../../../client/src/generated/openapi";
import type { TaskSearch } from "../api";

/** The fields of the board's search, as they stand in the address. */
const FIELDS = [
  "q",
  "contract",
  "category",
  "industry",
  "country",
  "tag",
  "mode",
  "minRewardUsdc",
  "maxRewardUsdc",
  "closesBefore",
  "decidedWithinHours",
  "minApprovedPercent",
  "status",
  "sort",
] as const;

const DEFAULT_SORT = "newest";

export type SearchField = (typeof FIELDS)[number];
export type Search = Partial<Record<SearchField, string>>;

/** The search of an address; fields that the board does not know are dropped, and so are empty ones. */
export function searchOf(query: Readonly<Record<string, string>>): Search {
  const search: Search = {};
  for (const field of FIELDS) {
    const value = query[field]?.trim();
    if (value) search[field] = value;
  }
  return search;
}

/** The address of a search; the same search always has the same address. */
export function queryOf(search: Search): string {
  const pairs = new URLSearchParams();
  for (const field of FIELDS) {
    const value = search[field];
    if (value && !(field === "sort" && value === DEFAULT_SORT)) pairs.set(field, value);
  }
  return pairs.size === 0 ? "" : `?${pairs.toString()}`;
}

/** Without what only a list has: its order, and bounds on the poster's record. */
function eventFields({ sort: _sort, decidedWithinHours: _within, minApprovedPercent: _approved, ...fields }: Search) {
  return fields;
}

/** The settings' address at which a search is saved as a webhook. */
export function watchQuery(search: Search): string {
  const fields = eventFields(search);
  return `?${new URLSearchParams({ watch: "search", ...fields }).toString()}`;
}

/** The search that such an address brings along, as a webhook's filter; null for any other address. */
export function watchedIn(query: Readonly<Record<string, string>>): components["schemas"]["WebhookFilter"] | null {
  if (query["watch"] !== "search") return null;
  return eventFields(searchOf(query)) as components["schemas"]["WebhookFilter"];
}

/** The order that the other fields leave no choice of; null where there is one. */
export function impliedSort(search: Search): string | null {
  if (search.q) return "newest";
  if (search.minRewardUsdc || search.maxRewardUsdc) return "reward";
  if (search.closesBefore) return "closing";
  if (search.decidedWithinHours) return "decision";
  return search.minApprovedPercent ? "approved" : null;
}

/** What the API is asked for. A value that the API does not accept goes through, and its reply says what is wrong. */
export function apiQuery(search: Search, cursor?: string): TaskSearch {
  const { sort: _chosen, ...rest } = search;
  const sort = impliedSort(search) === null ? search.sort : undefined;
  return { ...rest, ...(sort && { sort }), ...(cursor && { cursor }) } as unknown as TaskSearch;
}

/** How many fields narrow the search beside its words and order. */
export function narrowedBy(search: Search): number {
  return FIELDS.filter((field) => field !== "q" && field !== "sort" && search[field]).length;
}
