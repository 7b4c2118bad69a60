import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { ImageId } from '../../../core/images/ids.ts';
import type { Image, TemporaryImage } from '../../../core/images/image-states.ts';
import type { Kept } from '../../../core/images/kept/keeping.ts';
import {
  isPending,
  type Review,
  type ReviewRead,
  type Verdict,
} from '../../../core/images/review.ts';
import type { ImageStore } from '../../../core/ports/images/image-store.ts';
import { optional, text } from '../../rows/columns.ts';
import type { SharedCount } from '../client/counter-shards.ts';
import { dynamoItem, dynamoValue } from '../client/read-item.ts';
import { untilAnswered, withRetry } from '../client/retry.ts';
import { type Write, writeTransaction } from '../client/transactional-write.ts';
import { countDown, type ImageTables, imagesCounter, movedAttribute } from '../client/usage.ts';
import { addToBin, removeFromBin } from './bin-entries.ts';
import type { DynamoRecords } from './image-records.ts';
import { dueKey, imageOfItem, recordKey, stepAttribute, temporaryEnd } from './image-rows.ts';
import { removeFromLists } from './list-entries.ts';
import { binnedChange } from './outdate-renditions.ts';
import { noteDeleting } from './project-images.ts';

/** The counter of an image, if that isn't the exact one. */
const readPlace = dynamoItem('images', { countedIn: optional(text) });

const STATE = { '#state': 'state' };

/** A pending image that is rejected: its deletion has the verdict of its review. */
interface Rejection {
  readonly verdict: Verdict;
  readonly review: Review;
}

/** A rejection, and the secret of the review that it ends. */
type Rejected = Pick<Rejection, 'verdict'> & Pick<ReviewRead, 'secret'>;

/** Whether the pending review of an image is the one that was read. */
function isRead(image: Image, { secret }: Rejected): boolean {
  return isPending(image) && image.review?.secret === secret;
}

interface Marking {
  /** The counter that includes it now. */
  readonly count: SharedCount;
  readonly now: number;
  /** With the other images of a deletion; undefined: on its own. */
  readonly deletionId: string | undefined;
  /** The keeping of the bytes, if it comes into the bin. */
  readonly kept: Kept | undefined;
  readonly rejection: Rejection | undefined;
}

/** The tombstone of an image. */
function markWrite(table: string, image: Image, { now, deletionId, rejection }: Marking): Write {
  const isAlone = deletionId === undefined;
  // of an image in the bin, the time of its deletion
  const step = '#step = if_not_exists(#step, :now)';
  return {
    Update: {
      TableName: table,
      Key: recordKey(image.imageId),
      UpdateExpression: isAlone
        ? `SET #state = :deleting, deletedAt = :now, ${step}, purgeAt = :now, purge = :due${rejection ? ', review = :review' : ''} REMOVE kept`
        : `SET #state = :deleting, deletedAt = :now, ${step} REMOVE purge, purgeAt, kept`,
      // its lists are those of the metadata that was read
      ConditionExpression: `#state = :was AND version = :version${rejection ? ' AND review.#state = :pending' : ''}`,
      ExpressionAttributeNames: { ...STATE, '#step': stepAttribute('marked') },
      ExpressionAttributeValues: {
        ':deleting': 'deleting',
        ':was': image.state,
        ':now': now,
        ...(isAlone ? { ':due': dueKey(image.imageId) } : {}),
        ':version': image.version,
        ...(rejection
          ? { ':review': { ...rejection.review, ...rejection.verdict }, ':pending': 'pending' }
          : {}),
      },
    },
  };
}

/** The end of the temporary image whose bytes a deleted image showed, or showed until now. */
export function endWrite(
  table: string,
  id: Image['temporaryImageId'],
  end: number,
  now: number,
): Write {
  return {
    Update: {
      TableName: table,
      Key: recordKey(id),
      UpdateExpression: 'SET #state = :expired, expiresAt = :end, endsAt = :gone REMOVE sweep',
      ConditionExpression: 'attribute_exists(id)',
      ExpressionAttributeNames: STATE,
      ExpressionAttributeValues: {
        ':expired': 'expired',
        ':end': end,
        ':gone': temporaryEnd(now),
      },
    },
  };
}

