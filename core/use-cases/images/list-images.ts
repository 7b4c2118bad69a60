import type { InputOf } from '../../api/call-types.ts';
import type { DescribedImage } from '../../api/calls/image-schema.ts';
import { startOfPage } from '../../api/page-start.ts';
import { LIMITS } from '../../foundation/limits.ts';
import {
  encodeCursor,
  type ImagePage,
  type ImagePosition,
  readCursor,
} from '../../images/image-list.ts';
import { pairsOf } from '../../images/metadata.ts';
import {
  encodeSearchCursor,
  type ImageSearch,
  plainListOf,
  readSearchCursor,
} from '../../images/search/image-search.ts';
import { readSearch } from '../../images/search/words.ts';
import type { ImageStore } from '../../ports/images/image-store.ts';
import type { Services } from '../../ports/services.ts';
import type { Caller } from '../access/authenticate.ts';
import { describeImage } from './describe-image.ts';
import { type RequestedPage, searchImages } from './search/search-images.ts';
import { signThumbnails } from './sign-thumbnails.ts';

type Input = InputOf<'listImages'>;

const timeOf = (text: string | undefined) => (text === undefined ? null : Date.parse(text));

function searchOf(projectId: string, input: Input): ImageSearch {
  return {
    projectId,
    pairs: pairsOf(input.metadata ?? {}),
    words: readSearch(input.search ?? ''),
    formats: input.formats ?? [],
    sha256: input.sha256 ?? null,
    review: input.review ?? null,
    from: timeOf(input.createdFrom),
    to: timeOf(input.createdTo),
    order: input.order ?? 'newest',
  };
}

/** A way to read pages, and the cursors of their positions. */
interface Listing {
  read(page: RequestedPage): Promise<ImagePage>;
  encode(position: ImagePosition): string;
  decode(cursor: string): ImagePosition | undefined;
}

/** The pages of a search; those of a list that an index has as it is are one query each. */
function listingOf(images: ImageStore, search: ImageSearch): Listing {
  const list = plainListOf(search);
  if (!list) {
    return {
      read: (page) => searchImages(images, search, page),
      encode: (position) => encodeSearchCursor(position, search),
      decode: (cursor) => readSearchCursor(cursor, search),
    };
  }
  return {
    read: ({ limit, after }) => images.listImages({ ...list, limit, before: after }),
    encode: (position) => encodeCursor(position, list),
    decode: (cursor) => readCursor(cursor, list),
  };
}

/**
 * A page of the project's saved images that meet all conditions, and the cursor of the next page.
 * Throws validation_failed if the cursor is of another list (calls.list-images, calls.search).
 */
export async function listImages(
  services: Pick<Services, 'images' | 'clock' | 'cdnUrl' | 'randomBytes' | 'thumbnailSecrets'>,
  caller: Caller,
  input: Input,
): Promise<{ images: DescribedImage[]; cursor: string | null }> {
  const { limit = LIMITS.defaultListedImages, cursor } = input;
  const listing = listingOf(services.images, searchOf(caller.project.projectId, input));
  const after = startOfPage(cursor, listing.decode);
  const page = await listing.read({ limit, after });
  const thumbnailUrlOf = await signThumbnails(services, caller);
  return {
    images: page.images.map((image) => describeImage(services, image, thumbnailUrlOf)),
    cursor: page.next && listing.encode(page.next),
  };
}
