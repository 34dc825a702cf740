import { bringVerdict } from "../../application/tasks/disputes/judge";
import { relayStep } from "../../application/tasks/relay/relay";
import { RELAYED_ERRORS, required } from "../../application/tasks/step/sent";
import { confirmedView } from "../../application/views/task";
import { RELAY_PATH } from "../../domain/task/gasless";
import { JUDGE_PATH } from "../../domain/task/nextAction";
import { endpoint, open, requests } from "../../http/endpoint";
import { integer, object, optional } from "../../schema/build";
import { callAnswer, RelayAnswer, RelayInput } from "../../schema/call";
import { Address, Bytes32, Signature, TxHash } from "../../schema/common";
import { StepFields } from "../../schema/task";

/** Takes a step that its wallet signed, on the service's gas. */
export const mktRelay = endpoint({
  method: "POST",
  path: RELAY_PATH,
  summary: "Take a prepared step by signature, without ETH",
  description:
    "Sign gasless.typedData; send kind, request and signature. The service sends it from its own wallet and answers as the step's confirm does. " +
    "Repeat the same request while the answer is tx_not_confirmed: it is one transaction. " +
    "After relay_refused or relay_unavailable, send the transactions instead.",
  auth: open,
  input: RelayInput,
  output: RelayAnswer,
  advises: true,
  errors: [...RELAYED_ERRORS, "mandate_exceeded", "mandate_refused"],
  rateLimit: requests(60),
  example: {
    contract: "agent-fast",
    kind: "forward",
    request: {
      from: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
      gas: "120000",
      nonce: "0",
      deadline: "1767225600",
      data: `0x6f1cf76c${"00".repeat(31)}0c`,
    },
    signature: `0x${"5a".repeat(64)}1b`,
  },

  handle: async ({ input, nowMs, randomBytes, client }, services) =>
    confirmedView(await relayStep({ input, nowMs, randomBytes, client, services }), input.view),
});

/** Takes the verdict of a task's judge, from anyone who brings it. */
export const mktJudge = endpoint({
  method: "POST",
  path: JUDGE_PATH,
  summary: "Sign or send a judge's verdict, which approves submitted work",
  description:
    "Without signature: what the judge signs (EIP-712 Verdict). With it, the relay sends the verdict, or wallet gets its transaction. The worker is paid at once.",
  auth: open,
  input: object({
    ...StepFields,
    submissionHash: optional({ ...Bytes32, description: "The judged work." }),
    verdictDeadline: optional(integer({ minimum: 1, maximum: 1e11, description: "As signed, unix seconds." })),
    signature: optional({ ...Signature, description: "The judge's." }),
    wallet: optional({ ...Address, description: "Sends it in place of the relay." }),
  }),
  check: ({ signature, submissionHash, verdictDeadline }) => {
    if (signature !== undefined) required({ submissionHash, verdictDeadline }, "submissionHash", "verdictDeadline");
  },
  output: callAnswer("JudgeAnswer", {
    txHash: optional({ ...TxHash, description: "Relayed: its transaction." }),
  }),
  advises: true,
  errors: RELAYED_ERRORS,
  rateLimit: requests(60),
  example: {
    contract: "agent-fast",
    taskId: "12",
    submissionHash: `0x${"a7".repeat(32)}`,
    verdictDeadline: 1_767_225_600,
    signature: `0x${"5a".repeat(64)}1b`,
  },

  handle: async ({ input, nowMs }, services) => confirmedView(await bringVerdict(input, services, nowMs), input.view),
});
