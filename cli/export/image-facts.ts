import type { Image } from '../../client/src/generated/calls.ts';

/** How a fact of an image travels by an export and an import. */
export interface Travel {
  /** Whether a line of an export has it. */
  readonly isExported: boolean;
  /** `bytes`: the same for the same bytes. `kept`: a parameter of the import's calls. */
  readonly way: 'bytes' | 'kept' | { readonly notKept: string };
}

const OF_BYTES: Travel = { isExported: false, way: 'bytes' };

/** THE facts of an image, and how each travels: a fact that is forgotten doesn't compile. */
export const IMAGE_FACTS = {
  imageId: { isExported: true, way: { notKept: 'the image has a new ID' } },
  imageUrl: { isExported: true, way: { notKept: 'the image has a new address' } },
  thumbnailUrl: { isExported: false, way: { notKept: 'it is a short-lived address' } },
  originalFilename: { isExported: true, way: 'kept' },
  metadata: { isExported: true, way: 'kept' },
  visibility: { isExported: true, way: 'kept' },
  focalPoint: { isExported: true, way: 'kept' },
  bytes: { isExported: true, way: 'bytes' },
  sha256: { isExported: true, way: 'bytes' },
  format: OF_BYTES,
  width: OF_BYTES,
  height: OF_BYTES,
  frames: OF_BYTES,
  hasAlpha: OF_BYTES,
  mainColor: OF_BYTES,
  thumbhash: OF_BYTES,
  createdAt: { isExported: true, way: { notKept: 'it is the time of the import' } },
  convertedFrom: {
    isExported: true,
    way: { notKept: 'the converted image is imported, not the file that was sent' },
  },
  lost: {
    isExported: true,
    way: { notKept: 'the stored image is imported, which lost these parts before' },
  },
  hasWideGamut: OF_BYTES,
  hasGainMap: OF_BYTES,
  credit: {
    isExported: true,
    way: { notKept: 'the project of the import reads it anew where it keeps credit' },
  },
  review: {
    isExported: true,
    way: { notKept: 'the project of the import decides by its own moderation' },
  },
  takenDown: { isExported: false, way: { notKept: 'a blocked image is not exported' } },
} as const satisfies Readonly<Record<keyof Image, Travel>>;

type Fact = keyof typeof IMAGE_FACTS;
/** The facts that a line of an export has. */
export type ExportedFact = {
  [Name in Fact]: (typeof IMAGE_FACTS)[Name] extends { readonly isExported: true } ? Name : never;
}[Fact];

const isFact = (name: string): name is Fact => Object.hasOwn(IMAGE_FACTS, name);
const isExported = (name: string): name is ExportedFact =>
  isFact(name) && IMAGE_FACTS[name].isExported;

/** The names of the facts that a line of an export has. */
export const EXPORTED_FACTS: readonly ExportedFact[] = Object.keys(IMAGE_FACTS).filter(isExported);

/** The facts that no import keeps, by name and with the reason, a line each. */
export function describeNotKept(): string[] {
  return Object.entries<Travel>(IMAGE_FACTS).flatMap(([name, { way }]) =>
    typeof way === 'object' ? [`${name}: ${way.notKept}`] : [],
  );
}

/** One line of `images.jsonl`. */
export interface ExportedImage extends Pick<Image, ExportedFact> {
  /** The path of its original, relative to the export, with `/`. */
  readonly file: string;
}
