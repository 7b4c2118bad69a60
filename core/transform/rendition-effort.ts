import { FORMATS } from './formats.ts';
import { type OriginalFacts, outputSize, type Transformation } from './transformation.ts';

/** Of an encoder by a pixel, a slow one and the others: rough, and for a choice of queues only. */
const SLOW_ENCODER_WEIGHT = 6;
const ENCODER_WEIGHT = 3;
/** An automatic quality encodes several times. */
const AUTO_QUALITY_WEIGHT = 3;
/** A photo of 24 megapixels at the width of a screen is below it. */
const COSTLY_PIXELS = 30_000_000;

function weightOfSteps({ blur, sharpen, pixelate, overlays, ...rest }: Transformation): number {
  const blurred = blur > 0 ? 1 + blur / 10 : 0;
  const others = [sharpen > 0, pixelate > 1, rest.radius > 0, rest.isCircle, rest.trim];
  return 1 + blurred + overlays.length + others.filter(Boolean).length;
}

function weightOfEncoder({ format, quality }: Transformation): number {
  const times = typeof quality === 'string' ? AUTO_QUALITY_WEIGHT : 1;
  return (FORMATS[format].isSlow ? SLOW_ENCODER_WEIGHT : ENCODER_WEIGHT) * times;
}

/**
 * Whether a rendition takes long: it waits in a queue of its like then, so that no other waits
 * behind it (security.places-apart). Counted in pixels that decoder, steps and encoder go through.
 */
export function isCostly(
  transformation: Transformation,
  original: Pick<OriginalFacts, 'format' | 'width' | 'height' | 'frames'>,
): boolean {
  const frames = transformation.isAnimated ? original.frames : 1;
  // a JPEG is decoded smaller
  const decoded = (original.width * original.height * frames) / (original.format === 'jpg' ? 2 : 1);
  const { width, height } = outputSize(transformation);
  const weight = weightOfSteps(transformation) + weightOfEncoder(transformation);
  return decoded + width * height * frames * weight > COSTLY_PIXELS;
}
