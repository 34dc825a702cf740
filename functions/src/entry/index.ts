/**
 * Contents page: one line for each deployed function.
 *
 * The getters are enumerable, so that deploying sees every function, and lazy, so that a running
 * instance loads only its own.
 */
import { openGateway } from "../http/gateway";
import type { HttpsFunction } from "firebase-functions/v2/https";
import type { Endpoint } from "../http/endpoint";
import type { Job } from "../jobs/job";

// First of all, and without the settings: the emulator loads a function while its first request is already under way.
openGateway(() => process.env["BASE_URL"] ?? "");

interface Module<T> {
  default: T;
}

function deploy(name: string, load: () => unknown): void {
  Object.defineProperty(exports, name, { enumerable: true, get: load });
}

function http(name: string, ...load: (() => Module<Endpoint>)[]): void {
  let built: unknown;
  deploy(name, () => {
    const { httpFunction } = require("./httpFunction") as typeof import("./httpFunction");
    return (built ??= httpFunction(load.map((module) => module().default)));
  });
}

function job(name: string, load: () => Module<Job>): void {
  let built: unknown;
  deploy(name, () => {
    const { scheduledFunction } = require("./scheduledFunction") as typeof import("./scheduledFunction");
    return (built ??= scheduledFunction(load().default));
  });
}

/** What is no endpoint but leads to all of them. */
function entry(name: string, load: () => Module<() => HttpsFunction>): void {
  let built: unknown;
  deploy(name, () => (built ??= load().default()));
}

http("demandInsights", () => require("../endpoints/paid/demandInsights") as Module<Endpoint>);
http("aiEarlyAdoptersGoals", () => require("../endpoints/paid/aiEarlyAdoptersGoals") as Module<Endpoint>);
http("agentConversions", () => require("../endpoints/paid/agentConversions") as Module<Endpoint>);
http("analyticsFilters", () => require("../endpoints/paid/analyticsFilters") as Module<Endpoint>);
http("x402Feedback", () => require("../endpoints/x402Feedback") as Module<Endpoint>);
http("mktAgentSessionChallenge", () => require("../endpoints/session/challenge") as Module<Endpoint>);
http("mktAgentSession", () => require("../endpoints/session/open") as Module<Endpoint>);
http("mktAgentRevokeSession", () => require("../endpoints/session/revoke") as Module<Endpoint>);
http("mktInterest", () => require("../endpoints/mkt/interest/register") as Module<Endpoint>);
http("mktInterestResolve", () => require("../endpoints/mkt/interest/resolve") as Module<Endpoint>);
http("mktInterestStatus", () => require("../endpoints/mkt/interest/status") as Module<Endpoint>);
http("mktTasks", () => require("../endpoints/mkt/tasks") as Module<Endpoint>);
http(
  "mktTask",
  () => require("../endpoints/mkt/task/read") as Module<Endpoint>,
  () => require("../endpoints/mkt/task/participant") as Module<Endpoint>,
);
http("mktPrivateDetails", () => require("../endpoints/mkt/privateDetails") as Module<Endpoint>);
http("mktMetadata", () => require("../endpoints/mkt/metadata") as Module<Endpoint>);
http("mktSubmission", () => require("../endpoints/mkt/submission") as Module<Endpoint>);
http("mktFeedback", () => require("../endpoints/mkt/feedback") as Module<Endpoint>);
http("agentSubmitFeedback", () => require("../endpoints/agent/submitFeedback") as Module<Endpoint>);
http("agentSubmitGeneralFeedback", () => require("../endpoints/agent/submitGeneralFeedback") as Module<Endpoint>);
http("mktSignPrepare", () => require("../endpoints/mkt/sign/prepare") as Module<Endpoint>);
http("agentWalletInfo", () => require("../endpoints/agent/walletInfo") as Module<Endpoint>);
http("agentApproveUSDC", () => require("../endpoints/agent/approveUSDC") as Module<Endpoint>);
http("agentCreateTask", () => require("../endpoints/agent/createTask") as Module<Endpoint>);
http("agentCreateTaskSimple", () => require("../endpoints/agent/createTaskSimple") as Module<Endpoint>);
http("agentStakeAndConfirm", () => require("../endpoints/agent/stakeAndConfirm") as Module<Endpoint>);
http("agentGetPrivateDetails", () => require("../endpoints/agent/getPrivateDetails") as Module<Endpoint>);
http("agentGetSubmissionDetails", () => require("../endpoints/agent/getSubmissionDetails") as Module<Endpoint>);
http("agentSubmitWork", () => require("../endpoints/agent/submitWork") as Module<Endpoint>);
http("agentDecide", () => require("../endpoints/agent/decide") as Module<Endpoint>);
http("agentRateAndClaimStake", () => require("../endpoints/agent/rateAndClaimStake") as Module<Endpoint>);
http("agentCancelTask", () => require("../endpoints/agent/cancelTask") as Module<Endpoint>);
http("mktRequestChanges", () => require("../endpoints/mkt/requestChanges") as Module<Endpoint>);
http("mktResubmit", () => require("../endpoints/mkt/resubmit") as Module<Endpoint>);
http("mktRating", () => require("../endpoints/mkt/rating/publish") as Module<Endpoint>);
http("mktRatingPrepare", () => require("../endpoints/mkt/rating/prepare") as Module<Endpoint>);
http("mktRatings", () => require("../endpoints/mkt/ratings") as Module<Endpoint>);
http("mktProfile", () => require("../endpoints/mkt/profile") as Module<Endpoint>);
http("mktProfiles", () => require("../endpoints/mkt/profiles") as Module<Endpoint>);
http("mktDashboard", () => require("../endpoints/mkt/dashboard") as Module<Endpoint>);
http("mktAccounting", () => require("../endpoints/mkt/accounting") as Module<Endpoint>);
http("mktAccountingExport", () => require("../endpoints/mkt/accountingExport") as Module<Endpoint>);
http("mktHealth", () => require("../endpoints/mkt/health/read") as Module<Endpoint>);

entry("mcp", () => require("./mcpFunction") as Module<() => HttpsFunction>);
entry("discovery", () => require("./discoveryFunction") as Module<() => HttpsFunction>);

job("ledger", () => require("../jobs/ledger") as Module<Job>);
job("indexer", () => require("../jobs/indexer") as Module<Job>);
job("keeper", () => require("../jobs/keeper") as Module<Job>);
job("settlements", () => require("../jobs/settlements") as Module<Job>);
job("paymentFinality", () => require("../jobs/paymentFinality") as Module<Job>);
job("rollups", () => require("../jobs/rollups") as Module<Job>);
