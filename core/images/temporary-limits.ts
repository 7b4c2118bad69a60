/** What a project may have in temporary images that are neither saved nor ended. */
export interface TemporaryLimits {
  readonly maxCount: number;
  readonly maxBytes: number;
}
