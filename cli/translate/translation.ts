import type {
  OutputFormat,
  TransformationParameters,
} from '../../client/src/generated/transformation.ts';

/** The services whose addresses are translated, by the word of `--from`. */
export const SERVICES = [
  'cloudinary',
  'imgix',
  'imgproxy',
  'thumbor',
  'dit',
  'imagekit',
  'cloudflare',
  'uploadcare',
  'supabase',
  'next',
] as const;
export type Service = (typeof SERVICES)[number];

/**
 * The loss in a translation. `approximate`: the image may differ. `unmappable`: the parameter is
 * left out, and the image differs. `dropped`: it has no effect on the image.
 */
export type Effect = 'approximate' | 'unmappable' | 'dropped';

export interface Note {
  /** As the old address has it. */
  readonly parameter: string;
  readonly effect: Effect;
  readonly reason: string;
}

/** The parameters of ours that a translation sets. */
export type Values = {
  -readonly [Name in keyof TransformationParameters]: TransformationParameters[Name];
};

/** An image that an old address names beside its own. */
export interface NamedImage {
  /** The old parameter, for a note. */
  readonly parameter: string;
  /** Its names in the old service; the first one that the table has is the image. */
  readonly names: readonly string[];
}

/** Our parameters whose values are IDs: only the table of addresses knows them. */
export const IMAGE_PARAMETERS = ['overlay', 'fallback'] as const;
export type ImageNames = { -readonly [Name in (typeof IMAGE_PARAMETERS)[number]]?: NamedImage };

/** The parts of an old address. */
export interface Translation {
  /** The image's name in the old service: public ID, path, key or source URL. */
  readonly name: string;
  /** Undefined if the old address leaves the format as it is stored. */
  readonly format: OutputFormat | undefined;
  readonly values: Readonly<Values>;
  readonly images: Readonly<ImageNames>;
  readonly notes: readonly Note[];
}

/** The reason why an address is no address of a service. */
export class AddressError extends Error {
  override readonly name = 'AddressError';
}
