import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import { ServiceError } from '../../../../core/foundation/service-error.ts';
import type { QueuedRender } from '../../../../core/ports/images/render-queue.ts';
import type { Services } from '../../../../core/ports/services.ts';
import { PLANS } from '../../../../core/projects/plans.ts';
import { createHandler } from '../../../../lambdas/background/render-queued.ts';
import { deliver, storeImage } from '../../../support/http/deliver.ts';
import {
  makeServices,
  type TestServices,
  withPlan,
} from '../../../support/stores/make-services.ts';
import { stopTimers } from '../../../support/waits/stop-timers.ts';
import { turnUntil } from '../../../support/waits/turn-until.ts';

const BOTH = 'image/avif,image/webp,*/*;q=0.8';
const FOR_NOW = 'public, max-age=60, s-maxage=60';
const LONG = 'public, max-age=86400, s-maxage=2592000';
const MONTH = '2026-11';

let test: TestServices;
let large: Buffer;
let imageId: string;
let maxTransformations: number | null = null;

beforeAll(async () => {
  test = withPlan(await makeServices(), () => ({
    ...PLANS.unlimited,
    maxTransformationsPerMonth: maxTransformations,
  }));
  large = await sharp({ create: { width: 2250, height: 1800, channels: 3, background: '#147' } })
    .jpeg()
    .toBuffer();
});
beforeEach(async () => {
  maxTransformations = null;
  imageId = await storeImage(test, large);
  test.queued.splice(0);
});
afterAll(() => test.remove());

const ask = (query = '', accept = BOTH, services: Services = test.services) =>
  deliver({ services }, `/res/${imageId}.auto${query}`, ['Accept', accept]);
const typeAndLife = ({ headers }: Awaited<ReturnType<typeof ask>>) => [
  headers['content-type'],
  headers['cache-control'],
];
const countUsed = async () =>
  (await test.services.usage.ofAccount((await accountOf()) ?? '', MONTH)).transformations;
const accountOf = async () =>
  (await test.services.images.getImage(imageId as `img_${string}`))?.accountId;

/** The worker's round over the messages that are queued now. */
async function work(services: Services = test.services, messageId = 'm-1') {
  const Records = test.queued
    .splice(0)
    .map((render) => ({ messageId, body: JSON.stringify(render) }));
  return createHandler(services)({ Records } as never);
}

