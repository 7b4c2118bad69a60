import { type AnyImageId, isImageId } from '../../../core/images/ids.ts';
import { IMAGE, TEMPORARY_IMAGE } from '../../rows/image-columns.ts';
import { dynamoItem } from '../client/read-item.ts';
import { temporaryEnd } from '../images/image-items.ts';

const { state: imageState, generation } = IMAGE;
const { state: temporaryState, expiresAt } = TEMPORARY_IMAGE;
const readImage = dynamoItem('images', { state: imageState, generation });
const readTemporary = dynamoItem('images', { state: temporaryState, expiresAt });

/** For a picture whose end by the clock doesn't matter. */
export const ANY_TIME = 0;

/** What a claim asks of a picture's record, which renderers only read. */
export interface LivePicture {
  readonly isLive: boolean;
  /** The image's; 0 for a temporary picture. */
  readonly generation: number;
  /** When records of a temporary picture's renditions may go, in seconds of the Unix epoch. */
  readonly endsAt: number | undefined;
}

/** Reads the answer out of a picture's item. */
export function livePictureOf(
  id: AnyImageId,
  item: Record<string, unknown> | undefined,
  now: number,
): LivePicture {
  if (!item) return { isLive: false, generation: 0, endsAt: undefined };
  if (isImageId(id)) {
    const { state, generation } = readImage(item);
    return { isLive: state === 'saved', generation, endsAt: undefined };
  }
  const { state, expiresAt } = readTemporary(item);
  const isLive = state === 'temporary' && expiresAt > now;
  // not the record's own end, which a save takes away
  return { isLive, generation: 0, endsAt: temporaryEnd(expiresAt) };
}
