import { describe, expect, it } from 'vitest';
import { createPatientClient } from '../../support/e2e/patient-client.ts';
import { credentials } from '../../support/e2e/service-under-test.ts';
import { hasSignIn, signIn } from '../../support/e2e/users.ts';
import { drawJpeg } from '../../support/images/draw.ts';

const GONE_WITHIN_MS = 60_000;

/** A new project that keeps for a day, with keys of its own. */
async function openKeepingProject() {
  const ann = await signIn();
  const { projectId } = (await ann.call('create-project', { name: 'kept', keepDays: 1 })).json;
  const keyOf = async (kind: 'api' | 'upload') =>
    (await ann.call(`create-${kind}-key`, { projectId, name: 'e2e' })).json[`${kind}Key`];
  const keys = { apiKey: await keyOf('api'), uploadKey: await keyOf('upload') };
  return createPatientClient({ ...credentials, projectId, ...keys });
}

describe.skipIf(!hasSignIn)('a project that keeps', () => {
  it('restores a deleted image under its address, and erases it on request (keeping.bin, keeping.restore)', {
    timeout: 2 * GONE_WITHIN_MS,
  }, async () => {
    const client = await openKeepingProject();
    const { imageId, imageUrl } = await client.store(await drawJpeg(64, 48), 'image/jpeg', {
      album: 'summer',
    });
    const statusOf = async () => (await client.get(imageUrl)).status;
    expect(await statusOf()).toBe(200);
    await client.call('delete-image', { imageId });
    await expect.poll(statusOf, { timeout: GONE_WITHIN_MS }).toBe(404);
    const { images } = (await client.call('list-bin', {})).json;
    expect(images).toMatchObject([{ imageId, metadata: { album: 'summer' } }]);
    expect((await client.get(images[0].originalUrl)).status).toBe(200);
    const restored = await client.call('restore-image', { imageId });
    expect([restored.status, restored.json.imageUrl]).toEqual([200, imageUrl]);
    await expect.poll(statusOf, { timeout: GONE_WITHIN_MS }).toBe(200);
    const listed = (await client.call('list-images', { metadata: { album: 'summer' } })).json;
    expect(listed.images).toMatchObject([{ imageId }]);
    const ended = await client.call('delete-image', { imageId, forGood: true });
    expect(ended.status).toBe(200);
    expect((await client.call('list-bin', {})).json.images).toEqual([]);
    expect((await client.call('restore-image', { imageId })).json.code).toBe('image_not_found');
  });

  it('shows and restores replaced bytes, and erases them on request (keeping.versions, keeping.restore-version)', async () => {
    const client = await openKeepingProject();
    const { imageId } = await client.store(await drawJpeg(64, 48));
    const { temporaryImageUrl } = (await client.upload(await drawJpeg(30, 20))).json;
    await client.call('replace-image', { imageId, temporaryImageUrl });
    const versions = async () =>
      (await client.call('list-image-versions', { imageId })).json.versions;
    const [former] = await versions();
    expect(former).toMatchObject({ width: 64, height: 48 });
    expect((await client.get(former.originalUrl)).status).toBe(200);
    const { versionId } = former;
    const restored = await client.call('restore-image-version', { imageId, versionId });
    expect([restored.status, restored.json.message]).toEqual([200, 'version_restored']);
    expect((await client.call('get-image', { imageId })).json).toMatchObject({ width: 64 });
    const [other] = await versions();
    expect(other).toMatchObject({ width: 30, height: 20 });
    const end = { imageId, versionId: other.versionId };
    expect((await client.call('delete-image-version', end)).status).toBe(200);
    const again = await client.call('restore-image-version', end);
    expect([again.status, again.json.code]).toEqual([404, 'version_not_found']);
  });
});
