import { prepareTopUp } from "../../application/tasks/creation/funded";
import { confirmStep } from "../../application/tasks/step";
import { integer, optional, object } from "../../schema/build";
import { callAnswer, SignedPermit, TaskStepFields } from "../../schema/call";
import { Usdc } from "../../schema/common";
import { taskCall } from "./escrowCall";

/** The poster raises the reward of an open task, gives workers more time to start, or both. */
export default taskCall({
  path: "/agentFundMore",
  summary: "Prepare or confirm a higher reward or more time to start for an open task",
  description:
    "Only the poster, while the task is FUNDED and before openUntil. Send the new totals, not the differences: repeating the call then cannot pay twice. " +
    "Neither can be lowered. The stake and all other terms stay, and a selection stays valid; termsHash changes with the reward, so a start " +
    "that was prepared for the old reward fails without taking the stake.",
  input: object({
    ...TaskStepFields,
    rewardUsdc: optional({ ...Usdc, description: "To prepare: the new reward in total; defaults to the current one." }),
    openUntil: optional(
      integer({ minimum: 1, maximum: 1e11, description: "To prepare: the new deadline to start, unix seconds." }),
    ),
    permit: SignedPermit,
  }),
  output: callAnswer("FundMoreAnswer", {}),
  errors: ["signature_invalid", "invalid_signature_format"],
  example: { rewardUsdc: "30" },

  steps: { prepare: prepareTopUp },
  confirm: (request) => confirmStep(request, "TaskFundedMore"),
});
