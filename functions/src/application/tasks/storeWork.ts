import type { Address } from "../../domain/address";
import { citationOf, contentHash } from "../../domain/content";
import { refuse } from "../../domain/errors";
import { nextAction } from "../../domain/task/nextAction";
import { roleOf } from "../../domain/task/task";
import { verdictIn } from "../../domain/task/texts";
import type { UnitOfWork } from "../../domain/unitOfWork";
import type { Services } from "../services";
import { judged } from "./acceptance";
import { viewerOf } from "./requestedTask";
import { taskToCall } from "./task";
import { taskNames } from "../views/names";
import { privateContent, type Words } from "./work";

interface Author {
  readonly wallet: Address;
  readonly nowMs: number;
  readonly randomBytes: (size: number) => Buffer;
  readonly services: Services;
  readonly unit: UnitOfWork;
}

/** Stores the worker's work with its task, or as a draft while its hash may still come on the chain. */
export async function storeWork(
  given: Words & { contract?: string; taskId: string | number; force?: boolean },
  { wallet, nowMs, randomBytes, services, unit }: Author,
) {
  const record = await taskToCall(given, services);
  const { task } = record;
  if (roleOf(task, wallet) !== "worker") refuse("forbidden_role", "Only the task's worker may store its work.");
  const content = privateContent("submission", given, randomBytes);
  const citation = citationOf(task, null, content);
  const mayComeYet = task.state === "STARTED" || task.state === "CHANGES_REQUESTED";
  if (!citation && !mayComeYet)
    refuse("metadata_hash_mismatch", "No submission with this hash is on the chain. Send the work exactly as hashed.");
  // What is on the chain is submitted, whatever its verdict.
  const work = await judged(content, record, { force: given.force || citation !== null, nowMs, services });
  if (citation) await services.contentStore.put([{ citation, content: work }], unit);
  else await services.contentStore.keepDrafts(wallet, [work], nowMs, unit);
  return {
    ok: true as const,
    ...taskNames(task, services),
    submissionHash: contentHash(work),
    salt: work.value.salt,
    verdict: verdictIn(record.metadata, work),
    stored: citation ? ("task" as const) : ("draft" as const),
    _nextAction: nextAction(task, await viewerOf({ task }, wallet, nowMs, services)),
  };
}
