import type { Sharp } from 'sharp';
import type { Transformation } from '../../core/transform/transformation.ts';
import type { SharpModule } from './load/load-sharp.ts';
import type { ServedImage } from './open-served-image.ts';
import type { Layer } from './paint-overlay.ts';
import type { Pixels } from './pixels.ts';

/**
 * A step may read the fields that its type names, so the types show which fields are read
 * (every-field-is-used.ts).
 */
export type Fields<Name extends keyof Transformation> = Pick<Transformation, Name>;

/**
 * The input of the steps beside the fields that they read; run-steps.ts derives it from the
 * requested steps.
 */
export interface StepContext {
  readonly sharp: SharpModule;
  readonly fastShrinkOnLoad: boolean;
  readonly isColouredGrey: ServedImage['isColouredGrey'];
  /**
   * Turns the opened image upright: a file by its orientation, the pixels of a frame by the
   * orientation of their file.
   */
  readonly orient: (image: Sharp) => Sharp | Promise<Sharp>;
  /** An opaque background is painted before the effects, as sharp does within one pipeline. */
  readonly isPaintedFirst: boolean;
  /** A requested effect mixes neighbouring pixels. */
  readonly hasMixingEffect: boolean;
  /** Runs the pipeline to its pixels and opens those. */
  readonly finish: (image: Sharp) => Promise<Sharp>;
  /** The overlays of the result, with their pixels. */
  readonly layers: readonly Layer[];
  /** Runs the pipeline to its pixels, of three or four channels, alters them and opens them. */
  readonly paint: (image: Sharp, alter: (pixels: Pixels) => void) => Promise<Sharp>;
}

/** One of STEPS: the fields that it reads, whether it has an effect, and its implementation. */
export interface Step<Name extends keyof Transformation> {
  readonly isRequested: (requested: Fields<Name>) => boolean;
  readonly run: (
    image: Sharp,
    requested: Fields<Name>,
    context: StepContext,
  ) => Sharp | Promise<Sharp>;
  /** sharp can't apply it to a strip of frames, one below the other. */
  readonly needsFrames: boolean;
}

/** A step between resize and background. */
export interface Effect<Name extends keyof Transformation> extends Step<Name> {
  /** Gets its own pipeline, because sharp's order of steps differs. */
  readonly hasOwnPipeline: boolean;
  readonly mixesNeighbours: boolean;
  /** Leaves a single channel, whose alpha sharp's raw output loses. */
  readonly leavesGrey: boolean;
  /** Looks the same whether this opaque colour is painted before it or after it. */
  readonly mayFollowPaint: (color: string) => boolean;
}
