import type { Endpoint } from "../http/endpoint";
import aiEarlyAdoptersGoals from "./paid/aiEarlyAdoptersGoals";
import demandInsights from "./paid/demandInsights";
import mktInterestRegister from "./mkt/interest/register";
import mktInterestResolve from "./mkt/interest/resolve";
import mktInterestStatus from "./mkt/interest/status";
import sessionChallenge from "./session/challenge";
import sessionOpen from "./session/open";
import sessionRevoke from "./session/revoke";
import x402Feedback from "./x402Feedback";

/** Every endpoint under the name of the function that serves it: what the documents are generated from. */
export const ENDPOINTS: Record<string, readonly Endpoint[]> = {
  demandInsights: [demandInsights],
  aiEarlyAdoptersGoals: [aiEarlyAdoptersGoals],
  x402Feedback: [x402Feedback],
  mktAgentSessionChallenge: [sessionChallenge],
  mktAgentSession: [sessionOpen],
  mktAgentRevokeSession: [sessionRevoke],
  mktInterest: [mktInterestRegister],
  mktInterestResolve: [mktInterestResolve],
  mktInterestStatus: [mktInterestStatus],
};
