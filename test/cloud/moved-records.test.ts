import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDynamoImageStore } from '../../adapters/dynamodb/images/image-store.ts';
import { createDynamoKeyStore } from '../../adapters/dynamodb/keys/key-store.ts';
import { createDynamoSigningSecretStore } from '../../adapters/dynamodb/keys/signing-secret-store.ts';
import { createDynamoRecordReaders } from '../../adapters/dynamodb/moving/record-readers.ts';
import { createDynamoRecordWriter } from '../../adapters/dynamodb/moving/record-writer.ts';
import { createDynamoUsageStore } from '../../adapters/dynamodb/usage/usage-store.ts';
import { MOVED_KIND_NAMES } from '../../core/ports/moving/moved-kinds.ts';
import type { MovedKind } from '../../core/ports/moving/moved-records.ts';
import { openTables } from '../support/cloud/open-tables.ts';
import { allSamples, MOVED_AT, MOVED_SAMPLES } from '../support/stores/moved-samples.ts';

let tables: Awaited<ReturnType<typeof openTables>>;

async function writeSamples() {
  const writer = createDynamoRecordWriter(tables.first, tables.names, MOVED_AT);
  for (const record of allSamples(MOVED_KIND_NAMES)) await writer.add(record, false);
  await writer.finish();
}

/** The images come first: only those of saved ones have an ID of a temporary image. */
async function readAll() {
  const readers = createDynamoRecordReaders(tables.first, tables.names);
  const found = new Map<MovedKind, unknown[]>();
  for (const kind of MOVED_KIND_NAMES) {
    const values: unknown[] = [];
    for await (const value of readers[kind]()) values.push(value);
    found.set(kind, values);
  }
  return found;
}

beforeAll(async () => {
  tables = await openTables();
  await writeSamples();
});
afterAll(() => tables.remove());

it('DynamoDB stores and reads every moved record alike, also after a second write', async () => {
  const first = await readAll();
  await writeSamples();
  for (const found of [first, await readAll()]) {
    for (const kind of MOVED_KIND_NAMES) {
      expect(found.get(kind), kind).toHaveLength(MOVED_SAMPLES[kind].length);
      expect(found.get(kind), kind).toEqual(expect.arrayContaining([...MOVED_SAMPLES[kind]]));
    }
  }
});

it('the stores find keys, secrets, images and counts that were moved', async () => {
  const { first, names } = tables;
  const [image] = MOVED_SAMPLES.image;
  const [project] = MOVED_SAMPLES.project;
  const [count] = MOVED_SAMPLES.transformations;
  if (!image || !project || !count) throw new Error('the samples are there');
  const { projectId, accountId } = project;
  const keys = createDynamoKeyStore(first, names.keys);
  expect(await keys.findApiKey('a'.repeat(64))).toMatchObject({ projectId });
  expect(await keys.listKeys({ projectId, kind: 'api' }, MOVED_AT)).toHaveLength(2);
  const secrets = createDynamoSigningSecretStore(first, names.projects);
  expect(await secrets.listSecrets(projectId)).toHaveLength(2);
  const images = createDynamoImageStore(first, names);
  const list = { projectId, before: null, limit: 10 };
  expect((await images.listImages({ ...list, pair: null })).images).toHaveLength(2);
  const pair = { key: 'album', value: 'a=b' };
  expect((await images.listImages({ ...list, pair })).images).toMatchObject([
    { imageId: image.imageId },
  ]);
  expect(await images.listPurgesDue(10, 9e15)).toEqual([`img_${'h'.repeat(26)}`]);
  const usage = createDynamoUsageStore(first, names.usage);
  expect(await usage.ofAccount(accountId, count.month)).toMatchObject({
    images: 2,
    transformations: count.count,
    bandwidthBytes: 1_000,
  });
  expect(await usage.ofProject({ projectId, accountId }, count.month)).toMatchObject({
    images: 2,
    transformations: 9,
    bandwidthBytes: 900,
  });
  expect(await images.markDeleting(image.imageId, MOVED_AT)).toBe(true);
  expect(await usage.ofAccount(accountId, count.month)).toMatchObject({ images: 1 });
});
