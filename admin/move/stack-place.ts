import { createHash } from 'node:crypto';
import * as sdk from '@aws-sdk/client-s3';
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  ScanCommand,
} from '@aws-sdk/lib-dynamodb';
import { createDynamoClient } from '../../adapters/dynamodb/client/dynamo-client.ts';
import { dynamoValue } from '../../adapters/dynamodb/client/read-item.ts';
import { withRetry } from '../../adapters/dynamodb/client/retry.ts';
import {
  createDynamoRecordReaders,
  type TableNames,
} from '../../adapters/dynamodb/moving/record-readers.ts';
import { createDynamoRecordWriter } from '../../adapters/dynamodb/moving/record-writer.ts';
import { text } from '../../adapters/rows/columns.ts';
import { createBucketArchive } from '../../adapters/s3/bucket-archive.ts';
import { createS3Client } from '../../adapters/s3/s3-client.ts';
import { CommandError } from '../../cli/command-error.ts';
import { TABLE_NAMES } from '../../core/foundation/dynamodb-tables.ts';
import { readStack } from '../read-stack.ts';
import type { MovePlace, MoveSource, MoveTarget, MoveTargetPlace } from './move-place.ts';

/** The item of an unfinished move, in the table of projects. */
const MARK = { entity: 'move#unfinished' };

interface OpenStack extends MovePlace {
  readonly id: string;
  readonly client: DynamoDBDocumentClient;
  readonly tables: TableNames;
}

async function openStackPlace(stack: string): Promise<OpenStack> {
  const { id, output, table, plans } = await readStack(stack);
  const client = createDynamoClient('command');
  const tables = Object.fromEntries(TABLE_NAMES.map((name) => [name, table(name)]));
  const s3 = createS3Client({ forcePathStyle: true }, 'command');
  return {
    name: `stack:${stack}`,
    id,
    client,
    tables: tables as TableNames,
    readers: createDynamoRecordReaders(client, tables as TableNames),
    objects: createBucketArchive(sdk, s3, { bucket: output('OriginalsBucket'), prefix: '' }),
    plans,
    close: () => {
      client.destroy();
      s3.destroy();
    },
  };
}

/** A stack to move from; the operator stops its writers. Throws a CommandError. */
export async function openSourceStack(stack: string): Promise<MoveSource> {
  const place = await openStackPlace(stack);
  return {
    ...place,
    identity: createHash('sha256').update(`stack ${place.id}`).digest('hex'),
  };
}

async function hasItems({ client, tables }: OpenStack): Promise<boolean> {
  for (const name of TABLE_NAMES) {
    const command = new ScanCommand({ TableName: tables[name], Limit: 1, ConsistentRead: true });
    if (((await withRetry(() => client.send(command))).Count ?? 0) > 0) return true;
  }
  return false;
}

async function readMark({ client, tables }: OpenStack): Promise<string | undefined> {
  const command = new GetCommand({ TableName: tables.projects, Key: MARK, ConsistentRead: true });
  const { Item } = await withRetry(() => client.send(command));
  return Item && dynamoValue('projects', Item, 'source', text);
}

function targetOf(place: OpenStack): MoveTarget {
  const { client, tables } = place;
  return {
    ...place,
    writer: (now) => createDynamoRecordWriter(client, tables, now),
    readMark: () => readMark(place),
    writeMark: async (source) => {
      const Item = { ...MARK, source };
      const command = new PutCommand({ TableName: tables.projects, Item });
      await withRetry(() => client.send(command));
    },
    removeMark: async () => {
      const command = new DeleteCommand({ TableName: tables.projects, Key: MARK });
      await withRetry(() => client.send(command));
    },
  };
}

/** A newly deployed stack to move to, or one with an unfinished move. */
export async function targetStack(stack: string): Promise<MoveTargetPlace> {
  const place = await openStackPlace(stack);
  return {
    name: place.name,
    plans: place.plans,
    takesPlans: false,
    requireFree: async () => {
      if ((await readMark(place)) !== undefined || !(await hasItems(place))) return;
      const hint = 'Deploy a new stack, and move to it before its bootstrap and its first sign-in.';
      throw new CommandError('usage', `${place.name} has data; nothing was changed.`, hint);
    },
    open: async () => targetOf(place),
  };
}
