import { contentHash, requireGoodContent, type ContentOf } from "../../domain/content";
import { tidyMetadata, type TaskMetadata } from "../../domain/task/metadata";
import { prepareCreation, type Creation } from "./create";
import { required } from "./sent";
import type { StepRequest } from "./step";
import { privateContent, type Words } from "./work";

interface Texts extends Partial<Omit<TaskMetadata, "privateDetailsHash">> {
  privateDetails?: Words;
}

/** The creation of a task from its texts, which are kept as drafts until their hashes are on the chain. */
export async function prepareSimpleCreation(request: StepRequest<Creation & Texts>) {
  const { input, wallet, randomBytes, services, nowMs } = request;
  const details =
    input.privateDetails && privateContent("privateDetails", input.privateDetails, randomBytes, "/privateDetails");
  const value = tidyMetadata({
    ...input,
    ...required(input, "title", "description", "category"),
    ...(details && { privateDetailsHash: contentHash(details) }),
  });
  const metadata: ContentOf<"metadata"> = { kind: "metadata", value };
  requireGoodContent(metadata);
  const prepared = await prepareCreation(request, contentHash(metadata));
  await services.contentStore.keepDrafts(wallet, [metadata, ...(details ? [details] : [])], nowMs);
  const { tags, ...texts } = value;
  return {
    ...prepared,
    metadata: { ...texts, ...(tags && { tags: [...tags] }) },
    ...(details && { salt: details.value.salt }),
  };
}
