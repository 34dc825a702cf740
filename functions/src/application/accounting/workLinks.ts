import type { Address } from "../../domain/address";
import { submissionOf } from "../../domain/content";
import { tidyLinks } from "../../domain/link";
import type { WorkLinks } from "../../domain/statement/workLinks";
import type { TaskKey } from "../../domain/task/events";
import type { Services } from "../services";

/**
 * The links with a hash in the last work of each task, for a wallet that is its poster or its worker. One read for each
 * task and one for each work, in two round trips.
 */
export async function workLinksOf(
  keys: readonly TaskKey[],
  wallet: Address,
  { tasks, contentStore }: Pick<Services, "tasks" | "contentStore">,
): Promise<readonly WorkLinks[]> {
  const citations = (await tasks.getAll(keys)).flatMap((record) => {
    const isParty = record && (wallet === record.task.poster || wallet === record.task.worker);
    const hash = record?.task.submissionHashes.at(-1);
    return isParty && hash ? submissionOf(record.task, hash) : [];
  });
  if (citations.length === 0) return [];
  return (await contentStore.find(citations)).flatMap(({ citation, content }) => {
    if (content.kind !== "submission") return [];
    const links = content.value.links.filter(({ sha256 }) => sha256 !== undefined);
    const { contract, taskId, hash } = citation;
    return links.length === 0
      ? []
      : [{ contract, taskId: String(taskId), submissionHash: hash, links: tidyLinks(links) }];
  });
}
