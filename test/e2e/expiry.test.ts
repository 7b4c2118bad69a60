import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, inject, it } from 'vitest';
import type { TemporaryImageId } from '../../core/images/ids.ts';
import { hasOperator } from '../support/e2e/operator.ts';
import { client } from '../support/e2e/service-under-test.ts';
import { drawJpeg } from '../support/images/draw.ts';
import { setTemporaryEnd } from '../support/stores/set-temporary-end.ts';

const LEFT_MS = 8_000;
const SOON_MS = 300;

async function uploadEndingSoon() {
  const { temporaryImageUrl } = (await client.upload(await drawJpeg(80, 60))).json;
  const id = /tmp_[a-z2-7]{26}/.exec(temporaryImageUrl)?.[0] as TemporaryImageId;
  const endsAt = Date.now() + LEFT_MS;
  await setTemporaryEnd(inject('operator').split(' '), id, endsAt);
  return { temporaryImageUrl, endsAt, small: temporaryImageUrl.replace(/\.\w+$/, '.webp?width=9') };
}

// concurrent: both tests wait for the same end
describe.skipIf(!hasOperator).concurrent('the end of a temporary image', () => {
  it('it is served to its last second and not after, nor are its renditions, and no answer outlives it (temporary.delivery, security.exact-expiry)', async () => {
    const { temporaryImageUrl, small, endsAt } = await uploadEndingSoon();
    for (const url of [temporaryImageUrl, small]) {
      const { status, headers } = await client.get(url);
      expect([status, Date.now() < endsAt]).toEqual([200, true]);
      const lives = [...(headers.get('cache-control') ?? '').matchAll(/max-?age=(\d+)/g)];
      expect(lives).toHaveLength(2);
      for (const [, seconds] of lives) expect(Number(seconds)).toBeLessThan(LEFT_MS / 1000);
    }
    await delay(endsAt + SOON_MS - Date.now());
    for (const url of [temporaryImageUrl, small, `${small}&height=9`]) {
      const { status, json } = await client.get(url);
      expect([status, json.code]).toEqual([404, 'temporary_image_not_found']);
    }
  });

  it('it can be saved until then and not after; a saved one answers the same permanently (temporary.lifetime, saving.idempotent)', async () => {
    const saved = await uploadEndingSoon();
    const other = await uploadEndingSoon();
    const save = (url: string) => client.call('save-temporary-image', { temporaryImageUrl: url });
    const first = await save(saved.temporaryImageUrl);
    expect([first.status, Date.now() < saved.endsAt]).toEqual([200, true]);
    await delay(other.endsAt + SOON_MS - Date.now());
    const late = await save(other.temporaryImageUrl);
    expect([late.status, late.json.code]).toEqual([410, 'temporary_image_expired']);
    const again = await save(saved.temporaryImageUrl);
    expect([again.status, again.json]).toEqual([200, first.json]);
    expect((await client.get(first.json.imageUrl)).status).toBe(200);
  });
});
