import type { Address } from "../address";
import type { Place, TaskEvent } from "./events";

/** The purpose of a movement; the two fees go to the treasury. */
export type Purpose = "reward" | "stake" | "cancelFee" | "platformFee";

/**
 * Money that went from an account into the escrow, or out of it to an account: delivered, or credited for `withdraw`.
 */
export interface Movement {
  readonly purpose: Purpose;
  readonly direction: "intoEscrow" | "outOfEscrow";
  readonly account: Address;
  /** Positive. */
  readonly amountUsdcUnits: bigint;
  readonly at: Pick<Place, "blockNumber" | "txHash" | "logIndex" | "time">;
}

/** A task as far as its money goes. */
interface Stakes {
  readonly poster: Address;
  readonly worker: Address | null;
  readonly stakeUsdcUnits: bigint;
}

/** The movements of an event, from the event's own amounts; `task` is the state before it. */
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
  /**
   * Splits reward and stake into the poster's and the worker's sums; `stakeToWorker` is the worker's share of the
   * stake.
   */
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
    case "TaskFundedMore":
      return paidIn("reward", poster, event.addedUsdcUnits);
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
    case "TaskApprovedByJudge":
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
    // A credit only says how a payment was made; the payment's event counts it.
    case "Credited":
    case "WorkSubmitted":
    case "ChangesRequested":
    case "WorkResubmitted":
    case "WorkRated":
    case "PosterRated":
    case "TaskRejected":
    case "TaskDisputed":
      return [];
  }
}
