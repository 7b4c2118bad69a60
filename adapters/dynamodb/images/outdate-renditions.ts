import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { ImageId } from '../../../core/images/ids.ts';
import { factsOf, type Image, type Visibility } from '../../../core/images/image-states.ts';
import type { ImageStore, NewPoint } from '../../../core/ports/images/image-store.ts';
import type { Replacement } from '../../../core/ports/images/image-versions.ts';
import type { PointPosition } from '../../../core/transform/parameters.ts';
import { boolean, number, withDefault } from '../../rows/columns.ts';
import { dynamoItem } from '../client/read-item.ts';
import { type Write, writeTransaction } from '../client/transactional-write.ts';
import type { DynamoRecords } from './image-records.ts';
import { dueKey, recordKey } from './image-rows.ts';

const readOutdated = dynamoItem('images', {
  outdatedFrom: number,
  generation: number,
  outdatedAt: number,
  outdatedIsRemoved: withDefault(boolean, false),
});

type Outdating = Pick<
  ImageStore,
  | 'outdateRenditions'
  | 'replaceFocalPoint'
  | 'replaceVisibility'
  | 'addFocalPoint'
  | 'getOutdated'
  | 'recordOutdated'
>;

const STATE = { '#state': 'state' };
const WHERE_STILL =
  '#state = :saved AND generation = :generation AND attribute_exists(outdatedFrom)';

const DONE: Readonly<Record<'removed' | 'swept', string>> = {
  removed: 'SET outdatedIsRemoved = :true',
  swept: 'REMOVE outdatedFrom, outdatedAt, outdatedIsRemoved, purge, purgeAt',
};

type Change = Omit<NonNullable<Write['Update']>, 'TableName' | 'Key'>;

/** Further attributes of the same write, as they follow in its expressions. */
interface Further {
  readonly where?: string;
  readonly set?: string;
  readonly remove?: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, unknown>>;
}

/** The next generation of a saved image's renditions; the purge of the earlier ones is due. */
function raise(id: ImageId, now: number, further: Further = {}): Change {
  const { where = '', set = '', remove = '', names, values } = further;
  return {
    UpdateExpression: `SET generation = generation + :one, outdatedFrom = if_not_exists(outdatedFrom, generation), outdatedAt = :now, purge = :due, purgeAt = :now${set} REMOVE outdatedIsRemoved${remove}`,
    ConditionExpression: `#state = :saved${where}`,
    ExpressionAttributeNames: { ...STATE, ...names },
    ExpressionAttributeValues: {
      ':saved': 'saved',
      ':one': 1,
      ':now': now,
      ':due': dueKey(id),
      ...values,
    },
  };
}

/** A new focal point in the write that raises the generation. */
function furtherOf(focalPoint: PointPosition | null): Further {
  const set = ', version = version + :one';
  if (focalPoint === null) return { set, remove: ', focalPoint' };
  return { set: `${set}, focalPoint = :point`, values: { ':point': focalPoint } };
}

/** A new visibility in the same write; a public image has no attribute. */
function furtherOfVisibility(visibility: Visibility): Further {
  const set = ', version = version + :one';
  if (visibility === 'public') return { set, remove: ', visibility' };
  return { set: `${set}, visibility = :visibility`, values: { ':visibility': visibility } };
}

function furtherOfFirst(focalPoint: PointPosition): Further {
  const { values, ...further } = furtherOf(focalPoint);
  return {
    ...further,
    where: ' AND generation = :zero AND attribute_not_exists(focalPoint)',
    values: { ...values, ':zero': 0 },
  };
}

/** The change of replaceFocalPoint with metadata, of an image that is unchanged since its read. */
export function metadataAndPointChange(
  { imageId, version }: Image,
  metadata: string,
  { focalPoint, now }: NewPoint,
): Change {
  const { set = '', values, ...further } = furtherOf(focalPoint);
  return raise(imageId, now, {
    ...further,
    where: ' AND version = :version',
    set: `${set}, metadata = :metadata`,
    values: { ...values, ':metadata': metadata, ':version': version },
  });
}

/** The change of replaceOriginal, of an image that is unchanged since its read and not blocked. */
export function replacementChange(
  { image, temporary, focalPoint, review, now }: Replacement,
  metadata: string,
): Change {
  const { set = '', remove, values } = furtherOf(focalPoint);
  const facts = Object.entries(factsOf(temporary));
  const sets = facts.map(([name]) => `, #${name} = :${name}`).join('');
  return raise(image.imageId, now, {
    where:
      ' AND version = :version AND attribute_not_exists(takenDown) AND (attribute_not_exists(review) OR review.#state <> :pending)',
    set: `${set}, metadata = :metadata, originalId = :originalId, temporaryImageId = :temporary${sets}${review ? ', review = :review' : ''}`,
    ...(remove ? { remove } : {}),
    names: Object.fromEntries(facts.map(([name]) => [`#${name}`, name])),
    values: {
      ...values,
      ...Object.fromEntries(facts.map(([name, value]) => [`:${name}`, value])),
      ':version': image.version,
      ':metadata': metadata,
      ':originalId': temporary.imageId,
      ':temporary': temporary.temporaryImageId,
      ':pending': 'pending',
      ...(review ? { ':review': review } : {}),
    },
  });
}

function doneChange(generation: number, done: 'removed' | 'swept'): Change {
  return {
    UpdateExpression: DONE[done],
    ConditionExpression: WHERE_STILL,
    ExpressionAttributeNames: STATE,
    ExpressionAttributeValues: {
      ':saved': 'saved',
      ':generation': generation,
      ...(done === 'removed' ? { ':true': true } : {}),
    },
  };
}

/** Outdated renditions and their remaining data: attributes of the image's record. */
export function createDynamoOutdating(
  client: DynamoDBDocumentClient,
  records: DynamoRecords,
): Outdating {
  // a transaction of one write, for its token: a retry after a lost response is recognised
  const writeOnce = async (id: ImageId, change: Change): Promise<boolean> => {
    const Update = { TableName: records.table, Key: recordKey(id), ...change };
    return (await writeTransaction(client, [{ Update }])).size === 0;
  };
  return {
    outdateRenditions: (id, now) => writeOnce(id, raise(id, now)),
    replaceFocalPoint: (id, point, now) => writeOnce(id, raise(id, now, furtherOf(point))),
    replaceVisibility: (id, visibility, now) =>
      writeOnce(id, raise(id, now, furtherOfVisibility(visibility))),
    addFocalPoint: (id, point, now) => writeOnce(id, raise(id, now, furtherOfFirst(point))),
    getOutdated: async (id) => {
      const item = await records.item(id);
      if (item?.outdatedFrom === undefined) return undefined;
      const { outdatedFrom, outdatedIsRemoved, ...outdated } = readOutdated(item);
      return { ...outdated, from: outdatedFrom, isRemoved: outdatedIsRemoved };
    },
    recordOutdated: (id, generation, done) => writeOnce(id, doneChange(generation, done)),
  };
}
