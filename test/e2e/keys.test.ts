import { beforeAll, describe, expect, it } from 'vitest';
import { client } from '../support/e2e/service-under-test.ts';
import { hasSignIn, type SignedIn, signIn } from '../support/e2e/users.ts';
import { drawJpeg } from '../support/images/draw.ts';

const code = ({ status, json }: { status: number; json: { code?: string } }) =>
  json?.code ?? status;

describe.skipIf(!hasSignIn)('the keys of a project', () => {
  let ann: SignedIn;
  let projectId: string;
  const asAnn = async (name: string, body: object = {}) => {
    const { status, json } = await ann.call(name, { projectId, ...body });
    expect(status, JSON.stringify(json)).toBe(200);
    return json;
  };
  const withKey = (apiKey: string, name: string, body: object) =>
    client.call(name, body, { 'X-API-Key': apiKey });
  const listImages = async (apiKey: string) => code(await withKey(apiKey, 'list-images', {}));
  let image: Buffer;
  const upload = async (uploadKey: string) =>
    code(await client.upload(image, 'image/jpeg', {}, uploadKey));

  beforeAll(async () => {
    ann = await signIn();
    const { json } = await ann.call('list-projects');
    ({ projectId } = json.projects[0]);
    image = await drawJpeg(40, 30);
  });

  it('a narrowed key may make its calls and no others (keys.shown-once, keys.scopes)', async () => {
    const response = await asAnn('create-api-key', { name: 'reader', scopes: ['images:read'] });
    expect(await listImages(response.apiKey)).toBe(200);
    const refused = await withKey(response.apiKey, 'delete-image', {
      imageId: `img_${'a'.repeat(26)}`,
    });
    expect(code(refused)).toBe('insufficient_scope');
    const { keys } = await asAnn('list-api-keys');
    expect(keys).toMatchObject([
      { keyId: response.key.keyId, lastFour: response.apiKey.slice(-4), scopes: ['images:read'] },
    ]);
    expect(Date.parse(keys[0].lastUsedAt)).toBeGreaterThanOrEqual(Date.parse(keys[0].createdAt));
    expect(JSON.stringify(keys)).not.toContain(response.apiKey);
  });

  it('a rotated key works on through its overlap, or not at all without one (keys.rotation)', async () => {
    const first = await asAnn('create-api-key', { name: 'shop' });
    const second = await asAnn('rotate-api-key', { keyId: first.key.keyId });
    expect(second.previousKey.replacedBy).toBe(second.key.keyId);
    expect(await listImages(first.apiKey)).toBe(200);
    expect(await listImages(second.apiKey)).toBe(200);
    const again = await ann.call('rotate-api-key', { projectId, keyId: first.key.keyId });
    expect(code(again)).toBe('key_not_rotatable');
    const { keyId } = second.key;
    const third = await asAnn('rotate-api-key', { keyId, overlapHours: 0 });
    expect(await listImages(second.apiKey)).toBe('invalid_api_key');
    expect(await listImages(first.apiKey)).toBe(200);
    expect(await listImages(third.apiKey)).toBe(200);
  });

  it('a revoked key is refused from the next request on (keys.revocation)', async () => {
    const response = await asAnn('create-api-key', { name: 'gone' });
    expect(await listImages(response.apiKey)).toBe(200);
    const { keyId } = response.key;
    expect(await asAnn('revoke-api-key', { keyId })).toEqual({ message: 'key_revoked' });
    expect(await listImages(response.apiKey)).toBe('invalid_api_key');
    expect(await asAnn('revoke-api-key', { keyId })).toEqual({ message: 'key_revoked' });
    const { keys } = await asAnn('list-api-keys');
    const [listed] = keys.filter((key: { keyId: string }) => key.keyId === keyId);
    expect(listed.revokedAt).not.toBeNull();
  });

  it('a key ends when it was to end (keys.expiry)', async () => {
    const expiresAt = new Date(Date.now() + 6_000).toISOString();
    const { apiKey } = await asAnn('create-api-key', { name: 'short', expiresAt });
    expect(await listImages(apiKey)).toBe(200);
    await expect.poll(() => listImages(apiKey), { interval: 300 }).toBe('invalid_api_key');
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expiresAt));
  });

  it('upload keys are made, listed, rotated and revoked in the same way (keys.shown-once)', async () => {
    const first = await asAnn('create-upload-key', { name: 'form' });
    expect(await upload(first.uploadKey)).toBe(200);
    const { keyId } = first.key;
    const second = await asAnn('rotate-upload-key', { keyId, overlapHours: 0 });
    expect(await upload(first.uploadKey)).toBe('invalid_upload_key');
    expect(await upload(second.uploadKey)).toBe(200);
    await asAnn('revoke-upload-key', { keyId: second.key.keyId });
    expect(await upload(second.uploadKey)).toBe('invalid_upload_key');
    const { keys } = await asAnn('list-upload-keys');
    expect(keys).toHaveLength(2);
    expect(keys[1]).toMatchObject({ scopes: [], lastFour: second.uploadKey.slice(-4) });
    const wrongKind = await ann.call('revoke-api-key', { projectId, keyId });
    expect(code(wrongKind)).toBe('key_not_found');
  });

  it('all of it is written down, for who leads the project, and no key in it', async () => {
    const { key, apiKey } = await asAnn('create-api-key', { name: 'audited' });
    const { keyId } = key;
    const rotated = await asAnn('rotate-api-key', { keyId, overlapHours: 0 });
    await asAnn('revoke-api-key', { keyId });
    const unknown = { projectId, keyId: `key_${'z'.repeat(26)}` };
    await ann.call('revoke-api-key', unknown);
    const { events, cursor } = await asAnn('list-audit-events', { limit: 4 });
    expect(cursor).not.toBeNull();
    expect(
      events.map(({ action, outcome, subject }: { [name: string]: unknown }) => [
        action,
        outcome,
        subject,
      ]),
    ).toEqual([
      ['revoke-api-key', 'refused', unknown],
      ['revoke-api-key', 'done', { projectId, keyId }],
      ['rotate-api-key', 'done', { projectId, keyId, newKeyId: rotated.key.keyId }],
      ['create-api-key', 'done', { projectId, keyId }],
    ]);
    for (const event of events) {
      expect(event.actor).toMatchObject({ kind: 'person', role: 'owner' });
      expect(event.sourceAddress).toMatch(/^[\da-f.:]+$/);
      expect(event.requestId).toBeTruthy();
    }
    const rest = await asAnn('list-audit-events', { cursor });
    const text = JSON.stringify([events, rest]);
    for (const hidden of [apiKey, rotated.apiKey]) expect(text).not.toContain(hidden.slice(8, 30));
    expect((await ann.call('list-account-events')).json.events).toEqual([]);
    const bob = await signIn();
    expect(code(await bob.call('list-audit-events', { projectId }))).toBe('project_not_found');
  });

  it('are not visible to other projects, which can’t revoke them (security.foreign-as-unknown)', async () => {
    const { key, apiKey } = await asAnn('create-api-key', { name: 'mine' });
    const bob = await signIn();
    const { json } = await bob.call('list-projects');
    const own = json.projects[0].projectId;
    const asBob = async (name: string, body: object) => code(await bob.call(name, body));
    expect(await asBob('list-api-keys', { projectId })).toBe('project_not_found');
    expect(await asBob('revoke-api-key', { projectId, keyId: key.keyId })).toBe(
      'project_not_found',
    );
    expect(await asBob('revoke-api-key', { projectId: own, keyId: key.keyId })).toBe(
      'key_not_found',
    );
    expect(await asBob('rotate-api-key', { projectId: own, keyId: key.keyId })).toBe(
      'key_not_found',
    );
    expect(await listImages(apiKey)).toBe(200);
  });

  it('signing secrets are two at most, and unknown once they are revoked (signing.secrets)', async () => {
    const first = await asAnn('create-signing-secret');
    await asAnn('create-signing-secret');
    expect(code(await ann.call('create-signing-secret', { projectId }))).toBe(
      'signing_secret_limit_reached',
    );
    const { secretId } = first;
    expect(await asAnn('revoke-signing-secret', { secretId })).toEqual({
      message: 'signing_secret_revoked',
    });
    const { secrets } = await asAnn('list-signing-secrets');
    expect(secrets).toHaveLength(1);
    expect(code(await ann.call('revoke-signing-secret', { projectId, secretId }))).toBe(
      'signing_secret_not_found',
    );
  });
});
