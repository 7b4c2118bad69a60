import { FORMATS, type Format } from '../formats.ts';
import { type Size, sizeBeforeCut } from '../geometry.ts';
import type { Overlay } from '../overlay.ts';
import { type OriginalFacts, outputSize, type Transformation } from '../transformation.ts';

/** The traits of a file that show when it is opened; an image's record doesn't have them. */
export interface OpenedTraits {
  /** A PNG of at most 256 colours: its renditions as PNG are quantized. */
  readonly isPalette: boolean;
  /** Four inks, whose profile is looked up for each pixel. */
  readonly isCmyk: boolean;
  /** 16 bits a channel. */
  readonly isDeep: boolean;
  /** A GIF that our own decoder shows: adapters/sharp/open-served-image. */
  readonly isMisread: boolean;
}

/** Every trait that a file can have beyond those that are usual. */
export const WORST_TRAITS: OpenedTraits = {
  isPalette: true,
  isCmyk: true,
  isDeep: true,
  isMisread: true,
};
/** Those of nearly all files; a profile of three colours is among them. */
export const USUAL_TRAITS: OpenedTraits = {
  isPalette: false,
  isCmyk: false,
  isDeep: false,
  isMisread: false,
};

/** A transformation of an original, which is to be priced. */
export interface Priced {
  readonly original: OriginalFacts;
  readonly requested: Transformation;
  readonly traits: OpenedTraits;
}

/** The counts that prices are multiplied by, in megapixels over all frames that are made. */
export interface PixelCounts {
  readonly frames: number;
  /** Of the file, as far as it is decoded. */
  readonly decoded: number;
  /** Of the output of the decoder: a JPEG shrinks while it is decoded. */
  readonly opened: number;
  /** After the resize and before a cut of `cover`. */
  readonly scaled: number;
  readonly output: number;
  /** Of one frame of the output. */
  readonly frame: number;
  readonly isEnlarged: boolean;
  readonly hasAlpha: boolean;
}

const MEGA = 1_000_000;

export const megapixels = ({ width, height }: Size) => (width * height) / MEGA;

/** sharp's shrink on load leaves a JPEG at least twice as wide and high as its result. */
const MOST_OPENED_OF_SCALED = 16;

function sizeBeforeResize(original: Size, { crop, turn }: Transformation): Size {
  const { width, height } = crop ?? original;
  return turn % 180 === 0 ? { width, height } : { width: height, height: width };
}

/** The counts of a transformation. */
export function countPixels({ original, requested }: Priced): PixelCounts {
  const { isAnimated, resize, pad, radius, isCircle } = requested;
  const frames = isAnimated ? original.frames : 1;
  const from = sizeBeforeResize(original, requested);
  const inner = resize.how === 'contain' ? resize.inner : sizeBeforeCut(from, resize);
  const scaled = megapixels(inner) * frames;
  const decoded = megapixels(original) * frames;
  const shrinks = original.format === 'jpg' && requested.crop === undefined;
  const frame = megapixels(outputSize(requested));
  return {
    frames,
    decoded,
    opened: shrinks ? Math.min(decoded, MOST_OPENED_OF_SCALED * scaled) : decoded,
    scaled,
    output: frame * frames,
    frame,
    isEnlarged: inner.width > from.width || inner.height > from.height,
    hasAlpha:
      original.hasAlpha || resize.how === 'contain' || pad !== undefined || radius > 0 || isCircle,
  };
}

/** Whether the encoder of a format sees the alpha of a result. */
export function encodesAlpha(format: Format, { hasAlpha }: PixelCounts): boolean {
  return hasAlpha && FORMATS[format].hasAlpha;
}

/** The largest part of the output that an overlay covers, in megapixels of one frame. */
export function coveredBy(overlay: Overlay, frame: number): number {
  if (overlay.isTiled) return frame;
  if (!('text' in overlay)) return Math.min(frame, megapixels(overlay));
  // the font knows the height of its box
  return Math.min(frame, (megapixels(overlay.area) * overlay.percent) / 100);
}
