import type { Metadata } from 'sharp';
import type { Format } from '../../../core/transform/formats.ts';

/** The facts of an animation that its encoder takes. */
export interface Timing {
  delay?: number[];
  loop?: number;
}

// sharp 0.35.5 throws beyond both, for GIF and WebP (dist/output.mjs, trySetAnimationOptions)
const MAX_DELAY_MS = 65_535;
const MAX_LOOPS = 65_535;
/** Browsers show a frame of at most 10 ms for 100 ms. */
const MAX_HURRIED_MS = 10;
const HUNDREDTHS_MS = 10;

/**
 * A delay that the encoder takes. GIF counts in hundredths, and 11 to 14 ms would become one: a
 * frame that browsers show for 100 ms. So it gets two.
 */
function boundDelay(format: Format, delayMs: number): number {
  const bounded = Math.min(Math.max(Math.round(delayMs) || 0, 0), MAX_DELAY_MS);
  if (format !== 'gif' || bounded <= MAX_HURRIED_MS) return bounded;
  return Math.max(bounded, 2 * HUNDREDTHS_MS);
}

/** libvips writes the delay of a first frame into a still GIF; one beyond the range is bounded. */
export function boundStill(format: Format, { delay }: Pick<Metadata, 'delay'>): Timing {
  return delay?.some((delayMs) => delayMs > MAX_DELAY_MS) ? boundTiming(format, { delay }) : {};
}

/**
 * The timing of a stored file within the range of the encoder, the nearest value beyond it. No
 * other fact of a file but a flag reaches an encoder (docs/decisions/0100).
 */
export function boundTiming(
  format: Format,
  { delay, loop }: Pick<Metadata, 'delay' | 'loop'>,
): Timing {
  return {
    ...(delay && { delay: delay.map((delayMs) => boundDelay(format, delayMs)) }),
    ...(loop !== undefined && { loop: Math.min(Math.max(loop, 0), MAX_LOOPS) }),
  };
}
