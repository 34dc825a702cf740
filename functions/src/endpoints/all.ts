import type { Endpoint } from "../http/endpoint";
import agentApproveUSDC from "./agent/approveUSDC";
import agentCancelTask from "./agent/cancelTask";
import agentCreateTask from "./agent/createTask";
import agentCreateTaskSimple from "./agent/createTaskSimple";
import agentDecide from "./agent/decide";
import agentGetPrivateDetails from "./agent/getPrivateDetails";
import agentGetSubmissionDetails from "./agent/getSubmissionDetails";
import agentRateAndClaimStake from "./agent/rateAndClaimStake";
import agentStakeAndConfirm from "./agent/stakeAndConfirm";
import agentSubmitWork from "./agent/submitWork";
import agentWalletInfo from "./agent/walletInfo";
import agentConversions from "./paid/agentConversions";
import analyticsFilters from "./paid/analyticsFilters";
import aiEarlyAdoptersGoals from "./paid/aiEarlyAdoptersGoals";
import demandInsights from "./paid/demandInsights";
import mktInterestRegister from "./mkt/interest/register";
import mktInterestResolve from "./mkt/interest/resolve";
import mktInterestStatus from "./mkt/interest/status";
import mktTasks from "./mkt/tasks";
import mktTaskRead from "./mkt/task/read";
import mktTaskParticipant from "./mkt/task/participant";
import mktPrivateDetails from "./mkt/privateDetails";
import mktMetadata from "./mkt/metadata";
import mktSubmission from "./mkt/submission";
import mktFeedback from "./mkt/feedback";
import agentSubmitFeedback from "./agent/submitFeedback";
import agentSubmitGeneralFeedback from "./agent/submitGeneralFeedback";
import mktSignPrepare from "./mkt/sign/prepare";
import mktRequestChanges from "./mkt/requestChanges";
import mktResubmit from "./mkt/resubmit";
import mktRatingPublish from "./mkt/rating/publish";
import mktRatingPrepare from "./mkt/rating/prepare";
import mktRatings from "./mkt/ratings";
import mktProfile from "./mkt/profile";
import mktProfiles from "./mkt/profiles";
import mktDashboard from "./mkt/dashboard";
import mktAccounting from "./mkt/accounting";
import mktAccountingExport from "./mkt/accountingExport";
import mktHealth from "./mkt/health/read";
import sessionChallenge from "./session/challenge";
import sessionOpen from "./session/open";
import sessionRevoke from "./session/revoke";
import x402Feedback from "./x402Feedback";

/** Every endpoint under the name of the function that serves it: what the documents are generated from. */
export const ENDPOINTS: Record<string, readonly Endpoint[]> = {
  demandInsights: [demandInsights],
  aiEarlyAdoptersGoals: [aiEarlyAdoptersGoals],
  agentConversions: [agentConversions],
  analyticsFilters: [analyticsFilters],
  x402Feedback: [x402Feedback],
  mktAgentSessionChallenge: [sessionChallenge],
  mktAgentSession: [sessionOpen],
  mktAgentRevokeSession: [sessionRevoke],
  mktInterest: [mktInterestRegister],
  mktInterestResolve: [mktInterestResolve],
  mktInterestStatus: [mktInterestStatus],
  mktTasks: [mktTasks],
  mktTask: [mktTaskRead, mktTaskParticipant],
  mktPrivateDetails: [mktPrivateDetails],
  mktMetadata: [mktMetadata],
  mktSubmission: [mktSubmission],
  mktFeedback: [mktFeedback],
  agentSubmitFeedback: [agentSubmitFeedback],
  agentSubmitGeneralFeedback: [agentSubmitGeneralFeedback],
  mktSignPrepare: [mktSignPrepare],
  agentWalletInfo: [agentWalletInfo],
  agentApproveUSDC: [agentApproveUSDC],
  agentCreateTask: [agentCreateTask],
  agentCreateTaskSimple: [agentCreateTaskSimple],
  agentStakeAndConfirm: [agentStakeAndConfirm],
  agentGetPrivateDetails: [agentGetPrivateDetails],
  agentGetSubmissionDetails: [agentGetSubmissionDetails],
  agentSubmitWork: [agentSubmitWork],
  agentDecide: [agentDecide],
  agentRateAndClaimStake: [agentRateAndClaimStake],
  agentCancelTask: [agentCancelTask],
  mktRequestChanges: [mktRequestChanges],
  mktResubmit: [mktResubmit],
  mktRating: [mktRatingPublish],
  mktRatingPrepare: [mktRatingPrepare],
  mktRatings: [mktRatings],
  mktProfile: [mktProfile],
  mktProfiles: [mktProfiles],
  mktDashboard: [mktDashboard],
  mktAccounting: [mktAccounting],
  mktAccountingExport: [mktAccountingExport],
  mktHealth: [mktHealth],
};
