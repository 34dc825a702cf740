import fc from "fast-check";
import type { Address } from "../../../functions/src/domain/address";
import { balanceOf, rowKey, type AccountingRow } from "../../../functions/src/domain/accounting/row";
import { accountingRows, paymentRows } from "../../../functions/src/domain/accounting/rows";
import { drawnLife, lifeOf, taskAfter, type Life } from "../../setup/tasks/randomLife";
import { event, history, POSTER, TREASURY, WORKER } from "../../setup/tasks/histories";
import { applyAll } from "../../../functions/src/domain/task/applyEvent";
import type { EventName, TaskEvent } from "../../../functions/src/domain/task/events";
import { account, hash } from "../../setup/paying/evidence";
import { forAll } from "../../setup/runs";

function rowsAfter(events: readonly TaskEvent[], title: string | null = null): AccountingRow[] {
  const task = applyAll(null, events);
  if (!task) throw new Error("a task");
  return accountingRows({
    task,
    metadata: title === null ? null : { title, description: "-", category: "-" },
    interestCount: 0,
  });
}

const WHO = new Map<Address, string>([
  [POSTER, "poster"],
  [WORKER, "worker"],
  [TREASURY, "treasury"],
]);
/** Rows in one line each: who, role, type, direction, gross - fee = net. */
const told = (rows: readonly AccountingRow[]) =>
  rows.map(
    ({ wallet, role, type, direction, grossUsdcUnits, feeUsdcUnits, netUsdcUnits }) =>
      `${WHO.get(wallet) ?? "nobody"} as ${role}: ${type} ${direction} ${grossUsdcUnits} - ${feeUsdcUnits} = ${netUsdcUnits}`,
  );

const FUNDED = "poster as poster: reward out 10000001 - 0 = 10000001";
const STAKED = "worker as worker: stake out 1000001 - 0 = 1000001";
const WORKED: EventName[] = ["TaskCreated", "TaskStarted", "WorkSubmitted"];
const PAID = "worker as worker: reward in 10000001 - 250000 = 9750001";
const FEE = "treasury as platform: platform_fee in 250000 - 0 = 250000";
const RETURNED = "worker as worker: stake_returned in 1000001 - 0 = 1000001";

describe("happy", () => {
  it("says of what went into escrow which transaction paid it out, as soon as one did", () => {
    const held = rowsAfter(history(...WORKED));
    expect(held.map(({ settledAt, settledTxHash }) => [settledAt, settledTxHash])).toEqual([
      [null, null],
      [null, null],
    ]);
    const [deposit, , paid] = rowsAfter(history(...WORKED, "TaskApproved"));
    expect([deposit?.settledAt, deposit?.settledTxHash]).toEqual([paid?.movedAt, paid?.txHash]);
    expect(deposit?.txHash).not.toBe(paid?.txHash);
  });

  it.each<[string, TaskEvent[], string[]]>([
    [
      "a cancelled task",
      history("TaskCreated", "TaskCancelled"),
      [
        FUNDED,
        "poster as poster: refund in 10000001 - 1000000 = 9000001",
        "treasury as platform: cancel_fee in 1000000 - 0 = 1000000",
      ],
    ],
    [
      "an approved task whose stake was claimed",
      history(...WORKED, "TaskApproved", "StakeClaimed"),
      [FUNDED, STAKED, PAID, FEE, RETURNED],
    ],
    [
      "a task that a silent buyer left to be released",
      history(...WORKED, "TaskReleased"),
      [FUNDED, STAKED, PAID, FEE, RETURNED],
    ],
    [
      "a rejection that stands",
      history(...WORKED, "TaskRejected", "TaskRefunded"),
      [FUNDED, STAKED, "poster as poster: refund in 10000001 - 0 = 10000001", RETURNED],
    ],
    [
      "work that never came",
      [
        ...history("TaskCreated", "TaskStarted"),
        event(
          "TaskExpired",
          { block: 9 },
          {
            worker: WORKER,
            from: "STARTED",
            toPosterUsdcUnits: 11_000_002n,
            toWorkerUsdcUnits: 0n,
          },
        ),
      ],
      [
        FUNDED,
        STAKED,
        "poster as poster: refund in 10000001 - 0 = 10000001",
        "poster as poster: stake_forfeited in 1000001 - 0 = 1000001",
        "worker as worker: stake_forfeited out 1000001 - 1000001 = 0",
      ],
    ],
    [
      "changes that never came, which halve the stake",
      [
        ...history(...WORKED, "ChangesRequested"),
        event(
          "TaskExpired",
          { block: 9 },
          {
            worker: WORKER,
            from: "CHANGES_REQUESTED",
            toPosterUsdcUnits: 10_500_002n,
            toWorkerUsdcUnits: 500_000n,
          },
        ),
      ],
      [
        FUNDED,
        STAKED,
        "poster as poster: refund in 10000001 - 0 = 10000001",
        "poster as poster: stake_forfeited in 500001 - 0 = 500001",
        "worker as worker: stake_forfeited out 500001 - 500001 = 0",
        "worker as worker: stake_returned in 500000 - 0 = 500000",
      ],
    ],
    [
      "a split by default",
      history(...WORKED, "TaskRejected", "TaskDisputed", "TaskResolved"),
      [
        FUNDED,
        STAKED,
        "poster as poster: refund in 5000001 - 0 = 5000001",
        "worker as worker: reward in 5000000 - 0 = 5000000",
        RETURNED,
      ],
    ],
    [
      "a ruling that forfeits the stake",
      [
        ...history(...WORKED, "TaskRejected", "TaskDisputed"),
        event(
          "TaskResolved",
          { block: 9 },
          {
            workerShareBps: 0,
            forfeitStake: true,
            toPosterUsdcUnits: 11_000_002n,
            toWorkerUsdcUnits: 0n,
          },
        ),
      ],
      [
        FUNDED,
        STAKED,
        "poster as poster: refund in 10000001 - 0 = 10000001",
        "poster as poster: stake_forfeited in 1000001 - 0 = 1000001",
        "worker as worker: stake_forfeited out 1000001 - 1000001 = 0",
      ],
    ],
    [
      "an offer that no one took",
      history("TaskCreated", "TaskExpired"),
      [FUNDED, "poster as poster: refund in 10000001 - 0 = 10000001"],
    ],
  ])("has a row for every movement of %s", (_, events, expected) => {
    expect(told(rowsAfter(events))).toEqual(expected);
  });

  it("names the title, the other party, and the event's place", () => {
    const rows = rowsAfter(history(...WORKED, "TaskApproved"), "Translate a page");
    expect(rows.map(({ counterparty }) => counterparty)).toEqual([WORKER, POSTER, POSTER, WORKER]);
    expect(new Set(rows.map(({ title }) => title))).toEqual(new Set(["Translate a page"]));
    expect(rows[2]).toMatchObject({
      contract: "human",
      taskId: 7n,
      blockNumber: 4n,
      logIndex: 0,
      movedAt: 1_800_000_008,
    });
    expect(rowsAfter(history("TaskCreated"))).toMatchObject([{ title: null, counterparty: null }]);
  });

  it("posts a paid answer for the payer and for the recipient", () => {
    const [payer, recipient] = [account(1), account(2)];
    const rows = paymentRows({
      payer,
      recipient,
      amountUsdcUnits: 490_000n,
      minedAt: 1_800_000_000,
      txHash: hash(1),
      blockNumber: 9n,
      logIndex: 4,
    });
    const shared = {
      type: "paid_answer",
      contract: null,
      taskId: null,
      grossUsdcUnits: 490_000n,
      feeUsdcUnits: 0n,
      netUsdcUnits: 490_000n,
      blockNumber: 9n,
      logIndex: 4,
    };
    expect(rows).toEqual([
      expect.objectContaining({ ...shared, wallet: payer, role: "payer", direction: "out", counterparty: recipient }),
      expect.objectContaining({ ...shared, wallet: recipient, role: "platform", direction: "in", counterparty: payer }),
    ]);
  });
});

