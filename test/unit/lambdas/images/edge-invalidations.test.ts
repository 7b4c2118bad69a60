import { CloudFrontClient, CreateInvalidationCommand } from '@aws-sdk/client-cloudfront';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCloudFrontEdgePurge } from '../../../../adapters/cloudfront/edge-purge.ts';
import type { ImageId, TemporaryImageId } from '../../../../core/images/ids.ts';
import { originalObjectKey } from '../../../../core/images/object-keys.ts';
import type { RenditionStore } from '../../../../core/ports/images/rendition-store.ts';
import type { Services } from '../../../../core/ports/services.ts';
import { deliverImage } from '../../../../core/use-cases/delivery/deliver-image.ts';
import { createHandler as createPurge } from '../../../../lambdas/background/erase-images.ts';
import { createTimings } from '../../../../lambdas/http/server-timing.ts';
import { makeImage, makeTemporary } from '../../../contract/image-store.ts';
import { makeServices, type TestServices } from '../../../support/stores/make-services.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const LATER = NOON + 3_600_000;
const BYTES = Buffer.from('an image');

/** Notes of answers as the store of the cloud keeps them. */
function createNotes(): Pick<RenditionStore, 'noteAnswer' | 'lastAnswerEnd'> {
  const ends = new Map<ImageId, number>();
  return {
    noteAnswer: async (id, until) => void ends.set(id, Math.max(until, ends.get(id) ?? 0)),
    lastAnswerEnd: async (id) => ends.get(id) ?? 0,
  };
}

/**
 * An edge that caches a response by its tags when it is complete, even after an earlier purge of
 * them.
 */
function createTaggedEdge() {
  const kept = new Map<string, readonly string[]>();
  return {
    keep: (path: string, headers: Readonly<Record<string, string>>) => {
      if (/s-maxage=0\b/.test(headers['cache-control'] ?? '')) return;
      kept.set(path, (headers['cache-tag'] ?? '').split(','));
    },
    forget: (entries: readonly string[]) => {
      for (const [path, tags] of kept) {
        if (tags.some((tag) => entries.includes(`#${tag}`))) kept.delete(path);
      }
    },
    paths: () => [...kept.keys()],
  };
}

