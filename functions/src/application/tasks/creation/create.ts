import { toAddress, type Address } from "../../../domain/address";
import { contentHash, requireGoodContent, citationOf, privateDetailsOf, type ContentOf } from "../../../domain/content";
import { refuse, refuseField, refuseValue, type ErrorCode } from "../../../domain/errors";
import type { Hex } from "../../../domain/keccak";
import { requireEscrow } from "../../../domain/messages/requestText";
import { selectionTypedData } from "../../../domain/messages/typedData";
import { formatUsdc, parseUsdc } from "../../../domain/money";
import { RELAY_PATH } from "../../../domain/task/gasless";
import { tidyMetadata, type TaskMetadata } from "../../../domain/task/metadata";
import { termsOf, type GivenTerms } from "../../../domain/task/terms";
import type { UnitOfWork } from "../../../domain/unitOfWork";
import type { Static } from "../../../schema/build";
import type { PublicMetadata, PrivateText } from "../../../schema/content";
import type { Settings } from "../../../settings";
import type { Services } from "../../services";
import { taskNames } from "../../views/task";
import { requireUsableSchema } from "../work/acceptance";
import { prepareFunded } from "./funded";
import { selectionIn, selectWorker } from "../work/interest";
import { thenConfirm } from "../step/prepare";
import { requireAddress, hireAmong } from "../requestedTask";
import { required, stepOf } from "../step/sent";
import { confirm, confirmedStep, shownTo, type SentStep, type StepRequest, type ToConfirm } from "../step/step";
import { taskToCall } from "../task";
import type { TaskRecord } from "../../../ports/tasks";
import { privateContent, type Words } from "../work/work";

/** The errors of a creation, besides those of a confirmation. */
export const CREATION_ERRORS = [
  "forbidden_role",
  "signature_invalid",
  "invalid_signature_format",
  "idempotency_key_used",
] as const satisfies readonly ErrorCode[];

/** The terms of a task to create. */
interface Creation extends Partial<GivenTerms> {
  contract?: string;
  permit?: { deadline: number; signature: string };
}

/** The transactions that create a task with these terms, and how to proceed. */
export async function prepareCreation(
  { path, input, wallet, prove, services, nowMs }: StepRequest<Creation>,
  metadataHash: Hex,
  /** Where its metadata is stored here, so that the relay creates it. */
  randomBytes?: (size: number) => Buffer,
) {
  const { name: contract } = requireEscrow(input.contract, services.settings.escrows);
  const terms = termsOf(contract, { ...input, ...required(input, "rewardUsdc", "stakeUsdc") }, metadataHash);
  const funded = await prepareFunded(
    {
      wallet,
      prove,
      record: null,
      ...(randomBytes && { randomBytes }),
      call: { function: "createTask", contract, terms },
      withPermit: (permit) => ({ function: "createTaskWithPermit", contract, terms, permit }),
      amountUsdcUnits: terms.rewardUsdcUnits,
      permit: input.permit,
      description: `Creates a task on the ${contract} contract with ${formatUsdc(terms.rewardUsdcUnits)} USDC in escrow.`,
    },
    services,
    nowMs,
  );
  const confirmation = thenConfirm("poster", path, { wallet, contract, metadataHash });
  const isRelayed = funded.transactions.length === 0;
  const _nextAction = {
    ...confirmation,
    ...(isRelayed && { reason: `Sign gasless.typedData and have ${RELAY_PATH} create the task.` }),
  };
  return { ok: true as const, ...funded, metadataHash, _nextAction };
}

/** The owner of an Idempotency-Key: only a confirmation's answer is stored under it. */
export function keyedConfirmation(asked: Parameters<typeof stepOf>[0] & { wallet?: string }): Address | null {
  return stepOf(asked) === "confirm" ? requireAddress(asked.wallet ?? "") : null;
}

type Sent = Omit<SentStep, "taskId"> & {
  metadataHash?: string;
  voucherDeadline?: number;
  voucherSignature?: string;
};

/** The task that a transaction of this wallet created; if a hash is given, the one with this metadata. */
export function confirmCreation(request: StepRequest<Sent>) {
  return confirm(creationIn(request), request.services, request.nowMs);
}

