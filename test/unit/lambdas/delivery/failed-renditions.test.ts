import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import type { ImageId } from '../../../../core/images/ids.ts';
import type { ImageEngine } from '../../../../core/ports/images/image-engine.ts';
import type { Services } from '../../../../core/ports/services.ts';
import { monthOf } from '../../../../core/projects/plans.ts';
import { renderQueued } from '../../../../core/use-cases/delivery/render-queued.ts';
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

  it('a rendition that misses its deadline is tried again when its answer says, others are made meanwhile, and the background may make it (quotas.failed-renditions, security.bounded-price)', async () => {
    // 6 megapixels: dear enough that a timeout says nothing of the image
    const imageId = await storeImage(test, await drawJpeg(3_000, 2_000));
    const dear = `/res/${imageId}.webp`;
    const quick = withEngine({ render: async () => Buffer.from('made') });
    let begun = 0;
    const endless = withEngine({
      render: () => {
        begun += 1;
        return new Promise(() => undefined);
      },
    });
    const retryAfter = ({ headers }: Awaited<ReturnType<typeof deliver>>) =>
      Number(headers['Retry-After'] ?? headers['retry-after']);
    const timeOut = (at: number) =>
      afterTime(
        LIMITS.renderDeadlineMs + 200,
        () => deliver(endless, dear),
        () => begun === at,
      );
    const first = await timeOut(1);
    expect([first.status, retryAfter(first)]).toEqual([503, 15]);
    // during its back-off nothing is begun, and other renditions of the image are made
    const during = await deliver(endless, dear);
    expect([during.status, begun]).toEqual([503, 1]);
    expect(retryAfter(during)).toBeGreaterThan(10);
    expect(retryAfter(during)).toBeLessThanOrEqual(15);
    expect((await deliver(quick, `/res/${imageId}.webp?width=20`)).status).toBe(200);
    expect((await deliver(endless, dear)).status).toBe(503);
    expect(begun).toBe(1);
    // after it one more attempt, which closes it twice as long
    now += retryAfter(during) * 1_000;
    const second = await timeOut(2);
    expect([second.status, retryAfter(second)]).toEqual([503, 30]);
    const image = { imageId: imageId as ImageId, renditionKey: '' };
    const queued = { ...image, format: 'webp', query: '' } as const;
    await expect(renderQueued(quick.services, queued, 'worker')).rejects.toMatchObject({
      code: 'busy',
    });
    now += retryAfter(second) * 1_000;
    await renderQueued(quick.services, queued, 'worker');
    expect((await deliver(endless, dear)).status).toBe(200);
    expect([begun, await used()]).toEqual([2, 2]);
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

  it('units are reserved for each rendition in work, and those of killed processes are free again (quotas.failed-renditions, security.exact-quotas)', async () => {
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
