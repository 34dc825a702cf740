import type { Address } from "../address";
import type { Place, TaskEvent } from "./events";

/** What money is put in or paid out for; the two fees go to the treasury. */
export type Purpose = "reward" | "stake" | "cancelFee" | "platformFee";

/** Money that went from an account into the escrow, or out of it to an account: delivered there, or credited for its `withdraw`. */
export interface Movement {
  readonly purpose: Purpose;
  readonly direction: "intoEscrow" | "outOfEscrow";
  readonly account: Address;
  /** More than nothing. */
  readonly amountUsdcUnits: bigint;
  readonly at: Pick<Place, "blockNumber" | "txHash" | "logIndex" | "time">;
}

/** A task as far as its money goes. */
interface Stakes {
  readonly poster: Address;
  readonly worker: Address | null;
  readonly stakeUsdcUnits: bigint;
}

/** What an event moves, by the event's own figures; `task` is the task before it. */
export function movementsOf(task: Stakes, event: TaskEvent): Movement[] {
  const { blockNumber, txHash, logIndex, time } = event.at;
  const { poster } = task;
  const move =
    (direction: Movement["direction"]) =>
    (purpose: Purpose, account: Address | null, amountUsdcUnits: bigint): Movement[] =>
      account === null || amountUsdcUnits === 0n
        ? []
        : [{ purpose, direction, account, amountUsdcUnits, at: { blockNumber, txHash, logIndex, time } }];
  const paidIn = move("intoEscrow");
  const paidOut = move("outOfEscrow");
  /** Two sums that hold the reward and the stake together; so much of the stake is the worker's. */
  const split = (toPosterUsdcUnits: bigint, toWorkerUsdcUnits: bigint, workersStakeUsdcUnits: bigint) => {
    const postersStakeUsdcUnits = task.worker === null ? 0n : task.stakeUsdcUnits - workersStakeUsdcUnits;
    return [
      ...paidOut("reward", poster, toPosterUsdcUnits - postersStakeUsdcUnits),
      ...paidOut("stake", poster, postersStakeUsdcUnits),
      ...paidOut("reward", task.worker, toWorkerUsdcUnits - workersStakeUsdcUnits),
      ...paidOut("stake", task.worker, workersStakeUsdcUnits),
    ];
  };
  switch (event.name) {
    case "TaskCreated":
      return paidIn("reward", poster, event.rewardUsdcUnits);
    case "TaskStarted":
      return paidIn("stake", event.worker, event.stakeUsdcUnits);
    case "TaskCancelled":
      return [
        ...paidOut("reward", poster, event.toPosterUsdcUnits),
        ...paidOut("cancelFee", event.treasury, event.feeUsdcUnits),
      ];
    case "TaskApproved":
      return [
        ...paidOut("reward", event.worker, event.toWorkerUsdcUnits),
        ...paidOut("platformFee", event.treasury, event.feeUsdcUnits),
      ];
    case "TaskReleased":
      return [
        ...paidOut("reward", event.worker, event.toWorkerUsdcUnits),
        ...paidOut("platformFee", event.treasury, event.feeUsdcUnits),
        ...paidOut("stake", event.worker, event.stakeUsdcUnits),
      ];
    case "TaskExpired":
      return split(event.toPosterUsdcUnits, event.toWorkerUsdcUnits, event.toWorkerUsdcUnits);
    case "TaskRefunded":
      return split(event.toPosterUsdcUnits, event.toWorkerUsdcUnits, event.toWorkerUsdcUnits);
    case "TaskResolved":
      return split(event.toPosterUsdcUnits, event.toWorkerUsdcUnits, event.forfeitStake ? 0n : task.stakeUsdcUnits);
    case "StakeClaimed":
      return paidOut("stake", event.worker, event.stakeUsdcUnits);
    // A credit is how a payment was made that its event has told already.
    case "Credited":
    case "WorkSubmitted":
    case "ChangesRequested":
    case "WorkResubmitted":
    case "TaskRejected":
    case "TaskDisputed":
      return [];
  }
}
