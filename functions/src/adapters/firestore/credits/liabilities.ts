import { AggregateField, type Firestore, type Transaction } from "@google-cloud/firestore";
import { lastBlock, type Cursor } from "../../../domain/task/events";
import { currentTask } from "../../../domain/task/projection";
import { owedUsdcUnits } from "../../../domain/task/task";
import type { ContractName } from "../../../domain/workflow/variants";
import type { Liabilities, Owed } from "../../../ports/ledger";
import { reaching } from "../faults";
import { CURSORS } from "../documents";
import { atMoment } from "../reading";
import { projectionIn, TASKS } from "../tasks/taskDocument";

/** Tasks that confirmed steps brought past the indexer's block, at the most: the indexer runs every minute. */
const MAX_AHEAD = 300;

/** What tasks are owed, counted at the indexer's block: steps that were confirmed after it are taken back for the sum. */
export function firestoreLiabilities(db: Firestore): Liabilities {
  return {
    owed: (contract) =>
      reaching(async () => {
        const indexed = await CURSORS.in(db).doc(contract).get();
        const cursor = indexed.data() ?? null;
        const block = cursor && wholeUpTo(cursor);
        return atMoment(db, indexed, (transaction) => owedAt(transaction, contract, block));
      }),
  };

  async function owedAt(transaction: Transaction, contract: ContractName, block: bigint | null): Promise<Owed> {
    const tasks = TASKS.in(db).where("contract", "==", contract);
    const sum = await transaction.get(
      tasks.where("settled", "==", false).aggregate({ owed: AggregateField.sum("owed") }),
    );
    const ahead =
      block === null
        ? []
        : (await transaction.get(tasks.where("tailTo", ">", Number(block)).orderBy("tailTo").limit(MAX_AHEAD))).docs;
    let usdcUnits = BigInt(sum.data().owed);
    for (const doc of ahead) {
      const projection = projectionIn(doc.data());
      const known = projection.tail.filter(({ at }) => at.blockNumber <= (block ?? 0n));
      const [now, then] = [currentTask(projection), currentTask({ ...projection, tail: known })];
      usdcUnits += (then ? owedUsdcUnits(then) : 0n) - (now ? owedUsdcUnits(now) : 0n);
    }
    return { block: ahead.length < MAX_AHEAD ? block : null, usdcUnits };
  }
}

/** The block up to which every event is in the projection. */
function wholeUpTo(cursor: Cursor): bigint {
  return cursor.behind.reduce(
    (least, { fromBlock }) => (fromBlock <= least ? fromBlock - 1n : least),
    lastBlock(cursor),
  );
}
