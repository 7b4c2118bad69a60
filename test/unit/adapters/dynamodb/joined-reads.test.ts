import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { joinReads } from '../../../../adapters/dynamodb/client/joined-reads.ts';
import { openStrictTables } from '../../../support/dynamodb/strict-tables.ts';

interface AnyCommand {
  readonly constructor: { readonly name: string };
}

/** Tables in memory, and the names of the commands that reach them. */
function openCounted(fail?: (name: string) => Error | undefined) {
  const { names, connect } = openStrictTables();
  const inMemory = connect();
  const sent: string[] = [];
  const send = async (command: AnyCommand) => {
    const { name } = command.constructor;
    sent.push(name);
    const error = fail?.(name);
    if (error) throw error;
    return inMemory.send(command as never);
  };
  const client = joinReads({ send } as unknown as DynamoDBDocumentClient);
  const readImage = (part: string) =>
    client.send(
      new GetCommand({
        TableName: names.images,
        Key: { id: 'routes#a', part },
        ConsistentRead: true,
      }),
    );
  return { names, client, sent, readImage };
}

describe('joined reads of DynamoDB', () => {
  it('are one request for all that begin together, of any table, each key once', async () => {
    const { names, client, sent, readImage } = openCounted();
    const Item = { id: 'routes#a', part: 'record', state: 'saved' };
    await client.send(new PutCommand({ TableName: names.images, Item }));
    const counter = { TableName: names.usage, Key: { counter: 'c' }, ConsistentRead: true };
    const [first, again, missing, other] = await Promise.all([
      readImage('record'),
      // through as many turns as an adapter takes before it sends
      Promise.resolve().then(() => Promise.resolve().then(() => readImage('record'))),
      readImage('none'),
      client.send(new GetCommand(counter)),
    ]);
    expect([first.Item, again.Item]).toEqual([Item, Item]);
    expect([missing.Item, other.Item]).toEqual([undefined, undefined]);
    expect(sent).toEqual(['PutCommand', 'BatchGetCommand']);
  });

  it('are a batch of one where one begins alone, and single where they need not be consistent', async () => {
    const { names, client, sent, readImage } = openCounted();
    await readImage('record');
    const Key = { id: 'routes#a', part: 'record' };
    await Promise.all([
      client.send(new GetCommand({ TableName: names.images, Key, ConsistentRead: true })),
      client.send(new GetCommand({ TableName: names.images, Key })).catch(() => undefined),
    ]);
    expect(sent).toEqual(['BatchGetCommand', 'GetCommand', 'BatchGetCommand']);
  });

  it('are as many requests as a batch of 100 keys needs, and complete what one leaves', async () => {
    const { names, client, sent, readImage } = openCounted();
    const parts = Array.from({ length: 130 }, (_, at) => `p${at}`);
    for (const part of parts) {
      const Item = { id: 'routes#a', part, state: 'saved' };
      await client.send(new PutCommand({ TableName: names.images, Item }));
    }
    sent.length = 0;
    for (let round = 0; round < 3; round += 1) {
      const items = await Promise.all(parts.map(readImage));
      expect(items.map(({ Item }) => Item?.part)).toEqual(parts);
    }
    // two a round, and one more where the tables left half of a batch
    expect(sent).toEqual(Array.from({ length: 7 }, () => 'BatchGetCommand'));
  });

  it('fail together, with the error that DynamoDB answered', async () => {
    const refused = Object.assign(new Error('no'), { name: 'AccessDeniedException' });
    const { readImage } = openCounted((name) => (name === 'BatchGetCommand' ? refused : undefined));
    const settled = await Promise.allSettled([readImage('a'), readImage('b')]);
    expect(settled.map((one) => one.status === 'rejected' && one.reason)).toEqual([
      refused,
      refused,
    ]);
  });
});
