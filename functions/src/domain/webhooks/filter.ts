import { contractOf, type NewEvent } from "../events/event";
import { parseUsdc } from "../money";
import { taskLabels, type Category, type Industry } from "../task/labels";
import type { TaskMetadata } from "../task/metadata";
import type { Mode } from "../task/events";
import { taskWords, wordsOf, type EQUAL_FILTERS, type ListedStatus } from "../task/search";
import type { VariantName } from "../workflow/variants";

/** Labels of a task that a market subscription may require: an event is looked up under every selection of them. */
export const FILTER_LABELS = ["poster", "category", "country", "industry", "mode"] as const;
export type Labels = Partial<Record<(typeof FILTER_LABELS)[number], string>>;

/** Which tasks a market subscription covers, with the filters of /mkt/tasks; an absent field matches all. */
export interface MarketFilter extends Partial<Record<(typeof EQUAL_FILTERS)[number], string>> {
  category?: Category;
  industry?: Industry;
  contract?: VariantName;
  mode?: Mode;
  minRewardUsdc?: string;
  maxRewardUsdc?: string;
  closesBefore?: string;
  q?: string;
  status?: ListedStatus;
}

/** Numbers that a subscription accepts. They fit a database's signed 64-bit integers. */
export interface Ranges {
  /** Base units of USDC. */
  readonly minReward: bigint;
  readonly maxReward: bigint;
  /** Unix seconds. */
  readonly closesBefore: number;
}

/** Larger than any reward, and later than any time. */
const ANY_REWARD = 2n ** 62n;
const ANY_TIME = Number.MAX_SAFE_INTEGER;

export function rangesOf({ minRewardUsdc, maxRewardUsdc, closesBefore }: MarketFilter): Ranges {
  return {
    minReward: unitsOf(minRewardUsdc) ?? 0n,
    maxReward: unitsOf(maxRewardUsdc) ?? ANY_REWARD,
    closesBefore: closesBefore === undefined ? ANY_TIME : Math.ceil(Date.parse(closesBefore) / 1_000),
  };
}

/** What filters are compared with: the facts of an event's task. */
export interface TaskFacts {
  readonly contract: VariantName | null;
  readonly labels: Labels;
  /** Tags and words. */
  readonly terms: ReadonlySet<string>;
  readonly status: ListedStatus | null;
  /** In `Ranges` of subscriptions: at least `reward.min`, at most `reward.max`, after `closesAt`. */
  readonly reward: { readonly min: bigint; readonly max: bigint };
  readonly closesAt: number;
}

/** The facts of an event's task. One that the event or the metadata does not tell is within no filter's bounds. */
export function factsOf(event: Pick<NewEvent, "type" | "task" | "data">, metadata: TaskMetadata | null): TaskFacts {
  const { data } = event;
  const { tags, ...known } = taskLabels(metadata);
  const values: Readonly<Record<string, unknown>> = { ...known, poster: data["poster"], mode: data["mode"] };
  const isOpen = data["state"] === "FUNDED";
  const units = unitsOf(data["rewardUsdc"]);
  const deadline = isOpen && typeof data["deadline"] === "string" ? Date.parse(data["deadline"]) / 1_000 : null;
  return {
    contract: contractOf(event),
    labels: Object.fromEntries(
      FILTER_LABELS.flatMap((name) => (typeof values[name] === "string" ? [[name, values[name]]] : [])),
    ),
    terms: new Set([...tags.map(tagTerm), ...(metadata ? taskWords(metadata).map(wordTerm) : [])]),
    status: isOpen ? "open" : data["settled"] === true ? "settled" : null,
    reward: { min: units ?? 0n, max: units ?? ANY_REWARD },
    closesAt: deadline ?? ANY_TIME - 1,
  };
}

/** Whether the facts have everything that the filter names, without regard to its ranges. */
export function fits({ status = "all", ...filter }: MarketFilter, facts: TaskFacts): boolean {
  return (
    (filter.contract === undefined || filter.contract === facts.contract) &&
    FILTER_LABELS.every((name) => filter[name] === undefined || filter[name] === facts.labels[name]) &&
    termsOf(filter).every((term) => facts.terms.has(term)) &&
    (status === "all" || status === facts.status)
  );
}

/**
 * The term under which a filter with a tag or words is found: the longest, because long words are rare. Null for a
 * filter without them, which is found by its labels.
 */
export function mainTerm(filter: MarketFilter): string | null {
  const [longest = null] = termsOf(filter).sort((one, other) => other.length - one.length);
  return longest;
}

function termsOf({ tag, q }: MarketFilter): string[] {
  return [...(tag === undefined ? [] : [tagTerm(tag)]), ...(q === undefined ? [] : wordsOf(q).map(wordTerm))];
}

const tagTerm = (tag: string) => `tag ${tag}`;
const wordTerm = (word: string) => `word ${word}`;

function unitsOf(amount: unknown): bigint | null {
  const units = typeof amount === "string" ? parseUsdc(amount) : null;
  return units !== null && units > ANY_REWARD ? ANY_REWARD : units;
}
