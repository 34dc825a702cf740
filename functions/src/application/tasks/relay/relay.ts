import type { Address } from "../../../domain/address";
import { refuse, refuseField, Refusal } from "../../../domain/errors";
import type { Hex } from "../../../domain/keccak";
import { demandsOf } from "../../../domain/mandate";
import { requireEscrow } from "../../../domain/messages/requestText";
import { typedDataDigest } from "../../../domain/messages/typedData";
import { formatUsdc } from "../../../domain/money";
import type { Spender } from "../../../domain/payment/gasRisk";
import { taskName, taskNamed } from "../../../domain/task/events";
import {
  isFunding,
  mainCall,
  MAX_GASLESS_SECONDS,
  MAX_RELAY_BYTES,
  type AuthorizedStep,
  type ForwardedStep,
  type GaslessStep,
} from "../../../domain/task/gasless";
import { roleOf, type Task } from "../../../domain/task/task";
import { requireSignatureFormat } from "../../../domain/messages/signedRequest";
import { EDGES } from "../../../domain/workflow/edges";
import type { ContractName } from "../../../domain/workflow/variants";
import { ChainUnavailable } from "../../../ports/chain";
import type { PreparedRelay, Relayed, RelayCheck } from "../../../ports/ownWallet";
import { requireMandate } from "../../mandate/require";
import { PROVEN } from "../../proof";
import type { Services } from "../../services";
import { NO_SALT, relayKey, typedDataOfAuthorization, typedDataOfForward, tokenSignature } from "./gasless";
import { refuseRevert } from "../step/prepare";
import type { Static } from "../../../schema/build";
import type { RelayInput } from "../../../schema/call";
import { confirmRelayed, directWay, stepPath } from "./relayed";
import { requireAddress } from "../requestedTask";
import { refuseUnconfirmed } from "../step/sent";
import type { StepRequest } from "../step/step";
import { syncTask } from "../indexing/sync";
import { syncedTask, taskToCall } from "../task";
import type { TaskRecord } from "../../../ports/tasks";

/** Tasks that wait for a worker, of which its starts without a stake are counted. */
const MAX_WAITING = 200;

type GivenStep = Static<typeof RelayInput>;
type Relaying = Pick<StepRequest<GivenStep>, "input" | "nowMs" | "randomBytes" | "client" | "services">;

/**
 * The task after a step that its wallet signed and the relay sent.
 *
 * The request is claimed before it is broadcast, so that the same request is the same transaction, whichever instance gets
 * it; all checks come before that.
 */
export async function relayStep({ input, ...own }: Relaying) {
  const { nowMs, services } = own;
  if (!services.settings.relay)
    refuse(
      "relay_unavailable",
      "This deployment relays no steps. Unless the step was relayed before (see /mkt/dashboard), send the prepared transactions with the wallet's own gas.",
    );
  const { name: contract } = requireEscrow(input.contract, services.settings.escrows);
  requireSignatureFormat(input.signature, "/signature");
  const step = stepIn(input, contract, services);
  const key = relayKey(step, input.request.data, services);
  if (step.kind === "forward") await requireForwardKey(step, input.signature, services);
  // One that is known was verified before it was sent, and is sent again unchanged. Its answer says nothing that the step's
  // confirmation does not tell anyone who names the transaction, so an authorization is not verified again: that would
  // take a read of the task, and for wallets with code the chain.
  const relayed =
    (await services.relay.find(key)) ??
    (await orOwn(key, step, services, () => relay(key, step, input.signature as Hex, services, nowMs)));
  if (relayed.state === "reverted") await forgiveOvertaken(key, step, services);
  return { txHash: relayed.txHash, ...(await confirmed(relayed, step, own)) };
}

/** Before a refusal stands: another request may have sent the step meanwhile, and what refuses it is that it was taken. */
async function orOwn(
  key: string,
  step: GaslessStep,
  services: Services,
  send: () => Promise<Relayed>,
): Promise<Relayed> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const own = await services.relay.find(key);
    if (own) return own;
    // The job may have been the first to see that it reverted.
    await forgiveOvertaken(key, step, services);
    throw error;
  }
}

function confirmed({ txHash, state }: Relayed, step: GaslessStep, own: Omit<Relaying, "input">) {
  // One that was lost is relayed again by the next request.
  if (state === null || state === "lost") refuseUnconfirmed();
  if (state !== "succeeded") refuse("state_conflict", `The relayed transaction reverted. ${prepareAgain(step)}`);
  return confirmRelayed(txHash, step, own);
}

