import { verdictOn, type Output, type ReadVerdict } from "../acceptance";
import type { Address } from "../address";
import {
  answerOf,
  citationsOf,
  mayRead,
  submissionOf,
  type Citation,
  type Content,
  type PrivateText,
  type Submission,
} from "../content";
import type { Hex } from "../keccak";
import { tidyLinks, type Link } from "../link";
import type { Resubmission } from "./call";
import type { TaskMetadata } from "./metadata";
import type { Task } from "./task";

/** A private text as its readers see it. */
interface Words {
  readonly text: string;
  readonly links: Link[];
  readonly salt: string;
}

/** The work as its readers see it. */
interface Work extends Words {
  readonly output?: Output;
}

/** A text and its hash; null until the text is provided. */
interface Cited<T> {
  readonly hash: Hex;
  readonly content: T | null;
}

/** The texts of a task that a party may read in addition to the public view. */
export interface TaskTexts {
  readonly privateDetails: Cited<Words> | null;
  /** Oldest first; the last one may not be on the chain yet. */
  readonly submissions: (Cited<Work> & { readonly onChain: boolean; readonly verdict: ReadVerdict | null })[];
  readonly reasons: Cited<Words>[];
  readonly evidence: Cited<Words> | null;
  /** The poster's answer to the evidence. */
  readonly answer: Cited<Words> | null;
  readonly comments: (Cited<string> & { readonly author: Address })[];
}

/**
 * Everything private that a wallet may read of a task: what the task cites, the pending answer to a change request, and
 * the answer in a dispute.
 */
export function readable(
  { task, metadata, answer }: { task: Task; metadata: TaskMetadata | null; answer: DisputeAnswer | null },
  resubmission: Resubmission | null,
  wallet: Address,
  nowMs: number,
): readonly Citation[] {
  const all = [
    ...citationsOf(task, metadata),
    ...(resubmission ? submissionOf(task, resubmission.submissionHash) : []),
    ...(answer ? answerOf(task, answer.hash) : []),
  ];
  return all.filter(({ kind }) => kind !== "metadata" && kind !== "ruling" && mayRead(kind, task, wallet, nowMs));
}

/** The readable texts in their places; only those in `citations` are included. */
export function textsOf(
  task: Task,
  metadata: TaskMetadata | null,
  citations: readonly Citation[],
  found: readonly { readonly citation: Citation; readonly content: Content }[],
): TaskTexts {
  const of = (kind: Citation["kind"]) =>
    citations
      .filter((citation) => citation.kind === kind)
      .map(({ hash, author }) => ({ hash, author, content: valueOf(kind, hash) }));
  const texts = (kind: Citation["kind"]) =>
    of(kind).map(({ hash, content }) => ({ hash, content: privateWords(content as PrivateText | null) }));

  return {
    privateDetails: texts("privateDetails")[0] ?? null,
    submissions: of("submission").map(({ hash, content }) => ({
      hash,
      content: content === null ? null : submissionWords(content as Submission),
      verdict: verdictIn(metadata, contentOf("submission", hash)),
      onChain: task.submissionHashes.includes(hash),
    })),
    reasons: texts("reason"),
    evidence: texts("evidence")[0] ?? null,
    answer: texts("answer")[0] ?? null,
    comments: of("comment").map(({ hash, author, content }) => ({ hash, author, content: content as string | null })),
  };

  function valueOf(kind: Citation["kind"], hash: Hex): Content["value"] | null {
    return contentOf(kind, hash)?.value ?? null;
  }

  function contentOf(kind: Citation["kind"], hash: Hex): Content | undefined {
    return found.find(({ citation }) => citation.kind === kind && citation.hash === hash)?.content;
  }
}

function privateWords(value: PrivateText | null): Words | null {
  return value && { text: value.text, links: tidyLinks(value.links), salt: value.salt };
}

/** The work as its readers see it. */
export function submissionWords(value: Submission): Work {
  const { text, links, salt, output } = value;
  return { text, links: tidyLinks(links), salt, ...(output && { output }) };
}

/** The verdict on the work by the schema of this task; null if there is no schema. */
export function verdictIn(metadata: TaskMetadata | null, work: Content | undefined): ReadVerdict | null {
  return verdictOn(metadata?.acceptance, work?.kind === "submission" ? work.verdict : undefined);
}

/** The poster's answer to the evidence in a dispute; its text is content. It never changes. */
export interface DisputeAnswer {
  readonly hash: Hex;
  /** Unix milliseconds. */
  readonly at: number;
}

/** An answer as it is stored, with what names its dispute: after a reorg the task's id may be another task's. */
export interface StoredAnswer extends DisputeAnswer {
  readonly poster: Address;
  readonly evidenceHash: Hex | null;
}

/** The stored answer if it is of this task's dispute. */
export function answerIn(stored: StoredAnswer | undefined, task: Task): DisputeAnswer | null {
  if (!stored || task.deadlines.ruleBy === null) return null;
  const { poster, evidenceHash, hash, at } = stored;
  return poster === task.poster && evidenceHash === task.evidenceHash ? { hash, at } : null;
}

/** Why the poster cannot answer now, as a sentence; null if it can. */
export function whyNoAnswer({ state, deadlines }: Task, nowMs: number): string | null {
  if (state !== "DISPUTED") return `The task is ${state}; a dispute can be answered only while it is DISPUTED.`;
  return nowMs > (deadlines.ruleBy ?? 0) * 1000
    ? "The time to answer ended with the arbiter's deadline, ruleBy. Follow the task's _nextAction."
    : null;
}
