import type { Endpoint } from "../http/endpoint";

export interface Module {
  default: Endpoint;
}

type Load = (() => Module) & { readonly signed?: true };

/** Marks endpoints that take signed requests: /mkt/sign/prepare writes their text, and loads no others. */
const signed = (load: () => Module): Load => Object.assign(load, { signed: true } as const);

/** Every function that serves endpoints, by its name: those of one path, each loaded when it is first needed. */
export const FUNCTIONS: Readonly<Record<string, readonly Load[]>> = {
  demandInsights: [() => require("./paid/demandInsights") as Module],
  aiEarlyAdoptersGoals: [() => require("./paid/aiEarlyAdoptersGoals") as Module],
  agentConversions: [() => require("./paid/agentConversions") as Module],
  analyticsFilters: [() => require("./paid/analyticsFilters") as Module],
  datasets: [() => require("./paid/datasets") as Module],
  x402Feedback: [() => require("./x402Feedback") as Module],
  mktAgentSessionChallenge: [() => require("./session/challenge") as Module],
  mktAgentSession: [() => require("./session/open") as Module],
  mktAgentRevokeSession: [() => require("./session/revoke") as Module],
  mktSessions: [signed(() => require("./session/list") as Module)],
  mktSessionsRevoke: [signed(() => require("./session/revokeOf") as Module)],
  mktInterest: [signed(() => require("./mkt/interest/register") as Module)],
  mktInterestResolve: [signed(() => require("./mkt/interest/resolve") as Module)],
  mktInterestStatus: [() => require("./mkt/interest/status") as Module],
  mktTasks: [() => require("./mkt/tasks") as Module],
  mktCategories: [() => require("./mkt/categories") as Module],
  mktMarket: [() => require("./mkt/market") as Module],
  mktService: [signed(() => require("./mkt/service/change") as Module)],
  mktServiceRead: [() => require("./mkt/service/read") as Module],
  mktServices: [() => require("./mkt/service/search") as Module],
  mktTask: [() => require("./mkt/task/read") as Module, signed(() => require("./mkt/task/participant") as Module)],
  mktPrivateDetails: [signed(() => require("./mkt/privateDetails") as Module)],
  mktMetadata: [signed(() => require("./mkt/metadata") as Module)],
  mktSubmission: [signed(() => require("./mkt/submission") as Module)],
  mktMessages: [signed(() => require("./mkt/messages/post") as Module)],
  mktMessagesList: [signed(() => require("./mkt/messages/list") as Module)],
  mktFeedback: [signed(() => require("./mkt/feedback") as Module)],
  agentSubmitFeedback: [() => require("./agent/submitFeedback") as Module],
  agentSubmitGeneralFeedback: [() => require("./agent/submitGeneralFeedback") as Module],
  mktSignPrepare: [
    () => {
      const { prepareEndpoint } = require("./mkt/sign/prepare") as typeof import("./mkt/sign/prepare");
      return { default: prepareEndpoint(signedEndpoints()) };
    },
  ],
  agentWalletInfo: [() => require("./agent/walletInfo") as Module],
  agentApproveUSDC: [() => require("./agent/approveUSDC") as Module],
  agentCreateTask: [() => require("./agent/createTask") as Module],
  agentCreateTaskSimple: [() => require("./agent/createTaskSimple") as Module],
  agentStakeAndConfirm: [() => require("./agent/stakeAndConfirm") as Module],
  agentGetPrivateDetails: [signed(() => require("./agent/getPrivateDetails") as Module)],
  agentGetSubmissionDetails: [() => require("./agent/getSubmissionDetails") as Module],
  agentSubmitWork: [() => require("./agent/submitWork") as Module],
  agentDecide: [() => require("./agent/decide") as Module],
  agentRule: [() => require("./agent/rule") as Module],
  agentRateAndClaimStake: [() => require("./agent/rateAndClaimStake") as Module],
  agentFundMore: [() => require("./agent/fundMore") as Module],
  agentCancelTask: [() => require("./agent/cancelTask") as Module],
  agentWithdraw: [() => require("./agent/withdraw") as Module],
  mktJudge: [() => require("./mkt/judge") as Module],
  mktRelay: [() => require("./mkt/relay") as Module],
  mktRequestChanges: [signed(() => require("./mkt/requestChanges") as Module)],
  mktResubmit: [signed(() => require("./mkt/resubmit") as Module)],
  mktDispute: [signed(() => require("./mkt/dispute/read") as Module)],
  mktDisputeAnswer: [signed(() => require("./mkt/dispute/answer") as Module)],
  mktRating: [signed(() => require("./mkt/rating/publish") as Module)],
  mktRatingPrepare: [() => require("./mkt/rating/prepare") as Module],
  mktRatings: [() => require("./mkt/ratings") as Module],
  mktReputation: [() => require("./mkt/reputation") as Module],
  mktProfile: [signed(() => require("./mkt/profile") as Module)],
  mktProfiles: [() => require("./mkt/profiles") as Module],
  mktDashboard: [() => require("./mkt/dashboard") as Module],
  mktAccounting: [signed(() => require("./mkt/accounting") as Module)],
  mktAccountingExport: [signed(() => require("./mkt/accountingExport") as Module)],
  mktEvents: [() => require("./mkt/events") as Module],
  mktWebhooks: [signed(() => require("./mkt/webhooks/change") as Module)],
  mktWebhooksStatus: [signed(() => require("./mkt/webhooks/status") as Module)],
  mktMandate: [() => require("./mkt/mandate/read") as Module, signed(() => require("./mkt/mandate/change") as Module)],
  mktMandateGrant: [() => require("./mkt/mandate/grant") as Module],
  mktAbout: [() => require("./mkt/about") as Module],
  mktHealth: [() => require("./mkt/health") as Module],
};

/**
 * Every endpoint that takes signed requests.
 *
 * @internal Tests go through all of them.
 */
export const signedEndpoints = (): Endpoint[] =>
  Object.values(FUNCTIONS)
    .flat()
    .flatMap((load) => (load.signed ? [load().default] : []));
