import type { DatasetKind } from "./dataset/record";
import type { Fault } from "./engine/results";
import type { Plan } from "./plan";

export type { DatasetKind };

/** One message of the conversation that an agent sends; the last one is always the user's. */
export interface Message {
  role: "user" | "assistant";
  content: string;
}

/** The result of a paid chat endpoint, before it becomes chat/v1. */
export interface Answer {
  /** Markdown, or JSON text where the plan asks for it; every figure in it is computed from the snapshot. */
  reply: string;
  /** `sha256:` + hex of the snapshot that was used. */
  dataHash: string;
  /** Records in that snapshot, perturbed; null for fewer than five. */
  datasetCount: number | null;
}

/** What a question is understood to ask, before it is answered. */
export interface Foresight {
  /** The plan in a sentence. */
  understood: string;
  /** `partly` where something of it is refused or left out; `no` where nothing can be computed. */
  answerable: "yes" | "partly" | "no";
  /** Why not all of it; null where all of it is answerable. */
  answerableReason: string | null;
  /** What will be computed; may be sent as the `query`, as it is or changed. Null where nothing is. */
  plan: Plan | null;
  /** Words of the question that nothing of the plan comes of, and that may be what was meant. At most five. */
  notUsed: string[];
  /** Three questions that the data answers, where this one has no answer; otherwise none. */
  suggestions: string[];
  /** What is wrong with a plan that was sent: columns and values that the data doesn't have. */
  faults: Fault[];
}

/**
 * Answers a question from the published snapshot of one dataset.
 *
 * Never throws because a model fails or is slow, or because a question can't be computed. Throws `NotComputed` where a
 * question had no turn in time because of others, and `DatasetMissing` while no snapshot has been published.
 */
export interface Answers {
  answer(kind: DatasetKind, messages: readonly Message[]): Promise<Answer>;
  /**
   * What a question is understood to ask. Starts loading the dataset if it isn't in memory, and waits a moment for it;
   * null where it is not there by then, and where the engine is busy.
   */
  foresee: (kind: DatasetKind, messages: readonly Message[]) => Promise<Foresight | null>;
}

export class DatasetMissing extends Error {
  constructor(readonly kind: DatasetKind) {
    super(`No snapshot of the ${kind} dataset is published; run npm run data:import -- --kind ${kind} FILE`);
  }
}
