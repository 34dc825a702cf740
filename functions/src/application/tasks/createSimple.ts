import type { Address } from "../../domain/address";
import { contentHash, requireGoodContent, type ContentOf } from "../../domain/content";
import { refuse } from "../../domain/errors";
import { tidyMetadata, type TaskMetadata } from "../../domain/task/metadata";
import type { Static } from "../../schema/build";
import type { PublicMetadata } from "../../schema/content";
import { requireUsableSchema } from "./acceptance";
import { prepareCreation, type Creation } from "./create";
import { requireAddress } from "./requestedTask";
import { required } from "./sent";
import { withJudge } from "./namedJudge";
import type { StepRequest } from "./step";
import { privateContent, type Words } from "./work";

interface Texts extends Partial<Omit<TaskMetadata, "privateDetailsHash">> {
  privateDetails?: Words;
  /** The only worker that may start. */
  worker?: string;
}

/** What `/agentCreateTaskSimple` takes to create a task. */
export type SimpleCreation = Creation & Texts;

/** The creation of a task from its texts, which are kept as drafts until their hashes are on the chain. */
export async function prepareSimpleCreation(request: StepRequest<SimpleCreation>) {
  const { wallet, randomBytes, services, nowMs } = request;
  const { input, metadata, details } = textsIn(request);
  await requireUsableSchema(metadata.value, "", request.client(), services);
  const prepared = await prepareCreation({ ...request, input }, contentHash(metadata), randomBytes);
  await services.contentStore.keepDrafts(wallet, [metadata, ...(details ? [details] : [])], nowMs);
  return {
    ...prepared,
    metadata: metadata.value as Static<typeof PublicMetadata>,
    ...(details && { salt: details.value.salt }),
  };
}

/** The terms of a request, and its texts as they are hashed; refuses texts that break a rule. */
export function textsIn({ input: given, wallet, randomBytes, services }: StepRequest<SimpleCreation>) {
  const input = withHire(given, wallet);
  const details =
    input.privateDetails && privateContent("privateDetails", input.privateDetails, randomBytes, "/privateDetails");
  const value = tidyMetadata({
    ...input,
    ...required(input, "title", "description", "category"),
    ...(details && { privateDetailsHash: contentHash(details) }),
  });
  const metadata: ContentOf<"metadata"> = { kind: "metadata", value };
  requireGoodContent(metadata);
  return { input: withJudge(input, wallet, services.settings, value), metadata, details };
}

/** A task for one worker is in selection mode and reserved for it. */
function withHire({ worker, ...input }: Creation & Texts, poster: Address): Creation & Texts {
  if (worker === undefined) return input;
  const reservedFor = requireAddress(worker);
  if (reservedFor === poster) refuseHire("/worker", "must be another wallet than yours");
  if (input.mode === "instant") refuseHire("/mode", "must be selection, or left out, to hire a worker");
  return { ...input, mode: "selection", reservedFor };
}

function refuseHire(pointer: string, message: string): never {
  return refuse("invalid_request", `The value at ${pointer} ${message}.`, { errors: [{ pointer, message }] });
}