/** Checks a step that was not sent yet, and sends it. */
async function relay(key: string, step: GaslessStep, given: Hex, services: Services, nowMs: number): Promise<Relayed> {
  const { from, deadline } = step;
  const now = Math.floor(nowMs / 1_000);
  if (deadline <= now || deadline > now + MAX_GASLESS_SECONDS)
    refuse(
      "signature_expired",
      `request.deadline must be at most ${MAX_GASLESS_SECONDS} seconds ahead. ${prepareAgain(step)}`,
    );
  const { record, takesUsdcUnits } = await allowedStep(step, services);
  try {
    const signature =
      step.kind === "forward" ? given : await authorizingSignature(step, takesUsdcUnits, given, services);
    await requireChange(step, record, services, nowMs);
    const check = await services.relay.check(step, signature, record?.task.at.blockNumber);
    if (!check.ok) return await refuseCheck(check, step, record, services, nowMs);
    const free = isFreeStart(step, record) ? [await requireFreeStart(step, check.prepared, record, services)] : [];
    const demands = demandsOf(step.call, takesUsdcUnits).map((one) => ({ ...one, once: one.once ?? key }));
    await requireMandate({ wallet: from, demands, prove: PROVEN }, services.mandates, nowMs);
    const isUnderWay = record !== null && record.task.state !== "FUNDED";
    const spenders = [...spendersOf(step, record, services), ...free];
    const sent = await services.relay.send(key, check.prepared, { spenders, isUnderWay });
    if (sent.outcome === "sent") return sent.relayed;
    if (sent.outcome === "crowded") return refuseCrowded();
    if (sent.outcome === "unable") return refuseUnavailable(sent.detail, step, record);
    return refuse("relay_refused", sent.detail, { nextAction: directWay(step, record) });
  } catch (error) {
    if (error instanceof ChainUnavailable) return refuseUnavailable("No node answers.", step, record);
    throw error;
  }
}

/** The step as this service prepares it, from what a wallet signed. */
function stepIn({ kind, request }: GivenStep, contract: ContractName, { relay }: Services): GaslessStep {
  const { data, gas, nonce, salt } = request;
  const deadline = Number(request.deadline);
  const from = requireAddress(request.from);
  const call = relay.decode(contract, data as Hex);
  if (!call || !mainCall(call)) return refuseRequest("data", "must be one of the escrow's steps, as it was prepared");
  if (kind === "authorization") {
    if (!isFunding(call)) return refuseRequest("data", "must create or start a task, with this kind");
    if (call.function === "createTask" && salt === undefined) return refuseRequest("salt", "is required");
    const own = call.function === "createTask" ? (salt as Hex) : NO_SALT;
    return { kind, call, from, deadline, salt: own };
  }
  if (isFunding(call) || call.function === "createTaskWithPermit" || call.function === "stakeAndStartWithPermit")
    return refuseRequest("data", "must not create or start a task, with this kind");
  if (gas === undefined) return refuseRequest("gas", "is required");
  if (nonce === undefined) return refuseRequest("nonce", "is required");
  return { kind, call, from, deadline, gas: BigInt(gas), nonce: BigInt(nonce) };
}

function refuseRequest(name: string, message: string): never {
  return refuseField(`/request/${name}`, message, `request.${name} ${message}.`);
}

/** The task of a step that the relay may pay for, and what the step takes from its wallet. One or two reads. */
async function allowedStep(
  step: GaslessStep,
  services: Services,
): Promise<{ record: TaskRecord | null; takesUsdcUnits: bigint }> {
  const { call, from } = step;
  const main = mainCall(call);
  if (main?.function === "createTask") {
    const { rewardUsdcUnits, metadataHash } = main.terms;
    const least = services.settings.relay?.minRewardUsdcUnits ?? 0n;
    const refuseCreation = (detail: string) => refuse("relay_refused", detail, { nextAction: directWay(step, null) });
    if (rewardUsdcUnits < least)
      refuseCreation(
        `The relay creates tasks with a reward of ${formatUsdc(least)} USDC or more. Send the prepared transactions with the wallet's own gas.`,
      );
    if (!(await services.contentStore.hasDraft(from, "metadata", metadataHash)))
      refuseCreation(
        `The relay creates tasks that were prepared with ${stepPath(call)} in the last 24 hours. Prepare this one there again.`,
      );
    return { record: null, takesUsdcUnits: rewardUsdcUnits };
  }
  if (!main || !("taskId" in main)) return { record: null, takesUsdcUnits: 0n };
  const record = await taskToCall({ contract: call.contract, taskId: String(main.taskId) }, services);
  const { task } = record;
  if (main.function === "stakeAndStart") return { record, takesUsdcUnits: task.stakeUsdcUnits };
  if (roleOf(task, from) === "stranger")
    refuse(
      "forbidden_role",
      "The relay takes a task's steps only from its poster, worker and arbiter. Sign with one of their wallets.",
    );
  const isTopUp = main.function === "fundMore" || main.function === "fundMoreWithPermit";
  const added = isTopUp ? main.rewardUsdcUnits - task.rewardUsdcUnits : 0n;
  return { record, takesUsdcUnits: added > 0n ? added : 0n };
}

