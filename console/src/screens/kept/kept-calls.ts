import { forgetLists } from '../../images/image-list.ts';
import { imagewell } from '../../state/imagewell.ts';
import { loadUsage } from '../../state/projects.ts';

/** Restores an image of the bin; the lists have it when they are shown again. */
export async function restoreFromBin(projectId: string, imageId: string): Promise<void> {
  await imagewell().restoreImage({ projectId, imageId });
  forgetLists(projectId);
  loadUsage().catch(() => {}); // the next page reads it again
}

/** As many as a page of the bin has, and a call deletes. */
const PAGE = 100;

/** Erases all images of the bin. Throws for one that is busy; those before it are erased. */
export async function emptyBin(projectId: string): Promise<void> {
  for (;;) {
    const { images } = await imagewell().listBin({ projectId, limit: PAGE });
    if (images.length === 0) return;
    const imageIds = images.map(({ imageId }) => imageId);
    const ended = await imagewell().deleteImages({ projectId, imageIds, forGood: true });
    // an image that the list has and no call finds would stay in the list
    if (ended.images.every(({ outcome }) => outcome === 'image_not_found')) return;
    // by a call of its own it waits for its turn, and has a fault of its own
    const busy = ended.images.filter(({ outcome }) => outcome === 'busy');
    for (const { imageId } of busy) {
      await imagewell().deleteImage({ projectId, imageId, forGood: true });
    }
  }
}
