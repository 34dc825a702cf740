import { AbiCoder, concat, EventFragment, Interface, type ParamType } from "ethers";
import type { Escrows } from "../../domain/messages/requestText";
import type { EventName, Place, TaskEvent } from "../../domain/task/events";
import { stateOfNumber } from "../../domain/workflow/states";
import type { ContractName } from "../../domain/workflow/variants";
import { address, field, hexBytes, hexNumber, list } from "../rpc/json";
import { taskEscrowAbi } from "./abi/TaskEscrow";
import { orNone, readValues } from "./abiValues";

/** The escrow's calls, events and errors. */
export const escrowInterface = new Interface(taskEscrowAbi);

/** Where an event says zero for none, or the number of a state. */
const OWN = {
  ...Object.fromEntries(
    ["worker", "commentHash", "reasonHash", "evidenceHash", "rulingHash"].map((name) => [name, { read: orNone }]),
  ),
  from: {
    read: (number: unknown) => {
      const found = stateOfNumber(Number(number));
      if (!found) throw new TypeError("a task's state was expected");
      return found;
    },
  },
};

interface Shape {
  readonly name: EventName;
  readonly indexed: readonly ParamType[];
  readonly plain: readonly ParamType[];
}

/** By first topic, the events that name a task; ethers itself would hash every event's signature to find a log's. */
const SHAPES: ReadonlyMap<string, Shape> = new Map(
  escrowInterface.fragments
    .filter((fragment) => fragment instanceof EventFragment)
    .filter(({ inputs }) => inputs[0]?.name === "taskId")
    .map(({ name, inputs, topicHash }) => [
      topicHash,
      {
        name: name as EventName,
        indexed: inputs.filter(({ indexed }) => indexed),
        plain: inputs.filter(({ indexed }) => !indexed),
      },
    ]),
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
  const names = new Map((Object.keys(escrows) as ContractName[]).map((name) => [escrows[name], name]));
  return list(logs).flatMap((log) => {
    const contract = names.get(address(field(log, "address")));
    const event = contract && readTaskEvent(log, contract);
    return event ? [event] : [];
  });
}

function readTaskEvent(log: unknown, contract: ContractName): UntimedEvent | null {
  const [topic = "", ...topics] = list(field(log, "topics")).map(hexBytes);
  const shape = SHAPES.get(topic);
  if (!shape) return null;
  const { name, indexed, plain } = shape;
  // Every indexed argument is one word, so the topics together are encoded like data.
  const coder = AbiCoder.defaultAbiCoder();
  // The compiler cannot see that the name and the arguments belong together; the contract's interface does.
  return {
    contract,
    name,
    at: placeOf(log),
    ...readValues(indexed, coder.decode(indexed, concat(topics)), OWN),
    ...readValues(plain, coder.decode(plain, hexBytes(field(log, "data"))), OWN),
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
