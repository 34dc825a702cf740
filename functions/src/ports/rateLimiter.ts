/** Counts what one client may spend in any minute, across all instances. */
export interface RateLimiter {
  /**
   * Takes one unit of the last minute's budget: 0, or where it is used up, the seconds until a unit is free again.
   * One write at most. Answers 0 when the count cannot be kept: a budget protects, it must not take the service down.
   */
  spend(key: string, perMinute: number, nowMs: number): Promise<number>;
  /** The seconds for which this instance already knows that the budget is used up; 0 where it knows nothing of it. No read. */
  waitSeconds(key: string, nowMs: number): number;
}
