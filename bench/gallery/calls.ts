import { encodeCursor } from '../../core/images/image-list.ts';
import type { CallName } from './call-name.ts';
import { type Gallery, imageAt } from './gallery.ts';

/** A call about the nth image, or from there on. */
export interface GalleryCall {
  readonly name: CallName;
  body(gallery: Gallery, nth: number): object;
}

const list = (body: GalleryCall['body']): GalleryCall => ({ name: 'list-images', body });

const listBy = (key: 'album' | 'kind' | 'product_id') =>
  list(({ owner }, nth) => ({ metadata: { [key]: imageAt(nth, owner).metadata[key] } }));

const idOf = ({ owner }: Gallery, nth: number) => imageAt(nth, owner).imageId;

/** THE calls whose cost has to stay, as docs/performance.md lists them. */
export const GALLERY_CALLS: Readonly<Record<string, GalleryCall>> = {
  'list, the newest 50': list(() => ({})),
  'list, 50 from anywhere': list(({ owner, size }, nth) => {
    const from = imageAt(Math.max(50, nth) % size, owner);
    return { cursor: encodeCursor(from, { projectId: owner.projectId, pair: null }) };
  }),
  'list, a pair of 50': listBy('album'),
  'list, a pair of half': listBy('kind'),
  'list, a pair of one': listBy('product_id'),
  get: { name: 'get-image', body: (gallery, nth) => ({ imageId: idOf(gallery, nth) }) },
  update: {
    name: 'update-image-metadata',
    body: (gallery, nth) => ({ imageUrl: idOf(gallery, nth), add: { note: `${Math.random()}` } }),
  },
  delete: { name: 'delete-image', body: (gallery, nth) => ({ imageId: idOf(gallery, nth) }) },
};
