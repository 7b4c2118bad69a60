import type { ListImagesResult } from 'imagewell-client';

/** A saved image, as the service describes it. */
export type Image = ListImagesResult['images'][number];

/** One metadata key with its value. */
export interface MetadataPair {
  readonly key: string;
  readonly value: string;
}

/** The name of the file that it was, else its ID. */
export const nameOfImage = ({
  originalFilename,
  imageId,
}: Pick<Image, 'originalFilename' | 'imageId'>) => originalFilename ?? imageId;

/** The words for who can't see it: of its metadata, else its name. */
export const altOfImage = (image: Image) => image.metadata.alt ?? nameOfImage(image);

/** The address that shows it to members: a private one has no other here. */
export const shownUrl = ({ visibility, thumbnailUrl, imageUrl }: Image) =>
  (visibility === 'private' && thumbnailUrl) || imageUrl;

/** Whether it waits for a decision. */
export const isPending = ({ review }: Image) => review?.state === 'pending';

export const hasPair = ({ metadata }: Image, { key, value }: MetadataPair) =>
  Object.hasOwn(metadata, key) && metadata[key] === value;
