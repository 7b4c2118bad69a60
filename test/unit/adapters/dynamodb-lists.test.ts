import { BatchGetCommand, DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import { imageItem } from '../../../adapters/dynamodb/images/image-rows.ts';
import { createDynamoImageStore } from '../../../adapters/dynamodb/images/image-store.ts';
import { partOfPosition } from '../../../adapters/dynamodb/images/list-entries.ts';
import type { ImagePosition } from '../../../core/images/image-list.ts';
import type { Image } from '../../../core/images/image-states.ts';
import { makeImage, makeTemporary } from '../../contract/image-store.ts';

const NOW = Date.UTC(2026, 10, 21);
const PAIR = { key: 'a', value: '1' };
const makeImages = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    makeImage(makeTemporary('prj_a'), { createdAt: NOW - at, metadata: { a: '1' } }),
  );

/** A table whose list names `entries`, and that has the records of `images`. */
function open(entries: readonly ImagePosition[], images: readonly Image[] = []) {
  const mock = mockClient(DynamoDBDocumentClient);
  mock.on(QueryCommand).callsFake(async ({ Limit }) => ({
    Items: entries.slice(0, Limit).map((entry) => ({ part: partOfPosition(entry) })),
  }));
  // DynamoDB keeps no order in a batch
  mock.on(BatchGetCommand).resolves({ Responses: { images: images.map(imageItem).reverse() } });
  const tables = { images: 'images', usage: 'usage' };
  const store = createDynamoImageStore(mock as unknown as DynamoDBDocumentClient, tables);
  const list = (limit: number, before: ImagePosition | null = null) =>
    store.listImages({ projectId: 'prj_a', pair: PAIR, limit, before });
  return { mock, list };
}

describe('a list in DynamoDB', () => {
  it('is one query of as many entries as the page has and one more, and one batch of their records (calls.list-images, performance.indexed-lists)', async () => {
    const images = makeImages(5);
    const { mock, list } = open(images, images.slice(0, 3));
    const page = await list(3, images[0]);
    expect(page.images).toEqual(images.slice(0, 3));
    expect(page.next).toEqual({ createdAt: NOW - 2, imageId: images[2]?.imageId });
    const [query, batch, ...more] = mock.calls().map(({ args }) => args[0]);
    expect(more).toEqual([]);
    expect(query).toBeInstanceOf(QueryCommand);
    expect(query?.input).toMatchObject({
      Limit: 4,
      ScanIndexForward: false,
      ConsistentRead: true,
      KeyConditionExpression: 'id = :list AND part < :before',
    });
    expect(query?.input).not.toHaveProperty('FilterExpression');
    expect(batch).toBeInstanceOf(BatchGetCommand);
    const RequestItems = (batch as BatchGetCommand | undefined)?.input.RequestItems;
    expect(RequestItems?.images?.Keys).toHaveLength(3);
    expect(RequestItems?.images?.ConsistentRead).toBe(true);
  });

  it('asks for no record where the index has no entry (calls.list-images)', async () => {
    const { mock, list } = open([]);
    expect(await list(100)).toEqual({ images: [], next: null });
    expect(mock.calls()).toHaveLength(1);
  });

  it('asks at most 100 records of DynamoDB, as many as it takes in a batch (calls.list-images, performance.indexed-lists)', async () => {
    const images = makeImages(101);
    const { mock, list } = open(images);
    await list(100);
    const [{ args } = { args: [] }] = mock.commandCalls(BatchGetCommand);
    expect(args[0]?.input.RequestItems?.images?.Keys).toHaveLength(100);
  });

  it('asks again for records that were left over (calls.list-images)', async () => {
    const images = makeImages(2);
    const { mock, list } = open(images);
    const [first, second] = images.map(imageItem);
    const remaining = { images: { Keys: [{ id: images[1]?.imageId, part: 'record' }] } };
    mock
      .on(BatchGetCommand)
      .resolvesOnce({ Responses: { images: [first ?? {}] }, UnprocessedKeys: remaining })
      .resolvesOnce({ Responses: { images: [second ?? {}] } });
    expect((await list(2)).images).toEqual(images);
    const [, again] = mock.commandCalls(BatchGetCommand);
    expect(again?.args[0].input.RequestItems).toEqual(remaining);
  });

  it('leaves out images that were deleted or lost their pair since their entries were read, and continues behind them (calls.list-images)', async () => {
    const images = makeImages(4);
    const [kept, lost, deleted, missing] = images as [Image, Image, Image, Image];
    const { list } = open(
      [...images, ...makeImages(1)],
      [kept, { ...lost, metadata: { a: '2' } }, { ...deleted, state: 'deleting', deletedAt: NOW }],
    );
    const page = await list(4);
    expect(page.images).toEqual([kept]);
    expect(page.next).toEqual({ createdAt: missing.createdAt, imageId: missing.imageId });
  });
});
