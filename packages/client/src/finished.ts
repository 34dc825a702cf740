import type { Bought } from "./purchases";
import type { GivenFeedback } from "./reputation";
import type { Confirmed, Withdrawn } from "./steps";

/** What was signed and could not be finished just now. */
export interface Unfinished {
  key: string;
  path: string;
  error: Error;
}

/** What was finished. */
export type Finished = Bought<unknown> | Confirmed | Withdrawn | GivenFeedback;
