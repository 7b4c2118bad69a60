import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isImageId } from '../../../../core/images/ids.ts';
import type { RenditionClaim } from '../../../../core/ports/images/rendition-store.ts';
import { deliver, storeImage } from '../../../support/http/deliver.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { createLightServices } from '../../../support/local/light-services.ts';
import { makeServices, type TestServices } from '../../../support/stores/make-services.ts';

let heavy: TestServices;
let light: TestServices;
let forwarded = 0;
/** Where its requests went. */
const destinations: string[] = [];
/** The claims that a heavy process wrote. */
const claims: RenditionClaim[] = [];

beforeAll(async () => {
  const test = await makeServices();
  const { renditions } = test.services;
  const claim: typeof renditions.claim = (one) => {
    claims.push(one);
    return renditions.claim(one);
  };
  heavy = { ...test, services: { ...test.services, renditions: { ...renditions, claim } } };
  const onMove = (to: string) => {
    forwarded += 1;
    destinations.push(to);
  };
  light = { ...test, services: createLightServices(test, onMove) };
});
afterAll(() => heavy.remove());

describe('a light process', () => {
  it('moves a request for a new rendition before it is claimed, so that one claim is written', async () => {
    const imageId = await storeImage(heavy, await drawJpeg(60, 40));
    const path = `/res/${imageId}.webp?width=30`;
    void deliver(light, path);
    await expect.poll(() => forwarded).toBe(1);
    const made = await deliver(heavy, path);
    expect([made.status, claims.length]).toEqual([200, 1]);
    const [claim] = claims;
    const { renditions } = light.services;
    expect((await deliver(light, path)).bytes.equals(made.bytes)).toBe(true);
    expect(claim && (await renditions.claim(claim)).outcome).toBe('ready');
    expect(forwarded).toBe(1);
  });

  it('waits itself for a rendition that another process makes, and refuses beyond the quota itself', async () => {
    const imageId = await storeImage(heavy, await drawJpeg(60, 40));
    const [made] = claims;
    if (!made || !isImageId(imageId)) throw new Error('there was a claim');
    const before = forwarded;
    const { renditions, clock } = light.services;
    const claim = { ...made, imageId, now: clock() };
    expect(await renditions.claim({ ...claim, maxTransformations: 0 })).toEqual({
      outcome: 'quota_exceeded',
    });
    await heavy.services.renditions.claim({ ...claim, owner: 'another' });
    expect(await renditions.claim(claim)).toEqual({ outcome: 'in_progress' });
    expect(forwarded).toBe(before);
  });

  it('hands a costly rendition and a large body over to places apart, and no other (security.places-apart)', async () => {
    const imageId = await storeImage(heavy, await drawJpeg(60, 40));
    for (const query of ['width=20', 'width=4000&enlarge=true&blur=100']) {
      const before = destinations.length;
      void deliver(light, `/res/${imageId}.webp?${query}`);
      await expect.poll(() => destinations.length).toBe(before + 1);
    }
    expect(destinations.slice(-2)).toEqual(['engine', 'costly-rendition']);
    const noise = Buffer.alloc(3 * 1_000 * 1_000, randomBytes(999_983));
    const raw = { width: 1_000, height: 1_000, channels: 3 } as const;
    const large = await storeImage(
      heavy,
      await sharp(noise, { raw }).png().toBuffer(),
      'image/png',
    );
    const before = destinations.length;
    void deliver(light, `/res/${large}.png`);
    await expect.poll(() => destinations.slice(before)).toEqual(['large-body']);
    expect((await deliver(light, `/res/${imageId}.jpg`)).status).toBe(200);
  });
});
