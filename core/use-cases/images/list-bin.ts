import type { InputOf, ResultOf } from '../../api/call-types.ts';
import { startOfPage } from '../../api/page-start.ts';
import { LIMITS } from '../../foundation/limits.ts';
import { encodeListCursor, readListCursor } from '../../foundation/list-cursor.ts';
import { isImageId } from '../../images/ids.ts';
import type { Image } from '../../images/image-states.ts';
import { endOfKeeping } from '../../images/kept/keeping.ts';
import type { BinPosition } from '../../ports/images/kept-images.ts';
import type { Services } from '../../ports/services.ts';
import type { Caller } from '../access/authenticate.ts';
import { isKept, keptFacts, keptUrl } from './describe-kept.ts';

type Needs = Pick<Services, 'images' | 'clock' | 'cdnUrl'>;

const nameOf = (projectId: string) => [projectId, 'bin'] as const;

function readPosition(cursor: string, projectId: string): BinPosition | undefined {
  const { at, id = '' } = readListCursor(cursor, nameOf(projectId)) ?? {};
  return at !== undefined && isImageId(id) ? { at, imageId: id } : undefined;
}

/**
 * A page of the images in the bin of the caller's project, the last deleted first, and the cursor
 * of the next page. Throws validation_failed if the cursor is of another list (keeping.bin).
 */
export async function listBin(
  services: Needs,
  caller: Caller,
  { limit = LIMITS.defaultListedImages, cursor }: InputOf<'listBin'>,
): Promise<ResultOf<'listBin'>> {
  const { projectId, settings } = caller.project;
  const before = startOfPage(cursor, (text) => readPosition(text, projectId));
  const page = await services.images.listBin({ projectId, limit, before });
  const describe = (image: Image) => {
    const { kept, imageId, format, metadata, createdAt } = image;
    // its keeping has ended, and the next visit of a worker deletes it
    if (!isKept(kept, settings.keepDays, services.clock())) return [];
    return [
      {
        imageId,
        metadata,
        createdAt: new Date(createdAt).toISOString(),
        deletedAt: new Date(kept.since).toISOString(),
        keptUntil: new Date(endOfKeeping(kept, settings.keepDays)).toISOString(),
        originalUrl: image.takenDown ? null : keptUrl(services, imageId, format, kept),
        ...keptFacts(image),
      },
    ];
  };
  const next = page.next && { at: page.next.at, id: page.next.imageId };
  return {
    images: page.images.flatMap(describe),
    cursor: next && encodeListCursor(next, nameOf(projectId)),
  };
}
