import { MODES } from "../domain/task/events";
import { CATEGORY_NAMES, INDUSTRIES } from "../domain/task/labels";
import { MAX_TAG } from "../domain/task/metadata";
import { LISTED_STATUSES, SORTS, MAX_SEARCHED, MAX_WORDS } from "../domain/task/search";
import { number, oneOf, optional, string, text } from "./build";
import { Address, ContractName, Usdc } from "./common";

export const CategoryName = oneOf(...CATEGORY_NAMES);

/** By what tasks are selected, for searches and for webhooks alike. */
export const TaskSearchFields = {
  contract: optional(ContractName),
  poster: optional(Address),
  category: optional({ ...CategoryName, description: "GET /mkt/categories lists them." }),
  country: optional(
    string({ pattern: "^[A-Za-z]{2}$", description: "ISO 3166-1, two letters in any case.", examples: ["PT"] }),
  ),
  industry: optional({ ...oneOf(...INDUSTRIES), description: "GET /mkt/categories lists them." }),
  minRewardUsdc: optional(Usdc),
  maxRewardUsdc: optional(Usdc),
  tag: optional(text(MAX_TAG, { description: "One tag, ignoring case." })),
  mode: optional(oneOf(...MODES)),
  closesBefore: optional(
    string({
      pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,9})?)?Z)?$",
      description: "Closes before this day or time, ISO 8601 in UTC. Implies sort=closing.",
      examples: ["2026-12-31T12:00:00Z"],
    }),
  ),
  q: optional(
    text(200, {
      description:
        `Words that all occur in the title, tags or description: at most ${MAX_SEARCHED}. English words match by their stem. ` +
        `Of each task the first ${MAX_WORDS} different words are searched. Only with sort=newest.`,
      examples: ["portuguese translation"],
    }),
  ),
  status: optional({
    ...oneOf(...LISTED_STATUSES),
    description: "open (the default): a worker may start; settled: nothing left in escrow.",
  }),
  sort: optional({
    ...oneOf(...SORTS),
    description:
      "newest is the default. A minimum or maximum reward implies reward (the highest first), closesBefore implies closing (the earliest first). decision and approved go by the poster's record, the best first; both and closing list open tasks.",
  }),
};

/** By what is known of the poster, for searches alone. */
export const PosterFilterFields = {
  decidedWithinHours: optional(
    number({
      minimum: 0,
      maximum: 10_000,
      description: "The poster's median, at most. Implies sort=decision.",
    }),
  ),
  minApprovedPercent: optional(
    number({
      minimum: 0,
      maximum: 100,
      description: "The poster's share, at least. Implies sort=approved.",
    }),
  ),
};
