import { prepareStart } from "../../application/tasks/work/submit";
import { confirmStep } from "../../application/tasks/step";
import { optional, object } from "../../schema/build";
import { callAnswer, SignedPermit, TaskStepFields } from "../../schema/call";
import { Bytes32 } from "../../schema/common";
import { taskCall } from "./escrowCall";

/** The worker deposits the stake and is assigned to the task. */
export default taskCall({
  path: "/agentStakeAndConfirm",
  summary: "Prepare or confirm the stake by which a worker starts a task",
  description:
    "In instant mode, the first worker who stakes starts. In selection mode, this needs the poster's selection, which /mkt/interest/resolve has " +
    "stored for this wallet. From then on, /agentGetPrivateDetails returns the private details.",
  input: object({
    ...TaskStepFields,
    termsHash: optional({
      ...Bytes32,
      description: "To prepare: the termsHash of the terms that you read; refused if the task's terms differ.",
    }),
    permit: SignedPermit,
  }),
  output: callAnswer("StakeAnswer", {}),
  errors: ["signature_invalid", "invalid_signature_format"],
  example: {},

  steps: { prepare: prepareStart },
  confirm: (request) => confirmStep(request, "TaskStarted"),
});