describe('an AVIF that takes long', () => {
  it('is WebP for a minute, then AVIF, counted when it is made (delivery.auto, quotas.transformations)', async () => {
    const before = await countUsed();
    expect(typeAndLife(await ask('?blur=0.5'))).toEqual(['image/webp', FOR_NOW]);
    expect(await countUsed()).toBe(before + 1);
    expect(test.queued).toMatchObject([{ imageId, format: 'avif', query: 'more=blur-0.5' }]);
    expect(await work()).toEqual({ batchItemFailures: [] });
    expect(await countUsed()).toBe(before + 2);
    const better = await ask('?blur=0.5');
    expect(typeAndLife(better)).toEqual(['image/avif', LONG]);
    expect(better.bytes.subarray(4, 12).toString()).toBe('ftypavif');
    const concrete = await deliver(test, `/res/${imageId}.avif?blur=0.5`);
    expect(concrete.bytes.equals(better.bytes)).toBe(true);
    expect([await countUsed(), test.queued]).toEqual([before + 2, []]);
  });

  it('is not waited for where the result is small, nor where only its own address asks', async () => {
    expect(typeAndLife(await ask('?width=1000'))).toEqual(['image/avif', LONG]);
    const concrete = await deliver(test, `/res/${imageId}.avif`);
    expect(concrete.headers['content-type']).toBe('image/avif');
    expect(test.queued).toEqual([]);
    expect(typeAndLife(await ask())).toEqual(['image/avif', LONG]);
  });

  it('is the stored image for now where Accept names no WebP', async () => {
    expect(typeAndLife(await ask('', 'image/avif'))).toEqual(['image/jpeg', FOR_NOW]);
    expect(test.queued).toHaveLength(1);
  });

  it('is not queued beyond the largest size that is made (transformations.max-output)', async () => {
    imageId = await storeImage(
      test,
      await sharp({ create: { width: 3200, height: 2400, channels: 3, background: '#147' } })
        .jpeg()
        .toBuffer(),
    );
    expect(typeAndLife(await ask())).toEqual(['image/webp', LONG]);
    expect(test.queued).toEqual([]);
  });

  it('is not queued of a temporary image, of which each would be one of ten (temporary.max-renditions)', async () => {
    const image = await test.services.images.getImage(imageId as `img_${string}`);
    const answer = await deliver(test, `/res/${image?.temporaryImageId}.auto`, ['Accept', BOTH]);
    expect(typeAndLife(answer)).toEqual(['image/webp', 'public, max-age=300, s-maxage=300']);
    expect(test.queued).toEqual([]);
  });

  it('is not made over the quota: WebP is served further, to the end of the month at the most (quotas.transformations, quotas.over-limit)', async () => {
    expect(typeAndLife(await ask())).toEqual(['image/webp', FOR_NOW]);
    maxTransformations = await countUsed();
    // queued before, made after: nothing is counted, and no try is made again
    expect(await work()).toEqual({ batchItemFailures: [] });
    expect(await countUsed()).toBe(maxTransformations);
    const remaining = (Date.UTC(2026, 11, 1) - test.services.clock()) / 1000;
    expect(typeAndLife(await ask())).toEqual([
      'image/webp',
      `public, max-age=86400, s-maxage=${remaining}`,
    ]);
    expect(test.queued).toEqual([]);
    maxTransformations += 1;
    await ask();
    expect(test.queued).toHaveLength(1);
  });

  it('is queued over the quota if rendering again costs no unit (quotas.transformations, quotas.over-limit)', async () => {
    await ask();
    await work();
    await test.services.objects.removeAll(`renditions/${imageId}/`);
    await ask('', 'image/webp');
    maxTransformations = await countUsed();
    expect(typeAndLife(await ask())).toEqual(['image/webp', FOR_NOW]);
    await work();
    expect(typeAndLife(await ask())).toEqual(['image/avif', LONG]);
    expect(await countUsed()).toBe(maxTransformations);
  });

  it('is made once, however often it is queued', async () => {
    await ask();
    const [render] = test.queued;
    if (!render) throw new Error('nothing was queued');
    const engine = await test.services.imageEngine();
    let encodes = 0;
    const counted: Services = {
      ...test.services,
      imageEngine: async () => ({
        ...engine,
        render: (original, requested) => {
          encodes += 1;
          return engine.render(original, requested);
        },
      }),
    };
    const Records = (messageId: string) => [{ messageId, body: JSON.stringify(render) }];
    const rounds = ['a', 'b', 'c'].map((id) =>
      createHandler(counted)({ Records: Records(id) } as never),
    );
    await Promise.all([...rounds, deliver({ services: counted }, `/res/${imageId}.avif`)]);
    expect(encodes).toBe(1);
  });

  it('comes again after a failure of ours, and not after one that stays', async () => {
    await ask();
    const [render] = test.queued;
    const failWith = (error: Error): Services => ({
      ...test.services,
      imageEngine: () => Promise.reject(error),
    });
    for (const error of [new Error('no memory'), new ServiceError('busy')]) {
      test.queued.splice(0, 1, render as QueuedRender);
      const failed = await work(failWith(error));
      expect(failed).toEqual({ batchItemFailures: [{ itemIdentifier: 'm-1' }] });
    }
    const bodies = [
      { ...render, imageId: `img_${'a'.repeat(26)}` },
      { ...render, imageId: 'tmp_x' },
      { ...render, format: 'constructor' },
      { ...render, query: 'width=0' },
      {},
    ];
    const Records = bodies.map((body) => ({ messageId: 'x', body: JSON.stringify(body) }));
    expect(await createHandler(test.services)({ Records } as never)).toEqual({
      batchItemFailures: [],
    });
  });

  it('is not what a request fails for where it can not be queued', async () => {
    const add = () => Promise.reject(new Error('no queue'));
    const services: Services = { ...test.services, renderQueue: { add } };
    expect(typeAndLife(await ask('', BOTH, services))).toEqual(['image/webp', FOR_NOW]);
    expect(test.logged.join()).toContain('render not queued');
  });

  it.each(['the queue', 'the count of units'])(
    'holds no finished response where %s hangs, and is queued by the next one (delivery.auto)',
    async (hung) => {
      stopTimers();
      let calls = 0;
      const hang = () => {
        calls += 1;
        return new Promise<never>(() => undefined);
      };
      maxTransformations = (await countUsed()) + 9;
      const usage = { ...test.services.usage, countTransformations: hang };
      const services: Services = {
        ...test.services,
        ...(hung === 'the queue' ? { renderQueue: { add: hang } } : { usage }),
      };
      const answer = ask('', BOTH, services);
      await turnUntil(() => calls === 1);
      await vi.advanceTimersByTimeAsync(LIMITS.renderOrderMs);
      expect(typeAndLife(await answer)).toEqual(['image/webp', FOR_NOW]);
      expect(test.logged.join()).toContain('render not queued in time');
      expect(test.queued).toEqual([]);
      await ask();
      expect(test.queued).toHaveLength(1);
    },
  );
});
