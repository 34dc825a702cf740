import { toAddress, type Address } from "../../../domain/address";
import { requireEscrow, requireEscrows, type Escrows } from "../../../domain/messages/requestText";
import { refuse, refuseField } from "../../../domain/errors";
import {
  isGood,
  registerInterest,
  resolveInterest,
  withdrawInterest,
  invitation,
  type Decision,
  type Interest,
} from "../../../domain/interest";
import type { Hex } from "../../../domain/keccak";
import { requireUrls } from "../../../domain/link";
import { SELECTION } from "../../../domain/mandate";
import { selectionTypedData } from "../../../domain/messages/typedData";
import { trackRecordOf } from "../../../domain/reputation/reputation";
import type { Voucher } from "../../../domain/task/call";
import { nextAction } from "../../../domain/task/nextAction";
import { workflowStatus } from "../../../domain/task/status";
import type { Task } from "../../../domain/task/task";
import { termsHash } from "../../../domain/task/terms";
import { requirePrivateText } from "../../../domain/text";
import { iso } from "../../../domain/time";
import type { UnitOfWork } from "../../../domain/unitOfWork";
import type { Static } from "../../../schema/build";
import type { Interest as InterestView, PublicInterest } from "../../../schema/task";
import { requireMandate } from "../../mandate/require";
import { PROVEN } from "../../proof";
import type { Services } from "../../services";
import { workerRecordView } from "../../views/profile";
import { contractSignature } from "../step/acceptSignature";
import { refuseUnknownTask, requestedKey, requireAddress, requireTask, type NamedTask } from "../requestedTask";
import type { TaskRecord } from "../../../ports/tasks";

interface Asked<Given extends NamedTask> {
  readonly given: Given;
  readonly nowMs: number;
  readonly services: Services;
  readonly unit: UnitOfWork;
}

interface GivenInterest extends NamedTask {
  action?: "register" | "withdraw";
  message?: string;
  etaSeconds?: number;
  samples?: string[];
}

/** Refuses `invalid_request` if the texts of a proposal break a rule. */
export function requireProposal({ message, samples = [] }: GivenInterest): void {
  requirePrivateText(message, "/message");
  requireUrls(samples, "/samples");
}

/** The interest of a worker in an open task, registered with its record or withdrawn. */
export async function registerInterestOf({ worker, ...asked }: Asked<GivenInterest> & { worker: Address }) {
  const { action = "register", message = null, etaSeconds = null, samples = [] } = asked.given;
  const { nowMs, services } = asked;
  const reputation = action === "register" && (await services.profiles.reputation(worker));
  return changed(asked, worker, (task, known) => {
    if (reputation) {
      const [record, { workerRecord }] = [trackRecordOf(reputation), reputation];
      return registerInterest(task, known, { worker, message, etaSeconds, samples, record, workerRecord, nowMs });
    }
    return known
      ? withdrawInterest(task, known, nowMs)
      : refuse(
          "not_found",
          "This wallet has not registered an interest in this task. Register one with /mkt/interest.",
        );
  });
}

interface GivenDecision extends NamedTask {
  worker: string;
  decision: "approve" | "reject";
  voucherDeadline?: number;
  voucherSignature?: string;
}

/** Refuses `invalid_request` unless the signed selection comes with an approval, and with nothing else. */
export function requireDecision({ decision, voucherSignature, voucherDeadline }: GivenDecision): void {
  const given = [voucherSignature, voucherDeadline].filter((field) => field !== undefined).length;
  if (given === (decision === "approve" ? 2 : 0)) return;
  refuseVoucher(decision === "approve" ? "is required to approve, with voucherDeadline" : "is for approving only");
}

/** The signed selection in a request, or null; refuses a signature without its deadline. */
export function selectionIn({
  voucherSignature,
  voucherDeadline,
}: Pick<GivenDecision, "voucherSignature" | "voucherDeadline">): Voucher | null {
  if (voucherSignature === undefined) return null;
  if (voucherDeadline === undefined) refuseVoucher("needs voucherDeadline, the deadline in the signed data");
  return { deadline: voucherDeadline, signature: voucherSignature as Hex };
}

function refuseVoucher(message: string): never {
  return refuseField(
    "/voucherSignature",
    message,
    `voucherSignature ${message}; /mkt/sign/prepare returns the data to sign.`,
  );
}

/** The interest of a worker after the poster's decision. */
export async function resolveInterestOf(asked: Asked<GivenDecision> & { poster: Address }) {
  const { given, poster, nowMs, services } = asked;
  const worker = requireAddress(given.worker);
  const voucher = selectionIn(given);
  if (!voucher) {
    const decision: Decision = { decision: "reject", by: poster, nowMs };
    return changed(asked, worker, (task, known) => decided(task, known, decision));
  }
  const record = await requireTask(given, services);
  const selected = { record, worker, voucher, poster };
  const decision = await approval(selected, services, nowMs);
  await requireSelectionDemand(selected, services, nowMs);
  const invited = isReservedFor(record, worker) ? invitation(record.task, worker, nowMs) : null;
  return changed(asked, worker, (task, known) => decided(task, known ?? invited, decision));
}

