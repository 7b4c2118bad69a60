import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { createDynamoRecords } from '../../../../adapters/dynamodb/images/image-records.ts';
import { imageItem } from '../../../../adapters/dynamodb/images/image-rows.ts';
import { createDynamoImageStore } from '../../../../adapters/dynamodb/images/image-store.ts';
import { createDynamoTermIndex } from '../../../../adapters/dynamodb/images/term-index.ts';
import { createDynamoTermRows } from '../../../../adapters/dynamodb/images/term-rows.ts';
import { createDynamoProjectStore } from '../../../../adapters/dynamodb/projects/project-store.ts';
import type { Image } from '../../../../core/images/image-states.ts';
import { readSearch } from '../../../../core/images/search/words.ts';
import { PLANS } from '../../../../core/projects/plans.ts';
import { searchImages } from '../../../../core/use-cases/images/search/search-images.ts';
import { createHandler } from '../../../../lambdas/background/queue-erasures.ts';
import { makeImage, makeTemporary } from '../../../contract/image-store.ts';
import { openStrictTables } from '../../../support/dynamodb/strict-tables.ts';

const PROJECT = `prj_${'a'.repeat(26)}`;
const NOW = Date.UTC(2026, 10, 21);

type Stored = NonNullable<DynamoDBRecord['dynamodb']>['NewImage'];
const stored = (image: Image | undefined) =>
  image && (marshall(imageItem(image), { removeUndefinedValues: true }) as Stored);

/** A change of a record, as the stream of the table has it. */
function recordOf(before: Image | undefined, after: Image | undefined): DynamoDBRecord {
  const { imageId = '' } = after ?? before ?? {};
  const [OldImage, NewImage] = [stored(before), stored(after)];
  return {
    dynamodb: {
      Keys: { id: { S: imageId }, part: { S: 'record' } },
      ...(OldImage ? { OldImage } : {}),
      ...(NewImage ? { NewImage } : {}),
    },
  };
}

async function open() {
  const { connect, names } = openStrictTables();
  const client = connect();
  const store = createDynamoImageStore(client, names);
  const rows = createDynamoTermRows(client, names.images);
  const handle = createHandler({ add: async () => undefined }, rows);
  const send = (...Records: DynamoDBRecord[]) => handle({ Records });
  const project = { projectId: PROJECT, accountId: `acc_${PROJECT}`, plan: PLANS.free };
  await createDynamoProjectStore(client, names.projects).addProject({
    ...project,
    name: 'p',
    allowedOrigins: [],
    createdAt: NOW,
  });
  const save = async (originalFilename: string) => {
    const temporary = makeTemporary(PROJECT);
    await store.addTemporaryImage(temporary, { maxCount: 99, maxBytes: 99_999 }, NOW);
    const image = makeImage(temporary, { originalFilename });
    expect((await store.saveImage(image, { maxImages: null }, NOW)).outcome).toBe('saved');
    return image;
  };
  const find = async (search: string) => {
    const conditions = { pairs: [], formats: [], sha256: null, review: null, from: null, to: null };
    const words = readSearch(search);
    const sought = { projectId: PROJECT, ...conditions, words, order: 'newest' } as const;
    const page = await searchImages(store, sought, { limit: 10, after: null });
    return page.images.map(({ imageId }) => imageId);
  };
  const index = createDynamoTermIndex(client, createDynamoRecords(client, names.images));
  return { client, names, store, send, save, find, index };
}

describe('the stream of records writes the terms of images', () => {
  it('of a save, of changes in one batch, and of none after a deletion (calls.search)', async () => {
    const { store, send, save, find } = await open();
    const image = await save('sun.jpg');
    expect(await find('sun')).toEqual([]);
    await send(recordOf(undefined, image));
    expect(await find('sun')).toEqual([image.imageId]);
    const red = { ...image, metadata: { title: 'red' }, version: 2 };
    const blue = { ...image, metadata: { title: 'blue' }, version: 3 };
    expect(await store.replaceMetadata(image, red.metadata)).toBe(true);
    expect(await store.replaceMetadata(red, blue.metadata)).toBe(true);
    const changes = [recordOf(image, red), recordOf(red, blue)];
    await send(...changes);
    await send(...changes); // a batch that failed returns as it was
    expect([await find('red'), await find('blue')]).toEqual([[], [image.imageId]]);
    await store.markDeleting(image.imageId, NOW);
    await send(recordOf(blue, { ...blue, state: 'deleting', deletedAt: NOW }));
    expect([await find('sun'), await find('blue')]).toEqual([[], []]);
  });

  it('and leaves no item of a term behind a deletion (deletion.steps)', async () => {
    const { client, names, store, send, save } = await open();
    const image = await save('sun moon.jpg');
    await send(recordOf(undefined, image));
    await store.markDeleting(image.imageId, NOW);
    await send(recordOf(image, { ...image, state: 'deleting', deletedAt: NOW }));
    expect(await termsIn(client, names.images)).toEqual([]);
  });

  it('of other items it writes none, and passes purges on', async () => {
    const { send, find } = await open();
    const entry = { Keys: { id: { S: 'list#a' }, part: { S: '0#img_a' } }, NewImage: {} };
    expect(await send({ dynamodb: entry }, {})).toEqual({ batchItemFailures: [] });
    expect(await find('sun')).toEqual([]);
  });
});

describe('the index of a stack that has images', () => {
  it('is filled in steps, and a repeated step changes nothing (calls.search)', async () => {
    const { save, find, index, client, names } = await open();
    const images = [await save('sun.jpg'), await save('sunset.jpg')];
    let cursor: string | null = null;
    let count = 0;
    do {
      const step = await index.indexStep(cursor);
      count += step.images;
      cursor = step.cursor;
    } while (cursor);
    expect(count).toBe(2);
    expect((await find('sun*')).sort()).toEqual(images.map(({ imageId }) => imageId).sort());
    const before = await termsIn(client, names.images);
    await index.indexStep(null);
    expect(await termsIn(client, names.images)).toEqual(before);
  });
});

async function termsIn(
  client: ReturnType<ReturnType<typeof openStrictTables>['connect']>,
  TableName: string,
): Promise<string[]> {
  const { ScanCommand } = await import('@aws-sdk/lib-dynamodb');
  const { Items = [] } = await client.send(new ScanCommand({ TableName, ConsistentRead: true }));
  const ids = Items.map(({ id, part }) => `${id} ${part}`);
  return ids.filter((id) => id.startsWith('terms#')).sort();
}
