/** What the service knows of each format. Edge-safe: no syntax beyond the CloudFront runtime's. */
export interface FormatFacts {
  readonly contentType: string;
  /** Extensions of image URLs, lower case, the canonical one first. */
  readonly extensions: readonly string[];
  /** 1 to 100; undefined where `quality` has no effect. */
  readonly defaultQuality: number | undefined;
  readonly hasAnimation: boolean;
  readonly hasAlpha: boolean;
  /** Pixels that one side can hold. */
  readonly maxSide: number;
  /**
   * Pixels over all frames that are made (transformations.max-output); what is less than 25 million
   * was measured, docs/decisions/0005.
   */
  readonly maxOutputPixels: number;
}

export type Format = 'jpg' | 'png' | 'webp' | 'avif' | 'gif';

/**
 * What the extension of an image URL asks for: a format, or the best for who asks
 * (delivery.extension).
 */
export type OutputFormat = Format | 'auto';

/** THE table of formats, in and out; `format` is one of these keys everywhere. */
export const FORMATS: Readonly<Record<Format, FormatFacts>> = {
  jpg: {
    contentType: 'image/jpeg',
    extensions: ['jpg', 'jpeg'],
    defaultQuality: 80,
    hasAnimation: false,
    hasAlpha: false,
    maxSide: 65535, // ITU T.81 B.2.2: 16 bits a side
    maxOutputPixels: 25_000_000,
  },
  png: {
    contentType: 'image/png',
    extensions: ['png'],
    defaultQuality: undefined,
    hasAnimation: false,
    hasAlpha: true,
    maxSide: 2147483647, // PNG (third edition) 11.2.1: four-byte integers, 31 bits
    maxOutputPixels: 25_000_000,
  },
  webp: {
    contentType: 'image/webp',
    extensions: ['webp'],
    defaultQuality: 79,
    hasAnimation: true,
    hasAlpha: true,
    maxSide: 16383, // RFC 9649 2.5: 14 bits a side
    maxOutputPixels: 25_000_000,
  },
  avif: {
    contentType: 'image/avif',
    extensions: ['avif'],
    defaultQuality: 60,
    hasAnimation: false,
    hasAlpha: true,
    maxSide: 16384, // AV1 Image File Format 1.1, 8.2: the advanced profile's width
    maxOutputPixels: 7_000_000,
  },
  gif: {
    contentType: 'image/gif',
    extensions: ['gif'],
    defaultQuality: undefined,
    hasAnimation: true,
    hasAlpha: true,
    maxSide: 65535, // GIF89a 18: 16 bits a side
    maxOutputPixels: 25_000_000,
  },
};

export const FORMAT_NAMES = Object.keys(FORMATS) as Format[];

/** The format of a URL's extension in any case; undefined where we serve none. */
export function formatOfExtension(extension: string): Format | undefined {
  const wanted = extension.toLowerCase();
  return FORMAT_NAMES.find((name) => FORMATS[name].extensions.indexOf(wanted) >= 0);
}
