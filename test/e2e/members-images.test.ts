import { describe, expect, it } from 'vitest';
import { createPatientClient } from '../support/e2e/patient-client.ts';
import { credentials } from '../support/e2e/service-under-test.ts';
import { hasSignIn, signIn } from '../support/e2e/users.ts';
import { drawJpeg } from '../support/images/draw.ts';

/** An answer without the addresses that members alone have (quotas.thumbnails). */
const withoutThumbnails = (json: object) =>
  JSON.parse(JSON.stringify(json, (key, value) => (key === 'thumbnailUrl' ? undefined : value)));

describe.skipIf(!hasSignIn)('images by a member’s token', () => {
  it('are uploaded, saved, listed, described, explained, changed, made again and deleted in the named project, as with its key (members.image-calls, calls.project-uploads)', async () => {
    const ann = await signIn();
    const { projectId } = (await ann.call('list-projects')).json.projects[0];
    const keyOf = async (kind: 'api' | 'upload') =>
      (await ann.call(`create-${kind}-key`, { projectId, name: 'e2e' })).json[`${kind}Key`];
    const keys = { apiKey: await keyOf('api'), uploadKey: await keyOf('upload') };
    const client = createPatientClient({ ...credentials, projectId, ...keys });
    const { imageId, imageUrl } = await client.store(await drawJpeg(60, 40));
    const call = async (name: string, body: object) => {
      const [byToken, byKey] = [
        await ann.call(name, { projectId, ...body }),
        await client.call(name, body),
      ];
      expect([byToken.status, withoutThumbnails(byToken.json)], name).toEqual([
        200,
        withoutThumbnails(byKey.json),
      ]);
      return byToken.json;
    };
    expect((await call('list-images', {})).images).toHaveLength(1);
    expect(await call('get-image', { imageId })).toMatchObject({ imageId, width: 60 });
    const explained = await call('explain-transformation', { imageUrl: `${imageUrl}?width=30` });
    expect(explained.output).toMatchObject({ width: 30, height: 20 });
    const image = new Uint8Array(await drawJpeg(30, 20));
    const upload = async (headers: Record<string, string>) => {
      const sent = { ...headers, 'Content-Type': 'image/jpeg' };
      const init = { method: 'POST', headers: sent, body: image };
      return (await client.request('/api/v1/upload-project-image', init)).json.temporaryImageUrl;
    };
    const token = { Authorization: `Bearer ${ann.accessToken}` };
    const temporaryImageUrl = await upload({ ...token, 'X-Project-Id': projectId });
    const byKey = await upload({ 'X-API-Key': keys.apiKey });
    expect((await client.get(byKey)).status).toBe(200);
    const asked = { contentType: 'image/jpeg', bytes: image.length, projectId };
    const form = await ann.call('create-project-upload', asked);
    expect([form.status, Object.keys(form.json)]).toEqual([
      200,
      ['url', 'fields', 'temporaryImageUrl', 'expiresAt'],
    ]);
    const saved = await call('save-temporary-image', { temporaryImageUrl });
    await call('delete-image', { imageId: saved.imageId });
    const add = { alt_text: 'A red bridge' };
    expect((await call('update-image-metadata', { imageUrl, add })).metadata).toEqual(add);
    await call('purge-image', { imageId, renditionsOnly: true });
    // the get above is metered at some moment between two calls: only the images are compared
    for (const usage of [ann.call('get-usage', { projectId }), client.call('get-usage', {})]) {
      expect((await usage).json.images.used).toBe(1);
    }
    const stranger = await signIn();
    const refused = await stranger.call('get-image', { projectId, imageId });
    expect([refused.status, refused.json.code]).toEqual([404, 'project_not_found']);
    const unnamed = await ann.call('get-image', { imageId });
    expect([unnamed.status, unnamed.json.errors[0].pointer]).toEqual([400, '/projectId']);
    await call('delete-image', { imageId });
    expect((await ann.call('get-deletion-status', { projectId, imageId })).json.state).not.toBe(
      'live',
    );
    expect((await client.call('get-image', { imageId })).json.code).toBe('image_not_found');
  });

  it('are refused to pages of another origin, which admins see (origins.refused-list, origins.refused)', async () => {
    const ann = await signIn();
    const { projectId } = (await ann.call('list-projects')).json.projects[0];
    const { uploadKey } = (await ann.call('create-upload-key', { projectId, name: 'page' })).json;
    const page = createPatientClient({ ...credentials, projectId, uploadKey });
    const headers = { Origin: 'https://shop.example.com' };
    const refused = await page.upload(await drawJpeg(24, 16), 'image/jpeg', headers);
    expect([refused.status, refused.json.code]).toEqual([403, 'origin_not_allowed']);
    const { json } = await ann.call('list-refused-origins', { projectId });
    expect(json.origins).toEqual([
      { origin: headers.Origin, count: 1, lastRefusedAt: expect.stringMatching(/Z$/) },
    ]);
  });
});
