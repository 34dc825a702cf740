import { brokenOutputRule, type Output, type Verdict } from "./acceptance";
import type { Address } from "./address";
import { canonicalKeccak256 } from "./canonical";
import { DAY_SECONDS } from "./time";
import { refuse, type FieldError } from "./errors";
import { hex, type Hex } from "./keccak";
import { brokenLinks, tidyLinks, type Link } from "./link";
import { commentHash } from "./messages/signedRequest";
import type { TaskEvent, TaskKey } from "./task/events";
import { brokenMetadataRules, metadataHash, type TaskMetadata } from "./task/metadata";
import type { Task } from "./task/task";
import { brokenPrivateRule, brokenPublicRule } from "./text";

/** Maximum characters of a comment on a rating. */
export const MAX_COMMENT = 1_000;

/** The most characters of a ruling's public reason. */
export const MAX_RULING = 4_000;

/** How long the arbiter may read a case after its end. */
export const MAX_ARBITER_DAYS = 30;

/** Random bytes of a salt. */
export const SALT_BYTES = 32;

/** A text between the two parties, hashed with a salt so that a short text cannot be guessed from its hash. */
export interface PrivateText {
  readonly text: string;
  readonly links: readonly Link[];
  /** 32 random bytes, 0x and lower-case hex. */
  readonly salt: Hex;
}

/** The work: words, and data that the task's schema may describe. */
export interface Submission extends PrivateText {
  readonly output?: Output;
}

/** The value of each kind of content. */
export interface ContentValues {
  /** Public task metadata. */
  metadata: TaskMetadata;
  /** The poster's details for the worker who staked. */
  privateDetails: PrivateText;
  /** The work. */
  submission: Submission;
  /** The poster's reason for a change request. */
  reason: PrivateText;
  /** The worker's evidence for the arbiter. */
  evidence: PrivateText;
  /** The poster's answer to the evidence; not on the chain. */
  answer: PrivateText;
  /** The arbiter's public reason for its ruling; hashed without a salt. */
  ruling: string;
  /** The comment of a rating; hashed without a salt. */
  comment: string;
}

export type ContentKind = keyof ContentValues;
/** Work may have a verdict on its output, which is not hashed. */
export type ContentOf<K extends ContentKind> = {
  readonly kind: K;
  readonly value: ContentValues[K];
} & (K extends "submission" ? { readonly verdict?: Verdict } : unknown);
/** A text of which the chain holds only the hash. */
export type Content = { [K in ContentKind]: ContentOf<K> }[ContentKind];

/** A reference by a task's party to a content, on the chain or in another content: its task, kind, hash and author. */
export interface Citation extends TaskKey {
  readonly kind: ContentKind;
  readonly hash: Hex;
  readonly author: Address;
}

/** The hash by which the chain knows a content (interface.md §5). */
export function contentHash(content: Content): Hex {
  if (content.kind === "metadata") return metadataHash(content.value);
  if (content.kind === "comment" || content.kind === "ruling") return commentHash(content.value);
  const { text, links, salt } = content.value;
  const output = content.kind === "submission" ? content.value.output : undefined;
  return canonicalKeccak256({ text, links: tidyLinks(links), salt, ...(output && { output }) });
}

/** A private text with its salt. `random` is 32 bytes. */
export function salted(
  { text, links = [] }: { text: string; links?: readonly Link[] },
  random: Uint8Array,
): PrivateText {
  if (random.length !== SALT_BYTES) throw new RangeError(`a salt has ${SALT_BYTES} bytes, not ${random.length}`);
  return { text, links, salt: hex(random) };
}

/** The contents that an event cites; of a ruling, which does not name its arbiter, only if it is given. */
export function citedBy(event: TaskEvent, arbiter: Address | null): readonly Citation[] {
  switch (event.name) {
    case "TaskCreated":
      return cite(event, event.poster, "metadata", event.metadataHash);
    case "WorkSubmitted":
    case "WorkResubmitted":
      return cite(event, event.worker, "submission", event.submissionHash);
    case "ChangesRequested":
      return cite(event, event.poster, "reason", event.reasonHash);
    case "TaskDisputed":
      return cite(event, event.worker, "evidence", event.evidenceHash);
    case "TaskResolved":
      return cite(event, arbiter, "ruling", event.rulingHash);
    case "TaskApproved":
    case "TaskRejected":
    case "WorkRated":
      return cite(event, event.poster, "comment", event.commentHash);
    case "StakeClaimed":
    case "PosterRated":
      return cite(event, event.worker, "comment", event.commentHash);
    default:
      return [];
  }
}

