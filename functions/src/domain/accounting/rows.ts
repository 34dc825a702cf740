import type { TaskFacts } from "../contribution";
import type { FinalPayment } from "../payment/purchase";
import type { Movement, Task } from "../task/task";
import type { AccountingRow, RowDirection, RowRole, RowType } from "./row";

/** A row without the fields that all rows of one movement share. */
type Entry = Pick<
  AccountingRow,
  "wallet" | "role" | "type" | "direction" | "grossUsdcUnits" | "feeUsdcUnits" | "netUsdcUnits"
>;

/**
 * The rows of a task: one per movement, for the account that the money came from or went to.
 *
 * | movement | wallet | role | type | direction | net |
 * | --- | --- | --- | --- | --- | --- |
 * | reward paid in | poster | poster | `reward` | out | the reward |
 * | stake paid in | worker | worker | `stake` | out | the stake |
 * | reward paid out to the worker | worker | worker | `reward` | in | gross less the platform fee |
 * | reward paid out to the poster | poster | poster | `refund` | in | gross less the cancel fee |
 * | stake paid out to the worker | worker | worker | `stake_returned` | in | what came back |
 * | stake paid out to the poster | poster | poster | `stake_forfeited` | in | what was forfeited |
 * | (the same) | worker | worker | `stake_forfeited` | out | 0: it went out as `stake`; gross and fee say how much is lost |
 * | cancel fee | treasury | platform | `cancel_fee` | in | the fee |
 * | platform fee | treasury | platform | `platform_fee` | in | the fee |
 *
 * At any time, an account's rows therefore sum to what the escrow delivered or credited to it, less what it took.
 * Withdrawing a credit moves the account's own money and makes no row.
 */
export function accountingRows({ task, metadata }: TaskFacts): AccountingRow[] {
  return task.movements.flatMap((movement) => {
    const { at } = movement;
    const end = endOf(task, movement);
    return entriesOf(task, movement).map((entry): AccountingRow => ({
      ...entry,
      movedAt: at.time,
      settledAt: end?.time ?? null,
      settledTxHash: end?.txHash ?? null,
      contract: task.contract,
      taskId: task.taskId,
      title: metadata?.title ?? null,
      counterparty: entry.role === "poster" || movement.purpose === "platformFee" ? task.worker : task.poster,
      txHash: at.txHash,
      blockNumber: at.blockNumber,
      logIndex: at.logIndex,
    }));
  });
}

/** The rows of a payment for an answer: the payer's and the recipient's. */
export function paymentRows({
  payer,
  recipient,
  amountUsdcUnits,
  minedAt,
  txHash,
  blockNumber,
  logIndex,
}: FinalPayment): AccountingRow[] {
  const shared = {
    movedAt: minedAt,
    settledAt: minedAt,
    settledTxHash: txHash,
    contract: null,
    taskId: null,
    title: null,
    txHash,
    blockNumber,
    logIndex,
  };
  return [
    { ...shared, ...entry(payer, "payer", "paid_answer", "out", amountUsdcUnits), counterparty: recipient },
    { ...shared, ...entry(recipient, "platform", "paid_answer", "in", amountUsdcUnits), counterparty: payer },
  ];
}

function entriesOf(task: Task, movement: Movement): Entry[] {
  const { purpose, direction, account, amountUsdcUnits: amount } = movement;
  const isPoster = account === task.poster;
  const role = isPoster ? "poster" : "worker";
  switch (purpose) {
    case "reward":
      if (direction === "intoEscrow") return [entry(account, role, "reward", "out", amount)];
      return [entry(account, role, isPoster ? "refund" : "reward", "in", amount, feeBeside(task, movement))];
    case "stake":
      if (direction === "intoEscrow") return [entry(account, role, "stake", "out", amount)];
      if (!isPoster) return [entry(account, role, "stake_returned", "in", amount)];
      return [
        entry(account, role, "stake_forfeited", "in", amount),
        ...(task.worker ? [entry(task.worker, "worker", "stake_forfeited", "out", 0n, amount)] : []),
      ];
    case "cancelFee":
      return [entry(account, "platform", "cancel_fee", "in", amount)];
    case "platformFee":
      return [entry(account, "platform", "platform_fee", "in", amount)];
  }
}

function entry(
  wallet: Entry["wallet"],
  role: RowRole,
  type: RowType,
  direction: RowDirection,
  netUsdcUnits: bigint,
  feeUsdcUnits = 0n,
): Entry {
  return { wallet, role, type, direction, grossUsdcUnits: netUsdcUnits + feeUsdcUnits, feeUsdcUnits, netUsdcUnits };
}

/** Where the escrow paid out the money that a movement is about: the stake, or the reward with its fees. */
function endOf(task: Task, { purpose }: Movement): Movement["at"] | null {
  const isStake = (of: Movement) => of.purpose === "stake";
  const out = task.movements.find(
    (other) => other.direction === "outOfEscrow" && isStake(other) === (purpose === "stake"),
  );
  return out?.at ?? null;
}

/** The fee that the same event deducted for the treasury. */
function feeBeside(task: Task, { at }: Movement): bigint {
  return task.movements
    .filter((other) => other.at.blockNumber === at.blockNumber && other.at.logIndex === at.logIndex)
    .filter(({ purpose }) => purpose === "cancelFee" || purpose === "platformFee")
    .reduce((sum, { amountUsdcUnits }) => sum + amountUsdcUnits, 0n);
}
