import {
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import { createDynamoProjectStore } from '../../adapters/project-store/dynamodb.ts';
import { createDynamoRenditionStore } from '../../adapters/rendition-store/dynamodb.ts';

const open = () => {
  const mock = mockClient(DynamoDBDocumentClient);
  return { mock, client: mock as unknown as DynamoDBDocumentClient };
};

describe('long answers of DynamoDB', () => {
  it('lists every project of an account, whatever a page holds', async () => {
    const { mock, client } = open();
    const last = { entity: 'prj_a' };
    mock
      .on(QueryCommand)
      .resolvesOnce({ Items: [{ projectId: 'prj_a' }], LastEvaluatedKey: last })
      .resolvesOnce({ Items: [{ projectId: 'prj_b' }] });
    mock.on(GetCommand).resolves({ Item: { plan: 'unlimited' } });
    const listed = await createDynamoProjectStore(client, 't').listProjects('acc_a');
    expect(listed.map(({ projectId }) => projectId)).toEqual(['prj_a', 'prj_b']);
    expect(mock.commandCalls(QueryCommand)[1]?.args[0].input.ExclusiveStartKey).toEqual(last);
  });

  it('removes the renditions of a deleted picture in batches, and sends again what DynamoDB left over', async () => {
    const { mock, client } = open();
    const keys = ['a', 'b'].map((key) => ({ id: 'img_a', part: `rendition#${key}` }));
    const [first, second] = keys.map((Key) => ({ DeleteRequest: { Key } }));
    if (!first || !second) throw new Error('two keys were made');
    mock.on(GetCommand).resolves({ Item: { state: 'deleting' } });
    mock.on(QueryCommand).resolvesOnce({ Items: keys }).resolves({ Items: [] });
    mock
      .on(BatchWriteCommand)
      .resolvesOnce({ UnprocessedItems: { images: [second] } })
      .resolves({});
    const tables = { images: 'images', usage: 'usage' };
    await createDynamoRenditionStore(client, tables).forgetAll('img_a');
    const sent = mock.commandCalls(BatchWriteCommand).map(({ args }) => args[0].input.RequestItems);
    expect(sent).toEqual([{ images: [first, second] }, { images: [second] }]);
  });

  it('forgets the renditions of a picture that is there one by one, on all pages, and keeps their records', async () => {
    const { mock, client } = open();
    const parts = Array.from({ length: 30 }, (_, at) => ({ part: `rendition#${at}.jpg` }));
    mock.on(GetCommand).resolves({ Item: { state: 'saved' } });
    mock
      .on(QueryCommand)
      .resolvesOnce({ Items: parts.slice(0, 20), LastEvaluatedKey: { id: 'img_a' } })
      .resolvesOnce({ Items: parts.slice(20) });
    mock.on(UpdateCommand).resolves({});
    const tables = { images: 'images', usage: 'usage' };
    await createDynamoRenditionStore(client, tables).forgetAll(`img_${'a'.repeat(26)}`);
    const updates = mock.commandCalls(UpdateCommand).map(({ args }) => args[0].input);
    expect(updates.map(({ Key }) => Key?.part)).toEqual(parts.map(({ part }) => part));
    expect(new Set(updates.map((one) => one.ConditionExpression))).toEqual(
      new Set(['#state = :ready']),
    );
    expect(mock.commandCalls(BatchWriteCommand)).toEqual([]);
  });

  it('every read of a record that decides something is consistent', async () => {
    const { mock, client } = open();
    mock.on(GetCommand).resolves({});
    const renditions = createDynamoRenditionStore(client, { images: 'images', usage: 'usage' });
    await renditions.getRendition('img_a', 'a.jpg', { version: 1, generation: 0 });
    await createDynamoProjectStore(client, 't').getProject('prj_a');
    for (const { args } of mock.commandCalls(GetCommand)) {
      expect(args[0].input.ConsistentRead).toBe(true);
    }
  });
});
