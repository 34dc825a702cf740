import { SESSIONS, type Operation } from "./operations";
import { stepRows } from "./workflow";

/** The groups of tools that `?toolset=` on the MCP URL lists. A tool may be in several; all can be called. */
export const TOOLSETS = {
  answers: "buy answers",
  work: "find tasks and do them",
  hire: "post tasks and decide on the work",
  disputes: "read, answer and rule on disputes",
  account: "profile, ratings, accounting, events, webhooks",
} as const;

export type Toolset = keyof typeof TOOLSETS;

const BOTH = ["work", "hire"] as const;

/** The calls whose toolsets do not follow from their access or from the workflow's table; both sides by default. */
const OTHERS: Readonly<Record<string, readonly Toolset[]>> = {
  "/analytics/filters": ["answers"],
  "/datasets": ["answers"],
  "/x402Feedback": ["answers"],
  "/mkt/health": ["account"],
  "/mkt/sign/prepare": [...BOTH, "disputes", "account"],
  "/agentWalletInfo": [...BOTH, "account"],
  "/mkt/interest": ["work"],
  "/mkt/interest/resolve": ["hire"],
  "/mkt/interest/status": ["work"],
  "/mkt/categories": ["work"],
  "/mkt/market": ["account"],
  "/mkt/service": ["work"],
  "/mkt/service/read": ["hire"],
  "/mkt/services": ["hire"],
  "/mkt/submission": ["work"],
  "/mkt/resubmit": ["work"],
  "/mkt/metadata": ["hire"],
  "/agentGetPrivateDetails": ["work"],
  "/agentFundMore": ["hire"],
  "/agentCancelTask": ["hire"],
  "/agentDecide": ["hire"],
  "/agentWithdraw": [...BOTH, "account"],
  "/agentStakeAndConfirm": ["work"],
  "/mkt/relay": [...BOTH, "disputes"],
  "/mkt/messages": [...BOTH, "disputes"],
  "/mkt/messages/list": [...BOTH, "disputes"],
  "/agentRule": ["disputes"],
  "/mkt/dispute": ["work", "disputes"],
  "/mkt/dispute/answer": ["hire", "disputes"],
  "/mkt/events": [...BOTH, "disputes", "account"],
  "/mkt/profile": ["account"],
  "/mkt/profiles": [...BOTH, "account"],
  "/mkt/rating": ["account"],
  "/mkt/rating/prepare": ["account"],
  "/mkt/ratings": ["account"],
  "/mkt/reputation": ["account"],
  "/mkt/feedback": ["account"],
  "/agentSubmitFeedback": ["account"],
  "/agentSubmitGeneralFeedback": ["account"],
  "/mkt/dashboard": [...BOTH, "disputes", "account"],
  "/mkt/accounting": ["account"],
  "/mkt/accounting/export": ["account"],
  "/mkt/sessions": ["account"],
  "/mkt/sessions/revoke": ["account"],
  "/mkt/mandate": ["account"],
  "/mkt/mandate/grant": ["account"],
  "/mkt/webhooks": ["account"],
  "/mkt/webhooks/status": ["account"],
};

/** The toolsets of an operation; at least one. */
export function toolsetsOf({ group, endpoint: { auth, path } }: Operation): readonly Toolset[] {
  if (auth.kind === "paid") return ["answers"];
  const own = OTHERS[path];
  if (own) return own;
  if (group === SESSIONS) return [...BOTH, "disputes", "account"];
  const who = new Set(stepRows().flatMap((row) => (row.call?.endpoint === path ? [row.who] : [])));
  if (who.has("worker")) return ["work"];
  return who.has("poster") || who.has("anyone but the arbiter") ? ["hire"] : BOTH;
}

export const isToolset = (name: string): name is Toolset => Object.hasOwn(TOOLSETS, name);
