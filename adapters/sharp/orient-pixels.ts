import type { Transformation } from '../../core/transform/transformation.ts';
import type { SharpModule } from './load/load-sharp.ts';
import { openPixels, type Pixels, readPixels } from './pixels.ts';

/**
 * EXIF 2.32 4.6.4: whether to mirror, and how far clockwise to turn then; sharp itself refuses to
 * turn several frames.
 */
const UPRIGHT: Readonly<Record<number, readonly [isMirrored: boolean, angle: number]>> = {
  2: [true, 0],
  3: [false, 180],
  4: [true, 180],
  5: [true, 270],
  6: [false, 90],
  7: [true, 90],
  8: [false, 270],
};

/** How far clockwise an image is to turn that is mirrored before, in place of after. */
export function angleOfMirrored({
  turn,
  isMirrored,
}: Pick<Transformation, 'turn' | 'isMirrored'>): number {
  return isMirrored ? (360 - turn) % 360 : turn;
}

/** A single frame's pixels turned upright. */
export async function orientPixels(
  sharp: SharpModule,
  frame: Pixels,
  orientation: number,
): Promise<Pixels> {
  const change = UPRIGHT[orientation];
  if (!change) return frame;
  const [isMirrored, angle] = change;
  // sharp's own order, too
  return readPixels(openPixels(sharp, frame).flop(isMirrored).rotate(angle));
}
