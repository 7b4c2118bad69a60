import type { OutputFormat } from './generated/transformation.ts';
import { addressOf, type CdnOptions, type ImageSource } from './image-source.ts';
import { type LadderOptions, ladderOf } from './src-set.ts';

/** The widths and formats of one image on all pages. */
export interface RenditionOptions extends LadderOptions, CdnOptions {
  /** The format of each srcset; without it the extension of the address, `auto` for an ID. */
  readonly formats?: readonly OutputFormat[];
}

/** The names of two formats that are one. */
const SAME: Readonly<Record<string, string>> = { jpeg: 'jpg' };
const nameOf = (format: string) => SAME[format] ?? format;

/** What `.auto` negotiates: AVIF, WebP and the stored format. */
const negotiated = (stored: string) => ['avif', 'webp', stored];

/**
 * The number of renditions that a srcset costs at most for one image: each width in each format is
 * one transformation of the project's quota. `auto` counts as AVIF, WebP and the stored format,
 * which only the service's address of the image tells. Throws a TypeError as srcSet does.
 */
export function countRenditions(image: ImageSource, options: RenditionOptions = {}): number {
  const { extension = 'auto' } = addressOf(image, options);
  const stored = extension.toLowerCase();
  const { formats = [stored] } = options;
  const made = formats.flatMap((format) => (format === 'auto' ? negotiated(stored) : [format]));
  return ladderOf(image, options).length * new Set(made.map(nameOf)).size;
}