/** Everything that a task cites now, including its private details if its metadata is known. */
export function citationsOf(task: Task, metadata: TaskMetadata | null): readonly Citation[] {
  const { poster, worker } = task;
  return [
    ...cite(task, poster, "metadata", task.metadataHash),
    ...(metadata ? privateDetailsOf(metadata, task) : []),
    ...task.submissionHashes.flatMap((hash) => cite(task, worker, "submission", hash)),
    ...task.reasonHashes.flatMap((hash) => cite(task, poster, "reason", hash)),
    ...cite(task, worker, "evidence", task.evidenceHash),
    ...cite(task, task.arbiter, "ruling", task.ruling?.rulingHash),
    ...cite(task, poster, "comment", task.posterRating?.commentHash),
    ...cite(task, worker, "comment", task.workerRating?.commentHash),
  ];
}

/** The private details that a task's metadata cites, if any. */
export function privateDetailsOf(
  metadata: TaskMetadata,
  task: TaskKey & { readonly poster: Address },
): readonly Citation[] {
  return cite(task, task.poster, "privateDetails", metadata.privateDetailsHash);
}

/** The poster's answer in a dispute, which is not on the chain. */
export function answerOf(task: Task, hash: Hex): readonly Citation[] {
  return cite(task, task.poster, "answer", hash);
}

/** A submission signed by the task's worker; it need not be on the chain yet. */
export function submissionOf(task: Task, hash: Hex): readonly Citation[] {
  return cite(task, task.worker, "submission", hash);
}

/** The task's own citation of a content, or null: a content that the task does not cite is not the task's. */
export function citationOf(task: Task, metadata: TaskMetadata | null, content: Content): Citation | null {
  const hash = contentHash(content);
  return citationsOf(task, metadata).find((known) => known.kind === content.kind && known.hash === hash) ?? null;
}

/**
 * Whether a wallet may read the task's contents of a kind, by its current role on the chain.
 *
 * Metadata and rulings are public. A worker who let the task expire loses access to the private details along with the
 * stake. A judge reads the work, and what changes were asked for, while the work waits for its verdict. The arbiter reads everything
 * of a dispute, and nothing before it. A comment stays between these until its author
 * publishes it as a rating.
 */
export function mayRead(kind: ContentKind, task: Task, wallet: Address | null, nowMs: number): boolean {
  if (kind === "metadata" || kind === "ruling") return true;
  if (wallet === null) return false;
  if (wallet === task.poster) return true;
  if (wallet === task.worker) return kind !== "privateDetails" || task.state !== "EXPIRED";
  if (wallet === task.judge && task.state === "SUBMITTED") return kind === "submission" || kind === "reason";
  return wallet === task.arbiter && nowMs <= arbiterReadsUntil(task);
}

/** Until when the arbiter may read a task's private texts, unix milliseconds; 0 unless the task is or was disputed. */
export function arbiterReadsUntil({ state, turns }: Task): number {
  if (state === "DISPUTED") return Infinity;
  if (state !== "RESOLVED") return 0;
  const ruledAt = turns.at(-1)?.ended ?? 0;
  return (ruledAt + MAX_ARBITER_DAYS * DAY_SECONDS) * 1000;
}

/** Refuses `invalid_request` if a content breaks a rule; `at` is the JSON Pointer to it in the request. */
export function requireGoodContent(content: Content, at = ""): void {
  const errors = brokenRules(content, at);
  if (errors.length === 0) return;
  const [first] = errors;
  refuse("invalid_request", `The text at ${first?.pointer || "/"} ${first?.message}.`, { errors });
}

function brokenRules(content: Content, at: string): FieldError[] {
  switch (content.kind) {
    case "metadata":
      return brokenMetadataRules(content.value, at);
    case "comment":
      return broken(at, brokenPublicRule(content.value, "lines", MAX_COMMENT));
    case "ruling":
      return broken(at, brokenPublicRule(content.value, "lines", MAX_RULING));
    default: {
      const { text, links } = content.value;
      return [
        ...broken(`${at}/text`, brokenPrivateRule(text)),
        ...brokenLinks(links, `${at}/links`),
        ...(content.kind === "submission" && content.value.output
          ? broken(`${at}/output`, brokenOutputRule(content.value.output))
          : []),
      ];
    }
  }
}

function broken(pointer: string, message: string | null): FieldError[] {
  return message === null ? [] : [{ pointer, message }];
}

function cite(
  { contract, taskId }: TaskKey,
  author: Address | null,
  kind: ContentKind,
  hash: Hex | null | undefined,
): readonly Citation[] {
  return author && hash ? [{ contract, taskId, kind, hash, author }] : [];
}
