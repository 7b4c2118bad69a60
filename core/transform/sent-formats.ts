import type { SentFormat } from './formats.ts';

/** Latin-1 texts of a file's first bytes, each at its place. */
export type Signature = readonly (readonly [at: number, text: string])[];

/** The facts by which the files of a format are known. */
export interface SentFormatFacts {
  /** The name in messages. */
  readonly label: string;
  /** As clients spell them, the one in use first. */
  readonly contentTypes: readonly string[];
  /** Names of types that old clients send. No message proposes them. */
  readonly oldTypes: readonly string[];
  /** Lower case, the usual one first. */
  readonly extensions: readonly string[];
  /** One of them is at the start of each file; none for text, and for boxes with a brand. */
  readonly signatures: readonly Signature[];
  /** The brands of a format that consists of boxes (ISO/IEC 14496-12, 4.3). */
  readonly brands: readonly string[];
}

/**
 * THE table of what comes in: content types, extensions and first bytes of each format. Every other
 * list of them is read or generated from it.
 */
export const SENT_FORMATS: Readonly<Record<SentFormat, SentFormatFacts>> = {
  jpg: {
    label: 'JPEG',
    contentTypes: ['image/jpeg', 'image/jpg'],
    oldTypes: ['image/pjpeg'],
    extensions: ['jpg', 'jpeg', 'jpe', 'jfif'],
    signatures: [[[0, '\xff\xd8\xff']]],
    brands: [],
  },
  png: {
    label: 'PNG',
    contentTypes: ['image/png'],
    oldTypes: ['image/x-png'],
    extensions: ['png', 'apng'],
    signatures: [[[0, '\x89PNG\r\n\x1a\n']]],
    brands: [],
  },
  webp: {
    label: 'WebP',
    contentTypes: ['image/webp'],
    oldTypes: [],
    extensions: ['webp'],
    signatures: [
      [
        [0, 'RIFF'],
        [8, 'WEBP'],
      ],
    ],
    brands: [],
  },
  gif: {
    label: 'GIF',
    contentTypes: ['image/gif'],
    oldTypes: [],
    extensions: ['gif'],
    signatures: [[[0, 'GIF87a']], [[0, 'GIF89a']]],
    brands: [],
  },
  avif: {
    label: 'AVIF',
    contentTypes: ['image/avif'],
    oldTypes: [],
    extensions: ['avif', 'avifs'],
    signatures: [],
    brands: ['avif', 'avis'],
  },
  heic: {
    label: 'HEIC',
    contentTypes: ['image/heic', 'image/heif'],
    oldTypes: [],
    extensions: ['heic', 'heif', 'hif', 'heics'],
    signatures: [],
    brands: ['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'hevm', 'hevs'],
  },
  svg: {
    label: 'SVG',
    contentTypes: ['image/svg+xml'],
    oldTypes: [],
    extensions: ['svg'],
    signatures: [],
    brands: [],
  },
  bmp: {
    label: 'BMP',
    contentTypes: ['image/bmp', 'image/x-ms-bmp'],
    oldTypes: [],
    extensions: ['bmp', 'dib'],
    // the four bytes behind the size are reserved
    signatures: [
      [
        [0, 'BM'],
        [6, '\0\0\0\0'],
      ],
    ],
    brands: [],
  },
};

/** A major brand that leaves the format to the compatible ones (ISO/IEC 23008-12). */
export const GENERIC_BRANDS: readonly string[] = ['mif1', 'msf1', 'miaf'];

/** The formats of sent images, in the order of the table. */
export const SENT_FORMAT_NAMES = Object.keys(SENT_FORMATS) as SentFormat[];

/** The content type of each extension of images that can be sent, lower case. */
export const TYPE_OF_EXTENSION: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(SENT_FORMATS).flatMap(({ extensions, contentTypes: [type = ''] }) =>
    extensions.map((extension) => [extension, type] as const),
  ),
);

/** Names of types that old clients send, and the name in use. */
export const TYPE_ALIASES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(SENT_FORMATS).flatMap(({ oldTypes, contentTypes: [type = ''] }) =>
    oldTypes.map((old) => [old, type] as const),
  ),
);

/** The type of bytes that name no format: they decide themselves. */
export const UNKNOWN_TYPE = 'application/octet-stream';
