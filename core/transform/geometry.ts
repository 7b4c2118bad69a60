import type { Crop, Fit, Parameters } from './parameters.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * How pixels reach the output's size: `scale` to it exactly, `cover` it and crop, or fit inside it
 * and pad.
 */
export type Resize =
  | { readonly how: 'scale' | 'cover'; readonly size: Size }
  | { readonly how: 'contain'; readonly size: Size; readonly inner: Size };

function scaled(size: Size, factor: number): Size {
  return {
    width: Math.max(1, Math.round(size.width * factor)),
    height: Math.max(1, Math.round(size.height * factor)),
  };
}

export function isSameSize(a: Size, b: Size): boolean {
  return a.width === b.width && a.height === b.height;
}

/**
 * The crop limited to the upright image; undefined if nothing is left, the whole image if none is
 * requested.
 */
export function cutCrop(crop: Crop | undefined, image: Size): Crop | undefined {
  if (!crop) return { x: 0, y: 0, ...image };
  const width = Math.min(crop.width, image.width - crop.x);
  const height = Math.min(crop.height, image.height - crop.y);
  return width < 1 || height < 1 ? undefined : { x: crop.x, y: crop.y, width, height };
}

function oneSide(from: Size, requested: Partial<Size>, mayEnlarge: boolean): Resize {
  const factor =
    requested.width !== undefined
      ? requested.width / from.width
      : (requested.height ?? 0) / from.height;
  const kept = mayEnlarge ? factor : Math.min(1, factor);
  const size = scaled(from, kept);
  // the requested side exactly, whatever the rounding
  if (kept !== factor) return { how: 'scale', size };
  return { how: 'scale', size: { ...size, ...requested } };
}

/** The image size from which `cover` is cropped; the size itself for everything else. */
export function sizeBeforeCut(from: Size, { how, size }: Resize): Size {
  if (how !== 'cover') return size;
  return scaled(from, Math.max(size.width / from.width, size.height / from.height));
}

function coverBox(from: Size, box: Size, mayEnlarge: boolean): Resize {
  const shrink = mayEnlarge ? 1 : Math.min(1, from.width / box.width, from.height / box.height);
  const size = scaled(box, shrink);
  const factor = Math.max(size.width / from.width, size.height / from.height);
  return { how: isSameSize(scaled(from, factor), size) ? 'scale' : 'cover', size };
}

function containBox(from: Size, box: Size, mayEnlarge: boolean): Resize {
  const factor = Math.min(box.width / from.width, box.height / from.height);
  const inner = scaled(from, mayEnlarge ? factor : Math.min(1, factor));
  return isSameSize(inner, box)
    ? { how: 'scale', size: box }
    : { how: 'contain', size: box, inner };
}

function fitBox(fit: Fit, from: Size, box: Size, mayEnlarge: boolean): Resize {
  if (fit === 'cover') return coverBox(from, box, mayEnlarge);
  if (fit === 'contain') return containBox(from, box, mayEnlarge);
  if (fit === 'fill') {
    const width = mayEnlarge ? box.width : Math.min(box.width, from.width);
    const height = mayEnlarge ? box.height : Math.min(box.height, from.height);
    return { how: 'scale', size: { width, height } };
  }
  const pick = fit === 'inside' ? Math.min : Math.max;
  const factor = pick(box.width / from.width, box.height / from.height);
  return { how: 'scale', size: scaled(from, mayEnlarge ? factor : Math.min(1, factor)) };
}

/**
 * The result of width, height, dpr, fit and enlarge for an image of this size
 * (transformations.size, transformations.enlarging).
 */
export function resolveResize(from: Size, parameters: Parameters): Resize {
  const dpr = parameters.dpr ?? 1;
  const mayEnlarge = parameters.enlarge ?? false;
  const width = parameters.width && Math.round(parameters.width * dpr);
  const height = parameters.height && Math.round(parameters.height * dpr);
  if (width && height) {
    return fitBox(parameters.fit ?? 'cover', from, { width, height }, mayEnlarge);
  }
  if (width) return oneSide(from, { width }, mayEnlarge);
  if (height) return oneSide(from, { height }, mayEnlarge);
  return { how: 'scale', size: from };
}
