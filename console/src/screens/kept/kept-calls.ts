import { changeImage, dropImages, insertImage } from '../../images/image-list.ts';
import { imagewell } from '../../state/imagewell.ts';
import { loadUsage } from '../../state/projects.ts';

const countAgain = () => {
  loadUsage().catch(() => {}); // the next page reads it again
};

/** Restores an image of the bin, and puts it into the lists. */
export async function restoreFromBin(projectId: string, imageId: string): Promise<void> {
  await imagewell().restoreImage({ projectId, imageId });
  countAgain();
  await imagewell()
    .getImage({ projectId, imageId })
    .then((image) => insertImage(projectId, image))
    .catch(() => {}); // it is restored, and the next page of the list has it
}

/** Puts the facts of an image's new bytes into the lists. */
export async function changeInLists(projectId: string, imageId: string): Promise<void> {
  await imagewell()
    .getImage({ projectId, imageId })
    .then((image) => changeImage(projectId, imageId, image))
    .catch(() => {}); // the lists have the former facts until they are read again
}

/** Erases an image of the bin. */
export async function endForGood(projectId: string, imageId: string): Promise<void> {
  await imagewell().deleteImage({ projectId, imageId, forGood: true });
  dropImages(projectId, new Set([imageId]));
}

/** As many as a page of the bin has, and a call deletes. */
const PAGE = 100;

/** Erases all images of the bin. Throws for one that is busy; those before it are erased. */
export async function emptyBin(projectId: string): Promise<void> {
  for (;;) {
    const { images } = await imagewell().listBin({ projectId, limit: PAGE });
    const [first, ...rest] = images.map(({ imageId }) => imageId);
    if (first === undefined) return;
    const ended = await imagewell().deleteImages({
      projectId,
      imageIds: [first, ...rest],
      forGood: true,
    });
    // an image that the list has and no call finds would stay in the list
    if (ended.images.every(({ outcome }) => outcome === 'image_not_found')) return;
    // by a call of its own it waits for its turn, and has a fault of its own
    const busy = ended.images.filter(({ outcome }) => outcome === 'busy');
    for (const { imageId } of busy) await endForGood(projectId, imageId);
  }
}
