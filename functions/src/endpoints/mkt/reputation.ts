import { prepareAgentFeedback } from "../../application/agentFeedback";
import { REPUTATION_PATH } from "../../domain/agentFeedback";
import { endpoint, open, requests } from "../../http/endpoint";
import { AgentFeedback, FeedbackRequest } from "../../schema/profile";

/** The transaction that gives feedback on an agent in ERC-8004's reputation registry. */
export default endpoint({
  method: "POST",
  path: REPUTATION_PATH,
  summary: "Prepare feedback on an agent for ERC-8004's reputation registry, with proof of payment",
  description:
    "Send taskId and agentId for the other side of a settled task whose worker was paid, or receipt for a bought answer. " +
    "Optional: nothing is stored or counted here, and the wallet sends the transaction itself. " +
    "The feedback's file, with the proof of payment, is in its data: URI.",
  auth: open,
  reads: true,
  input: FeedbackRequest,
  output: AgentFeedback,
  errors: ["task_not_found", "forbidden_role", "state_conflict", "signature_invalid"],
  rateLimit: requests(60),
  example: { wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", contract: "agent-fast", taskId: "12", agentId: 22 },

  handle: ({ input, nowMs }, services) => prepareAgentFeedback(input, services, nowMs),
});
