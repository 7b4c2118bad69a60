import type { AnyImageId } from '../../../core/images/ids.ts';
import type { ImageTimeouts, KeyTimeouts } from '../../../core/images/rendition-back-off.ts';
import type { RenditionClaim } from '../../../core/ports/images/rendition-store.ts';
import { type ColumnsOf, fields, number, optional } from '../../rows/columns.ts';
import { keyTimeouts } from '../../rows/timeout-columns.ts';
import { dynamoItem } from '../client/read-item.ts';
import type { Write } from '../client/transactional-write.ts';
import { COUNTED_UNIT, type CountedUnit, renditionsOf } from './rendition-rows.ts';

/**
 * The data of an image beside its renditions: the number of a temporary one's renditions, its
 * timeouts, and the unit that they cost.
 */
export interface ImageRow {
  readonly renditions?: number;
  readonly timeOuts?: number;
  readonly timedOutAt?: number;
  readonly timedOutKeys?: readonly KeyTimeouts[];
  readonly unit?: CountedUnit;
}

/** That data in an item. */
export const imageRowOfItem = dynamoItem('images', {
  renditions: optional(number),
  timeOuts: optional(number),
  timedOutAt: optional(number),
  timedOutKeys: optional(keyTimeouts),
  unit: optional(fields(COUNTED_UNIT)),
} satisfies ColumnsOf<ImageRow>);

/** The key of that. */
export function imageRowKey(id: AnyImageId): { id: string; part: string } {
  return { id: renditionsOf(id), part: 'picture' };
}

/** The timeouts in a row. */
export function timeoutsOf({
  timeOuts: count,
  timedOutAt,
  timedOutKeys: keys = [],
}: ImageRow): ImageTimeouts | undefined {
  return count === undefined || timedOutAt === undefined
    ? undefined
    : { count, lastAt: timedOutAt, keys };
}

const endSet = (endsAt: number | undefined) =>
  endsAt === undefined
    ? { text: '', values: {} }
    : { text: ' SET endsAt = :end', values: { ':end': endsAt } };

/** Adds one to the renditions of a temporary image, at most `max`. */
export function countRendition(
  table: string,
  id: AnyImageId,
  { max, endsAt }: { readonly max: number; readonly endsAt: number | undefined },
): Write {
  const end = endSet(endsAt);
  return {
    Update: {
      TableName: table,
      Key: imageRowKey(id),
      UpdateExpression: `ADD renditions :one${end.text}`,
      ConditionExpression: 'attribute_not_exists(renditions) OR renditions < :max',
      ExpressionAttributeValues: { ':one': 1, ':max': max, ...end.values },
    },
  };
}

interface Change {
  /** One rendition less. */
  readonly isLess: boolean;
  readonly endsAt?: number | undefined;
}

/**
 * Records a timeout and the unit that the image's timeouts cost, unless another was recorded
 * meanwhile.
 */
export function noteTimeout(
  table: string,
  { imageId }: Pick<RenditionClaim, 'imageId'>,
  imageRow: ImageRow,
  {
    count,
    lastAt,
    keys,
    unit,
    isLess,
    endsAt,
  }: ImageTimeouts & Change & { readonly unit?: CountedUnit },
): Write {
  const isFirst = imageRow.timedOutAt === undefined;
  return {
    Update: {
      TableName: table,
      Key: imageRowKey(imageId),
      UpdateExpression: `SET timeOuts = :count, timedOutAt = :at, timedOutKeys = :keys${unit ? ', #unit = :unit' : ''}${endsAt === undefined ? '' : ', endsAt = :end'}${isLess ? ' ADD renditions :less' : ''}`,
      ConditionExpression: isFirst ? 'attribute_not_exists(timedOutAt)' : 'timedOutAt = :was',
      ...(unit ? { ExpressionAttributeNames: { '#unit': 'unit' } } : {}),
      ExpressionAttributeValues: {
        ':count': count,
        ':at': lastAt,
        ':keys': keys,
        ...(unit ? { ':unit': unit } : {}),
        ...(endsAt === undefined ? {} : { ':end': endsAt }),
        ...(isFirst ? {} : { ':was': imageRow.timedOutAt }),
        ...(isLess ? { ':less': -1 } : {}),
      },
    },
  };
}

/** Ends the image's back-off; its timeouts cost nothing. Those of other renditions may be left. */
export function forgetTimeouts(
  table: string,
  id: AnyImageId,
  imageRow: ImageRow,
  left: ImageTimeouts | undefined,
): Write {
  return {
    Update: {
      TableName: table,
      Key: imageRowKey(id),
      UpdateExpression: left
        ? 'SET timeOuts = :count, timedOutAt = :at, timedOutKeys = :keys REMOVE #unit'
        : 'REMOVE timeOuts, timedOutAt, timedOutKeys, #unit',
      ConditionExpression: 'timedOutAt = :was',
      ExpressionAttributeNames: { '#unit': 'unit' },
      ExpressionAttributeValues: {
        ':was': imageRow.timedOutAt,
        ...(left && { ':count': left.count, ':at': left.lastAt, ':keys': left.keys }),
      },
    },
  };
}

/** Subtracts one from the image's renditions. */
export function uncountRendition(table: string, id: AnyImageId): Write {
  return {
    Update: {
      TableName: table,
      Key: imageRowKey(id),
      UpdateExpression: 'ADD renditions :less',
      ConditionExpression: 'attribute_exists(renditions)', // its time to live may have deleted it
      ExpressionAttributeValues: { ':less': -1 },
    },
  };
}
