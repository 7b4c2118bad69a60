import type { InputOf } from '../../api/call-types.ts';
import type { DeletionReceipt } from '../../api/calls/deletions.ts';
import { LIMITS } from '../../foundation/limits.ts';
import { mapWithConcurrency } from '../../foundation/map-with-concurrency.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { ImageId } from '../../images/ids.ts';
import { pairsOf } from '../../images/metadata.ts';
import type { Services } from '../../ports/services.ts';
import type { Caller } from '../access/authenticate.ts';
import { deleteImage } from './delete-image.ts';

type Needs = Pick<Services, 'clock' | 'images' | 'randomBytes'>;
type Outcome = DeletionReceipt['images'][number];

/**
 * Each transaction lowers the account's count of images; more concurrency would only make them wait
 * for each other.
 */
const MAX_AT_ONCE = 4;
/** The rest of the function's time is for the deletion in progress, and for the response. */
const STOP_AFTER_MS = LIMITS.apiTimeoutMs / 2;

async function findAsked(
  { images }: Needs,
  { project }: Caller,
  { imageIds, metadata = {} }: InputOf<'deleteImages'>,
): Promise<{ ids: readonly ImageId[]; isMore: boolean }> {
  if (imageIds) return { ids: [...new Set(imageIds)], isMore: false };
  const { projectId } = project;
  const limit = LIMITS.maxImagesDeletedAtOnce;
  const pair = pairsOf(metadata)[0] ?? null;
  if (!pair) throw new ServiceError('validation_failed'); // otherwise all images would be deleted
  const page = await images.listImages({ projectId, pair, limit, before: null });
  return { ids: page.images.map(({ imageId }) => imageId), isMore: page.next !== null };
}

async function outcomeOf(
  needs: Needs,
  caller: Caller,
  input: InputOf<'deleteImage'>,
): Promise<Outcome> {
  const { imageId } = input;
  try {
    const { message } = await deleteImage(needs, caller, input);
    return { imageId, outcome: message };
  } catch (error) {
    const code = error instanceof ServiceError ? error.code : undefined;
    if (code !== 'image_not_found' && code !== 'busy') throw error;
    return { imageId, outcome: code };
  }
}

/**
 * Writes the tombstone of each of these images, or of the newest that have this pair of metadata,
 * and answers the outcome of each. It stops in time for the response: the others are `busy`, and
 * the same call deletes them (docs/decisions/0029).
 */
export async function deleteImages(
  needs: Needs,
  caller: Caller,
  input: InputOf<'deleteImages'>,
): Promise<DeletionReceipt> {
  const stopAt = needs.clock() + STOP_AFTER_MS;
  const { ids, isMore } = await findAsked(needs, caller, input);
  const forGood = input.forGood ? { forGood: input.forGood } : {};
  const images = await mapWithConcurrency(ids, MAX_AT_ONCE, async (imageId): Promise<Outcome> => {
    if (needs.clock() >= stopAt) return { imageId, outcome: 'busy' };
    return outcomeOf(needs, caller, { imageId, ...forGood });
  });
  const isLeft = images.some(({ outcome }) => outcome === 'busy');
  return { images, hasMore: isMore || isLeft };
}
