import { describe, expect, it } from 'vitest';
import { createDynamoKeyStore } from '../../adapters/key-store/dynamodb.ts';
import { createS3ObjectStore } from '../../adapters/object-store/s3.ts';
import { createDynamoProjectStore } from '../../adapters/project-store/dynamodb.ts';
import { createDynamoRateCounter } from '../../adapters/rate-counter/dynamodb.ts';
import { createDynamoSigningSecretStore } from '../../adapters/signing-secret-store/dynamodb.ts';
import { PLANS } from '../../core/projects/plans.ts';
import { DEFAULT_SETTINGS } from '../../core/projects/project-settings.ts';
import { describeImageStore } from '../contract/image-store.ts';
import { describeObjectStore } from '../contract/object-store.ts';
import { describeProjectStore } from '../contract/project-store.ts';
import { describeRenditionStore } from '../contract/rendition-store.ts';
import { createBuckets } from '../support/cloud/create-buckets.ts';
import { openImageStores, openRenditionStores, openTables } from '../support/cloud/open-tables.ts';

describeImageStore('DynamoDB', () => openImageStores());
describeRenditionStore('DynamoDB', () => openRenditionStores());
describeProjectStore('DynamoDB', async () => {
  const { first, second, names, projects, remove } = await openTables();
  return {
    stores: [projects, createDynamoProjectStore(second, names.projects)],
    secrets: [
      createDynamoSigningSecretStore(first, names.projects),
      createDynamoSigningSecretStore(second, names.projects),
    ],
    remove,
  };
});
describeObjectStore('S3', async () => {
  const { client, buckets, remove } = await createBuckets();
  return { store: createS3ObjectStore(client, buckets), remove };
});

describe('a rate counter: DynamoDB', () => {
  it('C4.3 counts each counter in its window, over all clients', async () => {
    const { first, second, names, remove } = await openTables();
    const one = createDynamoRateCounter(first, names.usage);
    const two = createDynamoRateCounter(second, names.usage);
    const counts = await Promise.all(
      Array.from({ length: 10 }, (_, i) => (i % 2 ? one : two).countUp('a', 0, 60_000)),
    );
    expect(counts.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await one.countUp('a', 60_000, 120_000)).toBe(1);
    expect(await one.countUp('b', 0, 60_000)).toBe(1);
    await remove();
  });
});

describe('keys and projects: DynamoDB', () => {
  it('C3.4 gives back what was stored, of the right kind only', async () => {
    const { first, names, projects, remove } = await openTables();
    const keys = createDynamoKeyStore(first, names.keys);
    const key = {
      ...{ keyId: 'key_a', projectId: 'prj_a', name: 'n', lastFour: 'abcd', createdAt: 1 },
      ...{ lastUsedAt: null, expiresAt: null, revokedAt: null },
    };
    await keys.addApiKey('hash', { ...key, scopes: ['images:save'] });
    await keys.addUploadKey('other', { ...key, keyId: 'key_b' });
    await keys.touchKey('key_a', 5);
    await keys.touchKey('key_unknown', 5);
    expect(await keys.findApiKey('hash')).toEqual({
      ...key,
      lastUsedAt: 5,
      scopes: ['images:save'],
    });
    expect(await keys.findUploadKey('other')).toEqual({ ...key, keyId: 'key_b' });
    expect(await keys.findUploadKey('hash')).toBeUndefined();
    expect(await keys.findApiKey('nothing')).toBeUndefined();
    await expect(keys.addUploadKey('hash', { ...key, keyId: 'key_c' })).rejects.toThrow('already');
    const project = { accountId: 'acc_a', name: 'p', allowedOrigins: [], plan: PLANS.free };
    await projects.addProject({ ...project, projectId: 'prj_b', createdAt: 2 });
    await projects.addProject({ ...project, projectId: 'prj_a', createdAt: 1 });
    await projects.setAllowedOrigins('prj_a', ['https://a.example']);
    await projects.setAllowedOrigins('prj_unknown', []);
    const listed = await projects.listProjects('acc_a');
    expect(listed.map(({ projectId }) => projectId)).toEqual(['prj_a', 'prj_b']);
    expect(await projects.getProject('prj_a')).toEqual({
      ...project,
      ...{ projectId: 'prj_a', createdAt: 1, allowedOrigins: ['https://a.example'] },
      settings: DEFAULT_SETTINGS,
    });
    expect(await projects.listProjects('acc_none')).toEqual([]);
    await remove();
  });
});
