import { verdictOn, type Output, type ReadVerdict } from "../acceptance/acceptance";
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
import type { DisputeAnswer } from "./dispute";
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
