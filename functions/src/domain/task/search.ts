import stem from "wink-porter2-stemmer";
import { toAddress } from "../address";
import { refuseField } from "../errors";
import { parseUsdc } from "../money";
import { countryOf, tagOf } from "./labels";
import type { TaskMetadata } from "./metadata";

/**
 * `newest`: by creation. `reward`: the highest first. `closing`: by the end of the time to start, the earliest first.
 * `decision`: posters who decide soonest first. `approved`: posters who approve the largest share first.
 */
export const SORTS = ["newest", "reward", "closing", "decision", "approved"] as const;
export type Sort = (typeof SORTS)[number];
/** `open`: a worker may start. `settled`: the escrow holds nothing for it any more. */
export const LISTED_STATUSES = ["open", "settled", "all"] as const;
export type ListedStatus = (typeof LISTED_STATUSES)[number];

/** Fields of a stored task that a search may require to have one value. */
export const EQUAL_FILTERS = ["contract", "category", "country", "industry", "mode", "poster", "tag"] as const;

/** The tasks that a search finds. */
export interface TaskSearch {
  readonly status: ListedStatus;
  readonly equal: Readonly<Partial<Record<(typeof EQUAL_FILTERS)[number], string>>>;
  readonly sort: Sort;
  /** USDC base units; only if sorted by reward. */
  readonly minReward: bigint | null;
  readonly maxReward: bigint | null;
  /** Unix seconds; only if sorted by closing, `closesFrom` always then. */
  readonly closesFrom: number | null;
  readonly closesBefore: number | null;
  /** Only if sorted by decision. */
  readonly decidedWithinSeconds: number | null;
  /** Only if sorted by approved. */
  readonly minApprovedPercent: number | null;
  /** Every one of these; only if sorted by newest. */
  readonly words: readonly string[];
}

export interface SearchInput extends Partial<Record<(typeof EQUAL_FILTERS)[number], string>> {
  readonly status?: ListedStatus;
  readonly sort?: Sort;
  readonly minRewardUsdc?: string;
  readonly maxRewardUsdc?: string;
  readonly closesBefore?: string;
  readonly decidedWithinHours?: number;
  readonly minApprovedPercent?: number;
  readonly q?: string;
}

/** What is asked for; refuses what no index serves in `limit` + 1 reads. */
export function searchOf(input: SearchInput, nowSeconds: number): TaskSearch {
  const { status = "open", minRewardUsdc, maxRewardUsdc, closesBefore, q } = input;
  const { decidedWithinHours, minApprovedPercent } = input;
  const implied = minRewardUsdc !== undefined || maxRewardUsdc !== undefined ? "reward" : "newest";
  const ranges: readonly (readonly [Sort, string, boolean])[] = [
    ["closing", "closesBefore", closesBefore !== undefined],
    ["decision", "decidedWithinHours", decidedWithinHours !== undefined],
    ["approved", "minApprovedPercent", minApprovedPercent !== undefined],
  ];
  const given = ranges.filter(([, , isGiven]) => isGiven);
  const [one, other] = given;
  if (one && other) refuseAt(`/${other[1]}`, `${other[1]} cannot be combined with ${one[1]}. Leave one of them out.`);
  const sort = input.sort ?? given[0]?.[0] ?? implied;
  if (implied === "reward" && sort !== "reward")
    refuseAt("/sort", "A minimum or maximum reward can be combined only with sort=reward, and not with another bound.");
  for (const [by, name] of given)
    if (sort !== by) refuseAt("/sort", `${name} can be combined only with sort=${by}, and not with another bound.`);
  if (ranges.some(([by]) => sort === by) && status !== "open")
    refuseAt("/status", `Only open tasks are sorted by ${sort}.`);
  if (q !== undefined && sort !== "newest")
    refuseAt("/q", "A text can be combined only with sort=newest, without a reward or another bound.");
  return {
    status,
    equal: equalOf(input),
    sort,
    minReward: unitsOf(minRewardUsdc),
    maxReward: unitsOf(maxRewardUsdc),
    closesFrom: sort === "closing" ? nowSeconds : null,
    closesBefore: closesBefore === undefined ? null : requireTime(closesBefore, "/closesBefore"),
    decidedWithinSeconds:
      decidedWithinHours === undefined ? null : Math.ceil(Math.round(decidedWithinHours * 3_600_000) / 1_000),
    minApprovedPercent: minApprovedPercent === undefined ? null : Math.ceil(minApprovedPercent),
    words: q === undefined ? [] : requireWords(q, "/q"),
  };
}

function equalOf({ contract, category, industry, mode, tag, country, poster }: SearchInput): TaskSearch["equal"] {
  return {
    ...(contract !== undefined && { contract }),
    ...(category !== undefined && { category }),
    ...(industry !== undefined && { industry }),
    ...(mode !== undefined && { mode }),
    ...(tag !== undefined && { tag: tagOf(tag) }),
    ...(country !== undefined && { country: requireCountry(country, "/country") }),
    ...(poster !== undefined && { poster: toAddress(poster) ?? poster }),
  };
}

/** The code in capital letters; refuses one that ISO 3166-1 does not have. */
export function requireCountry(text: string, pointer: string): string {
  const message = "must be a country's two letters in ISO 3166-1";
  return countryOf(text) ?? refuseField(pointer, message, `The text at ${pointer} ${message}.`);
}

/** The words of a search; refuses none, and too many. */
export function requireWords(q: string, pointer: string): string[] {
  const words = wordsOf(q);
  if (words.length === 0)
    refuseAt(pointer, "The text has no word to search for. Give words that say what the task is about.");
  if (words.length > MAX_SEARCHED) refuseAt(pointer, `A search has at most ${MAX_SEARCHED} different words.`);
  return words;
}

/** Unix seconds, rounded up; refuses an invalid time. */
export function requireTime(text: string, pointer: string): number {
  const time = Date.parse(text);
  return Number.isNaN(time)
    ? refuseAt(pointer, "closesBefore must be a time in ISO 8601, in UTC.")
    : Math.ceil(time / 1_000);
}

function unitsOf(amount: string | undefined): bigint | null {
  return amount === undefined ? null : parseUsdc(amount);
}

function refuseAt(pointer: string, detail: string): never {
  return refuseField(pointer, detail, detail);
}

/** How many different words of a task are found, its title's first. */
export const MAX_WORDS = 64;
/** How many different words a search may have. */
export const MAX_SEARCHED = 8;
const MAX_WORD_LENGTH = 40;

/** Words that nearly every text has. */
const STOP_WORDS = new Set(
  (
    "a an and are as at be been but by can do does for from had has have i if in into is it its me my no not of on or our " +
    "so that the their them then there these they this those to us was we were which will with you your"
  ).split(" "),
);

/** The different words of a text in order, as they are compared: English ones by their stem. Linear in its length. */
export function wordsOf(text: string): string[] {
  const words =
    text
      .normalize("NFKC")
      .toLowerCase()
      .replace(/['’ʼ]/gu, "")
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const searched = words.filter((word) => word.length <= MAX_WORD_LENGTH && !STOP_WORDS.has(word));
  return [...new Set(searched.map((word) => (/^[a-z]{3,30}$/.test(word) ? stem(word) : word)))];
}

/** The words by which a task is found: of its title, tags, labels and description, in this order. */
export function taskWords({ title, description, category, industry = "", tags = [] }: TaskMetadata): string[] {
  return wordsOf([title, ...tags, category, industry, description].join("\n")).slice(0, MAX_WORDS);
}
