import type { OutputFormat } from '../generated/transformation.ts';
import type { CdnOptions, ImageSource } from '../image-source.ts';
import { type FreeParameters, imageUrl } from '../image-url.ts';
import { raiseWidth } from '../src-set.ts';

/** The options of the adapters of all frameworks. */
export interface FrameworkOptions extends CdnOptions {
  /** WebP by default: one rendition for each width, and every browser shows it. */
  readonly format?: OutputFormat | undefined;
  /**
   * The `allowedWidths` of the project: each width is raised to the next allowed one. A quality
   * is left out, because such a project allows it only in presets.
   */
  readonly allowedWidths?: readonly number[] | undefined;
}

/**
 * Parameters as frameworks give them: numbers may be texts, colours may begin with `#`. A quality
 * may be `auto`, `auto-low` or `auto-high`.
 */
export interface FrameworkParameters {
  readonly width?: number | string | undefined;
  readonly height?: number | string | undefined;
  readonly quality?: number | string | undefined;
  readonly format?: string | undefined;
  readonly fit?: string | undefined;
  readonly position?: string | undefined;
  readonly background?: string | undefined;
  readonly blur?: number | string | undefined;
}

const FITS: Readonly<Record<string, NonNullable<FreeParameters['fit']>>> = {
  cover: 'cover',
  contain: 'contain',
  inside: 'inside',
  outside: 'outside',
  fill: 'fill',
  // the names of CSS
  none: 'cover',
  'scale-down': 'inside',
};
/** The extensions of the service; a type, so that a new format has to be named here. */
const FORMATS: Readonly<Record<OutputFormat, true>> = {
  jpg: true,
  jpeg: true,
  png: true,
  webp: true,
  avif: true,
  gif: true,
  auto: true,
};
const isFormat = (text: string): text is OutputFormat => Object.hasOwn(FORMATS, text);

function numberOf(name: string, value: number | string | undefined): number | undefined {
  if (value === undefined || value === '') return undefined;
  const number = Number(value);
  if (Number.isNaN(number)) throw new TypeError(`${name} must be a number, not ${value}.`);
  return number;
}

type Quality = NonNullable<FreeParameters['quality']>;
/** The qualities that the pixels choose; a type, so that a new one has to be named here. */
const AUTO_QUALITIES: Readonly<Record<Exclude<Quality, number>, true>> = {
  auto: true,
  'auto-low': true,
  'auto-high': true,
};
const isAuto = (value: unknown): value is Exclude<Quality, number> =>
  typeof value === 'string' && Object.hasOwn(AUTO_QUALITIES, value);

function qualityOf(value: number | string | undefined): Quality | undefined {
  return isAuto(value) ? value : numberOf('quality', value);
}

function formatOf(asked: string | undefined, fallback: OutputFormat): OutputFormat {
  if (asked === undefined || asked === '') return fallback;
  if (!isFormat(asked)) throw new TypeError(`imagewell makes no ${asked}.`);
  return asked;
}

function fitOf(fit: string): NonNullable<FreeParameters['fit']> {
  const known = Object.hasOwn(FITS, fit) ? FITS[fit] : undefined;
  if (known === undefined) throw new TypeError(`imagewell has no fit ${fit}.`);
  return known;
}

/**
 * The URL of an image as a framework asks for it. Throws a TypeError for a foreign address, a
 * fraction of pixels, an unknown format and an unknown fit.
 */
export function frameworkUrl(
  image: ImageSource,
  asked: FrameworkParameters,
  { cdnUrl, format = 'webp', allowedWidths }: FrameworkOptions,
): string {
  const width = numberOf('width', asked.width);
  const height = numberOf('height', asked.height);
  const quality = allowedWidths ? undefined : qualityOf(asked.quality);
  const blur = numberOf('blur', asked.blur);
  const { fit, position, background } = asked;
  return imageUrl(image, {
    cdnUrl,
    format: formatOf(asked.format, format),
    ...(width !== undefined && { width: raiseWidth(width, allowedWidths) }),
    ...(height !== undefined && { height }),
    ...(quality !== undefined && { quality }),
    ...(blur !== undefined && { blur }),
    ...(fit && { fit: fitOf(fit) }),
    // the service validates it and names the positions that there are
    ...(position && { position: position as NonNullable<FreeParameters['position']> }),
    ...(background && { background: background.replace(/^#/, '') }),
  });
}
