import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import * as sdk from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it, onTestFinished } from 'vitest';
import { fileIn } from '../../../../adapters/folder/backup/digest-file.ts';
import { createBucketArchive } from '../../../../adapters/s3/bucket-archive.ts';
import { makeFolder } from '../../../support/local/start-fixture-pool.ts';

const SHA256_OF_X = '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881';

function makeArchive() {
  const client = new sdk.S3Client({ region: 'eu-west-1' });
  const answers = mockClient(client);
  onTestFinished(() => answers.restore());
  const archive = createBucketArchive(sdk, client, { bucket: 'photos', prefix: 'shop/' });
  return { answers, archive };
}

const named = (name: string) => Object.assign(new Error(name), { name });

it('an object is missing only where the store says so: a denied one is a failure', async () => {
  const { answers, archive } = makeArchive();
  const commands = [sdk.GetObjectCommand, sdk.HeadObjectCommand] as const;
  for (const command of commands) answers.on(command).rejects(named('NotFound'));
  expect(await archive.digest('a')).toBeUndefined();
  expect(await archive.size('a')).toBeUndefined();
  expect(await archive.changedAt('a')).toBeUndefined();
  for (const name of ['AccessDenied', 'Forbidden', 'NoSuchBucket']) {
    for (const command of commands) answers.on(command).rejects(named(name));
    await expect(archive.digest('a')).rejects.toThrow(name);
    await expect(archive.size('a')).rejects.toThrow(name);
    await expect(archive.changedAt('a')).rejects.toThrow(name);
  }
});

it('another store’s bytes keep their content type; a denied read ends it', async () => {
  const { answers, archive } = makeArchive();
  answers.on(sdk.PutObjectCommand).resolves({});
  answers.on(sdk.GetObjectCommand).rejects(named('NoSuchKey'));
  const store = () => archive.store(archive.source('b'), 'a', { sha256: SHA256_OF_X }, 'image/png');
  expect(await store()).toBe('missing');
  answers.on(sdk.GetObjectCommand).rejects(named('AccessDenied'));
  await expect(store()).rejects.toThrow('AccessDenied');
  const body = async () => Readable.from([Buffer.from('x')]);
  expect(await archive.store(body, 'a', { sha256: SHA256_OF_X }, 'image/png')).toBe('copied');
  expect(answers.calls().at(-1)?.args[0].input).toMatchObject({ ContentType: 'image/png' });
});

it('a file of other bytes is not stored', async () => {
  const { answers, archive } = makeArchive();
  answers.on(sdk.PutObjectCommand).resolves({});
  const path = join(makeFolder(), 'file');
  expect(await archive.store(fileIn(path), 'a', { sha256: SHA256_OF_X })).toBe('missing');
  writeFileSync(path, 'y');
  expect(await archive.store(fileIn(path), 'a', { sha256: SHA256_OF_X })).toBe('damaged');
  writeFileSync(path, 'x');
  expect(await archive.store(fileIn(path), 'a', { sha256: SHA256_OF_X, bytes: 2 })).toBe('damaged');
  expect(answers.calls()).toHaveLength(0);
  expect(await archive.store(fileIn(path), 'a', { sha256: SHA256_OF_X, bytes: 1 })).toBe('copied');
  expect(answers.call(0).args[0].input).toMatchObject({ Bucket: 'photos', Key: 'shop/a' });
});
