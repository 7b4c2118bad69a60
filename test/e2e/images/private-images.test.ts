import { describe, expect, it } from 'vitest';
import { client } from '../../support/e2e/service-under-test.ts';
import { drawJpeg } from '../../support/images/draw.ts';

interface Cookie {
  readonly name: string;
  readonly value: string;
}

async function storePrivate(): Promise<{ readonly imageId: string; readonly imageUrl: string }> {
  const { temporaryImageUrl } = (await client.upload(await drawJpeg(64, 48))).json;
  const wish = { temporaryImageUrl, visibility: 'private' };
  return (await client.call('save-temporary-image', wish)).json;
}

describe('a private image', () => {
  it('is shown by a grant and by nothing else (private.path, private.grants)', async () => {
    const { imageId, imageUrl } = await storePrivate();
    const path = new URL(imageUrl).pathname;
    expect(path).toMatch(/^\/private\/prj_[a-z2-7]{26}\/img_[a-z2-7]{26}\.jpg$/);
    expect((await client.get(`/res/${imageId}.jpg`)).status).toBe(404);
    const closed = await client.get(path);
    // a stack without keys has no such behaviour
    expect([403, 404]).toContain(closed.status);
    const { status, json } = await client.call('create-access-grant', { imageId });
    if (json.code === 'private_images_disabled') {
      expect([status, closed.status]).toEqual([409, 404]);
      return;
    }
    expect([status, closed.status]).toEqual([200, 403]);
    const shown = await client.get(`${path}?width=32&${json.queryString}`);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(shown.headers.get('cache-control')).toMatch(/^private, max-age=([12]?\d{1,2}|300)$/);
    const cookie = json.cookies.map(({ name, value }: Cookie) => `${name}=${value}`).join('; ');
    expect((await client.get(path, { headers: { cookie } })).status).toBe(200);
    const other = await storePrivate();
    const foreign = `${new URL(other.imageUrl).pathname}?${json.queryString}`;
    expect((await client.get(foreign)).status).toBe(403);
  });

  it('becomes public and private again, and each address stops (private.visibility)', async () => {
    const { imageId } = await client.store(await drawJpeg(40, 30));
    const set = async (visibility: string): Promise<string> => {
      const { json } = await client.call('update-image-visibility', { imageId, visibility });
      return json.imageUrl;
    };
    const statusOf = async (url: string) => (await client.get(new URL(url).pathname)).status;
    const hidden = await set('private');
    await expect
      .poll(() => statusOf(`https://x/res/${imageId}.jpg`), { timeout: 60_000 })
      .toBe(404);
    const open = await set('public');
    expect(new URL(open).pathname).toBe(`/res/${imageId}.jpg`);
    await expect.poll(() => statusOf(open), { timeout: 60_000 }).toBe(200);
    expect([403, 404]).toContain(await statusOf(hidden));
  });
});