function refuseCrowded(): never {
  return refuse(
    "tx_not_confirmed",
    "Another relayed step of this wallet is not in a block yet. Send the same request again in a moment.",
  );
}

/** A start that takes nothing from its worker, so that only the relay's limits hold it back. */
const isFreeStart = ({ call }: GaslessStep, record: TaskRecord | null): record is TaskRecord =>
  mainCall(call)?.function === "stakeAndStart" && record?.task.stakeUsdcUnits === 0n;

/** On whose account a start without a stake is sent: of a worker that has few others open. */
async function requireFreeStart(
  step: GaslessStep,
  { gas, maxFeePerGas, dataFeeWei }: PreparedRelay,
  record: TaskRecord,
  services: Services,
): Promise<Spender> {
  const { freeStartWei, freeStarts } = services.settings.relay!;
  const refuseStart = (detail: string) => refuse("relay_refused", detail, { nextAction: directWay(step, record) });
  if (gas * maxFeePerGas + dataFeeWei > freeStartWei)
    return refuseStart(
      "Gas costs more now than the relay pays for a start without a stake. Try again later, or send the prepared transactions with the wallet's own gas.",
    );
  const name = `start-${step.from}`;
  const { open: pending, task: latest = null } = await services.relay.spender(name);
  if (pending > 0) return refuseCrowded();
  // It is mined, but perhaps not known here yet.
  if (latest !== null) await syncedTask(taskNamed(latest), services);
  const { items } = await services.tasks.waiting(step.from, MAX_WAITING, null);
  const open = items.filter(
    ({ task }) => task.state === "STARTED" && task.worker === step.from && task.stakeUsdcUnits === 0n,
  );
  if (open.length >= freeStarts)
    return refuseStart(
      `This wallet has started ${open.length} tasks without a stake and not submitted their work; the relay starts at most ${freeStarts} at a time. Submit work first, or send the prepared transactions with the wallet's own gas.`,
    );
  return { rule: "start", name, task: taskName(record.task), counted: latest };
}

/** An escrow that has the work already accepts it again and changes nothing: no step that a relay pays for. */
async function requireChange(
  { call, from }: GaslessStep,
  record: TaskRecord | null,
  services: Services,
  nowMs: number,
) {
  const first = call.function === "multicall" ? call.calls[0] : call;
  if (!record || first?.function !== "resubmitWork") return;
  const now = await syncedTask(record.task, services);
  if (now.task.state !== "CHANGES_REQUESTED")
    await refuseRevert("WrongState", { wallet: from, record: now }, services, nowMs);
}

/** Refuses a request to the forwarder that another key signed, before anything else is asked. */
async function requireForwardKey(step: ForwardedStep, given: string, services: Services): Promise<void> {
  const forwarder = await services.relay.forwarderOf(step.call.contract);
  if (!forwarder)
    return refuse(
      "relay_refused",
      "This deployment trusts no forwarder. Send the prepared transactions with the wallet's own gas.",
      { nextAction: directWay(step, null) },
    );
  const digest = typedDataDigest(typedDataOfForward(step, forwarder, services));
  if (!(await services.signatures.isByOwnKey(step.from, digest, given))) refuseSignature();
}

/** The signature as USDC takes it. */
async function authorizingSignature(step: AuthorizedStep, takesUsdcUnits: bigint, given: Hex, services: Services) {
  const signed = typedDataOfAuthorization(step, takesUsdcUnits, services);
  const signature = (await tokenSignature(step.from, signed, given, services)) ?? refuseSignature();
  if (signature === "tooLong")
    return refuse(
      "relay_refused",
      `The relay takes signatures of at most ${MAX_RELAY_BYTES} bytes. Send the prepared transactions with the wallet's own gas.`,
      {
        nextAction: directWay(step, null),
      },
    );
  return signature;
}

