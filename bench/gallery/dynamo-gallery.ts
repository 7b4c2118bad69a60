import { BatchWriteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { imageItem } from '../../adapters/dynamodb/images/image-rows.ts';
import { createDynamoImageStore } from '../../adapters/dynamodb/images/image-store.ts';
import { addToLists } from '../../adapters/dynamodb/images/list-entries.ts';
import { openTables } from '../../test/support/cloud/open-tables.ts';
import { type Asked, countingClient, NOTHING_ASKED } from './counting-client.ts';
import { BENCH_PROJECT, callUseCases, type Gallery, imageAt } from './gallery.ts';

const MAX_BATCH = 25;

export interface DynamoGallery extends Gallery {
  takeAsked(): Asked;
}

async function fill(client: DynamoDBDocumentClient, table: string, from: number, end: number) {
  const items: unknown[] = [];
  for (let nth = from; nth < end; nth += 1) {
    const image = imageAt(nth, BENCH_PROJECT);
    items.push(imageItem(image), ...addToLists(table, image).map(({ Put }) => Put?.Item));
  }
  for (let at = 0; at < items.length; at += MAX_BATCH) {
    const batch = items.slice(at, at + MAX_BATCH).map((Item) => ({ PutRequest: { Item } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [table]: batch as [] } }));
  }
}

/** Tables of its own, filled with images and the entries of their lists. */
export async function openDynamoGallery(size: number): Promise<DynamoGallery> {
  const { first, names, projects, remove } = await openTables();
  await projects.addProject(BENCH_PROJECT);
  for (let from = 0; from < size; from += 1_000) {
    await fill(first, names.images, from, Math.min(size, from + 1_000));
  }
  const requested: Asked = { ...NOTHING_ASKED };
  return {
    size,
    owner: BENCH_PROJECT,
    call: callUseCases(
      createDynamoImageStore(countingClient(first, requested), names),
      BENCH_PROJECT,
    ),
    restore: (nth) => fill(first, names.images, nth, nth + 1),
    takeAsked: () => {
      const taken = { ...requested };
      Object.assign(requested, NOTHING_ASKED);
      return taken;
    },
    close: remove,
  };
}
