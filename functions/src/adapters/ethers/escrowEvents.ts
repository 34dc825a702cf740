import { AbiCoder, concat, Interface, type ParamType } from "ethers";
import { toAddress, type Address } from "../../domain/address";
import type { Escrows } from "../../domain/messages/requestText";
import type { Hex } from "../../domain/keccak";
import type { EventArguments, EventName, Place, TaskEvent } from "../../domain/task/events";
import { stateOfNumber, WINDOW_NAMES, type State, type Windows } from "../../domain/workflow/states";
import type { VariantName } from "../../domain/workflow/variants";
import { address, field, hexBytes, hexNumber, list } from "../rpc/json";
import { taskEscrowAbi } from "./abi/TaskEscrow";

/** The escrow's calls, events and errors. */
export const escrowInterface = new Interface(taskEscrowAbi);

type Arguments = Readonly<Record<string, unknown>>;

/** How the arguments of each event are read. */
const READ: { readonly [N in EventName]: (args: Arguments) => EventArguments[N] } = {
  TaskCreated: (args) => ({
    poster: account(args["poster"]),
    metadataHash: bytes(args["metadataHash"]),
    rewardUsdcUnits: units(args["reward"]),
    stakeUsdcUnits: units(args["stake"]),
    mode: units(args["mode"]) === 0n ? "instant" : "selection",
    maxChangeRounds: small(args["maxChangeRounds"]),
    judge: accountOrNone(args["judge"]),
    windows: windows(args["windows"]),
    openUntil: small(args["openUntil"]),
    cancelFeeUsdcUnits: units(args["cancelFee"]),
    platformFeeBps: small(args["platformFeeBps"]),
    arbiter: account(args["arbiter"]),
  }),
  TaskFundedMore: (args) => ({
    poster: account(args["poster"]),
    addedUsdcUnits: units(args["addedReward"]),
    rewardUsdcUnits: units(args["reward"]),
    openUntil: small(args["openUntil"]),
  }),
  TaskCancelled: (args) => ({
    poster: account(args["poster"]),
    toPosterUsdcUnits: units(args["refund"]),
    feeUsdcUnits: units(args["fee"]),
    treasury: account(args["treasury"]),
  }),
  TaskExpired: (args) => ({
    poster: account(args["poster"]),
    worker: accountOrNone(args["worker"]),
    from: state(args["from"]),
    ...split(args),
  }),
  TaskStarted: (args) => ({ ...parties(args), stakeUsdcUnits: units(args["stake"]), workBy: small(args["workBy"]) }),
  WorkSubmitted: (args) => ({ ...parties(args), ...submission(args), reviewBy: small(args["reviewBy"]) }),
  ChangesRequested: (args) => ({
    ...parties(args),
    round: small(args["round"]),
    reasonHash: textHash(args["reasonHash"]),
    resubmitBy: small(args["resubmitBy"]),
  }),
  WorkResubmitted: (args) => ({
    ...parties(args),
    ...submission(args),
    round: small(args["round"]),
    reviewBy: small(args["reviewBy"]),
  }),
  TaskApproved: (args) => ({
    ...parties(args),
    ...submission(args),
    ...rated(args),
    ...earned(args),
    rateBy: small(args["rateBy"]),
  }),
  TaskReleased: (args) => ({
    ...parties(args),
    ...submission(args),
    ...earned(args),
    stakeUsdcUnits: units(args["stake"]),
  }),
  TaskApprovedByJudge: (args) => ({
    ...parties(args),
    judge: account(args["judge"]),
    ...submission(args),
    ...earned(args),
    stakeUsdcUnits: units(args["stake"]),
    rateBy: small(args["rateBy"]),
  }),
  WorkRated: (args) => ({ ...parties(args), ...rated(args) }),
  PosterRated: (args) => ({ ...parties(args), ...rated(args) }),
  TaskRejected: (args) => ({
    ...parties(args),
    ...submission(args),
    ...rated(args),
    contestBy: small(args["contestBy"]),
  }),
  TaskRefunded: (args) => ({ ...parties(args), ...split(args) }),
  TaskDisputed: (args) => ({
    ...parties(args),
    evidenceHash: textHash(args["evidenceHash"]),
    arbiter: account(args["arbiter"]),
    ruleBy: small(args["ruleBy"]),
  }),
  TaskResolved: (args) => ({
    ...parties(args),
    workerShareBps: small(args["workerShareBps"]),
    forfeitStake: args["forfeitStake"] === true,
    rulingHash: textHash(args["rulingHash"]),
    byDefault: args["byDefault"] === true,
    ...split(args),
  }),
  StakeClaimed: (args) => ({ ...parties(args), ...rated(args), stakeUsdcUnits: units(args["stake"]) }),
  Credited: (args) => ({ account: account(args["account"]), amountUsdcUnits: units(args["amount"]) }),
};

