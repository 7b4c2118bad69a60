import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { createTimings } from '../../../../lambdas/http/server-timing.ts';
import { callAny } from '../../../support/http/call-any.ts';
import { deliver, storeImage } from '../../../support/http/deliver.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { makeServices, type TestServices } from '../../../support/stores/make-services.ts';

const MEASURED = 'origin;desc="\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z"';
const STORED = new RegExp(`^${MEASURED}, auth;dur=[\\d.]+, store;dur=[\\d.]+$`);
const MADE = new RegExp(`^${MEASURED}, auth;dur=[\\d.]+, render;dur=[\\d.]+, store;dur=[\\d.]+$`);

let test: TestServices;
beforeAll(async () => {
  test = await makeServices();
});
afterAll(() => test.remove());

describe('Server-Timing', () => {
  it('counts a phase within a phase once (delivery.server-timing)', async () => {
    let now = 0;
    const timings = createTimings(() => now);
    const pass = async (ms: number) => {
      now += ms;
    };
    await timings.measure('auth', () => pass(1.26));
    await timings.measure('store', async () => {
      await pass(2);
      await timings.measure('render', () => pass(40));
      await timings.measure('render', () => pass(2));
      await pass(3);
    });
    await expect(
      timings.measure('call', async () => {
        await pass(7);
        throw new Error('on purpose');
      }),
    ).rejects.toThrow('on purpose');
    expect(timings.header()).toBe('auth;dur=1.3, render;dur=42, store;dur=5, call;dur=7');
  });

  it('of an image has its phases, and a refusal has none (delivery.server-timing)', async () => {
    const imageId = await storeImage(test, await drawJpeg(60, 40));
    const timingOf = async (path: string) => {
      const { status, headers } = await deliver(test, path);
      return [status, headers['server-timing']];
    };
    const rendition = `/res/${imageId}.webp?width=20`;
    expect(await timingOf(rendition)).toEqual([200, expect.stringMatching(MADE)]);
    expect(await timingOf(rendition)).toEqual([200, expect.stringMatching(STORED)]);
    expect(await timingOf(`/res/img_${'a'.repeat(26)}.webp`)).toEqual([404, undefined]);
  });

  it('of a call has its phases, and a refusal has none (delivery.server-timing)', async () => {
    const timingOf = async (apiKey: string) => {
      const headers = { 'x-api-key': apiKey };
      const answer = await callAny(test.services, ENDPOINTS.listImages, { headers, body: {} });
      return [answer.status, answer.headers['server-timing']];
    };
    const phases = expect.stringMatching(/^auth;dur=[\d.]+, call;dur=[\d.]+$/);
    expect(await timingOf(test.credentials.apiKey)).toEqual([200, phases]);
    expect(await timingOf('private_unknown')).toEqual([401, undefined]);
  });
});
