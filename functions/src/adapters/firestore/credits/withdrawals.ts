import type { Firestore } from "@google-cloud/firestore";
import { withdrawnEvent, type PlacedWithdrawal } from "../../../domain/events/withdrawals";
import type { Address } from "../../../domain/address";
import type { Hex } from "../../../domain/keccak";
import { parseUsdc } from "../../../domain/money";
import type { ContractName } from "../../../domain/workflow/variants";
import { StoreUnavailable } from "../../../ports/storeUnavailable";
import type { Withdrawals } from "../../../ports/ledger";
import { EVENTS, firestoreEventLog, type StoredEvent } from "../events/eventLog";
import { unlessConflict } from "../faults";
import { allOf, chunksOf } from "../reading";
import { batchOf, type Write } from "../unitOfWork";

const PAGE = 300;
const AT_A_TIME = 100;
const ATTEMPTS = 8;

/** Withdrawals have no documents of their own: the events of the log are what is known of them. */
export function firestoreWithdrawals(db: Firestore, log = firestoreEventLog(db)): Withdrawals {
  return {
    async pending(contract) {
      const found = EVENTS.in(db)
        .where("type", "==", "credit.withdrawn")
        .where("isPending", "==", true)
        .where("isReverted", "==", false);
      const all: PlacedWithdrawal[] = [];
      for await (const doc of allOf(found, PAGE)) all.push(...withdrawalIn(doc.data()));
      return all.filter((one) => one.contract === contract);
    },

    async tell({ added, removed, finalized }) {
      const tells = [
        ...removed.map((one) => () => log.checkedWritesFor({ added: [], removed: [withdrawnEvent(one, false)] })),
        ...added.map((one) => () => add(one, false)),
        ...finalized.map((one) => async () => {
          const writes = await log.finalWritesFor(withdrawnEvent(one, true));
          return writes.length > 0 ? writes : add(one, true);
        }),
      ];
      for (const some of chunksOf(tells, AT_A_TIME)) await commit(some);
      if (tells.length > 0) await log.publishQuietly();
    },
  };

  function add(withdrawal: PlacedWithdrawal, isFinal: boolean): Promise<Write[]> {
    return log.checkedWritesFor({ added: [withdrawnEvent(withdrawal, isFinal)], removed: [] });
  }

  /** Another run may add the same: then the log is read again. */
  async function commit(tells: readonly (() => Promise<Write[]>)[]): Promise<void> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const writes = (await Promise.all(tells.map((tell) => tell()))).flat();
      if (writes.length === 0 || (await unlessConflict(() => batchOf(db, writes).commit()))) return;
    }
    throw new StoreUnavailable(new Error("the log of withdrawals changes too often"));
  }
}

function withdrawalIn({ data, block, timeMs }: StoredEvent): PlacedWithdrawal[] {
  const amountUsdcUnits = parseUsdc(String(data["amountUsdc"]));
  if (amountUsdcUnits === null || block === null) return [];
  return [
    {
      contract: data["contract"] as ContractName,
      account: data["account"] as Address,
      to: data["to"] as Address,
      amountUsdcUnits,
      at: {
        blockNumber: BigInt(block.number),
        blockHash: block.hash,
        txHash: data["txHash"] as Hex,
        logIndex: Number(data["logIndex"]),
        time: timeMs / 1000,
      },
    },
  ];
}