describe("invariants", () => {
  /** What each account has of a life by the workflow's table, which knows nothing of rows. */
  function balancesOf(
    { paid }: Life,
    { poster, worker, rewardUsdcUnits, stakeUsdcUnits }: ReturnType<typeof taskAfter>,
    treasury: Address,
  ) {
    const balances = new Map<string, bigint>();
    const add = (wallet: Address | null, amount: bigint) =>
      wallet && balances.set(wallet, (balances.get(wallet) ?? 0n) + amount);
    for (const { step, payments } of paid) {
      if (step === "create") add(poster, -rewardUsdcUnits);
      if (step === "start") add(worker, -stakeUsdcUnits);
      add(poster, payments.poster);
      add(worker, payments.worker);
      add(treasury, payments.treasury);
    }
    return balances;
  }

  it("X4: whatever a task's life, each account's rows come to what the workflow's table paid it less what it put in", () => {
    forAll([drawnLife], { numRuns: 300 }, (drawn) => {
      const life = lifeOf(drawn, 0);
      const task = taskAfter(life);
      const rows = accountingRows({ task, metadata: null, interestCount: 0 });
      const treasury = rows.find(({ role }) => role === "platform")?.wallet ?? task.poster;
      const sums = new Map<string, bigint>();
      for (const row of rows) sums.set(row.wallet, (sums.get(row.wallet) ?? 0n) + balanceOf(row));
      const nonzero = (balances: ReadonlyMap<string, bigint>) =>
        [...balances].filter(([, amount]) => amount !== 0n).sort();
      expect(nonzero(sums)).toEqual(nonzero(balancesOf(life, task, treasury)));
      for (const { grossUsdcUnits, feeUsdcUnits, netUsdcUnits } of rows)
        expect(grossUsdcUnits - feeUsdcUnits).toBe(netUsdcUnits);
      expect(new Set(rows.map((row) => `${row.wallet} ${rowKey(row)}`)).size).toBe(rows.length);
    });
  });

  it("X4: rows that are written stay as they are when more becomes final, but for who the other party is and when the money was settled", () => {
    forAll([drawnLife, fc.nat(12)], { numRuns: 100 }, (drawn, cut) => {
      const life = lifeOf(drawn, 0);
      const early = accountingRows({
        task: taskAfter(life, 1 + (cut % life.events.length)),
        metadata: null,
        interestCount: 0,
      });
      const late = accountingRows({ task: taskAfter(life), metadata: null, interestCount: 0 });
      const known = ({ counterparty: _party, settledAt: _end, settledTxHash: _tx, ...row }: AccountingRow) => row;
      expect(late.slice(0, early.length).map(known)).toEqual(early.map(known));
    });
  });
});
