import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isImageId } from '../../../../core/images/ids.ts';
import type { RenditionClaim } from '../../../../core/ports/images/rendition-store.ts';
import { localIssuer } from '../../../../local/identity-provider/issuer-profile.ts';
import { createLocalServices } from '../../../../local/services.ts';
import { deliver, storeImage } from '../../../support/http/deliver.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { makeServices, type TestServices } from '../../../support/stores/make-services.ts';

let heavy: TestServices;
let light: TestServices;
let forwarded = 0;
/** The claims that a heavy process wrote. */
const claims: RenditionClaim[] = [];

beforeAll(async () => {
  const test = await makeServices();
  const { renditions, log } = test.services;
  const claim: typeof renditions.claim = (one) => {
    claims.push(one);
    return renditions.claim(one);
  };
  heavy = { ...test, services: { ...test.services, renditions: { ...renditions, claim } } };
  const url = test.credentials.baseUrl;
  const settings = {
    dataDir: test.dataDir,
    cdnUrl: url,
    plan: null,
    hasRateLimits: false,
    hasEvents: false,
    issuer: localIssuer(url),
  };
  const services = createLocalServices(settings, {
    role: 'light',
    forwardToHeavy: () => {
      forwarded += 1;
      return new Promise(() => undefined);
    },
    purgeEdge: async () => undefined,
    queueRender: () => undefined,
    abandonProcess: () => undefined,
    noteRendition: () => undefined,
    log,
  });
  light = { ...test, services: { ...services, clock: test.services.clock } };
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
});