interface Shape {
  readonly name: EventName;
  readonly indexed: readonly ParamType[];
  readonly plain: readonly ParamType[];
}

/** By first topic; ethers itself would hash the signature of every event to find the one of a log. */
const SHAPES: ReadonlyMap<string, Shape> = new Map(
  (Object.keys(READ) as EventName[]).map((name) => {
    const event = escrowInterface.getEvent(name);
    if (!event) throw new Error(`the escrow has no event ${name}`);
    const { inputs, topicHash } = event;
    return [
      topicHash,
      { name, indexed: inputs.filter(({ indexed }) => indexed), plain: inputs.filter(({ indexed }) => !indexed) },
    ];
  }),
);

/** The first topic of every event that names a task. */
export const TASK_TOPICS: readonly string[] = [...SHAPES.keys()];

/** An event whose block's time the node may have left out. */
export interface Untimed {
  readonly at: Omit<Place, "time"> & { readonly time: number | null };
}
export type UntimedEvent = TaskEvent & Untimed;

/** The task events among a node's logs, in their order; logs of other contracts and other events are left out. */
export function readTaskEvents(logs: unknown, escrows: Escrows): UntimedEvent[] {
  const names = new Map((Object.keys(escrows) as VariantName[]).map((name) => [escrows[name], name]));
  return list(logs).flatMap((log) => {
    const contract = names.get(address(field(log, "address")));
    const event = contract && readTaskEvent(log, contract);
    return event ? [event] : [];
  });
}

function readTaskEvent(log: unknown, contract: VariantName): UntimedEvent | null {
  const [topic = "", ...topics] = list(field(log, "topics")).map(hexBytes);
  const shape = SHAPES.get(topic);
  if (!shape) return null;
  const { name, indexed, plain } = shape;
  // Every indexed argument is one word, so the topics together are encoded like data.
  const coder = AbiCoder.defaultAbiCoder();
  const args: Arguments = {
    ...(coder.decode(indexed, concat(topics)).toObject() as object),
    ...(coder.decode(plain, hexBytes(field(log, "data"))).toObject() as object),
  };
  // The compiler cannot see that the name and the arguments belong together; the table above does.
  return {
    contract,
    taskId: units(args["taskId"]),
    name,
    at: placeOf(log),
    ...READ[name](args),
  } as unknown as UntimedEvent;
}

/** The place of a node's log. */
export function placeOf(log: unknown): Untimed["at"] {
  const time = field(log, "blockTimestamp") ?? null;
  return {
    blockNumber: hexNumber(field(log, "blockNumber")),
    blockHash: hexBytes(field(log, "blockHash")),
    txHash: hexBytes(field(log, "transactionHash")),
    logIndex: Number(hexNumber(field(log, "logIndex"))),
    time: time === null ? null : Number(hexNumber(time)),
  };
}

function parties(args: Arguments): { poster: Address; worker: Address } {
  return { poster: account(args["poster"]), worker: account(args["worker"]) };
}

function submission(args: Arguments): { submissionHash: Hex } {
  return { submissionHash: bytes(args["submissionHash"]) };
}

function rated(args: Arguments): { rating: number; commentHash: Hex | null } {
  return { rating: small(args["rating"]), commentHash: textHash(args["commentHash"]) };
}

function earned(args: Arguments): { toWorkerUsdcUnits: bigint; feeUsdcUnits: bigint; treasury: Address } {
  return {
    toWorkerUsdcUnits: units(args["toWorker"]),
    feeUsdcUnits: units(args["fee"]),
    treasury: account(args["treasury"]),
  };
}

function split(args: Arguments): { toPosterUsdcUnits: bigint; toWorkerUsdcUnits: bigint } {
  return { toPosterUsdcUnits: units(args["toPoster"]), toWorkerUsdcUnits: units(args["toWorker"]) };
}

function windows(value: unknown): Windows {
  const given = value as readonly unknown[];
  return Object.fromEntries(WINDOW_NAMES.map((name, at) => [name, small(given[at])])) as Windows;
}

function state(value: unknown): State {
  const found = stateOfNumber(small(value));
  if (!found) throw new TypeError("a task's state was expected");
  return found;
}

function account(value: unknown): Address {
  const found = toAddress(String(value));
  if (!found) throw new TypeError("an address was expected");
  return found;
}

/** The contract says zero for none. */
function accountOrNone(value: unknown): Address | null {
  return /^0x0{40}$/.test(String(value)) ? null : account(value);
}

function bytes(value: unknown): Hex {
  return String(value).toLowerCase() as Hex;
}

/** The hash of a text; the contract says zero for none. */
function textHash(value: unknown): Hex | null {
  const hash = bytes(value);
  return /^0x0*$/.test(hash) ? null : hash;
}

function units(value: unknown): bigint {
  return BigInt(value as bigint);
}

/** A number that certainly fits: a time, a window, a rating, a share. */
function small(value: unknown): number {
  return Number(value);
}
