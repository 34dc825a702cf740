import type { Bought } from "../buying/purchases";
import type { GivenFeedback } from "../account/reputation";
import type { Confirmed, Withdrawn } from "../tasks/steps";

/** What was signed and could not be finished just now. */
export interface Unfinished {
  key: string;
  path: string;
  error: Error;
}

/** What was finished. */
export type Finished = Bought<unknown> | Confirmed | Withdrawn | GivenFeedback;
