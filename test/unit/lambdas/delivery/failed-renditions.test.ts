import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import type { ImageEngine } from '../../../../core/ports/images/image-engine.ts';
import type { Services } from '../../../../core/ports/services.ts';
import { monthOf } from '../../../../core/projects/plans.ts';
import { deliver, storeImage } from '../../../support/http/deliver.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { makeServices, type TestServices } from '../../../support/stores/make-services.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
let test: TestServices;
let now = NOON;

beforeEach(async () => {
  now = NOON;
  test = await makeServices({ clock: () => now });
});
afterEach(async () => {
  vi.useRealTimers();
  await test.remove();
});

function withEngine(changes: Partial<ImageEngine>): TestServices {
  const { imageEngine } = test.services;
  const services: Services = {
    ...test.services,
    imageEngine: async () => ({ ...(await imageEngine()), ...changes }),
  };
  return { ...test, services };
}

const used = async () => {
  const project = await test.services.projects.getProject(test.credentials.projectId);
  const { accountId = '' } = project ?? {};
  return (await test.services.usage.ofAccount(accountId, monthOf(now))).transformations;
};

/**
 * The responses to requests during which so much time passes. It begins to pass only once the
 * engine has been asked, however long a busy machine takes to get there.
 */
async function afterTime<T>(
  ms: number,
  send: () => Promise<T>,
  hasBegun: () => boolean,
): Promise<T> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const responses = send();
  while (!hasBegun()) await new Promise((resolve) => setImmediate(resolve));
  for (const end = now + ms; now < end; now += 100) await vi.advanceTimersByTimeAsync(100);
  vi.useRealTimers();
  return responses;
}

describe('renditions that are not made', () => {
  it('forty concurrent timeouts of one image cost one unit, and the next rendition is made after its back-off (quotas.failed-renditions, security.bounded-flood)', async () => {
    const imageId = await storeImage(test, await drawJpeg(60, 40));
    let begun = 0;
    const endless = withEngine({
      render: () => {
        begun += 1;
        return new Promise(() => undefined);
      },
    });
    const paths = Array.from({ length: 40 }, (_, at) => `/res/${imageId}.avif?width=${at + 1}`);
    const responses = await afterTime(
      LIMITS.renderDeadlineMs + 200,
      () => Promise.all(paths.map((path) => deliver(endless, path))),
      () => begun === paths.length,
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(40).fill(503));
    expect([begun, await used()]).toEqual([40, 1]);
    // a thousand more: nothing is begun, and nothing counted
    for (let at = 0; at < 1_000; at += 1) {
      const { status, headers } = await deliver(endless, `/res/${imageId}.webp?height=${at + 1}`);
      expect(status).toBe(503);
      expect(Number(headers['Retry-After'] ?? headers['retry-after'])).toBeGreaterThan(10);
    }
    expect([begun, await used()]).toEqual([40, 1]);
    expect((await deliver(test, `/res/${imageId}.jpg`)).status).toBe(200);
    now += LIMITS.firstBackOffMs;
    expect((await deliver(test, `/res/${imageId}.webp?width=20`)).status).toBe(200);
    expect((await deliver(test, `/res/${imageId}.webp?width=21`)).status).toBe(200);
    expect(await used()).toBe(2);
  });

  it('a request that waits for another process is no timeout: nothing is counted or logged, and no process abandoned (quotas.failed-renditions)', async () => {
    const imageId = await storeImage(test, await drawJpeg(60, 40));
    const warnings: string[] = [];
    const warn = (message: string) => void warnings.push(message);
    const log = { info: () => undefined, warn, error: warn };
    let isForwarded = false;
    const imageEngine = () => {
      isForwarded = true;
      return new Promise<never>(() => undefined);
    };
    const light = { ...test, services: { ...test.services, log, imageEngine } };
    await afterTime(
      LIMITS.deliveryWorkMs + 500,
      async () => void deliver(light, `/res/${imageId}.webp?width=20`),
      () => isForwarded,
    );
    expect([await used(), test.abandoned(), warnings]).toEqual([0, 0, []]);
    expect((await deliver(test, `/res/${imageId}.webp?width=20`)).status).toBe(200);
    expect(await used()).toBe(1);
  });

  it('units are reserved for what is being made, and those of killed processes are free again (quotas.failed-renditions, security.exact-quotas)', async () => {
    const imageId = await storeImage(test, await drawJpeg(300, 200));
    let loading = 0;
    const imageEngine = () => {
      loading += 1;
      return new Promise<never>(() => undefined);
    };
    const killed = { ...test, services: { ...test.services, imageEngine } };
    for (let at = 1; at <= 100; at += 1) void deliver(killed, `/res/${imageId}.webp?width=${at}`);
    await expect.poll(() => loading).toBe(100);
    expect((await deliver(test, `/res/${imageId}.png?width=20`)).status).toBe(429);
    expect(await used()).toBe(0);
    now += LIMITS.renditionLeaseMs;
    expect((await deliver(test, `/res/${imageId}.png?width=20`)).status).toBe(200);
    expect(await used()).toBe(1);
  });
});
