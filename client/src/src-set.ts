import type { ImageSource } from './image-source.ts';
import { type FreeParameters, imageUrl, type PathOptions, requirePixels } from './image-url.ts';

/** The default widths of a srcset; only five, as each counts as a transformation. */
export const DEFAULT_WIDTHS: readonly number[] = [320, 640, 960, 1280, 1920];

/** The widths of a set. */
export interface LadderOptions {
  readonly widths?: readonly number[];
  /**
   * The `allowedWidths` of the project: each width is raised to the next allowed one.
   * Such a project allows other parameters only in presets.
   */
  readonly allowedWidths?: readonly number[];
}

/** Options for all images of the set, without those that determine their width. */
export interface SrcSetOptions
  extends LadderOptions,
    PathOptions,
    Omit<FreeParameters, 'width' | 'height' | 'dpr' | 'enlarge' | 'crop' | 'rotate'> {}

interface Candidate {
  readonly requested: number;
  /** The resulting width: images are never enlarged. */
  readonly real: number;
}

const ascending = (numbers: readonly number[]) => [...new Set(numbers)].sort((a, b) => a - b);

/** The next allowed width, else the widest one; any width if none is named. */
export function raiseWidth(width: number, allowedWidths: readonly number[] = []): number {
  requirePixels('width', width);
  const allowed = ascending(allowedWidths);
  return allowed.find((candidate) => candidate >= width) ?? allowed.at(-1) ?? width;
}

/**
 * The widths that a set asks for, ascending. At most one candidate has the original width: the
 * narrowest that reaches it. Throws a TypeError for a fraction.
 */
export function ladderOf(image: ImageSource, options: LadderOptions): readonly Candidate[] {
  const { widths = DEFAULT_WIDTHS, allowedWidths = [] } = options;
  const original = (typeof image === 'object' && image.width) || Number.POSITIVE_INFINITY;
  const raised = ascending(widths.map((width) => raiseWidth(width, allowedWidths)));
  const reaching = raised.findIndex((width) => width >= original);
  const needed = reaching < 0 ? raised : raised.slice(0, reaching + 1);
  return needed.map((width) => {
    const real = Math.min(width, original);
    return { requested: allowedWidths.length > 0 ? width : real, real };
  });
}

/**
 * The value of a `srcset` attribute. No image is wider than the original if `image.width` is given.
 * The second argument is a list of widths, or options. Throws a TypeError as imageUrl does.
 */
export function srcSet(image: ImageSource, sizes: readonly number[] | SrcSetOptions = {}): string {
  const options: SrcSetOptions = 'length' in sizes ? { widths: sizes } : sizes;
  return ladderOf(image, options)
    .map(({ requested, real }) => `${imageUrl(image, { ...options, width: requested })} ${real}w`)
    .join(', ');
}
