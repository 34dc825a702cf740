import { bringVerdict } from "../../application/tasks/disputes/judge";
import { RELAYED_ERRORS, required } from "../../application/tasks/sent";
import { confirmedView } from "../../application/views/task";
import { JUDGE_PATH } from "../../domain/task/nextAction";
import { endpoint, open, requests } from "../../http/endpoint";
import { integer, object, optional } from "../../schema/build";
import { callAnswer } from "../../schema/call";
import { Address, Bytes32, Signature, TxHash } from "../../schema/common";
import { StepFields } from "../../schema/task";

/** Takes the verdict of a task's judge, from anyone who brings it. */
export default endpoint({
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
