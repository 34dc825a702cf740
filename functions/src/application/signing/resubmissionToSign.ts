import type { Output } from "../../domain/acceptance/acceptance";
import { contentHash } from "../../domain/content";
import type { Link } from "../../domain/link";
import type { Services } from "../services";
import { judged } from "../tasks/acceptance";
import { requireChangeRequest, requireUnanswered, resubmissionRequest } from "../tasks/resubmission";
import { taskToCall } from "../tasks/task";
import { privateContent } from "../tasks/work";
import { requireAddress } from "../tasks/requestedTask";
import type { Asked, ContractSignature } from "./contractSignature";

/** The answer to a change request that a worker signs, so that anyone can submit it to the chain. */
export async function resubmissionToSign(
  { body, wallet, nowMs, randomBytes, client }: Asked,
  services: Services,
): Promise<ContractSignature | null> {
  // Validated against the endpoint's schema by the caller.
  const given = body as {
    contract?: string;
    taskId: string | number;
    text: string;
    links?: Link[];
    salt?: string;
    output?: Output;
    force?: boolean;
    resubmissionSignature?: string;
  };
  if (given.resubmissionSignature !== undefined) return null;
  const asker = { wallet: requireAddress(wallet), services, nowMs };
  const record = await requireChangeRequest({ record: await taskToCall(given, services), ...asker });
  const work = privateContent("submission", given, randomBytes);
  const submissionHash = contentHash(work);
  await requireUnanswered(submissionHash, { record, ...asker });
  await judged(work, record, { ...asker, force: given.force, caller: client() });
  const { field, deadline, typedData } = resubmissionRequest(record.task, submissionHash, services);
  return { body: { ...body, salt: work.value.salt, resubmissionDeadline: deadline }, typedData, field };
}
