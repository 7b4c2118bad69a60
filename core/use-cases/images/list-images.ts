import type { InputOf } from '../../api/call-types.ts';
import type { DescribedImage } from '../../api/calls/image-schema.ts';
import { startOfPage } from '../../api/page-start.ts';
import { LIMITS } from '../../foundation/limits.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import { encodeCursor, readCursor } from '../../images/image-list.ts';
import { pairsOf } from '../../images/metadata.ts';
import type { Services } from '../../ports/services.ts';
import type { Caller } from '../access/authenticate.ts';
import { describeImage } from './describe-image.ts';
import { signThumbnails } from './sign-thumbnails.ts';

/**
 * A page of the project's saved images, newest first, and the cursor of the next page. Throws
 * validation_failed if the cursor is of another list, and conflicting_fields (calls.list-images).
 */
export async function listImages(
  services: Pick<Services, 'images' | 'clock' | 'cdnUrl' | 'randomBytes' | 'thumbnailSecrets'>,
  caller: Caller,
  { limit = LIMITS.defaultListedImages, cursor, metadata, review }: InputOf<'listImages'>,
): Promise<{ images: DescribedImage[]; cursor: string | null }> {
  if (metadata && review) {
    const detail = 'Send either metadata or review.';
    throw new ServiceError('conflicting_fields', { detail });
  }
  const pair = pairsOf(metadata ?? {})[0] ?? null;
  const list = { projectId: caller.project.projectId, pair, review };
  const before = startOfPage(cursor, (text) => readCursor(text, list));
  const page = await services.images.listImages({ ...list, limit, before });
  const thumbnailUrlOf = await signThumbnails(services, caller);
  return {
    images: page.images.map((image) => describeImage(services, image, thumbnailUrlOf)),
    cursor: page.next && encodeCursor(page.next, list),
  };
}
