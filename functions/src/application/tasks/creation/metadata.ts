import type { Address } from "../../../domain/address";
import { contentHash, requireGoodContent, citationOf, privateDetailsOf, type ContentOf } from "../../../domain/content";
import { refuse } from "../../../domain/errors";
import type { Hex } from "../../../domain/keccak";
import type { TaskMetadata } from "../../../domain/task/metadata";
import type { UnitOfWork } from "../../../domain/unitOfWork";
import type { Static } from "../../../schema/build";
import type { PublicMetadata, PrivateText } from "../../../schema/content";
import type { Services } from "../../services";
import { taskNames } from "../../views/task";
import { taskToCall } from "../task";
import { requireUsableSchema } from "../work/acceptance";

interface ProvidedTexts {
  metadata: Static<typeof PublicMetadata>;
  privateDetails?: Static<typeof PrivateText>;
}

/** Refuses texts that violate the rules for metadata or private details. */
export function requireMetadata(texts: ProvidedTexts): void {
  requireGoodContent(metadataOf(texts), "/metadata");
  if (texts.privateDetails) requireGoodContent(detailsOf(texts.privateDetails), "/privateDetails");
}

/** Stores a task's texts for its poster if they have the hashes that the chain holds. Idempotent. */
export async function storeMetadata(
  given: ProvidedTexts & { contract?: string; taskId: string | number },
  wallet: Address,
  services: Services,
  unit: UnitOfWork,
) {
  const { task, metadata: known } = await taskToCall(given, services);
  if (wallet !== task.poster)
    refuse("forbidden_role", "Only the task's poster may store its metadata. Sign with the poster's wallet.");
  const metadata = metadataOf(given);
  const citation = citationOf(task, null, metadata);
  if (!citation)
    refuse(
      "metadata_hash_mismatch",
      `The metadata hashes to ${contentHash(metadata)}, but the chain holds ${task.metadataHash}. Send the metadata exactly as hashed.`,
    );
  const cited = privateDetailsOf(metadata.value, task);
  const details = given.privateDetails && detailsOf(given.privateDetails);
  if (details) {
    const proven = cited.filter(({ hash }) => hash === contentHash(details));
    if (proven.length === 0)
      refuse(
        "metadata_hash_mismatch",
        "The private details do not hash to the metadata's privateDetailsHash. Send them exactly as hashed.",
      );
    const stored = proven.map((one) => ({ citation: one, content: details }));
    await services.contentStore.put(stored, unit);
  } else await services.contentStore.adopt(cited, unit);
  // Storing it again would only cause it to be posted again.
  if (!known) await requireUsableSchema(metadata.value, "/metadata", wallet, services);
  if (!known) await services.contentStore.put([{ citation, content: metadata }], unit);
  const privateDetailsStored = details !== undefined;
  return { ok: true as const, ...taskNames(task, services), metadataHash: task.metadataHash, privateDetailsStored };
}

function metadataOf({ metadata }: ProvidedTexts): ContentOf<"metadata"> {
  return { kind: "metadata", value: metadata as TaskMetadata };
}

function detailsOf({ salt, ...words }: Static<typeof PrivateText>): ContentOf<"privateDetails"> {
  return { kind: "privateDetails", value: { ...words, salt: salt as Hex } };
}
