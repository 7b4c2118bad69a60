import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { BINNED_STEPS } from '../../../core/images/erasure-steps.ts';
import type { ImageId } from '../../../core/images/ids.ts';
import {
  factsOf,
  type Image,
  type ImageFacts,
  type Visibility,
} from '../../../core/images/image-states.ts';
import type { Kept } from '../../../core/images/kept/keeping.ts';
import type { Review } from '../../../core/images/review.ts';
import type { NewPoint, RenditionOutdating } from '../../../core/ports/images/image-store.ts';
import type { Replacement } from '../../../core/ports/images/image-versions.ts';
import type { PointPosition } from '../../../core/transform/parameters.ts';
import { boolean, number, withDefault } from '../../rows/columns.ts';
import { dynamoItem } from '../client/read-item.ts';
import { type Write, writeTransaction } from '../client/transactional-write.ts';
import type { DynamoRecords } from './image-records.ts';
import { dueKey, recordKey, stepAttribute } from './image-rows.ts';

const readOutdated = dynamoItem('images', {
  outdatedFrom: number,
  generation: number,
  outdatedAt: number,
  outdatedIsRemoved: withDefault(boolean, false),
});

const STATE = { '#state': 'state' };
const WHERE_STILL =
  '#state = :state AND generation = :generation AND attribute_exists(outdatedFrom)';

/** The attributes of an outstanding purge. */
const OUTDATED = 'outdatedFrom, outdatedAt, outdatedIsRemoved';

type Change = Omit<NonNullable<Write['Update']>, 'TableName' | 'Key'>;

/** Further attributes of the same write, as they follow in its expressions. */
interface Further {
  readonly state?: Image['state'];
  readonly where?: string;
  readonly set?: string;
  readonly remove?: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, unknown>>;
}

/**
 * The next generation of an image's renditions, saved unless `state` is another; the purge of the
 * earlier ones is due.
 */
function raise(id: ImageId, now: number, further: Further = {}): Change {
  const { where = '', set = '', remove = '', names, values, state = 'saved' } = further;
  return {
    UpdateExpression: `SET generation = generation + :one, outdatedFrom = if_not_exists(outdatedFrom, generation), outdatedAt = :now, purge = :due, purgeAt = :now${set} REMOVE outdatedIsRemoved${remove}`,
    ConditionExpression: `#state = :state${where}`,
    ExpressionAttributeNames: { ...STATE, ...names },
    ExpressionAttributeValues: {
      ':state': state,
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

/** An image's bytes from now on, where it is unchanged since its read and not blocked. */
interface Shown {
  readonly image: Image;
  readonly originalId: ImageId;
  readonly temporaryImageId: Image['temporaryImageId'];
  readonly facts: ImageFacts;
  readonly review: Review | undefined;
  readonly now: number;
}

/** The change of restoreVersion; `further` has more of the same write. */
export function shownChange(shown: Shown, further: Further = {}): Change {
  const { image, originalId, temporaryImageId, review, now } = shown;
  const facts = Object.entries(factsOf(shown.facts));
  const sets = facts.map(([name]) => `, #${name} = :${name}`).join('');
  // nothing is stored for the bytes of the save
  const isFirst = originalId === image.imageId;
  const named = isFirst ? '' : ', originalId = :originalId';
  const { set = ', version = version + :one', remove = '' } = further;
  return raise(image.imageId, now, {
    where:
      ' AND version = :version AND attribute_not_exists(takenDown) AND (attribute_not_exists(review) OR review.#state <> :pending)',
    set: `${set}${named}, temporaryImageId = :temporary${sets}${review ? ', review = :review' : ''}`,
    remove: `${remove}${isFirst ? ', originalId' : ''}`,
    names: Object.fromEntries(facts.map(([name]) => [`#${name}`, name])),
    values: {
      ...further.values,
      ...Object.fromEntries(facts.map(([name, value]) => [`:${name}`, value])),
      ':version': image.version,
      ...(isFirst ? {} : { ':originalId': originalId }),
      ':temporary': temporaryImageId,
      ':pending': 'pending',
      ...(review ? { ':review': review } : {}),
    },
  });
}

/** The change of replaceOriginal. */
export function replacementChange(
  { image, temporary, focalPoint, review, now }: Replacement,
  metadata: string,
): Change {
  const { set = '', remove = '', values } = furtherOf(focalPoint);
  const { imageId: originalId, temporaryImageId } = temporary;
  return shownChange(
    { image, originalId, temporaryImageId, facts: temporary, review, now },
    {
      set: `${set}, metadata = :metadata`,
      remove,
      values: { ...values, ':metadata': metadata },
    },
  );
}

/** The change with which an image comes into the bin. */
export function binnedChange(image: Image, kept: Kept): Change {
  return raise(image.imageId, kept.since, {
    where: ' AND version = :version',
    set: ', #state = :binned, deletedAt = :now, #step = :now, kept = :kept',
    names: { '#step': stepAttribute('marked') },
    values: { ':binned': 'binned', ':kept': kept, ':version': image.version },
  });
}

/** The change with which it is saved again, to an account; `cleared` are the deletion's steps. */
export function restoredChange(
  { imageId, accountId, version }: Image,
  now: number,
  further: { readonly countedIn: string | undefined; readonly cleared: readonly string[] },
): Change {
  const { countedIn, cleared } = further;
  const counted = countedIn === undefined ? '' : ', countedIn = :counter';
  return raise(imageId, now, {
    state: 'binned',
    where: ' AND version = :version',
    set: `, #state = :saved, accountId = :account, version = version + :one${counted}`,
    remove: `, kept, deletedAt, ${cleared.join(', ')}${countedIn === undefined ? ', countedIn' : ''}`,
    values: {
      ':saved': 'saved',
      ':account': accountId,
      ':version': version,
      ...(countedIn === undefined ? {} : { ':counter': countedIn }),
    },
  });
}

/** The change of recordOutdated for an image in this state, which it still has then. */
function doneChange(
  state: string,
  generation: number,
  done: 'removed' | 'swept',
  at: number,
): Change {
  const steps = state === 'binned' ? BINNED_STEPS.map(stepAttribute) : [];
  const sets = [
    ...(done === 'removed' ? ['outdatedIsRemoved = :true'] : []),
    ...steps.map((step) => `${step} = if_not_exists(${step}, :at)`),
  ];
  const removes = done === 'swept' ? `REMOVE ${OUTDATED}, purge, purgeAt` : '';
  return {
    UpdateExpression: `${sets.length > 0 ? `SET ${sets.join(', ')} ` : ''}${removes}`,
    ConditionExpression: WHERE_STILL,
    ExpressionAttributeNames: STATE,
    ExpressionAttributeValues: {
      ':state': state,
      ':generation': generation,
      ...(done === 'removed' ? { ':true': true } : {}),
      ...(steps.length > 0 ? { ':at': at } : {}),
    },
  };
}

/** Outdated renditions and their remaining data: attributes of the image's record. */
export function createDynamoOutdating(
  client: DynamoDBDocumentClient,
  records: DynamoRecords,
): RenditionOutdating {
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
    recordOutdated: async (id, generation, done, at) => {
      const state = (await records.image(id))?.state;
      // a deletion removes what a purge would
      if (state !== 'saved' && state !== 'binned') return false;
      return writeOnce(id, doneChange(state, generation, done, at));
    },
  };
}
