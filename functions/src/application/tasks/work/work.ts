import type { Output } from "../../../domain/acceptance";
import type { Address } from "../../../domain/address";
import {
  requireGoodContent,
  salted,
  SALT_BYTES,
  citationOf,
  contentHash,
  type Content,
  type ContentOf,
} from "../../../domain/content";
import { refuse } from "../../../domain/errors";
import type { Hex } from "../../../domain/keccak";
import { tidyLinks, type Link } from "../../../domain/link";
import { nextAction } from "../../../domain/task/nextAction";
import { roleOf } from "../../../domain/task/task";
import { verdictIn } from "../../../domain/task/texts";
import type { UnitOfWork } from "../../../domain/unitOfWork";
import type { Services } from "../../services";
import { taskNames } from "../../views/task";
import { judged } from "./acceptance";
import { viewerOf, type NamedTask } from "../requestedTask";
import { required } from "../step/sent";
import { taskToCall } from "../task";

/** A private text as a request gives it. */
export interface Words {
  text?: string;
  links?: Link[];
  salt?: string;
  /** Of work alone. */
  output?: Output;
}

/** Who stores it, and with what. */
export interface Author {
  readonly wallet: Address;
  readonly nowMs: number;
  readonly randomBytes: (size: number) => Buffer;
  readonly services: Services;
  readonly unit: UnitOfWork;
}

/**
 * The private text of a request as content of a kind, with a new salt if none is given; `at` points to it in the
 * request.
 */
export function privateContent<K extends "privateDetails" | "submission" | "evidence" | "answer" | "reason">(
  kind: K,
  given: Words,
  randomBytes: (size: number) => Buffer,
  at = "",
): ContentOf<K> {
  const { text } = required(given, "text");
  const { salt } = given;
  const links = tidyLinks(given.links ?? []);
  const words =
    salt === undefined ? salted({ text, links }, randomBytes(SALT_BYTES)) : { text, links, salt: salt as Hex };
  const { output } = given;
  const value = kind === "submission" && output ? { ...words, output } : words;
  const content = { kind, value } as Content;
  requireGoodContent(content, at);
  // The compiler cannot see that the kind is the requested one.
  return content as ContentOf<K>;
}

/**
 * Stores the worker's work, or its evidence in a dispute, with the task; work also as a draft while its hash may still come
 * on the chain.
 */
export async function storeWork(
  given: Words & NamedTask & { force?: boolean },
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