function refuseSignature(): never {
  return refuse(
    "signature_invalid",
    "This is not request.from's signature of the prepared typed data. Sign gasless.typedData unchanged.",
  );
}

/** Each party of a task has its own steps, so that none can use up another's; a start may come from any wallet. */
function spendersOf(step: GaslessStep, record: TaskRecord | null, { settings }: Services): Spender[] {
  const { kind, from, call } = step;
  const { walletSteps, taskSteps } = settings.relay ?? { walletSteps: 0, taskSteps: 0 };
  const enters = isFunding(call);
  const wallet = { rule: "wallet" as const, name: from, max: walletSteps, enters };
  const own = kind === "forward" ? [wallet, { rule: "forward" as const, name: `forward-${from}` }] : [wallet];
  if (!record || kind === "authorization") return own;
  const { contract, taskId } = record.task;
  return [...own, { rule: "task", name: `task-${contract}-${taskId}-${from}`, max: taskSteps }];
}

/** What to do with a step that is over. A second creation is a second task, and anyone may have sent the first one. */
const prepareAgain = ({ call }: GaslessStep): string =>
  mainCall(call)?.function === "createTask"
    ? "Look for its task in /mkt/dashboard, and prepare the step again only if there is none."
    : "Prepare the step again and sign it.";

/** Refuses a step that would not succeed. */
function refuseCheck(
  { reason }: RelayCheck & { ok: false },
  step: GaslessStep,
  record: TaskRecord | null,
  services: Services,
  nowMs: number,
): Promise<never> {
  const { from: wallet } = step;
  if (reason === "stale")
    refuse("state_conflict", `The request's nonce is used, or its deadline has passed. ${prepareAgain(step)}`);
  if (reason === "early")
    refuse(
      "tx_not_confirmed",
      "An earlier signed step of this wallet is not in a block yet. Send the same request again in a moment.",
    );
  if (reason === "gas")
    refuse(
      "relay_refused",
      "This takes more gas than the relay pays for, or succeeds only when simulated. Send the prepared transactions with the wallet's own gas.",
      {
        nextAction: directWay(step, record),
      },
    );
  if (reason === "InvalidSignature" && step.kind === "authorization")
    refuse(
      "signature_invalid",
      "USDC does not accept this signature of request.from. Sign gasless.typedData unchanged.",
    );
  return refuseRevert(reason, { wallet, record }, services, nowMs);
}

/** Refuses a step that the relay cannot send now. */
function refuseUnavailable(detail: string, step: GaslessStep | null, record: TaskRecord | null): never {
  return refuse("relay_unavailable", `${detail} Send the prepared transactions with the wallet's own gas.`, {
    ...(step && { nextAction: directWay(step, record) }),
  });
}

const MAX_LAG_SECONDS = 60;

/**
 * Takes a revert off its wallet's record where another wallet's transaction changed the task after the step was signed for
 * the chain: a poster adds a base unit to the reward, or another worker starts first. What the wallet itself did between the
 * simulation and the block counts against it.
 *
 * Block times lag this service's clock by up to `MAX_LAG_SECONDS`. A change just before the signature is forgiven too: a
 * wallet gains nothing by it, because a poster who helps it could as well make the change just after.
 */
async function forgiveOvertaken(key: string, { call, from }: GaslessStep, services: Services): Promise<void> {
  const main = mainCall(call);
  if (!main || !("taskId" in main)) return;
  const signedAtMs = await services.relay.revertedSince(key);
  if (signedAtMs === null) return;
  const task = await syncTask(services, { contract: call.contract, taskId: main.taskId });
  const mover = task && moverOf(task);
  if (mover && mover !== from && task.at.time >= signedAtMs / 1_000 - MAX_LAG_SECONDS)
    await services.relay.forgive(key);
}

/** The wallet whose transaction changed the task last; null for its creation, and where anyone may take that step. */
function moverOf({ at, history, poster, worker, arbiter }: Task): Address | null {
  const last = history.findLast(({ txHash }) => txHash === at.txHash);
  const edge = EDGES.find(({ id }) => id === last?.step);
  switch (edge?.who) {
    case "poster":
      return poster;
    case "worker":
      return worker;
    case "arbiter":
      return arbiter;
    case "outsider":
      return edge.id === "start" ? worker : null;
    default:
      return null;
  }
}
