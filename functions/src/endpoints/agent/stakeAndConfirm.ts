import { isGood } from "../../domain/interest";
import { formatUsdc } from "../../domain/money";
import type { Voucher } from "../../domain/task/call";
import { termsHash } from "../../domain/task/termsHash";
import type { Services } from "../../application/services";
import { endpoint, open, requests } from "../../http/endpoint";
import { object, optional } from "../../schema/build";
import { callAnswer, PermitInput, SentFields, step, TaskFields } from "../../schema/call";
import { Bytes32 } from "../../schema/common";
import { confirm } from "../../application/tasks/confirm";
import { prepareFunded } from "../../application/tasks/funded";
import { thenConfirm } from "../../application/tasks/prepare";
import { CONFIRM_ERRORS, stepOf } from "../../application/tasks/sent";
import { refuseWith, taskToCall } from "../../application/tasks/task";
import { requestedKey, requireAddress } from "../../application/tasks/requestedTask";

const PATH = "/agentStakeAndConfirm";

/** The worker deposits the stake and is assigned to the task. */
export default endpoint({
  method: "POST",
  path: PATH,
  summary: "Prepare or confirm the stake by which a worker starts a task",
  description:
    "In instant mode, the first worker who stakes starts. In selection mode, this needs the buyer's selection, which /mkt/interest/resolve has " +
    "stored for this wallet. From then on, /agentGetPrivateDetails returns the private details.",
  auth: open,
  input: object({
    action: step(),
    ...SentFields,
    ...TaskFields,
    termsHash: optional({
      ...Bytes32,
      description: "To prepare: the termsHash of the terms that you read; refused if the task's terms differ.",
    }),
    permit: optional({
      ...PermitInput,
      description: "A signed permit from an earlier prepare; replaces the approval.",
    }),
  }),
  output: callAnswer("StakeAnswer", {}),
  errors: [...CONFIRM_ERRORS, "task_not_found", "forbidden_role", "signature_invalid", "invalid_signature_format"],
  rateLimit: requests(60),
  example: { wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", contract: "agent-fast", taskId: "12" },

  handle: async ({ input, nowMs }, services) => {
    const wallet = requireAddress(input.wallet);
    if (stepOf(input) === "confirm") {
      return confirm(
        { sent: input, wallet, ...requestedKey(input, services), names: ["TaskStarted"] },
        services,
        nowMs,
      );
    }
    const record = await taskToCall(input, services);
    const { contract, taskId, stakeUsdcUnits } = record.task;
    const agreedTerms = termsHash(record.task);
    if (input.termsHash !== undefined && input.termsHash !== agreedTerms) {
      const detail = `The task's termsHash is ${agreedTerms}, not the one you sent. Read its terms again with /mkt/task before you start.`;
      return refuseWith("state_conflict", detail, record, wallet, services, nowMs);
    }
    const agreed = { agreedTerms, voucher: await voucherFor(record, wallet, services, nowMs) };
    const funded = await prepareFunded(
      {
        wallet,
        record,
        call: { function: "stakeAndStart", contract, taskId, ...agreed },
        withPermit: (permit) => ({ function: "stakeAndStartWithPermit", contract, taskId, ...agreed, permit }),
        amountUsdcUnits: stakeUsdcUnits,
        permit: input.permit,
        description: `Starts task ${taskId} with a stake of ${formatUsdc(stakeUsdcUnits)} USDC.`,
      },
      services,
      nowMs,
    );
    return {
      ok: true as const,
      ...funded,
      _nextAction: thenConfirm("worker", PATH, { wallet, contract, taskId: String(taskId) }),
    };
  },
});

/**
 * The poster's signed selection of this worker; not needed in instant mode, or on a task that no longer accepts
 * workers.
 */
async function voucherFor(
  record: Awaited<ReturnType<typeof taskToCall>>,
  wallet: ReturnType<typeof requireAddress>,
  services: Services,
  nowMs: number,
): Promise<Voucher | null> {
  const { task } = record;
  if (task.mode === "instant" || task.state !== "FUNDED" || wallet === task.poster) return null;
  const voucher = (await services.interests.find(task, wallet))?.voucher ?? null;
  if (isGood(voucher, nowMs)) return voucher;
  return refuseWith(
    "state_conflict",
    "The buyer has not selected this wallet, or the selection has expired.",
    record,
    wallet,
    services,
    nowMs,
  );
}
