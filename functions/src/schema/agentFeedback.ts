import { anyObject, array, integer, literal, object, optional, string } from "./build";
import { Transaction } from "./call";
import { Address, Bytes32, ContractName, TaskId } from "./common";

const AgentId = integer({ minimum: 0, maximum: 999_999_999, description: "The agent's id in the identity registry." });
const Points = integer({ minimum: 0, maximum: 100 });
const Text = string({ maxLength: 300 });

/** Whom the feedback is on: the other side of a task, or this service by a receipt. */
export const FeedbackRequest = object({
  wallet: Address,
  contract: optional(ContractName),
  taskId: optional(TaskId),
  agentId: optional({ ...AgentId, description: "By default this service's, with a receipt." }),
  value: optional({ ...Points, description: "By default 20 times the wallet's rating on the chain." }),
  receipt: optional(string({ maxLength: 4096, description: "PAYMENT-RESPONSE of the answer, base64 or JSON." })),
});

/** The transaction for ERC-8004's reputation registry, and the file that it cites. */
export const AgentFeedback = object(
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
);
