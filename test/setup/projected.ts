import type { Firestore } from "@google-cloud/firestore";
import { firestoreContentStore } from "../../functions/src/adapters/firestore/tasks/contentStore";
import { firestoreProjections } from "../../functions/src/adapters/firestore/indexing/projections";
import { firestoreWithdrawals } from "../../functions/src/adapters/firestore/credits/withdrawals";
import { firestoreTasks } from "../../functions/src/adapters/firestore/tasks/tasks";
import type { TaskKey } from "../../functions/src/domain/task/events";
import type { Projection } from "../../functions/src/domain/task/projection";
import { deadlineOf, isJudged, submissionHashOf, type Task } from "../../functions/src/domain/task/task";
import type { ContractName } from "../../functions/src/domain/workflow/variants";
import { indexer, type IndexerParts, type IndexerReport } from "../../functions/src/application/tasks/indexing/indexer";
import type { Escrow } from "../../functions/src/ports/escrow";
import type { ChainTask, EscrowStage } from "./chain/escrow";

const CONTRACTS: readonly ContractName[] = ["human", "agent-fast"];
const ZERO_ADDRESS = "0x0000000000000000000000000000000000000000";

/** The indexer's parts over one client of a database. */
export function partsOver(db: Firestore, escrow: Escrow, lines: string[] = []): IndexerParts {
  const line = (event: string) => void lines.push(event);
  const tasks = firestoreTasks(db);
  const contentStore = firestoreContentStore(db, () => tasks);
  return {
    projections: firestoreProjections(db),
    contentStore,
    tasks,
    withdrawals: firestoreWithdrawals(db),
    escrow,
    log: { info: line, warn: line, error: line },
  };
}

/** Runs until there is nothing left to read. */
export async function runToEnd(parts: IndexerParts): Promise<IndexerReport[]> {
  for (let run = 0; run < 50; run++) {
    const reports = await indexer(parts);
    if (reports.every(({ complete }) => complete)) return reports;
  }
  throw new Error("the indexer does not come to an end");
}

/** Throws unless every task of both contracts is in the projection as the contract has it, and every event in it is on the chain. */
export async function expectProjected(db: Firestore, stage: EscrowStage): Promise<void> {
  const tasks = firestoreTasks(db);
  for (const contract of CONTRACTS) {
    const count = Number(await stage.taskCount(contract));
    const keys = Array.from({ length: count + 1 }, (_, at): TaskKey => ({ contract, taskId: BigInt(at + 1) }));
    const projected = (await tasks.getAll(keys)).map((record) => record && asContractHas(record.task));
    const onChain = await Promise.all(keys.slice(0, count).map((key) => stage.task(key)));
    expect(projected).toEqual([...onChain, null]);
  }
  await expectNoOrphans(db, stage);
}

/** Throws if any document cites a block that is not on the chain. */
async function expectNoOrphans(db: Firestore, stage: EscrowStage): Promise<void> {
  const projections = firestoreProjections(db);
  for (const contract of CONTRACTS) {
    const places: { number: bigint; hash: `0x${string}` }[] = [];
    const cited = ({ base, tail }: Projection) => [...(base ? [base.at] : []), ...tail.map(({ at }) => at)];
    const keys = (await db.collection("tasks").where("contract", "==", contract).get()).docs.map(({ id }): TaskKey => ({
      contract,
      taskId: BigInt(id.slice(contract.length + 1)),
    }));
    await projections.change(keys, (projection) => {
      places.push(...cited(projection).map(({ blockNumber: number, blockHash: hash }) => ({ number, hash })));
      return projection;
    });
    expect(await stage.escrow.areOnChain(places)).toEqual(places.map(() => true));
  }
}

/** A projected task in the contract's own words. */
export function asContractHas(task: Task): ChainTask {
  return {
    state: task.state,
    rewardUsdcUnits: task.rewardUsdcUnits,
    // Work can be rated until then, though the approval of the judge, or of work without a stake, settled the task.
    deadline: (isJudged(task) || task.stakeUsdcUnits === 0n ? task.deadlines.rateBy : null) ?? deadlineOf(task),
    settled: task.settled,
    changeRound: task.reasonHashes.length,
    maxChangeRounds: task.maxChangeRounds,
    contentHash: submissionHashOf(task) ?? task.metadataHash,
    poster: task.poster,
    worker: task.worker ?? (ZERO_ADDRESS as Task["poster"]),
  };
}

/** The escrow through a node that limits the block range of a request. */
export function inRangesOf(escrow: Escrow, blocks: bigint): Escrow {
  return {
    ...escrow,
    events: (scope, from, to) => escrow.events(scope, from, to - from < blocks ? to : from + blocks - 1n),
  };
}
