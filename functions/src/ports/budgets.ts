/** Counts what one address may spend in a minute, across all instances. */
export interface Budgets {
  /**
   * Takes one unit; false when the minute's budget is used up.
   * One write at most. Answers true when the count cannot be kept: a budget protects, it must not take the service down.
   */
  spend(key: string, perMinute: number, nowMs: number): Promise<boolean>;
  /** False when this instance already knows that the minute's budget is used up. No read. */
  mayHaveLeft(key: string, nowMs: number): boolean;
}
