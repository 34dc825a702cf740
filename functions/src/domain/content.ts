import type { Address } from "./address";
import { canonicalKeccak256 } from "./canonical";
import { refuse, type FieldError } from "./errors";
import { hex, type Hex } from "./keccak";
import { commentHash } from "./messages/signedRequest";
import type { TaskEvent, TaskKey } from "./task/events";
import { brokenMetadataRules, metadataHash, type TaskMetadata } from "./task/metadata";
import type { Task } from "./task/task";
import { brokenLinkRule, brokenPrivateRule, brokenPublicRule } from "./text";

/** The most characters of a comment beside a rating. */
export const MAX_COMMENT = 1_000;

/** Random bytes of a salt. */
export const SALT_BYTES = 32;

/** What one party tells the other: hashed with a salt, so that a short text cannot be guessed from its hash. */
export interface PrivateText {
  readonly text: string;
  readonly links: readonly string[];
  /** 32 random bytes, 0x and lower-case hex. */
  readonly salt: Hex;
}

/** What each kind of content holds. */
export interface ContentValues {
  /** What everybody may read of a task. */
  metadata: TaskMetadata;
  /** What the poster tells the worker who staked. */
  privateDetails: PrivateText;
  /** The work. */
  submission: PrivateText;
  /** Why the poster wants a change. */
  reason: PrivateText;
  /** What the worker shows the arbiter. */
  evidence: PrivateText;
  /** What stands beside a rating; hashed as it is. */
  comment: string;
}

export type ContentKind = keyof ContentValues;
export type ContentOf<K extends ContentKind> = { readonly kind: K; readonly value: ContentValues[K] };
/** A text that the chain holds only the hash of. */
export type Content = { [K in ContentKind]: ContentOf<K> }[ContentKind];

/** A content to which a task's party put its name, on the chain or in another content: of which task, what it is, and whose. */
export interface Citation extends TaskKey {
  readonly kind: ContentKind;
  readonly hash: Hex;
  readonly author: Address;
}

/** The hash by which the chain knows a content (interface.md §5). */
export function contentHash(content: Content): Hex {
  if (content.kind === "metadata") return metadataHash(content.value);
  if (content.kind === "comment") return commentHash(content.value);
  const { text, links, salt } = content.value;
  return canonicalKeccak256({ text, links, salt });
}

/** A private text with its salt. `random` are 32 bytes. */
export function salted(
  { text, links = [] }: { text: string; links?: readonly string[] },
  random: Uint8Array,
): PrivateText {
  if (random.length !== SALT_BYTES) throw new RangeError(`a salt has ${SALT_BYTES} bytes, not ${random.length}`);
  return { text, links, salt: hex(random) };
}

/** What an event proves. */
export function citedBy(event: TaskEvent): readonly Citation[] {
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
    case "TaskApproved":
    case "TaskRejected":
      return cite(event, event.poster, "comment", event.commentHash);
    case "StakeClaimed":
      return cite(event, event.worker, "comment", event.commentHash);
    default:
      return [];
  }
}

/** Everything that a task cites as it stands, its private details too where its metadata is known. */
export function citationsOf(task: Task, metadata: TaskMetadata | null): readonly Citation[] {
  const { poster, worker } = task;
  return [
    ...cite(task, poster, "metadata", task.metadataHash),
    ...(metadata ? privateDetailsOf(metadata, task) : []),
    ...task.submissionHashes.flatMap((hash) => cite(task, worker, "submission", hash)),
    ...task.reasonHashes.flatMap((hash) => cite(task, poster, "reason", hash)),
    ...cite(task, worker, "evidence", task.evidenceHash),
    ...cite(task, poster, "comment", task.posterRating?.commentHash),
    ...cite(task, worker, "comment", task.workerRating?.commentHash),
  ];
}

/** The private details that a task's metadata cites; none where it has none. */
export function privateDetailsOf(
  metadata: TaskMetadata,
  task: TaskKey & { readonly poster: Address },
): readonly Citation[] {
  return cite(task, task.poster, "privateDetails", metadata.privateDetailsHash);
}

/** A submission that the task's worker has signed for; the chain need not know it yet. */
export function submissionOf(task: Task, hash: Hex): readonly Citation[] {
  return cite(task, task.worker, "submission", hash);
}

/** The task's own citation of a content, or null: a content that the task does not cite is not the task's. */
export function citationOf(task: Task, metadata: TaskMetadata | null, content: Content): Citation | null {
  const hash = contentHash(content);
  return citationsOf(task, metadata).find((known) => known.kind === content.kind && known.hash === hash) ?? null;
}

/**
 * Whether a wallet may read the task's contents of a kind, by the part that the chain gives it now.
 *
 * Metadata is everybody's. A worker who let the task expire has lost the private details with the stake. The arbiter
 * reads what is addressed to them. A comment is between the two until its author publishes it as a rating.
 */
export function mayRead(kind: ContentKind, task: Task, wallet: Address | null): boolean {
  if (kind === "metadata") return true;
  if (wallet === null) return false;
  if (wallet === task.poster) return true;
  if (wallet === task.worker) return kind !== "privateDetails" || task.state !== "EXPIRED";
  return kind === "evidence" && wallet === task.arbiter && task.evidenceHash !== null;
}

/** Refuses `invalid_request` where a content breaks a rule; `at` is the JSON Pointer to it in the request. */
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
    default: {
      const { text, links } = content.value;
      return [
        ...broken(`${at}/text`, brokenPrivateRule(text)),
        ...links.flatMap((link, index) => broken(`${at}/links/${index}`, brokenLinkRule(link))),
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