/**
 * The writes of a deletion: the image's tombstone, its place in the account's count and in lists,
 * and its temporary image's end.
 */
function deletingWrites(
  tables: ImageTables,
  image: Image,
  temporary: TemporaryImage | undefined,
  marking: Marking,
): Write[] {
  const { count, now, deletionId, kept } = marking;
  const deletion = deletionId === undefined ? undefined : { deletionId, at: now };
  const end = temporary && Math.min(now, temporary.expiresAt);
  const noted = deletion ? noteDeleting(tables.images, image.imageId, deletion) : [];
  if (image.state === 'binned') {
    const mark = markWrite(tables.images, image, marking);
    return [mark, ...removeFromBin(tables.images, image), ...noted];
  }
  const binned = kept && binnedChange(image, kept);
  return [
    binned
      ? { Update: { TableName: tables.images, Key: recordKey(image.imageId), ...binned } }
      : markWrite(tables.images, image, marking),
    countDown(tables.usage, count),
    ...removeFromLists(tables.images, image),
    ...noted,
    ...(kept ? addToBin(tables.images, { ...image, kept }) : []),
    ...(end === undefined ? [] : [endWrite(tables.images, image.temporaryImageId, end, now)]),
  ];
}

const COUNTED = 1;

/** The account to which this one transferred a project; undefined if it did not. */
async function findReceiver(
  client: DynamoDBDocumentClient,
  table: string,
  owner: Pick<Image, 'accountId' | 'projectId'>,
): Promise<string | undefined> {
  const { counter } = imagesCounter(owner);
  const command = new GetCommand({ TableName: table, Key: { counter }, ConsistentRead: true });
  const { Item } = await withRetry(() => client.send(command));
  return dynamoValue('usage', Item, movedAttribute(owner.projectId), optional(text));
}

interface MarkOptions {
  readonly deletionId?: string;
  readonly rejected?: Rejected;
  readonly kept?: Kept;
}

/**
 * Deletes an image and its temporary image for every reader, on its own or with others
 * (security.deletion-final).
 */
export function createMarkDeleting(
  client: DynamoDBDocumentClient,
  tables: ImageTables,
  records: DynamoRecords,
): Pick<ImageStore, 'markDeleting' | 'markDeletingWith' | 'moveToBin'> & {
  /** Deletes a pending image, and stores the verdict of its review. */
  reject: ImageStore['endReview'];
} {
  const mark = (
    id: ImageId,
    now: number,
    { deletionId, rejected, kept }: MarkOptions = {},
  ): Promise<boolean> => {
    /** Of the image's account; after ownership transfers since its save, of the present one. */
    let receiver: string | undefined;
    return untilAnswered(async (patience) => {
      const item = await records.item(id);
      const image = item && imageOfItem(item);
      // no decision is made about an image in the bin
      const mayBeBinned = !kept && !rejected;
      const isThere = image?.state === 'saved' || (image?.state === 'binned' && mayBeBinned);
      if (!isThere || (rejected && !isRead(image, rejected))) return false;
      const temporary = await records.temporary(image.temporaryImageId);
      const accountId = receiver ?? image.accountId;
      const exact = imagesCounter({ ...image, accountId });
      const { countedIn = exact.counter } = readPlace(item ?? {});
      // an ownership transfer moves all of a project's images into the receiver's exact count
      const count = receiver === undefined ? { ...exact, counter: countedIn } : exact;
      const rejection = rejected && image.review && { ...rejected, review: image.review };
      const how = { count, now, deletionId, rejection, kept };
      const writes = deletingWrites(tables, image, temporary, how);
      const failed = await writeTransaction(client, writes, patience);
      if (image.state === 'saved' && failed.has(COUNTED)) {
        receiver = await findReceiver(client, tables.usage, { ...image, accountId });
      }
      return failed.size === 0 ? true : undefined; // otherwise read the concurrent change
    });
  };
  return {
    markDeleting: (id, now) => mark(id, now),
    moveToBin: (id, kept) => mark(id, kept.since, { kept }),
    markDeletingWith: (id, now, deletionId) => mark(id, now, { deletionId }),
    reject: ({ imageId, secret }, verdict) =>
      mark(imageId, verdict.reviewedAt, { rejected: { verdict, secret } }),
  };
}
