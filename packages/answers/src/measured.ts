import measured from "./measured.json";

/** Grades from 0 (useless or wrong) to 3 (as a good analyst answers), given by people who had not built the engine. */
export interface Unseen {
  /** The mean grade of single questions. */
  singles: number;
  /** The mean grade of the last replies of conversations. */
  lastTurns: number;
  /** How many questions and conversations were graded. */
  questions: number;
  /** When, such as 2026-11-28. */
  date: string;
}

/**
 * How good the local reader was measured to be on texts and questions that nobody had seen who built it; null until it
 * is graded. A person writes the file after each grading.
 */
export const MEASURED: { unseen: Unseen | null } = measured;
