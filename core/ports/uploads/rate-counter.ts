export interface RateCounter {
  /**
   * Adds one to the window and answers the new count; windows are dropped some time after they end.
   */
  countUp(counter: string, windowStart: number, windowEnd: number): Promise<number>;
}
