import { citationOf, contentHash, type ContentOf } from "../../domain/content";
import { refuse } from "../../domain/errors";
import { nextAction } from "../../domain/task/nextAction";
import { roleOf } from "../../domain/task/task";
import { verdictIn } from "../../domain/task/texts";
import { judged } from "./acceptance";
import { viewerOf } from "./requestedTask";
import { taskToCall } from "./task";
import { taskNames } from "../views/names";
import { privateContent, type Author, type Words } from "./work";

/**
 * Stores the worker's work, or its evidence in a dispute, with the task; work also as a draft while its hash may still come
 * on the chain.
 */
export async function storeWork(
  given: Words & { contract?: string; taskId: string | number; force?: boolean },
  { wallet, nowMs, randomBytes, services, unit }: Author,
) {
  const record = await taskToCall(given, services);
  const { task } = record;
  if (roleOf(task, wallet) !== "worker")
    refuse("forbidden_role", "Only the task's worker may store its work. Sign with the worker's wallet.");
  const content = privateContent("submission", given, randomBytes);
  const { text, links, salt } = content.value;
  const evidence: ContentOf<"evidence"> = { kind: "evidence", value: { text, links, salt } };
  const [citation, asEvidence] = [citationOf(task, null, content), citationOf(task, null, evidence)];
  const mayComeYet = task.state === "STARTED" || task.state === "CHANGES_REQUESTED";
  if (!citation && !asEvidence && !mayComeYet)
    refuse(
      "metadata_hash_mismatch",
      "No submission or evidence with this hash is on the chain. Send the text exactly as hashed.",
    );
  // Work that is on the chain is submitted, with any verdict.
  const force = given.force || citation !== null;
  const work = asEvidence ? content : await judged(content, record, { force, caller: wallet, nowMs, services });
  if (asEvidence) await services.contentStore.put([{ citation: asEvidence, content: evidence }], unit);
  else if (citation) await services.contentStore.put([{ citation, content: work }], unit);
  else await services.contentStore.keepDrafts(wallet, [work], nowMs, unit);
  return {
    ok: true as const,
    ...taskNames(task, services),
    submissionHash: contentHash(work),
    salt: work.value.salt,
    verdict: verdictIn(record.metadata, work),
    stored: citation || asEvidence ? ("task" as const) : ("draft" as const),
    _nextAction: nextAction(task, await viewerOf({ task }, wallet, nowMs, services)),
  };
}
