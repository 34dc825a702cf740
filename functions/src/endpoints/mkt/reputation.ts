import { prepareAgentFeedback } from "../../application/agentFeedback";
import { REPUTATION_PATH } from "../../domain/agentFeedback";
import { endpoint, open, requests } from "../../http/endpoint";
import { anyObject, array, integer, literal, object, optional, string } from "../../schema/build";
import { Transaction } from "../../schema/call";
import { Address, Bytes32, ContractName, TaskId } from "../../schema/common";

const AgentId = integer({ minimum: 0, maximum: 999_999_999, description: "The agent's id in the identity registry." });
const Points = integer({ minimum: 0, maximum: 100 });
const Text = string({ maxLength: 300 });

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
  input: object({
    wallet: Address,
    contract: optional(ContractName),
    taskId: optional(TaskId),
    agentId: optional({ ...AgentId, description: "By default this service's, with a receipt." }),
    value: optional({
      ...Points,
      description: "By default 20 times the wallet's rating on the chain.",
    }),
    receipt: optional(
      string({
        maxLength: 4096,
        description: "PAYMENT-RESPONSE of the answer, base64 or JSON.",
      }),
    ),
  }),
  output: object(
    {
      ok: literal(true),
      transactions: array(Transaction),
      feedback: object({
        agentId: string({ description: "Decimal." }),
        value: Points,
        valueDecimals: literal(0),
        tag1: literal("starred"),
        tag2: Text,
        endpoint: Text,
        feedbackURI: string({ description: "A data: URI with the file." }),
        feedbackHash: { ...Bytes32, description: "keccak256 of the file." },
      }),
      file: anyObject({ description: "The file as ERC-8004 describes it." }),
    },
    { title: "AgentFeedback" },
  ),
  errors: ["task_not_found", "forbidden_role", "state_conflict", "signature_invalid"],
  rateLimit: requests(60),
  example: { wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", contract: "agent-fast", taskId: "12", agentId: 22 },

  handle: ({ input, nowMs }, services) => prepareAgentFeedback(input, services, nowMs),
});
