import {
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
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

  it('forgets renditions in batches, and sends again what DynamoDB left over', async () => {
    const { mock, client } = open();
    const keys = ['a', 'b'].map((key) => ({ id: 'img_a', part: `rendition#${key}` }));
    const [first, second] = keys.map((Key) => ({ DeleteRequest: { Key } }));
    if (!first || !second) throw new Error('two keys were made');
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
