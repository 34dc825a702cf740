import { CALLS } from "../domain/task/nextAction";
import { EDGES, type Edge } from "../domain/workflow/edges";
import { FREE, SESSIONS, type Operation } from "./operations";

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

/**
 * The calls whose toolsets follow from neither their access nor the workflow's table. Other signed requests and reads of
 * the marketplace are in `account`, other agent calls in both sides' toolsets.
 */
const OTHERS: Readonly<Record<string, readonly Toolset[]>> = {
  "/mkt/sign/prepare": [...BOTH, "disputes", "account"],
  "/agentWalletInfo": [...BOTH, "account"],
  "/agentWithdraw": [...BOTH, "account"],
  "/agentGetPrivateDetails": ["work"],
  "/agentSubmitFeedback": ["account"],
  "/agentSubmitGeneralFeedback": ["account"],
  "/mkt/task": BOTH,
  "/mkt/tasks": BOTH,
  "/mkt/private-details": BOTH,
  "/mkt/interest": ["work"],
  "/mkt/interest/resolve": ["hire"],
  "/mkt/interest/status": ["work"],
  "/mkt/categories": ["work"],
  "/mkt/service": ["work"],
  "/mkt/service/read": ["hire"],
  "/mkt/services": ["hire"],
  "/mkt/submission": ["work"],
  "/mkt/resubmit": ["work"],
  "/mkt/metadata": ["hire"],
  "/mkt/relay": [...BOTH, "disputes"],
  "/mkt/messages": [...BOTH, "disputes"],
  "/mkt/messages/list": [...BOTH, "disputes"],
  "/mkt/dispute": ["work", "disputes"],
  "/mkt/dispute/answer": ["hire", "disputes"],
  "/mkt/events": [...BOTH, "disputes", "account"],
  "/mkt/dashboard": [...BOTH, "disputes", "account"],
  "/mkt/profiles": [...BOTH, "account"],
};

/** The toolsets of the party that takes a step of the workflow. */
function sideOf({ from, who }: Edge): readonly Toolset[] {
  if (from === null || who === "poster") return ["hire"];
  if (who === "arbiter") return ["disputes"];
  return who === "anyone" ? [] : ["work"];
}

/** The toolsets of an operation; at least one. */
export function toolsetsOf({ group, endpoint: { auth, path } }: Operation): readonly Toolset[] {
  if (auth.kind === "paid" || group === FREE) return ["answers"];
  const own = OTHERS[path];
  if (own) return own;
  if (group === SESSIONS && !path.startsWith("/mkt/")) return [...BOTH, "disputes", "account"];
  const steps = EDGES.filter(({ id }) => CALLS[id].endpoint === path).flatMap(sideOf);
  if (steps.length > 0) return [...new Set(steps)];
  return path.startsWith("/agent") ? BOTH : ["account"];
}

export const isToolset = (name: string): name is Toolset => Object.hasOwn(TOOLSETS, name);
