import type { OutputFormat } from './generated/transformation.ts';
import { type FreeParameters, type ImageSource, imageUrl } from './image-url.ts';

/** The default widths of a srcset; only five, as each counts as a transformation. */
export const DEFAULT_WIDTHS: readonly number[] = [320, 640, 960, 1280, 1920];

/** Options for all images of the set, without those that determine their width. */
export interface SrcSetOptions
  extends Omit<FreeParameters, 'width' | 'height' | 'dpr' | 'enlarge' | 'crop' | 'rotate'> {
  readonly format?: OutputFormat;
  readonly widths?: readonly number[];
  /**
   * The `allowedWidths` of the project: each width is raised to the next allowed one.
   * Such a project allows other parameters only in presets.
   */
  readonly allowedWidths?: readonly number[];
}

interface Candidate {
  readonly requested: number;
  /** The resulting width: images are never enlarged. */
  readonly real: number;
}

const ascending = (numbers: readonly number[]) => [...new Set(numbers)].sort((a, b) => a - b);

function raise(width: number, allowed: readonly number[]): number {
  return allowed.find((candidate) => candidate >= width) ?? allowed.at(-1) ?? width;
}

/** At most one candidate has the original width: the narrowest that reaches it. */
function candidates(widths: readonly number[], original: number, isBound: boolean): Candidate[] {
  const smaller = widths.filter((width) => width < original);
  const reaching = widths.find((width) => width >= original);
  const all = reaching === undefined ? smaller : [...smaller, reaching];
  return all.map((width) => {
    const real = Math.min(width, original);
    return { requested: isBound ? width : real, real };
  });
}

/**
 * The value of a `srcset` attribute. No image is wider than the original if `image.width` is given.
 * The second argument is a list of widths, or options.
 */
export function srcSet(image: ImageSource, wanted: readonly number[] | SrcSetOptions = {}): string {
  const options: SrcSetOptions = Array.isArray(wanted) ? { widths: wanted } : (wanted as object);
  const { widths = DEFAULT_WIDTHS, allowedWidths = [], ...common } = options;
  const allowed = ascending(allowedWidths);
  const original = typeof image === 'string' ? undefined : image.width;
  const raised = ascending(widths.map((width) => raise(width, allowed)));
  return candidates(raised, original ?? Number.POSITIVE_INFINITY, allowed.length > 0)
    .map(({ requested, real }) => `${imageUrl(image, { ...common, width: requested })} ${real}w`)
    .join(', ');
}
