import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImageId } from '../../../../../core/images/ids.ts';
import { RENDITION_VERSION } from '../../../../../core/images/object-keys.ts';
import type { Services } from '../../../../../core/ports/services.ts';
import { deliverImage } from '../../../../../core/use-cases/delivery/deliver-image.ts';
import { createTimings } from '../../../../../lambdas/http/server-timing.ts';
import { deliver, storeImage } from '../../../../support/http/deliver.ts';
import { drawJpeg } from '../../../../support/images/draw.ts';
import { makeServices, type TestServices } from '../../../../support/stores/make-services.ts';

let test: TestServices;
beforeAll(async () => {
  test = await makeServices();
});
afterAll(() => test.remove());

const store = async () => (await storeImage(test, await drawJpeg(60, 40))) as ImageId;

/** The services with some calls of the engine, the objects and the renditions changed. */
function servicesWith(changes: {
  readonly objects?: Partial<Services['objects']>;
  readonly renditions?: Partial<Services['renditions']>;
  readonly beforeEncode?: () => Promise<unknown>;
}): Services {
  const { services } = test;
  const { beforeEncode = async () => undefined } = changes;
  return {
    ...services,
    objects: { ...services.objects, ...changes.objects },
    renditions: { ...services.renditions, ...changes.renditions },
    imageEngine: async () => {
      const engine = await services.imageEngine();
      return {
        ...engine,
        render: async (...args) => {
          await beforeEncode();
          return engine.render(...args);
        },
      };
    },
  };
}

/** The objects of renditions that were put and removed, in their order. */
function watchObjects() {
  const { objects } = test.services;
  const acts: string[] = [];
  const watched: Partial<Services['objects']> = {
    put: async (key, ...more) => {
      acts.push('put');
      await objects.put(key, ...more);
    },
    remove: async (key) => {
      acts.push('remove');
      await objects.remove(key);
    },
  };
  return { acts, watched };
}

const keyOf = (width: number) => `scale${width}x${Math.round((width * 2) / 3)}`;

/** The record of an image's only rendition of this width. */
async function recordOf(imageId: ImageId, width: number) {
  const { renditions } = test.services;
  for (const quality of ['', ...Array.from({ length: 100 }, (_, q) => `-q${q + 1}`)]) {
    const found = await renditions.peek(imageId, `${keyOf(width)}${quality}.webp`);
    if (found) return found;
  }
  return undefined;
}

describe('a new rendition is stored beside its answer', () => {
  it('is a 404, and leaves nothing, where its image is deleted during the encode (security.deletion-final)', async () => {
    const imageId = await store();
    const { acts, watched } = watchObjects();
    const beforeEncode = () => test.services.images.markDeleting(imageId, test.services.clock());
    const services = servicesWith({ objects: watched, beforeEncode });
    const answer = await deliver({ services }, `/res/${imageId}.webp?width=21`);
    expect([answer.status, answer.code]).toEqual([404, 'image_not_found']);
    expect(acts).toEqual(['put', 'remove']);
    expect(await recordOf(imageId, 21)).toBeUndefined();
  });

  it('is made again where its image is purged during the encode (deletion.cdn-copies)', async () => {
    const imageId = await store();
    const { acts, watched } = watchObjects();
    let purges = 0;
    const beforeEncode = async () => {
      purges += 1;
      if (purges > 1) return;
      await test.services.images.outdateRenditions(imageId, test.services.clock());
    };
    const services = servicesWith({ objects: watched, beforeEncode });
    expect((await deliver({ services }, `/res/${imageId}.webp?width=21`)).status).toBe(200);
    expect(acts).toEqual(['put', 'remove', 'put']);
    const record = await recordOf(imageId, 21);
    expect(record).toMatchObject({ isReady: true, generation: 1, version: RENDITION_VERSION });
  });

  it('is served, and not left behind, where its image is purged before the commit', async () => {
    const imageId = await store();
    const { acts, watched } = watchObjects();
    const { complete } = test.services.renditions;
    const services = servicesWith({
      objects: watched,
      renditions: {
        complete: async (...args) => {
          await test.services.images.outdateRenditions(imageId, test.services.clock());
          return complete(...args);
        },
      },
    });
    expect((await deliver({ services }, `/res/${imageId}.webp?width=21`)).status).toBe(200);
    expect(acts).toEqual(['put', 'remove']);
    expect(await recordOf(imageId, 21)).toBeUndefined();
  });

  it('is stored by the end of a HEAD, of a 304 and of a body that is left early', async () => {
    const imageId = await store();
    const path = (width: number) => `/res/${imageId}.webp?width=${width}`;
    expect((await deliver(test, path(21), [], {}, 'HEAD')).status).toBe(200);
    expect(await recordOf(imageId, 21)).toMatchObject({ isReady: true });
    expect((await deliver(test, path(22), [], { 'if-none-match': '*' })).status).toBe(304);
    expect(await recordOf(imageId, 22)).toMatchObject({ isReady: true });
    const { body } = await deliverImage(test.services, {
      method: 'GET',
      path: `/res/${imageId}.webp`,
      query: [['width', '23']],
      ifNoneMatch: undefined,
      requestId: 'r',
      timings: createTimings(),
    });
    for await (const _ of body ?? []) break;
    expect(await recordOf(imageId, 23)).toMatchObject({ isReady: true });
  });

  it('is taken over by a request that waits, as soon as its maker gives it back', async () => {
    const imageId = await store();
    const begun = Promise.withResolvers<void>();
    const failed = Promise.withResolvers<never>();
    const broken = servicesWith({
      beforeEncode: () => {
        begun.resolve();
        return failed.promise;
      },
    });
    const first = deliver({ services: broken }, `/res/${imageId}.webp?width=24`);
    await begun.promise;
    const second = deliver(test, `/res/${imageId}.webp?width=24`);
    failed.reject(new Error('out of memory'));
    expect((await first).status).toBe(500);
    // its clock stands still, so it never looks at the end of the wait
    expect((await second).status).toBe(200);
  });
});

describe('an image that ends between its first read and its note (security.deletion-final)', () => {
  const url = (imageId: string) => `/res/${imageId}.webp?width=30`;

  it('is a 404, though its rendition is stored', async () => {
    const imageId = await store();
    expect((await deliver(test, url(imageId))).status).toBe(200);
    const { images, clock } = test.services;
    const noteAnswer = async () => void (await images.markDeleting(imageId, clock()));
    const services = servicesWith({ renditions: { noteAnswer } });
    const answer = await deliver({ services }, url(imageId));
    expect([answer.status, answer.code]).toEqual([404, 'image_not_found']);
  });

  it.each([
    ['made', false],
    ['stored', true],
  ])(
    'is drawn over no other image whose rendition is %s, and each overlay has a note',
    async (_, isStored) => {
      const [imageId, overlay] = [await store(), await store()];
      const address = `${url(imageId)}&overlay=${overlay}`;
      if (isStored) expect((await deliver(test, address)).status).toBe(200);
      const { images, clock } = test.services;
      const noted: ImageId[] = [];
      const noteAnswer = async (id: ImageId) => {
        noted.push(id);
        if (id === overlay) await images.markDeleting(overlay, clock());
      };
      const services = servicesWith({ renditions: { noteAnswer } });
      const answer = await deliver({ services }, address);
      // the second attempt finds no overlay
      expect([answer.status, answer.code]).toEqual([404, 'overlay_not_found']);
      expect(noted).toEqual([imageId, overlay, imageId]);
    },
  );
});
