import type { DeleteImagesResult } from '../../client/src/generated/calls.ts';
import { CommandError } from '../command-error.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { confirmed } from '../output/ask.ts';
import type { Session } from '../session.ts';

export interface DeletionOptions {
  readonly metadata?: Readonly<Record<string, string>>;
  readonly yes?: boolean;
  readonly forGood?: boolean;
}

type Deleted = DeleteImagesResult['images'][number];
type Asked =
  | { readonly imageIds: readonly string[] }
  | { readonly metadata: Readonly<Record<string, string>> };

/** The maximum of one call. */
const MAX_AT_ONCE = 100;

const WORDS: Readonly<Record<Deleted['outcome'], string>> = {
  image_marked_for_deletion: 'is deleted.',
  image_not_found: 'does not exist.',
  busy: 'is not deleted yet; retry later.',
};

function askedOf(images: readonly string[], { metadata }: DeletionOptions): Asked[] {
  if (images.length > 0 === (metadata !== undefined)) {
    throw new CommandError('usage', 'Give either images or --metadata.');
  }
  if (metadata) return [{ metadata }];
  const count = Math.ceil(images.length / MAX_AT_ONCE);
  return Array.from({ length: count }, (_, at) => ({
    imageIds: images.slice(at * MAX_AT_ONCE, (at + 1) * MAX_AT_ONCE),
  }));
}

function describe(images: readonly string[], { metadata = {} }: DeletionOptions): string {
  const [[name, value] = []] = Object.entries(metadata);
  if (name !== undefined) return `all images with ${name}=${value}`;
  return images.length === 1 ? String(images[0]) : `${images.length} images`;
}

/** Asks until nothing is left, or nothing more comes of it. */
async function removeAll(
  remove: (requested: Asked) => Promise<DeleteImagesResult>,
  requested: Asked,
  deleted: Map<string, Deleted>,
): Promise<void> {
  for (let now = requested; ; ) {
    const { images, hasMore } = await remove(now);
    for (const image of images) deleted.set(image.imageId, image);
    const busy = images.filter(({ outcome }) => outcome === 'busy');
    if (!hasMore || busy.length === images.length) return;
    if ('imageIds' in now) now = { imageIds: busy.map(({ imageId }) => imageId) };
  }
}

function outcomeOf(deleted: readonly Deleted[]): number {
  const has = (outcome: Deleted['outcome']) => deleted.some((result) => result.outcome === outcome);
  if (has('busy')) return EXIT_CODES.later.code;
  return (has('image_not_found') ? EXIT_CODES.notFound : EXIT_CODES.done).code;
}

/** `images delete`: those that are named, a hundred a call, or all that have a pair of metadata. */
export async function removeImages(
  session: Session,
  images: readonly string[],
  options: DeletionOptions,
): Promise<void> {
  const requested = askedOf(images, options);
  const { calls, about } = await session.either();
  const question = `Delete ${describe(images, options)} permanently?`;
  await confirmed(session.machine, question, options.yes);
  const forGood = options.forGood ? { forGood: options.forGood } : {};
  const deleted = new Map<string, Deleted>();
  try {
    for (const reference of requested) {
      await removeAll(
        (part) => calls.deleteImages({ ...about, ...forGood, ...part }),
        reference,
        deleted,
      );
    }
  } finally {
    // also where a later call fails: these are gone
    const all = [...deleted.values()];
    const lines = all.map(({ imageId, outcome }) => `${imageId} ${WORDS[outcome]}`);
    session.print({ images: all }, () => lines.join('\n') || 'No images were found.');
    session.endWith(outcomeOf(all));
  }
}
