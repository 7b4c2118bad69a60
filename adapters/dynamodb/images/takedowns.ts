import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { ImageIds } from '../../../core/images/ids.ts';
import { type AnyImageId, isImageId } from '../../../core/images/ids.ts';
import {
  type Image,
  imageIdOf,
  type Takedown,
  type TemporaryImage,
} from '../../../core/images/image-states.ts';
import type { Takedowns } from '../../../core/ports/images/takedowns.ts';
import { untilAnswered } from '../client/retry.ts';
import { type Write, writeTransaction } from '../client/transactional-write.ts';
import { createDynamoRecords, type DynamoRecords } from './image-records.ts';
import { recordKey } from './image-rows.ts';

interface TakedownTarget {
  readonly image: Image | undefined;
  readonly temporary: TemporaryImage | undefined;
}

/** The records of an image, by either id: saved or binned, and a temporary one in any state. */
async function readTarget(records: DynamoRecords, id: AnyImageId): Promise<TakedownTarget> {
  const saved = async (imageId: Image['imageId']) => {
    const image = await records.image(imageId);
    return image?.state === 'saved' || image?.state === 'binned' ? image : undefined;
  };
  if (isImageId(id)) {
    const image = await saved(id);
    return { image, temporary: image && (await records.temporary(image.temporaryImageId)) };
  }
  const temporary = await records.temporary(id);
  return { image: temporary && (await saved(imageIdOf(temporary))), temporary };
}

/** Writes a record if it is unchanged since it was read: no save and no deletion comes between. */
function changeOf(
  table: string,
  id: AnyImageId,
  takenDown: Takedown | null,
  condition: { readonly text: string; readonly value: string | boolean },
): Write {
  return {
    Update: {
      TableName: table,
      Key: recordKey(id),
      UpdateExpression: takenDown ? 'SET takenDown = :takenDown' : 'REMOVE takenDown',
      ConditionExpression: condition.text,
      ExpressionAttributeNames: isImageId(id) ? { '#state': 'state' } : { '#saved': 'isSaved' },
      ExpressionAttributeValues: {
        ...(takenDown ? { ':takenDown': takenDown } : {}),
        ':was': condition.value,
      },
    },
  };
}

function writesOf(table: string, { image, temporary }: TakedownTarget, takenDown: Takedown | null) {
  const state = { text: '#state = :was', value: image?.state ?? 'saved' };
  const save = { text: '#saved = :was', value: temporary?.isSaved ?? false };
  return [
    ...(image ? [changeOf(table, image.imageId, takenDown, state)] : []),
    ...(temporary ? [changeOf(table, temporary.temporaryImageId, takenDown, save)] : []),
  ];
}

/** Images that the operator blocks: an attribute of their records, written together. */
export function createDynamoTakedowns(client: DynamoDBDocumentClient, table: string): Takedowns {
  const records = createDynamoRecords(client, table);
  const set = (id: AnyImageId, takenDown: Takedown | null) =>
    untilAnswered<ImageIds | null>(async (patience) => {
      const target = await readTarget(records, id);
      const found = target.image ?? target.temporary;
      if (!found) return null;
      const failed = await writeTransaction(client, writesOf(table, target, takenDown), patience);
      const { imageId, temporaryImageId } = found;
      // otherwise read the concurrent change
      return failed.size === 0 ? { imageId, temporaryImageId } : undefined;
    });
  return { block: set, unblock: (id) => set(id, null) };
}