function decided(task: Task, known: Interest | null, decision: Decision): Interest {
  // The role is checked first: only the poster may learn whether this worker registered an interest.
  requirePoster(task, decision.by);
  const interest =
    known ??
    refuse("not_found", "This worker has not registered an interest in this task. Choose one that /mkt/task lists.");
  return resolveInterest(task, interest, decision);
}

interface Selected {
  readonly record: TaskRecord;
  readonly worker: Address;
  readonly voucher: Voucher;
  readonly poster: Address;
}

/** Stores the selection of the worker that a task is reserved for. */
export async function selectWorker(selected: Selected, services: Services, nowMs: number): Promise<void> {
  const { record, worker } = selected;
  const decision = await approval(selected, services, nowMs);
  await requireSelectionDemand(selected, services, nowMs);
  const invited = invitation(record.task, worker, nowMs);
  await services.interests.changeNow(record.task, worker, (task, known) => decided(task, known ?? invited, decision));
}

/** A selection lets a worker start, so the poster's mandate has to allow it. Its signature has proven the wallet. */
function requireSelectionDemand({ poster }: Selected, { mandates }: Services, nowMs: number): Promise<void> {
  return requireMandate({ wallet: poster, demands: [SELECTION], prove: PROVEN }, mandates, nowMs);
}

/** The approval, with a selection that the contract accepts. */
async function approval(
  { record, worker, voucher, poster }: Selected,
  services: Services,
  nowMs: number,
): Promise<Decision> {
  const { task } = record;
  // Nothing is simulated for strangers, or for requests that are refused anyway.
  requirePoster(task, poster);
  const { contract, taskId } = task;
  const { deadline, signature } = voucher;
  const decision: Decision = { decision: "approve", by: poster, voucher, nowMs };
  if (task.mode === "instant" || !isGood(voucher, nowMs)) return decision;
  const { chainId, escrows } = services.settings;
  const agreedTerms = termsHash(task);
  const accepted = await contractSignature(
    {
      signer: poster,
      signature,
      record,
      pointer: "/voucherSignature",
      from: worker,
      call: (signed) => ({
        function: "stakeAndStart",
        contract,
        taskId,
        agreedTerms,
        voucher: { deadline, signature: signed },
      }),
      typedData: selectionTypedData(
        { chainId, escrow: requireEscrow(contract, escrows).address },
        { ...task, worker, deadline },
      ),
      whatToSign: "Sign exactly the typed data that /mkt/sign/prepare returns for this worker and deadline.",
    },
    services,
    nowMs,
  );
  return { ...decision, voucher: { deadline, signature: accepted } };
}

function isReservedFor({ metadata }: TaskRecord, worker: Address): boolean {
  return metadata?.reservedFor !== undefined && toAddress(metadata.reservedFor) === worker;
}

function requirePoster({ poster }: Task, wallet: Address): void {
  if (wallet !== poster)
    refuse("forbidden_role", "Only the task's poster decides who may start. Sign with the poster's wallet.");
}

/** The changed interest, and what its worker may do next. */
async function changed(
  { given, nowMs, services, unit }: Asked<NamedTask>,
  worker: Address,
  change: (task: Task, known: Interest | null) => Interest,
) {
  const { interests, settings } = services;
  const key = requestedKey(given, { settings });
  const { interest, record } =
    (await interests.change(key, worker, change, unit)) ?? (await refuseUnknownTask(key, services));
  const viewer = { wallet: worker, interest, resubmission: null, nowMs };
  return {
    interest: interestView(interest, record.task, requireEscrows(settings.escrows)),
    workflowStatus: workflowStatus(record.task, viewer),
    _nextAction: nextAction(record.task, viewer),
  };
}

/** The public view, with null for fields that need an interest; the rating flags describe the task, regardless of the viewer. */
export function publicInterestView(
  interest: Interest | null,
  worker: Address,
  task: Task,
  escrows: Escrows,
): Static<typeof PublicInterest> {
  return {
    taskId: String(task.taskId),
    contract: task.contract,
    contractAddress: escrows[task.contract],
    worker,
    status: interest?.status ?? null,
    voucher: interest?.status === "approved" ? interest.voucher : null,
    createdAt: interest === null ? null : iso(interest.createdAt),
    decidedAt: interest?.decidedAt == null ? null : iso(interest.decidedAt),
    buyerRatedWorker: task.posterRating !== null,
    workerRatedPoster: task.workerRating !== null,
  };
}

/** The full view, for the worker and the poster. */
export function interestView(interest: Interest, task: Task, escrows: Escrows): Static<typeof InterestView> {
  const { status, createdAt, message, etaSeconds = null, samples = [], record = null, workerRecord } = interest;
  return {
    ...publicInterestView(interest, interest.worker, task, escrows),
    status,
    createdAt: iso(createdAt),
    message,
    etaSeconds,
    samples: [...samples],
    record,
    workerRecord: workerRecord === undefined ? null : workerRecordView(workerRecord),
  };
}
