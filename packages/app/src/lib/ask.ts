import { questionIn, turnsOf } from "../../../../functions/src/domain/payment/question";
import { sentence, valueName } from "./text";
import type { components } from "../../../client/src/generated/openapi";
import type { AnswerOf, PaidPath, PastPurchase } from "../../../client/src/browser";

type Dataset = components["schemas"]["Dataset"];
export type ChatPath = "/demand-insights" | "/ai-early-adopters-goals";
export type ReportPath = "/analytics/agent-conversions";
export type ChatAnswer = AnswerOf<ChatPath>;
export type Report = AnswerOf<ReportPath>;

/** What is for sale. */
export interface Product {
  /** In the page's address. */
  name: string;
  path: PaidPath;
  label: string;
  about: string;
  /** The dataset that it counts; null for the report. */
  kind: "chats" | "goals" | null;
}

export const PRODUCTS: readonly [Product, ...Product[]] = [
  {
    name: "demand",
    path: "/demand-insights",
    label: "What visitors ask for",
    about:
      "Questions to chat assistants, without personal data: what is asked most, how many ask about a topic, and in which words.",
    kind: "chats",
  },
  {
    name: "goals",
    path: "/ai-early-adopters-goals",
    label: "What early adopters want",
    about:
      "Goals for one year, without personal data: the most common ones, how many share one, and how groups differ.",
    kind: "goals",
  },
  {
    name: "conversions",
    path: "/analytics/agent-conversions",
    label: "How tasks turn out",
    about:
      "The tasks of this market from posted to approved, by agent, category, industry or country, over the last twelve monthly reports.",
    kind: null,
  },
];

const MAX_SUGGESTED = 2;

/** A group of a column by its name: "United States", "Age 25-34". */
function groupName(column: string, value: string): string {
  const name = valueName(column, value);
  return sentence(/^\d/.test(name) ? `${column} ${name}` : name);
}

/** Questions to begin with: what the largest group of a column mentions, which is always a list. No free sample asks that. */
export function suggestedFor({ columns }: Pick<Dataset, "columns">): string[] {
  return (columns ?? [])
    .flatMap(({ name, values: [largest] }) =>
      largest ? [`${groupName(name, largest.value)}: what do people mention most?`] : [],
    )
    .slice(0, MAX_SUGGESTED);
}

/** The product of a name in the page's address, or of a purchase's path. */
export function productOf(named: string | undefined): Product {
  return PRODUCTS.find(({ name, path }) => name === named || path === named) ?? PRODUCTS[0];
}

/** The questions of one conversation, the newest last, as the service takes them. It reads what was asked, not its own replies. */
export function questionOf(turns: readonly string[]): Record<string, unknown> {
  const [only] = turns;
  if (turns.length === 1) return { query: only };
  return { messages: turns.map((content) => ({ role: "user", content })) };
}

/** What a purchase is called. */
export function titleOfPurchase({ question }: Pick<PastPurchase, "question">): string {
  return questionIn(question);
}

/** The purchases that a conversation consists of, oldest first, up to and with the one that is read. */
export function conversationOf(last: PastPurchase, all: readonly PastPurchase[]): PastPurchase[] {
  const turns = turnsOf(last.question);
  const until = all.findIndex(({ id }) => id === last.id);
  const before = turns.slice(1).flatMap((_turn, index) => {
    const asked = { path: last.path, question: questionOf(turns.slice(0, index + 1)) };
    return boughtBefore(asked, all.slice(0, until)) ?? [];
  });
  return [...before, last];
}

/** The newest purchase of exactly this question that was answered; null without one. */
export function boughtBefore(
  { path, question }: Pick<PastPurchase, "path" | "question">,
  all: readonly PastPurchase[],
): PastPurchase | null {
  const asked = JSON.stringify(question);
  return all.findLast((one) => one.isAnswered && one.path === path && JSON.stringify(one.question) === asked) ?? null;
}

/** The free sample that answers exactly this question; null without one. */
export function sampleOf<S extends { question: string }>(question: string, samples: readonly S[]): S | null {
  const asked = question.trim().toLowerCase();
  return samples.find((sample) => sample.question.toLowerCase() === asked) ?? null;
}

/** What is being asked, from the look at its price to its answer. */
export interface Asked {
  product: string;
  question: Record<string, unknown>;
  /** Names the purchase, so that it is found again after a reload, and paid once. */
  key: string;
  /** The purchase that it follows from; null for a new conversation. */
  after: string | null;
}

/**
 * The purchase of what is being asked: by its key, or one of exactly this question that may be paid and was not answered yet,
 * which gives the answer without another payment.
 */
export function purchaseOf({ product, question, key }: Asked, all: readonly PastPurchase[]): PastPurchase | null {
  const { path } = productOf(product);
  const asked = JSON.stringify(question);
  const isOpen = (one: PastPurchase) => !one.isAnswered && one.path === path && JSON.stringify(one.question) === asked;
  return all.findLast((one) => one.key === key) ?? all.findLast(isOpen) ?? null;
}

/** What was kept of it in the window; null for anything else. */
export function askedIn(text: string | null): Asked | null {
  try {
    const { product, question, key, after = null } = JSON.parse(text ?? "null") as Partial<Asked>;
    const isWhole = typeof product === "string" && typeof key === "string" && typeof question === "object";
    return isWhole && question !== null ? { product, question, key, after } : null;
  } catch {
    return null;
  }
}