describe('invalidations of an image', () => {
  let test: TestServices;
  let services: Services;
  let edge: ReturnType<typeof createTaggedEdge>;
  const cloudFront = mockClient(CloudFrontClient);
  beforeAll(async () => {
    test = await makeServices();
  });
  afterAll(() => test.remove());
  beforeEach(() => {
    test.setClock(NOON);
    edge = createTaggedEdge();
    cloudFront.on(CreateInvalidationCommand).callsFake(({ InvalidationBatch }) => {
      edge.forget(InvalidationBatch.Paths.Items);
    });
    services = {
      ...test.services,
      edge: createCloudFrontEdgePurge(cloudFront as unknown as CloudFrontClient, 'DIST'),
      renditions: { ...test.services.renditions, ...createNotes() },
    };
  });
  afterEach(() => cloudFront.reset());

  const entries = () =>
    cloudFront
      .commandCalls(CreateInvalidationCommand)
      .flatMap(({ args }) => args[0].input.InvalidationBatch?.Paths?.Items ?? []);
  const addImage = async () => {
    const { images, objects } = services;
    const { projectId } = test.credentials;
    const temporary = makeTemporary(projectId, {
      accountId: 'acc_local',
      expiresAt: LATER * 2,
      bytes: BYTES.length,
    });
    await images.addTemporaryImage(temporary, { maxCount: 999, maxBytes: 999_999 }, NOON);
    await images.saveImage(
      makeImage(temporary, { bytes: BYTES.length, createdAt: NOON }),
      { maxImages: null },
      NOON,
    );
    for (const id of [temporary.imageId, temporary.temporaryImageId]) {
      await objects.put(originalObjectKey(id), BYTES, 'image/jpeg');
    }
    return temporary;
  };
  const view = async (id: ImageId | TemporaryImageId, using = services) => {
    const path = `/res/${id}.jpg`;
    const answer = await deliverImage(using, {
      method: 'GET',
      path,
      query: [],
      ifNoneMatch: undefined,
      requestId: path,
      timings: createTimings(),
    });
    return { path, ...answer };
  };
  const work = (ids: readonly ImageId[], gatherMs = 0) =>
    createPurge(services, { gatherMs })({
      Records: ids.map((imageId) => ({ messageId: imageId, body: JSON.stringify({ imageId }) })),
    } as never);
  const purgeToTheEnd = async (...ids: ImageId[]) => {
    test.setClock(NOON + 1);
    await work(ids);
    test.setClock(LATER);
    expect((await work(ids)).batchItemFailures).toEqual([]);
    for (const id of ids) expect((await services.images.getImage(id))?.state).toBe('deleted');
  };

  it('are one path where nothing was in flight: half a cent (deletion.cdn-copies)', async () => {
    const { imageId } = await addImage();
    await services.images.markDeleting(imageId, NOON);
    await purgeToTheEnd(imageId);
    expect(entries()).toEqual([`#${imageId}`]);
  });

  it('are one path too where the last answer came to its end before the tombstone (deletion.cdn-copies)', async () => {
    const { imageId, temporaryImageId } = await addImage();
    for (const id of [imageId, temporaryImageId]) {
      const { path, headers } = await view(id);
      edge.keep(path, headers);
    }
    expect(edge.paths()).toHaveLength(2);
    test.setClock(LATER - 1);
    await services.images.markDeleting(imageId, LATER - 1);
    test.setClock(LATER);
    await work([imageId]);
    expect(edge.paths()).toEqual([]); // both, by the one tag
    test.setClock(LATER * 2);
    await work([imageId]);
    expect(entries()).toEqual([`#${imageId}`]);
  });

  it.each(['image', 'temporary image'] as const)(
    'an answer of the %s that was begun before the tombstone and comes after the first is forgotten by a second (security.deletion-final)',
    async (kind) => {
      const { imageId, temporaryImageId } = await addImage();
      const begun = await view(kind === 'image' ? imageId : temporaryImageId);
      await services.images.markDeleting(imageId, NOON);
      test.setClock(NOON + 1);
      await work([imageId]);
      expect(entries()).toEqual([`#${imageId}`]);
      edge.keep(begun.path, begun.headers);
      expect(edge.paths()).toEqual([begun.path]);
      test.setClock(LATER);
      await work([imageId]);
      expect(entries()).toEqual([`#${imageId}`, `#${imageId}`]);
      expect(edge.paths()).toEqual([]);
    },
  );

  it('an answer that is noted after the tombstone is none (security.deletion-final)', async () => {
    const { imageId } = await addImage();
    const { noteAnswer } = services.renditions;
    const late = {
      ...services,
      renditions: {
        ...services.renditions,
        noteAnswer: async (...note: Parameters<typeof noteAnswer>) => {
          await services.images.markDeleting(imageId, NOON);
          await noteAnswer(...note);
        },
      },
    };
    await expect(view(imageId, late)).rejects.toMatchObject({ code: 'image_not_found' });
  });

  it('a response that could not be noted is sent, and cached nowhere (security.deletion-final)', async () => {
    const { imageId } = await addImage();
    const full = {
      ...services.renditions,
      noteAnswer: () => Promise.reject(new Error('no room')),
    };
    const { path, status, headers } = await view(imageId, { ...services, renditions: full });
    edge.keep(path, headers);
    expect([status, edge.paths()]).toEqual([200, []]);
    expect(test.logged.join()).toContain('response not recorded');
  });

  describe('of a found focal point (metadata.found-points)', () => {
    const findPoint = (imageId: ImageId, at: number) => {
      test.setClock(at);
      return services.images.addFocalPoint(imageId, '0.3,0.7', at);
    };
    const purges = async (imageId: ImageId, at: number) => {
      for (const clock of [at + 1, LATER]) {
        test.setClock(clock);
        await work([imageId]);
      }
      expect(await services.images.getOutdated(imageId)).toBeUndefined();
      return entries().length;
    };

    it('are none if no visitor has requested the new image: one run, and its end', async () => {
      const { imageId } = await addImage();
      await findPoint(imageId, NOON + 4_000);
      expect((await work([imageId])).batchItemFailures).toEqual([]);
      expect(await services.images.getOutdated(imageId)).toBeUndefined();
      expect(entries()).toEqual([]);
    });

    it('are none for a visitor of the temporary image before the save', async () => {
      const { imageId, temporaryImageId } = await addImage();
      test.setClock(NOON - 2_000);
      await view(temporaryImageId);
      await findPoint(imageId, NOON + 4_000);
      expect(await purges(imageId, NOON + 4_000)).toBe(0);
    });

    it('are two if a visitor has requested the image, at the first moment too', async () => {
      const { imageId } = await addImage();
      await view(imageId);
      await findPoint(imageId, NOON + 4_000);
      expect(await purges(imageId, NOON + 4_000)).toBe(2);
    });

    it('are two where the notes may have expired: twenty seconds after the save', async () => {
      const { imageId } = await addImage();
      await findPoint(imageId, NOON + 60_000);
      expect(await purges(imageId, NOON + 60_000)).toBe(2);
    });

    it('need no response that is noted after the point: it begins again with the point', async () => {
      const { imageId } = await addImage();
      const notes: number[] = [];
      const { noteAnswer } = services.renditions;
      const late = {
        ...services,
        renditions: {
          ...services.renditions,
          noteAnswer: async (...note: Parameters<typeof noteAnswer>) => {
            notes.push(note[1]);
            await services.images.addFocalPoint(imageId, '0.3,0.7', NOON);
            await noteAnswer(...note);
          },
        },
      };
      expect((await view(imageId, late)).status).toBe(200);
      expect(notes).toHaveLength(2);
    });
  });

  it('of many images of one project together are one path (deletion.cdn-copies)', async () => {
    const many = await Promise.all(Array.from({ length: 30 }, addImage));
    const ids = many.map(({ imageId }) => imageId);
    for (const id of ids) await services.images.markDeleting(id, NOON);
    test.setClock(NOON + 1);
    await work(ids, 1_000_000); // they have all asked long before
    expect(entries()).toEqual([`#${test.credentials.projectId}`]);
  });
});
