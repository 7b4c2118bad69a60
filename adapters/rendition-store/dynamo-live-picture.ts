import { type AnyImageId, isImageId } from '../../core/images/ids.ts';
import type { Write } from '../dynamodb-tables/write-together.ts';
import { recordKey, temporaryEnd } from '../image-store/dynamo-items.ts';

/** In the record of a temporary picture: how many renditions it has. */
const RENDITIONS_OF_PICTURE = 'renditions';

/** For a picture whose end by the clock doesn't matter. */
export const ANY_TIME = 0;

/** What a claim asks of a picture's record. */
export interface LivePicture {
  readonly isLive: boolean;
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
    renditions: (item?.[RENDITIONS_OF_PICTURE] as number | undefined) ?? 0,
    // not the record's own, which a save takes away
    endsAt: isImageId(id) || !item ? undefined : temporaryEnd(item.expiresAt as number),
  };
}

function liveCondition(id: AnyImageId, now: number) {
  if (isImageId(id)) return { text: '#state = :state', values: { ':state': 'saved' } };
  return {
    text: '#state = :state AND expiresAt > :now',
    values: { ':state': 'temporary', ':now': now },
  };
}

/** Holds the picture to be served still, within a transaction. */
export function checkLive(table: string, id: AnyImageId, now: number): Write {
  const { text, values } = liveCondition(id, now);
  return {
    ConditionCheck: {
      ...{ TableName: table, Key: recordKey(id), ConditionExpression: text },
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: values,
    },
  };
}

/** The same, and counts one rendition more of the picture, at most `max`. */
export function countRendition(table: string, id: AnyImageId, now: number, max: number): Write {
  const { text, values } = liveCondition(id, now);
  return {
    Update: {
      TableName: table,
      Key: recordKey(id),
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