function creationIn({ input, wallet, services }: StepRequest<Sent>): ToConfirm {
  const { name: contract } = requireEscrow(input.contract, services.settings.escrows);
  const { metadataHash } = input;
  return {
    sent: input,
    wallet,
    contract,
    taskId: null,
    names: ["TaskCreated"],
    fits: (event) =>
      metadataHash === undefined || (event.name === "TaskCreated" && event.metadataHash === metadataHash),
  };
}

interface Texts extends Partial<Omit<TaskMetadata, "privateDetailsHash">> {
  privateDetails?: Words;
  /** The only worker that may start. */
  worker?: string;
}

/** What `/agentCreateTaskSimple` takes to create a task. */
export type SimpleCreation = Creation & Texts;

/** The creation of a task from its texts, which are kept as drafts until their hashes are on the chain. */
export async function prepareSimpleCreation(request: StepRequest<SimpleCreation>) {
  const { wallet, randomBytes, services, nowMs } = request;
  const { input, metadata, details } = textsIn(request);
  await requireUsableSchema(metadata.value, "", request.client(), services);
  const prepared = await prepareCreation({ ...request, input }, contentHash(metadata), randomBytes);
  await services.contentStore.keepDrafts(wallet, [metadata, ...(details ? [details] : [])], nowMs);
  return {
    ...prepared,
    metadata: metadata.value as Static<typeof PublicMetadata>,
    ...(details && { salt: details.value.salt }),
  };
}

/** The terms of a request, and its texts as they are hashed; refuses texts that break a rule. */
export function textsIn({ input: given, wallet, randomBytes, services }: StepRequest<SimpleCreation>) {
  const input = withHire(given, wallet);
  const details =
    input.privateDetails && privateContent("privateDetails", input.privateDetails, randomBytes, "/privateDetails");
  const value = tidyMetadata({
    ...input,
    ...required(input, "title", "description", "category"),
    ...(details && { privateDetailsHash: contentHash(details) }),
  });
  const metadata: ContentOf<"metadata"> = { kind: "metadata", value };
  requireGoodContent(metadata);
  return { input: withJudge(input, wallet, services.settings, value), metadata, details };
}

/** A task for one worker is in selection mode and reserved for it. */
function withHire({ worker, ...input }: Creation & Texts, poster: Address): Creation & Texts {
  if (worker === undefined) return input;
  const reservedFor = requireAddress(worker);
  if (reservedFor === poster) refuseValue("/worker", "must not be your own wallet");
  if (input.mode === "instant") refuseValue("/mode", "must be selection, or left out, to hire a worker");
  return { ...input, mode: "selection", reservedFor };
}

/** In place of an address: the service's judge, which approves output that meets the task's schema. */
const BY_SCHEMA = "schema";

/**
 * The creation with its judge as an address; refuses a judge that could never approve.
 * @param metadata null if only its hash is given
 */
export function withJudge<C extends Creation>(
  { judge: named, ...input }: C,
  poster: Address,
  settings: Settings,
  metadata: TaskMetadata | null = null,
): Omit<C, "judge"> & { judge?: Address } {
  if (named === undefined) return input;
  const own = settings.judge?.address ?? null;
  if (named === BY_SCHEMA) {
    if (own === null)
      return refuseValue("/judge", "can't be schema: this deployment has no judge. Name a wallet, or leave it out");
    if (metadata === null)
      return refuseValue("/judge", "can't be schema with a hash alone. Create the task with /agentCreateTaskSimple");
  }
  const judge = named === BY_SCHEMA ? own! : requireAddress(named);
  if (BigInt(judge) === 0n) refuseValue("/judge", "is the zero address. Name a wallet, or leave it out");
  if (judge === poster) refuseValue("/judge", "must not be your own wallet");
  if (Object.values(settings.escrows ?? {}).includes(judge))
    refuseValue("/judge", "is the escrow. Name a wallet, or leave it out");
  if (metadata?.reservedFor !== undefined && judge === toAddress(metadata.reservedFor))
    refuseValue("/judge", "is the worker. Name a wallet of neither side");
  if (judge === own && metadata) requireJudgeable(input.rewardUsdc, metadata, settings);
  return { ...input, judge };
}

/** The service judges by the schema alone, and the relay pays for its verdict. */
function requireJudgeable(rewardUsdc: string | undefined, { acceptance }: TaskMetadata, { relay }: Settings): void {
  if (!acceptance?.outputSchema) refuseValue("/judge", "can't be schema without acceptance.outputSchema");
  const least = relay?.minRewardUsdcUnits ?? 0n;
  const message = `must be at least ${formatUsdc(least)} USDC with judge schema`;
  if ((parseUsdc(rewardUsdc ?? "") ?? least) < least) refuseField("/rewardUsdc", message);
}

