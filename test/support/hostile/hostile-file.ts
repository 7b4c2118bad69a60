/** The formats that come in, and the Content-Type of each. */
export const TYPES = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  heic: 'image/heic',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  bmp: 'image/bmp',
} as const;

export type HostileFormat = keyof typeof TYPES;

/** Those that are stored as they are sent. */
export const FORMATS = ['jpg', 'png', 'webp', 'gif'] as const satisfies HostileFormat[];

/** A file that no service wants to meet, and what a good one answers. */
export interface HostileFile {
  /** The class, then the fault; the same file has the same name on every run. */
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Buffer;
  /** `refused`: a 4xx; `any`: whatever stays within the rules. */
  readonly due: 'refused' | 'any';
}

/** A file of the declared format. */
export function fileOf(
  name: string,
  format: HostileFormat,
  bytes: Uint8Array,
  due: HostileFile['due'] = 'refused',
): HostileFile {
  return { name, contentType: TYPES[format], bytes: Buffer.from(bytes), due };
}
