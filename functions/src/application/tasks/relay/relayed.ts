import { CALLS, WITHDRAW_PATH, type NextAction } from "../../../domain/task/nextAction";
import { mainCall, type GaslessStep } from "../../../domain/task/gasless";
import type { EscrowCall } from "../../../domain/task/call";
import type { EventName } from "../../../domain/task/events";
import { EDGES } from "../../../domain/workflow/edges";
import { PROVEN } from "../../proof";
import { confirmSimpleCreation } from "../creation/create";
import { thenConfirm } from "../step/prepare";
import { confirmRuling } from "../disputes/dispute";
import { confirmStep, type StepRequest } from "../step/step";
import { confirmWork } from "../work/submit";
import type { TaskRecord } from "../../../ports/tasks";
import { confirmWithdrawal } from "../withdraw";

/** The event of a rating after the task was settled. */
const RATED = ["WorkRated", "PosterRated"] as const;

/** The rows of the workflow's table that a call takes. */
function edgesOf(call: EscrowCall) {
  const name = mainCall(call)?.function.replace(/WithPermit$/, "");
  // A rating of judged work is no step of the workflow; it is taken where work is approved.
  const taken = name === "rateWork" ? "approve" : name;
  return EDGES.filter((edge) => edge.function === taken);
}

/** The call at which a step is prepared and confirmed. */
export function stepPath(call: EscrowCall): string {
  const [edge] = edgesOf(call);
  return edge ? CALLS[edge.id].endpoint : WITHDRAW_PATH;
}

/** How to take a step without the relay. */
export function directWay({ call, from }: GaslessStep, record: TaskRecord | null): NextAction {
  const of = record
    ? { contract: record.task.contract, taskId: String(record.task.taskId) }
    : { contract: call.contract };
  return thenConfirm("client", stepPath(call), { wallet: from, ...of });
}

/** What the step's own confirmation answers; everything that it records is recorded. */
export async function confirmRelayed(
  txHash: string,
  { call, from }: GaslessStep,
  own: Pick<StepRequest, "nowMs" | "randomBytes" | "client" | "services">,
) {
  const main = mainCall(call);
  const path = stepPath(call);
  const { contract } = call;
  const request = { path, wallet: from, prove: PROVEN, ...own };
  if (main?.function === "createTask") {
    const { metadataHash } = main.terms;
    return confirmSimpleCreation({ ...request, input: { contract, txHash, metadataHash } });
  }
  if (!main || !("taskId" in main)) {
    const { to, amountUsdc, ...rest } = await confirmWithdrawal({ ...request, input: { contract, txHash } });
    return { ok: rest.ok, to, amountUsdc, _nextAction: rest._nextAction };
  }
  const ofTask = { ...request, input: { contract, taskId: String(main.taskId), txHash } };
  if (path === CALLS.submit.endpoint) return confirmWork(ofTask);
  if (path === CALLS.rule.endpoint) return confirmRuling(ofTask);
  const names: readonly EventName[] = [...new Set([...edgesOf(call).map((edge) => edge.event), ...RATED])];
  return confirmStep(ofTask, ...names);
}
