import type { AnyImageId } from '../../../core/images/ids.ts';
import type { TimeOuts } from '../../../core/images/rendition-back-off.ts';
import type { RenditionClaim } from '../../../core/ports/images/rendition-store.ts';
import { type ColumnsOf, fields, number, optional } from '../../rows/columns.ts';
import { dynamoItem } from '../client/read-item.ts';
import type { Write } from '../client/transactional-write.ts';
import { COUNTED_UNIT, type CountedUnit, renditionsOf } from './rendition-rows.ts';

/**
 * What is stored of a picture beside its renditions: how many a temporary one has, its time-outs,
 * and the unit that they cost.
 */
export interface ImageRow {
  readonly renditions?: number;
  readonly timeOuts?: number;
  readonly timedOutAt?: number;
  readonly unit?: CountedUnit;
}

/** An item as that. */
export const imageRowOfItem = dynamoItem('images', {
  renditions: optional(number),
  timeOuts: optional(number),
  timedOutAt: optional(number),
  unit: optional(fields(COUNTED_UNIT)),
} satisfies ColumnsOf<ImageRow>);

/** The key of that. */
export function imageRowKey(id: AnyImageId): { id: string; part: string } {
  return { id: renditionsOf(id), part: 'picture' };
}

/** The time-outs that a row tells of. */
export function timeOutsOf({ timeOuts: count, timedOutAt }: ImageRow): TimeOuts | undefined {
  return count === undefined || timedOutAt === undefined
    ? undefined
    : { count, lastAt: timedOutAt };
}

const endSet = (endsAt: number | undefined) =>
  endsAt === undefined
    ? { text: '', values: {} }
    : { text: ' SET endsAt = :end', values: { ':end': endsAt } };

/** Counts one rendition more of a temporary picture, at most `max`. */
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
 * Notes a time-out and the unit that the picture's time-outs cost, if nobody noted another
 * meanwhile.
 */
export function noteTimeOut(
  table: string,
  { imageId }: Pick<RenditionClaim, 'imageId'>,
  imageRow: ImageRow,
  { count, lastAt, unit, isLess, endsAt }: TimeOuts & Change & { readonly unit?: CountedUnit },
): Write {
  const isFirst = imageRow.timedOutAt === undefined;
  return {
    Update: {
      TableName: table,
      Key: imageRowKey(imageId),
      UpdateExpression: `SET timeOuts = :count, timedOutAt = :at${unit ? ', #unit = :unit' : ''}${endsAt === undefined ? '' : ', endsAt = :end'}${isLess ? ' ADD renditions :less' : ''}`,
      ConditionExpression: isFirst ? 'attribute_not_exists(timedOutAt)' : 'timedOutAt = :was',
      ...(unit ? { ExpressionAttributeNames: { '#unit': 'unit' } } : {}),
      ExpressionAttributeValues: {
        ':count': count,
        ':at': lastAt,
        ...(unit ? { ':unit': unit } : {}),
        ...(endsAt === undefined ? {} : { ':end': endsAt }),
        ...(isFirst ? {} : { ':was': imageRow.timedOutAt }),
        ...(isLess ? { ':less': -1 } : {}),
      },
    },
  };
}

/** The picture backs off no more, and its time-outs cost nothing. */
export function forgetTimeOuts(table: string, id: AnyImageId, imageRow: ImageRow): Write {
  return {
    Update: {
      TableName: table,
      Key: imageRowKey(id),
      UpdateExpression: 'REMOVE timeOuts, timedOutAt, #unit',
      ConditionExpression: 'timedOutAt = :was',
      ExpressionAttributeNames: { '#unit': 'unit' },
      ExpressionAttributeValues: { ':was': imageRow.timedOutAt },
    },
  };
}

/** One rendition less of the picture. */
export function uncountRendition(table: string, id: AnyImageId): Write {
  return {
    Update: {
      TableName: table,
      Key: imageRowKey(id),
      UpdateExpression: 'ADD renditions :less',
      ConditionExpression: 'attribute_exists(renditions)', // its time to live may have taken it
      ExpressionAttributeValues: { ':less': -1 },
    },
  };
}
