/** The limits of a project's temporary images that are neither saved nor expired. */
export interface TemporaryLimits {
  readonly maxCount: number;
  readonly maxBytes: number;
}
