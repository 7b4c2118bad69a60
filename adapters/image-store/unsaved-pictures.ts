import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { TemporaryImageId } from '../../core/images/ids.ts';
import type { TemporaryLimits } from '../../core/upload-ports.ts';
import { withRetry } from '../dynamodb-tables/retry.ts';
import type { Write } from '../dynamodb-tables/write-together.ts';

/**
 * The unsaved temporary images of one project, in one item: an attribute for each, named by its id, and the number of changes so far. At most 200, so
 * that the item stays small, and exact to the millisecond, which counters aren't: they can't know what has ended since.
 */
export interface UnsavedPictures {
  readonly changes: number;
  readonly pictures: ReadonlyMap<string, UnsavedPicture>;
}
export interface UnsavedPicture {
  readonly endsAtMs: number;
  readonly bytes: number;
}

const counterOf = (projectId: string) => ({ counter: `unsaved#${projectId}` });

/** Those that still live. */
export async function readUnsaved(
  client: DynamoDBDocumentClient,
  table: string,
  projectId: string,
  now: number,
): Promise<UnsavedPictures> {
  const key = { TableName: table, Key: counterOf(projectId), ConsistentRead: true };
  const { Item = {} } = await withRetry(() => client.send(new GetCommand(key)));
  const { counter: _, changes = 0, ...all } = Item;
  const entries = Object.entries(all as Record<string, UnsavedPicture>);
  return { changes, pictures: new Map(entries.filter(([, { endsAtMs }]) => endsAtMs > now)) };
}

/** What asks for a place among them. */
export interface Applicant extends UnsavedPicture {
  readonly temporaryImageId: TemporaryImageId;
  readonly projectId: string;
}

/** Whether there is room for one more beside those that were read; its own promised place aside. */
export function hasRoom(
  { pictures }: UnsavedPictures,
  { temporaryImageId, bytes }: Applicant,
  { maxCount, maxBytes }: TemporaryLimits,
): boolean {
  const others = [...pictures].flatMap(([id, one]) => (id === temporaryImageId ? [] : [one]));
  const sum = others.reduce((total, one) => total + one.bytes, bytes);
  return others.length + 1 <= maxCount && sum <= maxBytes;
}

/** Puts one more beside those that were read, or in its promised place, if nobody changed them meanwhile. */
export function addUnsaved(table: string, was: UnsavedPictures, applicant: Applicant): Write {
  const { temporaryImageId, projectId, endsAtMs, bytes } = applicant;
  const added: UnsavedPicture = { endsAtMs, bytes };
  return {
    Put: {
      TableName: table,
      Item: {
        ...counterOf(projectId),
        ...Object.fromEntries(was.pictures),
        [temporaryImageId]: added,
        changes: was.changes + 1,
      },
      ConditionExpression:
        was.changes === 0 ? 'attribute_not_exists(changes)' : 'changes = :changes',
      ...(was.changes === 0 ? {} : { ExpressionAttributeValues: { ':changes': was.changes } }),
    },
  };
}

/** Takes one out that was saved. */
export function removeUnsaved(table: string, projectId: string, id: TemporaryImageId): Write {
  return {
    Update: {
      TableName: table,
      Key: counterOf(projectId),
      UpdateExpression: 'REMOVE #id ADD changes :one',
      ExpressionAttributeNames: { '#id': id },
      ExpressionAttributeValues: { ':one': 1 },
    },
  };
}
