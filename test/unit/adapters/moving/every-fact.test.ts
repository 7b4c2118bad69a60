import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { imageOfItem } from '../../../../adapters/dynamodb/images/image-rows.ts';
import { createDynamoRecordWriter } from '../../../../adapters/dynamodb/moving/record-writer.ts';
import { snapshotDatabase } from '../../../../adapters/sqlite/backup/snapshot-database.ts';
import { openDatabase } from '../../../../adapters/sqlite/database/open-database.ts';
import { createSqliteRecordReaders } from '../../../../adapters/sqlite/moving/record-readers.ts';
import { createSqliteRecordWriter } from '../../../../adapters/sqlite/moving/record-writer.ts';
import { TABLE_NAMES } from '../../../../core/foundation/dynamodb-tables.ts';
import type { MovedRecords } from '../../../../core/ports/moving/moved-records.ts';
import { makeFolder } from '../../../support/local/start-fixture-pool.ts';
import { anyMovedImage } from '../../../support/stores/any-moved-image.ts';
import { MOVED_AT, MOVED_SAMPLES } from '../../../support/stores/moved-samples.ts';

type Moved = MovedRecords['image'];

function openFile(path: string) {
  const db = openDatabase(path);
  onTestFinished(() => db.close());
  return db;
}

async function writeImage(db: ReturnType<typeof openFile>, image: Moved) {
  const writer = createSqliteRecordWriter(db);
  for (const value of MOVED_SAMPLES.account) await writer.add({ kind: 'account', value }, false);
  for (const value of MOVED_SAMPLES.project) await writer.add({ kind: 'project', value }, false);
  await writer.add({ kind: 'image', value: image }, false);
  await writer.finish();
}

async function readImages(db: ReturnType<typeof openFile>): Promise<Moved[]> {
  const found: Moved[] = [];
  for await (const image of createSqliteRecordReaders(db).image()) found.push(image);
  return found;
}

it('an image with any value of every fact is equal after a move to SQLite', async () => {
  await fc.assert(
    fc.asyncProperty(anyMovedImage, async (image) => {
      const db = openDatabase(':memory:');
      try {
        await writeImage(db, image);
        expect(await readImages(db)).toEqual([image]);
      } finally {
        db.close();
      }
    }),
    { numRuns: 60 },
  );
});

it('an image with any value of every fact is equal in a backup', async () => {
  const folder = makeFolder();
  const db = openFile(join(folder, 'imagewell.db'));
  let backups = 0;
  await fc.assert(
    fc.asyncProperty(anyMovedImage, async (image) => {
      await writeImage(db, image);
      backups += 1;
      const copy = join(folder, `copy-${backups}.db`);
      await snapshotDatabase(join(folder, 'imagewell.db'), copy);
      const copied = openDatabase(copy);
      try {
        expect(await readImages(copied)).toEqual([image]);
      } finally {
        copied.close();
      }
    }),
    { numRuns: 15 },
  );
});

/** The item of an image that a move writes to DynamoDB. */
async function itemOf(image: Moved): Promise<Record<string, unknown>> {
  const items: Record<string, unknown>[] = [];
  const client = {
    send: async ({
      input,
    }: {
      input: {
        RequestItems?: Record<string, { PutRequest?: { Item: Record<string, unknown> } }[]>;
      };
    }) => {
      for (const writes of Object.values(input.RequestItems ?? {})) {
        for (const { PutRequest } of writes) if (PutRequest) items.push(PutRequest.Item);
      }
      return {};
    },
  };
  const tables = Object.fromEntries(TABLE_NAMES.map((name) => [name, name]));
  const writer = createDynamoRecordWriter(client as never, tables as never, MOVED_AT);
  for (const value of MOVED_SAMPLES.project) await writer.add({ kind: 'project', value }, false);
  await writer.add({ kind: 'image', value: image }, false);
  await writer.finish();
  const found = items.find(({ id, part }) => id === image.imageId && part === 'record');
  return found ?? expect.fail('no item of the image was written');
}

it('an image with any value of every fact is equal after a move to DynamoDB', async () => {
  await fc.assert(
    fc.asyncProperty(anyMovedImage, async (image) => {
      const { steps, deletionId, ...facts } = image;
      expect([steps, deletionId]).toEqual([{}, null]);
      expect(imageOfItem(await itemOf(image))).toEqual(facts);
    }),
    { numRuns: 60 },
  );
});
