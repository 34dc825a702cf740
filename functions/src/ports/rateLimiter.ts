/** Limits each client's requests per minute, across all instances. */
export interface RateLimiter {
  /**
   * Takes one unit of the last minute's allowance: returns 0, or the seconds until a unit is free again. One write at
   * most. Returns 0 if the count cannot be stored: a rate limit must not take the service down.
   */
  spend(key: string, perMinute: number, nowMs: number): Promise<number>;
  /** The seconds for which this instance already knows that the allowance is used up; 0 if unknown. No read. */
  waitSeconds(key: string, nowMs: number): number;
}
