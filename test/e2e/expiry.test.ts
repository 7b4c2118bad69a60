import { describe, expect, inject, it } from 'vitest';
import type { TemporaryImageId } from '../../core/images/ids.ts';
import { hasOperator } from '../support/e2e/operator.ts';
import { client } from '../support/e2e/service-under-test.ts';
import { drawJpeg } from '../support/images/draw.ts';
import { setTemporaryEnd } from '../support/stores/set-temporary-end.ts';
import { untilMoment } from '../support/waits/until-moment.ts';

const LEFT_MS = 4_000;
const SOON_MS = 300;

/** Tries with more and more time until all that precedes the end has come before it. */
async function inTime<T>(attempt: (leftMs: number) => Promise<T | 'late'>): Promise<T> {
  for (let leftMs = LEFT_MS; ; leftMs *= 3) {
    const done = await attempt(leftMs);
    if (done !== 'late') return done;
  }
}

async function uploadEndingSoon(leftMs: number) {
  const { temporaryImageUrl } = (await client.upload(await drawJpeg(80, 60))).json;
  const id = /tmp_[a-z2-7]{26}/.exec(temporaryImageUrl)?.[0] as TemporaryImageId;
  const endsAt = Date.now() + leftMs;
  await setTemporaryEnd(inject('operator').split(' '), id, endsAt);
  return { temporaryImageUrl, endsAt, small: temporaryImageUrl.replace(/\.\w+$/, '.webp?width=9') };
}

// concurrent: both tests wait for the same end
describe.skipIf(!hasOperator).concurrent('the end of a temporary image', () => {
  it('it is served to its last second and not after, nor are its renditions, and no answer outlives it (temporary.delivery, security.exact-expiry)', async () => {
    const { temporaryImageUrl, small, endsAt } = await inTime(async (leftMs) => {
      const image = await uploadEndingSoon(leftMs);
      for (const url of [image.temporaryImageUrl, image.small]) {
        const { status, headers } = await client.get(url);
        if (Date.now() >= image.endsAt) return 'late';
        expect(status).toBe(200);
        const lives = [...(headers.get('cache-control') ?? '').matchAll(/max-?age=(\d+)/g)];
        expect(lives).toHaveLength(2);
        for (const [, seconds] of lives) expect(Number(seconds)).toBeLessThan(leftMs / 1000);
      }
      return image;
    });
    await untilMoment(endsAt + SOON_MS);
    for (const url of [temporaryImageUrl, small, `${small}&height=9`]) {
      const { status, json } = await client.get(url);
      expect([status, json.code]).toEqual([404, 'temporary_image_not_found']);
    }
  });

  it('it can be saved until then and not after; a saved one answers the same permanently (temporary.lifetime, saving.idempotent)', async () => {
    const save = (url: string) => client.call('save-temporary-image', { temporaryImageUrl: url });
    const { saved, first, other } = await inTime(async (leftMs) => {
      const image = await uploadEndingSoon(leftMs);
      const answer = await save(image.temporaryImageUrl);
      if (Date.now() >= image.endsAt) return 'late';
      expect(answer.status).toBe(200);
      return { saved: image, first: answer, other: await uploadEndingSoon(LEFT_MS) };
    });
    await untilMoment(other.endsAt + SOON_MS);
    const late = await save(other.temporaryImageUrl);
    expect([late.status, late.json.code]).toEqual([410, 'temporary_image_expired']);
    const again = await save(saved.temporaryImageUrl);
    expect([again.status, again.json]).toEqual([200, first.json]);
    expect((await client.get(first.json.imageUrl)).status).toBe(200);
  });
});
