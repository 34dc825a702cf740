import type { Plan } from "../plan";
import type { Frame, RefusalKind } from "./frame";

/** A conversation's last question, as it was read. */
export interface Reading {
  frame: Frame | null;
  /** Null where nothing is computed. */
  plan: Plan | null;
  /** Words that the data doesn't have, and that were left out. */
  dropped: string[];
  /** Words of the question that nothing of the plan comes of. */
  notUsed: string[];
  refusal: { kind: RefusalKind; detail: string } | null;
  /** The plan in a sentence, in plain English. */
  understood: string;
  answerable: "yes" | "partly" | "no";
  /** Why not all of it; null for "yes". */
  reason: string | null;
  /** Three questions that have answers, where `answerable` is "no"; otherwise none. */
  suggestions: string[];
}
