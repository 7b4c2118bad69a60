import type { Image } from '../../../core/images/image-states.ts';
import { nextVisit } from '../../../core/images/kept/keeping.ts';
import type { Write } from '../client/transactional-write.ts';
import { dueKey } from './image-rows.ts';
import { partOfPosition } from './list-entries.ts';

/** The part of the item by which the index finds an image in the bin whose visit is due. */
const VISIT_PART = 'kept';
/** The key of that item. */
export const visitKey = ({ imageId }: Pick<Image, 'imageId'>) => ({
  id: imageId,
  part: VISIT_PART,
});

/** The partition key of a project's bin; no hash of a list has so few characters. */
export const binKey = (projectId: string) => `list#${projectId}#bin`;
const entryOf = ({ projectId, imageId }: Image, at: number) => ({
  id: binKey(projectId),
  part: partOfPosition({ createdAt: at, imageId }),
});

/** The items of an image in the bin, beside its record. */
export function binItems(image: Image): Readonly<Record<string, unknown>>[] {
  const { kept, imageId } = image;
  if (!kept) return [];
  const visit = { purge: dueKey(imageId), purgeAt: nextVisit(kept, kept.since) };
  return [entryOf(image, kept.since), { ...visitKey(image), ...visit }];
}

/** The writes with which an image comes into the bin, beside those of its record. */
export function addToBin(TableName: string, image: Image): Write[] {
  return binItems(image).map((Item) => ({ Put: { TableName, Item } }));
}

/** The writes with which it leaves the bin, restored or deleted. */
export function removeFromBin(TableName: string, image: Image): Write[] {
  return [
    { Delete: { TableName, Key: entryOf(image, image.kept?.since ?? 0) } },
    { Delete: { TableName, Key: visitKey(image) } },
  ];
}
