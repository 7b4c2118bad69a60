import { LIMITS } from '../foundation/limits.ts';
import { FORMATS, type Format } from './formats.ts';
import type { Size } from './geometry.ts';
import type { Parameters, Position } from './parameters.ts';

/** The reason why valid parameters make no rendition of an original. */
export type TransformationFault =
  | { readonly code: 'invalid_parameter'; readonly detail: string }
  | { readonly code: 'unsupported_for_animation'; readonly detail: string }
  | { readonly code: 'image_too_large'; readonly detail: string }
  | { readonly code: 'overlay_not_found'; readonly detail: string }
  | { readonly code: 'watermark_unavailable'; readonly detail: string };

/** Whether the part to keep is found in the pixels. */
export function isStrategy(position: Position): boolean {
  return position === 'attention' || position === 'entropy';
}

/** The reason why parameters don't apply to several frames. */
export function findAnimationFault(
  parameters: Parameters,
  position: Position,
): TransformationFault | undefined {
  const isRotated = parameters.rotate !== undefined;
  if (!isRotated && !isStrategy(position)) return undefined;
  return {
    code: 'unsupported_for_animation',
    detail: `${isRotated ? 'rotate' : `position=${position}`} does not apply to animated images; add frame=0, or request a still format such as .jpg.`,
  };
}

/** The reason why a format can't hold a result of this size. */
export function findSizeFault(
  size: Size,
  format: Format,
  frames: number,
): TransformationFault | undefined {
  const { maxSide, maxOutputPixels } = FORMATS[format];
  const pixels = size.width * size.height * frames;
  const pixelsText = `${size.width} x ${size.height} pixels`;
  if (pixels > maxOutputPixels) {
    const shown = frames > 1 ? `${pixelsText} in ${frames} frames` : pixelsText;
    return {
      code: 'image_too_large',
      detail: `The result would have ${shown}; ${format} allows at most ${maxOutputPixels} pixels in total.`,
    };
  }
  if (Math.max(size.width, size.height) <= maxSide) return undefined;
  return {
    code: 'image_too_large',
    detail: `The result would have ${pixelsText}; ${format} allows at most ${maxSide} pixels per side.`,
  };
}

/**
 * A wide crop of an enlarged tall image needs far more pixels than its result. Measured: 5 GB for
 * 10 x 400 to 8192 x 3000.
 */
export function findCutFault(
  { width, height }: Size,
  frames: number,
): TransformationFault | undefined {
  if (width * height * frames <= LIMITS.maxInputPixels) return undefined;
  const detail = `The image would have ${width} x ${height} pixels before cropping; the maximum is ${LIMITS.maxInputPixels} pixels in total.`;
  return { code: 'image_too_large', detail };
}
