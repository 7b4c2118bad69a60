export interface RateCounter {
  /**
   * Counts one more in the window and answers the count with it; windows are dropped some time
   * after they end.
   */
  countUp(counter: string, windowStart: number, windowEnd: number): Promise<number>;
}
