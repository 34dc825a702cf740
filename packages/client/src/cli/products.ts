import type { PaidPath } from "../buying/purchases";

export type ChatPath = Extract<PaidPath, "/demand-insights" | "/ai-early-adopters-goals">;

/** The topics of `mkt ask`. */
export const TOPICS: Readonly<Record<string, ChatPath>> = {
  demand: "/demand-insights",
  goals: "/ai-early-adopters-goals",
};

/** Everything that can be bought, with its command. */
export const PRODUCTS: readonly { path: PaidPath; command: string; what: string }[] = [
  {
    path: "/demand-insights",
    command: "mkt ask demand QUESTION",
    what: "What visitors ask for, computed from anonymized chats.",
  },
  {
    path: "/ai-early-adopters-goals",
    command: "mkt ask goals QUESTION",
    what: "What AI-interested subscribers want to achieve within a year.",
  },
  {
    path: "/analytics/agent-conversions",
    command: "mkt analytics agent|category|industry|country",
    what: "How many tasks are started, submitted and approved.",
  },
];
