import {
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import { createDynamoProjectStore } from '../../../adapters/dynamodb/projects/project-store.ts';
import { createDynamoRenditionStore } from '../../../adapters/dynamodb/renditions/rendition-store.ts';

const PROJECT = { accountId: 'acc_a', name: 'p', allowedOrigins: [], createdAt: 1 };

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
      .resolvesOnce({ Items: [{ ...PROJECT, projectId: 'prj_a' }], LastEvaluatedKey: last })
      .resolvesOnce({ Items: [{ ...PROJECT, projectId: 'prj_b' }] });
    mock.on(GetCommand).resolves({ Item: { entity: 'acc_a', plan: 'unlimited' } });
    const listed = await createDynamoProjectStore(client, 't').listProjects('acc_a');
    expect(listed.map(({ projectId }) => projectId)).toEqual(['prj_a', 'prj_b']);
    expect(mock.commandCalls(QueryCommand)[1]?.args[0].input.ExclusiveStartKey).toEqual(last);
  });

  it('removes the renditions of a deleted image in batches, and sends again what DynamoDB left over', async () => {
    const { mock, client } = open();
    const id = `img_${'a'.repeat(26)}` as const;
    const keys = ['a', 'b'].map((key) => ({ id: `renditions#${id}`, part: `rendition#${key}` }));
    const [first, second] = keys.map((Key) => ({ DeleteRequest: { Key } }));
    if (!first || !second) throw new Error('two keys were made');
    mock.on(GetCommand).resolves({ Item: { state: 'deleting' } });
    mock.on(QueryCommand).resolvesOnce({ Items: keys }).resolves({ Items: [] });
    mock
      .on(BatchWriteCommand)
      .resolvesOnce({ UnprocessedItems: { images: [second] } })
      .resolves({});
    const tables = { images: 'images', usage: 'usage' };
    await createDynamoRenditionStore(client, tables).forgetAll(id);
    const sent = mock.commandCalls(BatchWriteCommand).map(({ args }) => args[0].input.RequestItems);
    expect(sent).toEqual([{ images: [first, second] }, { images: [second] }]);
  });

  it('forgets the renditions of an image that is there one by one, on all pages, and keeps their records', async () => {
    const { mock, client } = open();
    const parts = Array.from({ length: 30 }, (_, at) => ({ part: `rendition#${at}.jpg` }));
    mock.on(GetCommand).resolves({ Item: { state: 'saved' } });
    mock
      .on(QueryCommand)
      .resolvesOnce({ Items: parts.slice(0, 20), LastEvaluatedKey: { id: 'img_a' } })
      .resolvesOnce({ Items: parts.slice(20) })
      .resolves({ Items: [] });
    mock.on(UpdateCommand).resolves({});
    const tables = { images: 'images', usage: 'usage' };
    await createDynamoRenditionStore(client, tables).forgetAll(`img_${'a'.repeat(26)}`);
    const updates = mock.commandCalls(UpdateCommand).map(({ args }) => args[0].input);
    expect(updates.map(({ Key }) => Key?.part)).toEqual(parts.map(({ part }) => part));
    expect(new Set(updates.map((update) => update.ConditionExpression))).toEqual(
      new Set(['#state = :ready']),
    );
    expect(mock.commandCalls(BatchWriteCommand)).toEqual([]);
  });

  it('forgets those too that stand in the earlier place, beside the image (deletion.purge-renditions)', async () => {
    const { mock, client } = open();
    mock.on(GetCommand).resolves({ Item: { state: 'saved' } });
    mock.on(QueryCommand).resolves({ Items: [{ part: 'rendition#a.jpg' }] });
    mock.on(UpdateCommand).resolves({});
    const id = `img_${'a'.repeat(26)}` as const;
    const tables = { images: 'images', usage: 'usage' };
    await createDynamoRenditionStore(client, tables).forgetAll(id);
    const keys = mock.commandCalls(UpdateCommand).map(({ args }) => args[0].input.Key?.id);
    expect(keys).toEqual([`renditions#${id}`, id]);
  });

  it('serves a rendition that stands in the earlier place, beside the image, and forgets it under the key of renditions (quotas.transformations)', async () => {
    const { mock, client } = open();
    const id = `img_${'a'.repeat(26)}` as const;
    const Key = { id, part: 'rendition#a.jpg' };
    const revision = { version: 1, generation: 0 };
    const row = { state: 'ready', ...revision, bytes: 5, sha256: 'cd', countedMonth: '2026-11' };
    const Item = { ...Key, ...row, owner: 'me', leaseUntil: 1, accountId: 'a', projectId: 'p' };
    mock.on(GetCommand).resolves({});
    mock.on(GetCommand, { Key }).resolves({ Item });
    const refusal = Object.assign(new Error('x'), { name: 'ConditionalCheckFailedException' });
    mock.on(UpdateCommand).rejects(refusal);
    mock.on(PutCommand).resolves({});
    const store = createDynamoRenditionStore(client, { images: 'images', usage: 'usage' });
    expect(await store.getRendition(id, 'a.jpg', revision)).toMatchObject({ bytes: 5 });
    await store.forget(id, 'a.jpg', revision);
    const [put] = mock.commandCalls(PutCommand).map(({ args }) => args[0].input.Item);
    expect(put).toEqual({ ...Item, id: `renditions#${id}`, state: 'forgotten' });
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
