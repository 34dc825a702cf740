import type { DatasetKind } from "./dataset/record";

export type { DatasetKind };

/** One message of the conversation that an agent sends; the last one is always the user's. */
export interface Message {
  role: "user" | "assistant";
  content: string;
}

/** The result of a paid chat endpoint, before it becomes chat/v1. */
export interface Answer {
  /** Plain text or Markdown; every figure in it is computed from the snapshot. */
  reply: string;
  /** `sha256:` + hex of the snapshot that was used. */
  dataHash: string;
  /** Records in that snapshot. */
  datasetCount: number;
}

/** What a question is understood to ask, before it is answered. */
export interface Foresight {
  /** The plan in a sentence. */
  understood: string;
  /** `partly` where something of it is refused or not understood; `no` where all of it is. */
  answerable: "yes" | "partly" | "no";
  /** Why not all of it; null where all of it is answerable. */
  answerableReason: string | null;
}

/**
 * Answers a question from the published snapshot of one dataset.
 *
 * Never throws because a model fails or is slow, or because a question can't be computed. Throws `NotComputed` where a
 * question had no turn in time because of others, and `DatasetMissing` while no snapshot has been published.
 */
export interface Answers {
  answer(kind: DatasetKind, messages: readonly Message[]): Promise<Answer>;
  /** What a question is understood to ask; null while its dataset isn't in memory, and for a long conversation. No I/O. */
  foresee?: (kind: DatasetKind, messages: readonly Message[]) => Foresight | null;
}

export class DatasetMissing extends Error {
  constructor(readonly kind: DatasetKind) {
    super(`No snapshot of the ${kind} dataset is published; run npm run data:import -- --kind ${kind} FILE`);
  }
}
