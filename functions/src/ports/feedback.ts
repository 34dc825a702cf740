import type { Address } from "../domain/address";
import type { AgentFeedback } from "../domain/agentFeedback";
import type { FeedbackRecord, Mail } from "../domain/feedback";
import type { Hex } from "../domain/keccak";
import type { UnitOfWork } from "../domain/unitOfWork";

export interface FeedbackStore {
  /**
   * Stores the record and, when there is one, the mail (in the form that Firebase's Trigger Email extension sends from
   * the `mail` collection), atomically; storing the same id again changes nothing. Within a unit of work, one read.
   */
  add(record: FeedbackRecord, mail: Mail | null, unit?: UnitOfWork): Promise<void>;
}

/** ERC-8004's registries. Methods throw `ChainUnavailable`. */
export interface AgentRegistry {
  /** An agent's owner and its wallet; empty if there is no such agent. One round trip. */
  holders(registry: Address, agentId: bigint): Promise<readonly Address[]>;
  /** The call that gives feedback, with a gas limit; null if the registry would refuse it. One round trip. */
  feedbackCall(from: Address, feedback: AgentFeedback): Promise<{ to: Address; data: Hex; gas: bigint } | null>;
}
