import type { Transformation } from '../../core/transform/transformation.ts';
import type { encode } from './encode.ts';
import type { PIXEL_STEPS } from './steps.ts';

type Steps = typeof PIXEL_STEPS;
interface Runs<Read> {
  run(image: never, requested: Read, context: never): unknown;
}
interface Paints<Read> {
  paint(pixels: never, requested: Read): unknown;
}
/** The fields that a step reads: those that its own type names. */
type ReadBySteps = {
  [Name in keyof Steps]: Steps[Name] extends Runs<infer Read> | Paints<infer Read>
    ? keyof Read
    : never;
}[keyof Steps];
/**
 * Read where an image is trimmed, and opened in its colours (render.ts), and by the use case that
 * compares the bytes. The first frame is every frame of an image that isn't animated.
 */
type ReadElsewhere =
  | 'trim'
  | 'isDisplayP3'
  | 'hasGainMap'
  | 'isAnimated'
  | 'isFirstFrame'
  | 'mayServeOriginal';

type Unused<Requested> = Exclude<
  keyof Requested & string,
  ReadBySteps | keyof Parameters<typeof encode>[1] | ReadElsewhere
>;

/** True where every field is read by some step; else a text that names the fields that aren't. */
export type EveryFieldIsUsed<Requested> = [Unused<Requested>] extends [never]
  ? true
  : `no step uses "${Unused<Requested>}"`;

/** Doesn't compile when a field of Transformation is read by no step of the engine. */
export const everyFieldIsUsed: EveryFieldIsUsed<Transformation> = true;
