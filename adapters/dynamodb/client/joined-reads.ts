import {
  type DynamoDBDocumentClient,
  GetCommand,
  type GetCommandInput,
} from '@aws-sdk/lib-dynamodb';
import DataLoader from 'dataloader';
import { getBatches } from './get-batch.ts';

type Item = Record<string, unknown>;
type Read = Pick<GetCommandInput, 'TableName' | 'Key'>;

/** Amazon DynamoDB API reference, BatchGetItem. */
const MAX_KEYS = 100;

/** The same text for a key and for its item. */
function placeText({ TableName, Key = {} }: Read, item: Item = Key): string {
  const names = Object.keys(Key).sort();
  return JSON.stringify([TableName, names.map((name) => item[name])]);
}

function keysByTable(reads: Iterable<Read>): ReadonlyMap<string, Item[]> {
  const keys = new Map<string, Item[]>();
  for (const { TableName = '', Key = {} } of reads) {
    keys.set(TableName, [...(keys.get(TableName) ?? []), Key]);
  }
  return keys;
}

async function readBatch(
  client: DynamoDBDocumentClient,
  reads: readonly Read[],
): Promise<(Item | undefined)[]> {
  const different = new Map(reads.map((read) => [placeText(read), read]));
  const keys = keysByTable(different.values());
  const found = new Map<string, Item>();
  for (const [table, items] of await getBatches(client, keys)) {
    const Key = keys.get(table)?.[0];
    for (const item of items) found.set(placeText({ TableName: table, Key }, item), item);
  }
  return reads.map((read) => found.get(placeText(read)));
}

/**
 * A client whose consistent reads of single items are joined: those that begin at the same moment
 * are one BatchGetItem, whatever their tables. One that begins alone is one, too: so a
 * function with it needs the right to BatchGetItem alone, also where a retry parts them.
 */
export function joinReads(client: DynamoDBDocumentClient): DynamoDBDocumentClient {
  const loader = new DataLoader((reads: readonly Read[]) => readBatch(client, reads), {
    cache: false,
    maxBatchSize: MAX_KEYS,
  });
  const send = async (command: Parameters<DynamoDBDocumentClient['send']>[0]) => {
    if (!(command instanceof GetCommand)) return client.send(command);
    const { TableName, Key, ConsistentRead, ...others } = command.input;
    if (!ConsistentRead || Object.keys(others).length > 0) return client.send(command);
    return { Item: await loader.load({ TableName, Key }) };
  };
  return Object.create(client, { send: { value: send } });
}
