import { type AnyImageId, isImageId } from '../../core/images/ids.ts';
import type { RenditionClaim } from '../../core/ports.ts';
import type { Write } from '../dynamodb-tables/write-together.ts';
import { recordKey, temporaryEnd } from '../image-store/dynamo-items.ts';

/** In the record of a temporary picture: how many renditions it has. */
const RENDITIONS_OF_PICTURE = 'renditions';

/** For a picture whose end by the clock doesn't matter. */
export const ANY_TIME = 0;

/** What a claim asks of a picture's record. */
export interface LivePicture {
  readonly isLive: boolean;
  /** The image's; 0 for a temporary picture. */
  readonly generation: number;
  /** Renditions of a temporary picture; 0 for images, of which any number may be made. */
  readonly renditions: number;
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
    renditions: (item?.[RENDITIONS_OF_PICTURE] as number | undefined) ?? 0,
    // not the record's own, which a save takes away
    endsAt: isImageId(id) || !item ? undefined : temporaryEnd(item.expiresAt as number),
  };
}

type Wanted = Pick<RenditionClaim, 'imageId' | 'generation' | 'now'>;

function liveCondition({ imageId, generation, now }: Wanted) {
  if (isImageId(imageId)) {
    return {
      text: '#state = :state AND generation = :generation',
      values: { ':state': 'saved', ':generation': generation },
    };
  }
  return {
    text: '#state = :state AND expiresAt > :now',
    values: { ':state': 'temporary', ':now': now },
  };
}

/** Holds the picture to be served still, and to be of the claim's generation, within a transaction. */
export function checkLive(table: string, claim: Wanted): Write {
  const { text, values } = liveCondition(claim);
  return {
    ConditionCheck: {
      ...{ TableName: table, Key: recordKey(claim.imageId), ConditionExpression: text },
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: values,
    },
  };
}

/** The same, and counts one rendition more of the picture, at most `max`. */
export function countRendition(table: string, claim: Wanted, max: number): Write {
  const { text, values } = liveCondition(claim);
  return {
    Update: {
      TableName: table,
      Key: recordKey(claim.imageId),
      UpdateExpression: 'ADD #renditions :one',
      ConditionExpression: `${text} AND (attribute_not_exists(#renditions) OR #renditions < :max)`,
      ExpressionAttributeNames: { '#state': 'state', '#renditions': RENDITIONS_OF_PICTURE },
      ExpressionAttributeValues: { ...values, ':one': 1, ':max': max },
    },
  };
}

/** One rendition less of the picture. */
export function uncountRendition(table: string, id: AnyImageId): Write {
  return {
    Update: {
      TableName: table,
      Key: recordKey(id),
      UpdateExpression: 'ADD #renditions :less',
      ConditionExpression: 'attribute_exists(id)', // its time to live may have taken it
      ExpressionAttributeNames: { '#renditions': RENDITIONS_OF_PICTURE },
      ExpressionAttributeValues: { ':less': -1 },
    },
  };
}
