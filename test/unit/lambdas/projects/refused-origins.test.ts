import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { createHandler as createUpload } from '../../../../lambdas/api/upload-temporary-image.ts';
import { makeApiEvent } from '../../../support/http/api-event.ts';
import { makeUsers, type TestUsers } from '../../../support/http/call-as.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { makeContext } from '../../../support/stores/make-services.ts';

const IMAGE = await drawJpeg(16, 16);
const SHOP = 'https://shop.example.com';
let users: TestUsers;
let projectId: string;
let uploadKey: string;
beforeEach(async () => {
  users = await makeUsers();
  projectId = await users.projectOf('ann');
  const made = await users.call('ann', 'createUploadKey', { projectId, name: 'k' });
  ({ uploadKey } = made.json);
});
afterEach(() => users.remove());

async function send(origin: string, method = 'POST', key = uploadKey) {
  const event = makeApiEvent(ENDPOINTS.uploadTemporaryImage, {
    headers: { 'content-type': 'image/jpeg', origin },
    body: IMAGE,
    uploadKey: key,
  });
  const answer = await createUpload(users.services)(
    { ...event, httpMethod: method },
    makeContext(),
  );
  return answer.statusCode;
}
const refused = async (name = 'ann', id = projectId) =>
  (await users.call(name, 'listRefusedOrigins', { projectId: id })).json.origins;
const minutesLater = (minutes: number) => users.setClock(users.services.clock() + minutes * 60_000);

describe('list-refused-origins', () => {
  it('shows a refused upload and a refused preflight, until the origin is allowed (origins.refused-list)', async () => {
    expect(await refused()).toEqual([]);
    expect(await send(SHOP, 'OPTIONS')).toBe(204);
    expect(await refused()).toEqual([
      { origin: SHOP, count: 1, lastRefusedAt: '2026-11-21T12:00:00.000Z' },
    ]);
    minutesLater(1);
    expect(await send(SHOP)).toBe(403);
    expect(await refused()).toEqual([
      { origin: SHOP, count: 2, lastRefusedAt: '2026-11-21T12:01:00.000Z' },
    ]);
    await users.call('ann', 'updateProject', { projectId, allowedOrigins: [SHOP] });
    expect(await send(SHOP)).toBe(200);
    expect(await refused()).toEqual([]);
  });

  it('costs one write a minute for any number of refusals, and none for allowed origins or unknown keys (origins.refused-list, security.bounded-flood)', async () => {
    const write = vi.spyOn(users.services.refusedOrigins, 'replaceRefused');
    for (let at = 0; at < 30; at += 1) await send(`https://f${at}.example`);
    expect(write).toHaveBeenCalledTimes(1);
    minutesLater(1);
    await Promise.all(Array.from({ length: 10 }, () => send(SHOP, 'OPTIONS')));
    expect((await refused())[0]).toMatchObject({ origin: SHOP, count: 1 });
    minutesLater(1);
    write.mockClear();
    expect(await send('http://localhost:5173')).toBe(200);
    expect(await send('null')).toBe(403);
    expect(await send(SHOP, 'POST', `upl_${'x'.repeat(36)}`)).toBe(401);
    expect(await send(SHOP, 'OPTIONS', `upl_${'x'.repeat(36)}`)).toBe(204);
    expect(write).not.toHaveBeenCalled();
  });

  it('is no other project’s, and an answer is the same where it can’t be written (origins.refused-list, security.foreign-as-unknown)', async () => {
    const store = users.services.refusedOrigins;
    const fails = vi.spyOn(store, 'getRefused').mockRejectedValue(new Error('no room'));
    expect(await send(SHOP)).toBe(403);
    fails.mockRestore();
    await send(SHOP);
    expect(await refused('fay', await users.projectOf('fay'))).toEqual([]);
    expect(await refused()).toHaveLength(1);
    await users.giveRole('edd', projectId, 'editor');
    const { status, json } = await users.call('edd', 'listRefusedOrigins', { projectId });
    expect([status, json.code]).toEqual([403, 'insufficient_role']);
  });
});
