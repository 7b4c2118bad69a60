/** The facts of each format. Edge-safe: no syntax beyond the CloudFront runtime's. */
export interface FormatFacts {
  readonly contentType: string;
  /** Extensions of image URLs, lower case, the canonical one first. */
  readonly extensions: readonly string[];
  /**
   * Uploads are rebuilt from the parts of the file and stored. Required for every format, so that
   * an output format can't become an input format by accident.
   */
  readonly canUpload: boolean;
  /** 1 to 100; undefined if `quality` has no effect. */
  readonly defaultQuality: number | undefined;
  readonly hasAnimation: boolean;
  readonly hasAlpha: boolean;
  /**
   * A large one is made in the background if the URL leaves the format open, docs/decisions/0008.
   */
  readonly isSlow: boolean;
  /** Pixels that one side can hold. */
  readonly maxSide: number;
  /**
   * Pixels over all rendered frames (transformations.max-output); values below 25 million were
   * measured, docs/decisions/0005.
   */
  readonly maxOutputPixels: number;
}

/**
 * THE table of formats; `format` is one of these keys everywhere. Renditions are made in each of
 * them: a stored image is served unchanged too.
 */
const ROWS = {
  jpg: {
    contentType: 'image/jpeg',
    extensions: ['jpg', 'jpeg'],
    canUpload: true,
    defaultQuality: 78,
    hasAnimation: false,
    hasAlpha: false,
    isSlow: false,
    maxSide: 65535, // ITU T.81 B.2.2: 16 bits a side
    maxOutputPixels: 25_000_000,
  },
  png: {
    contentType: 'image/png',
    extensions: ['png'],
    canUpload: true,
    defaultQuality: undefined,
    hasAnimation: false,
    hasAlpha: true,
    isSlow: false,
    maxSide: 2147483647, // PNG (third edition) 11.2.1: four-byte integers, 31 bits
    maxOutputPixels: 25_000_000,
  },
  webp: {
    contentType: 'image/webp',
    extensions: ['webp'],
    canUpload: true,
    defaultQuality: 79,
    hasAnimation: true,
    hasAlpha: true,
    isSlow: false,
    maxSide: 16383, // RFC 9649 2.5: 14 bits a side
    maxOutputPixels: 25_000_000,
  },
  avif: {
    contentType: 'image/avif',
    extensions: ['avif'],
    canUpload: false,
    defaultQuality: 59,
    hasAnimation: false,
    hasAlpha: true,
    isSlow: true,
    maxSide: 16384, // AV1 Image File Format 1.1, 8.2: the advanced profile's width
    maxOutputPixels: 7_000_000,
  },
  gif: {
    contentType: 'image/gif',
    extensions: ['gif'],
    canUpload: true,
    defaultQuality: undefined,
    hasAnimation: true,
    hasAlpha: true,
    isSlow: false,
    maxSide: 65535, // GIF89a 18: 16 bits a side
    maxOutputPixels: 25_000_000,
  },
} as const satisfies Readonly<Record<string, FormatFacts>>;

type Rows = typeof ROWS;
type With<Column extends keyof FormatFacts, Value> = {
  [Name in keyof Rows]: Rows[Name][Column] extends Value ? Name : never;
}[keyof Rows];

/** A format that renditions are made in. */
export type Format = keyof Rows;
/** An upload format, and so a possible format of a stored image. */
export type UploadFormat = With<'canUpload', true>;
/** Formats that come in, and whose images are stored as JPEG or PNG (docs/decisions/0062). */
export const CONVERTED_FORMATS = ['heic', 'avif', 'svg', 'bmp'] as const;
export type ConvertedFormat = (typeof CONVERTED_FORMATS)[number];
/** The formats of sent images. */
export type SentFormat = UploadFormat | ConvertedFormat;

/**
 * The request of an image URL's extension: a format, or the best for the client
 * (delivery.extension).
 */
export type OutputFormat = Format | 'auto';

export const FORMATS: Readonly<Record<Format, FormatFacts>> = ROWS;

/** The formats that an image can be delivered in. */
export const FORMAT_NAMES = Object.keys(FORMATS) as Format[];

/** The formats that an image can be uploaded and stored in. */
export const UPLOAD_FORMATS = /* @__PURE__ */ FORMAT_NAMES.filter(
  (name) => FORMATS[name].canUpload,
) as UploadFormat[];

/** Whether images of a format are stored in it. */
export function isStored(format: SentFormat): format is UploadFormat {
  return !CONVERTED_FORMATS.some((converted) => converted === format);
}

/** The format of a URL's extension in any case; undefined for unknown ones. */
export function formatOfExtension(extension: string): Format | undefined {
  const requested = extension.toLowerCase();
  return FORMAT_NAMES.find((name) => FORMATS[name].extensions.indexOf(requested) >= 0);
}
