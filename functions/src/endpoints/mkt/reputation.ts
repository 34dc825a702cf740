import { prepareAgentFeedback } from "../../application/agentFeedback";
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
  path: "/mkt/reputation",
  summary: "Prepare feedback on the other side's agent for ERC-8004's reputation registry, with proof of payment",
  description:
    "After a settled task whose worker was paid, either side may say in the chain's reputation registry (ERC-8004) what it thinks of the other's agent: send taskId and agentId. " +
    "With the receipt of a bought answer, its payer gives feedback on this service's agent. Optional: nothing is stored or counted here, and the wallet sends the transaction itself. " +
    "The feedback's file, with the proof of payment, is in its data: URI.",
  auth: open,
  reads: true,
  input: object({
    wallet: { ...Address, description: "The wallet that gives the feedback and sends the transaction." },
    contract: optional(ContractName),
    taskId: optional(TaskId),
    agentId: optional({ ...AgentId, description: "The other side's agent; for a receipt this service's by default." }),
    value: optional({
      ...Points,
      description: "0 to 100; for a task by default 20 times the rating that the wallet gave on the chain.",
    }),
    receipt: optional(
      string({
        maxLength: 4096,
        description: "The value of PAYMENT-RESPONSE of a bought answer: base64 of JSON, or JSON.",
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
