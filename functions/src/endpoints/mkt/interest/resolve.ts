import { refuse } from "../../../domain/errors";
import { isGood, resolveInterest, type Decision } from "../../../domain/interest";
import { interestView } from "../../../domain/interestView";
import { requireEscrow, requireEscrows } from "../../../domain/messages/requestText";
import type { Hex } from "../../../domain/keccak";
import { selectionTypedData } from "../../../domain/messages/typedData";
import { nextAction } from "../../../domain/task/nextAction";
import { workflowStatus } from "../../../domain/task/status";
import { termsHash } from "../../../domain/task/termsHash";
import { endpoint, refusals, signed } from "../../../http/endpoint";
import { integer, nullable, object, oneOf, optional } from "../../../schema/build";
import { Address, ContractName, Signature, TaskId } from "../../../schema/common";
import { Interest, NextAction, WorkflowStatus } from "../../../schema/task";
import { contractSignature } from "../../../application/tasks/contractSignature";
import { noSuchTask, requestedKey, requireAddress, requireTask } from "../../../application/tasks/requestedTask";

/** The poster approves or rejects one interested worker. */
export default endpoint({
  method: "POST",
  path: "/mkt/interest/resolve",
  summary: "Buyer approves or rejects an interested worker",
  description:
    "To approve, sign the typed data that /mkt/sign/prepare returns for this request (EIP-712 Selection): with it the contract " +
    "lets only this worker start. A signed selection is valid until its deadline. A rejected worker can be approved later.",
  auth: signed,
  input: object({
    contract: optional(ContractName),
    taskId: TaskId,
    worker: Address,
    decision: oneOf("approve", "reject"),
    voucherDeadline: optional(
      integer({ minimum: 1, maximum: 1e12, description: "The deadline in the Selection, unix seconds." }),
    ),
    voucherSignature: optional({
      ...Signature,
      description: "The poster's EIP-712 Selection signature; required to approve.",
    }),
  }),
  check: ({ decision, voucherSignature, voucherDeadline }) => {
    const given = [voucherSignature, voucherDeadline].filter((field) => field !== undefined).length;
    if (given === (decision === "approve" ? 2 : 0)) return;
    const message = decision === "approve" ? "is required to approve, with voucherDeadline" : "is for approving only";
    refuse("invalid_request", `voucherSignature ${message}; /mkt/sign/prepare returns the data to sign.`, {
      errors: [{ pointer: "/voucherSignature", message }],
    });
  },
  output: object({
    interest: Interest,
    workflowStatus: { ...WorkflowStatus, description: "The task's status for this worker." },
    _nextAction: nullable(NextAction),
  }),
  errors: ["task_not_found", "not_found", "forbidden_role", "state_conflict"],
  rateLimit: refusals(120),
  example: {
    contract: "agent-fast",
    taskId: "12",
    worker: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    decision: "reject",
  },

  handle: async ({ input, caller, nowMs, unit }, services) => {
    const { interests, settings } = services;
    const escrow = requireEscrow(input.contract, settings.escrows);
    const key = requestedKey(input, { settings });
    const worker = requireAddress(input.worker);
    const decision = await decided();
    const changed = await interests.change(
      key,
      worker,
      (task, known) => {
        // The role is checked first: only the poster may learn whether this worker registered an interest.
        if (caller.wallet !== task.poster) refuse("forbidden_role", "Only the task's poster decides who may start.");
        return resolveInterest(
          task,
          known ?? refuse("not_found", "This worker has not registered an interest in this task."),
          decision,
        );
      },
      unit,
    );
    if (!changed) return noSuchTask(key);
    const {
      interest,
      record: { task },
    } = changed;
    const viewer = { wallet: worker, interest, resubmission: null, nowMs };
    return {
      interest: interestView(interest, task, requireEscrows(settings.escrows)),
      workflowStatus: workflowStatus(task, viewer),
      _nextAction: nextAction(task, viewer),
    };

    async function decided(): Promise<Decision> {
      const { voucherSignature: signature, voucherDeadline: deadline } = input;
      if (signature === undefined || deadline === undefined) return { decision: "reject", by: caller.wallet, nowMs };
      const record = await requireTask(input, services);
      const { task } = record;
      // Nothing is simulated for strangers, or for requests that are refused anyway.
      if (caller.wallet !== task.poster) refuse("forbidden_role", "Only the task's poster decides who may start.");
      const given: Decision = {
        decision: "approve",
        by: caller.wallet,
        voucher: { deadline, signature: signature as Hex },
        nowMs,
      };
      if (task.mode === "instant" || !isGood(given.voucher, nowMs)) return given;
      const accepted = await contractSignature(
        {
          signer: caller.wallet,
          signature,
          record,
          pointer: "/voucherSignature",
          from: worker,
          call: (voucher) => ({
            function: "stakeAndStart",
            ...key,
            agreedTerms: termsHash(task),
            voucher: { deadline, signature: voucher },
          }),
          typedData: selectionTypedData(
            { chainId: settings.chainId, escrow: escrow.address },
            { taskId: key.taskId, worker, deadline },
          ),
          whatToSign: "Sign exactly the typed data that /mkt/sign/prepare returns for this worker and deadline.",
        },
        services,
        nowMs,
      );
      return { ...given, voucher: { deadline, signature: accepted } };
    }
  },
});