/**
 * The created task. If it is reserved for a worker, the poster's selection of that worker is stored if it was sent, and
 * returned to be signed otherwise: the contract's selection names the task's id, which is not known before.
 */
export async function confirmSimpleCreation(request: StepRequest<Sent>) {
  const { input, wallet, services, nowMs } = request;
  const voucher = selectionIn(input);
  const created = await confirmedStep(creationIn(request), services);
  const { record } = created;
  const answer = () => shownTo(wallet, created, services, nowMs);
  if (record.metadata?.reservedFor === undefined) {
    return voucher ? refuseField("/voucherSignature", "is for a task that is reserved for a worker") : answer();
  }
  const hire = await hireAmong(record, wallet, nowMs, services);
  if (hire && voucher) await selectWorker({ record, worker: hire.worker, voucher, poster: wallet }, services, nowMs);
  const shown = await answer();
  return hire?.status === "unsigned" && !voucher ? { ...shown, ...toSign(request, record, hire.worker) } : shown;
}

/** The selection for the poster to sign, and the same confirmation with room for its signature. */
function toSign({ input, services }: StepRequest<Sent>, { task }: TaskRecord, worker: Address) {
  const { chainId, escrows } = services.settings;
  const deadline = input.voucherDeadline ?? task.deadlines.openUntil ?? 0;
  const escrow = requireEscrow(task.contract, escrows).address;
  return {
    signatures: [
      {
        field: "voucherSignature" as const,
        reason:
          "Lets the worker you hired start: sign it, and confirm again with voucherSignature and voucherDeadline.",
        deadline,
        typedData: selectionTypedData({ chainId, escrow }, { ...task, worker, deadline }),
      },
    ],
  };
}

interface ProvidedTexts {
  metadata: Static<typeof PublicMetadata>;
  privateDetails?: Static<typeof PrivateText>;
}

/** Refuses texts that violate the rules for metadata or private details. */
export function requireMetadata(texts: ProvidedTexts): void {
  requireGoodContent(metadataOf(texts), "/metadata");
  if (texts.privateDetails) requireGoodContent(detailsOf(texts.privateDetails), "/privateDetails");
}

/** Stores a task's texts for its poster if they have the hashes that the chain holds. Idempotent. */
export async function storeMetadata(
  given: ProvidedTexts & { contract?: string; taskId: string | number },
  wallet: Address,
  services: Services,
  unit: UnitOfWork,
) {
  const { task, metadata: known } = await taskToCall(given, services);
  if (wallet !== task.poster)
    refuse("forbidden_role", "Only the task's poster may store its metadata. Sign with the poster's wallet.");
  const metadata = metadataOf(given);
  const citation = citationOf(task, null, metadata);
  if (!citation)
    refuse(
      "metadata_hash_mismatch",
      `The metadata hashes to ${contentHash(metadata)}, but the chain holds ${task.metadataHash}. Send the metadata exactly as hashed.`,
    );
  const cited = privateDetailsOf(metadata.value, task);
  const details = given.privateDetails && detailsOf(given.privateDetails);
  if (details) {
    const proven = cited.filter(({ hash }) => hash === contentHash(details));
    if (proven.length === 0)
      refuse(
        "metadata_hash_mismatch",
        "The private details do not hash to the metadata's privateDetailsHash. Send them exactly as hashed.",
      );
    const stored = proven.map((one) => ({ citation: one, content: details }));
    await services.contentStore.put(stored, unit);
  } else await services.contentStore.adopt(cited, unit);
  // Storing it again would only cause it to be posted again.
  if (!known) await requireUsableSchema(metadata.value, "/metadata", wallet, services);
  if (!known) await services.contentStore.put([{ citation, content: metadata }], unit);
  const privateDetailsStored = details !== undefined;
  return { ok: true as const, ...taskNames(task, services), metadataHash: task.metadataHash, privateDetailsStored };
}

function metadataOf({ metadata }: ProvidedTexts): ContentOf<"metadata"> {
  return { kind: "metadata", value: metadata as TaskMetadata };
}

function detailsOf({ salt, ...words }: Static<typeof PrivateText>): ContentOf<"privateDetails"> {
  return { kind: "privateDetails", value: { ...words, salt: salt as Hex } };
}
