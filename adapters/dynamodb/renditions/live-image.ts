import { type AnyImageId, isImageId } from '../../../core/images/ids.ts';
import { temporaryEnd } from '../images/image-items.ts';

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
  const isLive = isImageId(id)
    ? item?.state === 'saved'
    : item?.state === 'temporary' && (item.expiresAt as number) > now;
  return {
    isLive,
    generation: (item?.generation as number | undefined) ?? 0,
    // not the record's own, which a save takes away
    endsAt: isImageId(id) || !item ? undefined : temporaryEnd(item.expiresAt as number),
  };
}
