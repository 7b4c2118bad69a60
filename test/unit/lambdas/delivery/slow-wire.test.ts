import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { LIMITS, STREAMING } from '../../../../core/foundation/limits.ts';
import type { ImageId } from '../../../../core/images/ids.ts';
import type { ImageEngine } from '../../../../core/ports/images/image-engine.ts';
import type { StoredObject } from '../../../../core/ports/images/object-store.ts';
import type { RenditionClaim } from '../../../../core/ports/images/rendition-store.ts';
import type { Services } from '../../../../core/ports/services.ts';
import { blockImage } from '../../../../core/use-cases/moderation/block-image.ts';
import {
  resumeProject,
  suspendProject,
} from '../../../../core/use-cases/moderation/suspend-project.ts';
import { type DeliveryResponse, respond } from '../../../../lambdas/delivery/respond.ts';
import { respondInTime } from '../../../../lambdas/delivery/respond-in-time.ts';
import { storeImage } from '../../../support/http/deliver.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import {
  makeContext,
  makeServices,
  type TestServices,
} from '../../../support/stores/make-services.ts';
import { openOperator } from '../../../support/stores/operator-ports.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const DAY = 24 * 3_600_000;
let test: TestServices;
let image: Buffer;
beforeAll(async () => {
  test = await makeServices();
  image = await drawJpeg(60, 40);
});
afterAll(() => test.remove());
afterEach(() => test.setClock(NOON));

const store = async () => (await storeImage(test, image)) as ImageId;

function ask(path: string, services: Services = test.services, answer = respond) {
  const [rawPath = '', rawQueryString = ''] = path.split('?');
  const http = { method: 'GET' };
  const event = { rawPath, rawQueryString, headers: {}, requestContext: { http } };
  return answer(services, event as never, makeContext());
}

const read = ({ body }: DeliveryResponse) => buffer(body as Readable);
/** Reads until the answer is cut; how much of it is missing. */
async function missingBytes({ body, headers }: DeliveryResponse): Promise<number> {
  let bytes = 0;
  const reading = (async () => {
    for await (const piece of body as Readable) bytes += piece.length;
  })();
  await expect(reading).rejects.toThrow('cut');
  return Number(headers['content-length']) - bytes;
}

const codeOf = ({ headers }: DeliveryResponse) => headers['X-Error-Code'];

function withEngine(change: Partial<ImageEngine>): Services {
  const { services } = test;
  const imageEngine = async () => ({ ...(await services.imageEngine()), ...change });
  return { ...services, imageEngine };
}

describe('an answer that is on the wire when the deadline of work is over (security.deletion-final)', () => {
  const late = NOON + LIMITS.deliveryWorkMs + 1;

  it.each([
    ['jpg', 'the stored image'],
    ['webp?width=20', 'a rendition'],
  ])('is cut where its image was deleted since: .%s, %s', async (rest) => {
    const imageId = await store();
    const answer = await ask(`/res/${imageId}.${rest}`);
    expect(answer.statusCode).toBe(200);
    await test.services.images.markDeleting(imageId, NOON + 1);
    test.setClock(late);
    expect(await missingBytes(answer)).toBeGreaterThan(0);
  });

  it('is cut if the image was blocked, or its project suspended', async () => {
    const operator = openOperator(test);
    const { projectId } = test.credentials;
    const [taken, suspended] = [await store(), await store()];
    const answers = [await ask(`/res/${taken}.jpg`), await ask(`/res/${suspended}.jpg`)];
    await blockImage(operator, taken, 'on purpose');
    await suspendProject(operator, projectId, 'on purpose');
    onTestFinished(async () => {
      await resumeProject(operator, projectId);
      operator.close();
    });
    test.setClock(late);
    for (const answer of answers) expect(await missingBytes(answer)).toBeGreaterThan(0);
  });

  it('is whole where nothing happened to it, and where the image only ended by its own time', async () => {
    const imageId = await store();
    const temporary = (await test.services.images.getImage(imageId))?.temporaryImageId;
    test.setClock(NOON + DAY - 1);
    const answers = [await ask(`/res/${imageId}.jpg`), await ask(`/res/${temporary}.jpg`)];
    test.setClock(NOON + DAY + LIMITS.deliveryWorkMs);
    for (const answer of answers) {
      expect(answer.statusCode).toBe(200);
      expect((await read(answer)).length).toBe(Number(answer.headers['content-length']));
    }
  });

  it('is not looked at again within the deadline', async () => {
    const imageId = await store();
    let looks = 0;
    const { images } = test.services;
    const getImage = (id: ImageId) => {
      looks += 1;
      return images.getImage(id);
    };
    const services = { ...test.services, images: { ...images, getImage } };
    const answer = await ask(`/res/${imageId}.jpg`, services);
    const before = looks;
    test.setClock(NOON + LIMITS.deliveryWorkMs);
    await read(answer);
    expect(looks).toBe(before);
  });
});

describe('the deadline of work', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Services of which one call never ends, and the moment of that call. */
  function hanging(name: 'find' | 'put') {
    const { objects, renditions } = test.services;
    const reached = Promise.withResolvers<void>();
    const hang = () => {
      reached.resolve();
      return new Promise<never>(() => undefined);
    };
    const stuck: Services = {
      ...test.services,
      objects: name === 'put' ? { ...objects, put: hang } : objects,
      renditions: name === 'find' ? { ...renditions, find: hang } : renditions,
    };
    return { stuck, reached: reached.promise };
  }

  it('is an answer and the end of the process, whichever part hangs (security.deletion-final)', async () => {
    const imageId = await store();
    const { stuck, reached } = hanging('find');
    const before = test.abandoned();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const requested = ask(`/res/${imageId}.webp?width=21`, stuck, respondInTime);
    await reached;
    expect(test.abandoned()).toBe(before);
    await vi.advanceTimersByTimeAsync(LIMITS.deliveryWorkMs);
    const answer = await requested;
    expect([answer.statusCode, codeOf(answer)]).toEqual([503, 'busy']);
    expect(answer.headers['Cache-Control']).toBe('no-store');
    expect(test.abandoned()).toBe(before + 1);
  });

  it('ends a store that hangs behind its sent image, and the process (security.deletion-final)', async () => {
    const imageId = await store();
    const { stuck, reached } = hanging('put');
    const before = test.abandoned();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const answer = await ask(`/res/${imageId}.webp?width=21`, stuck, respondInTime);
    expect(answer.statusCode).toBe(200);
    const reading = read(answer);
    await reached;
    await vi.advanceTimersByTimeAsync(LIMITS.deliveryWorkMs - 1);
    expect(test.abandoned()).toBe(before);
    await vi.advanceTimersByTimeAsync(1);
    expect((await reading).length).toBeGreaterThan(0);
    expect(test.abandoned()).toBe(before + 1);
  });

  it('leaves no timer in a process that hands the request over', async () => {
    const imageId = await store();
    const reached = Promise.withResolvers<void>();
    const light: Services = {
      ...test.services,
      imageEngine: () => {
        reached.resolve();
        return new Promise(() => undefined);
      },
    };
    const before = test.abandoned();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    void ask(`/res/${imageId}.webp?width=22`, light);
    await reached.promise;
    await vi.advanceTimersByTimeAsync(2 * LIMITS.renderDeadlineMs);
    expect(
      test.logged.filter((line) => line.includes('timed out') && line.includes(imageId)),
    ).toEqual([]);
    expect(test.abandoned()).toBe(before);
  });
});

describe('a stored image is read before its answer begins (delivery.content-length)', () => {
  const failing = async function* (body: StoredObject['body'], lost: number) {
    for await (const bytes of body) yield bytes.subarray(lost);
    if (lost === 0) throw new Error('the store broke off');
  };

  it.each([
    [0, 'the store breaks off'],
    [1, 'it is shorter than its record says'],
  ])('so that it is no cut image where %i: %s', async (lost) => {
    const imageId = await store();
    const { objects } = test.services;
    const get = async (key: string) => {
      const stored = await objects.get(key);
      return stored && { ...stored, body: failing(stored.body, lost) };
    };
    const services = { ...test.services, objects: { ...objects, get } };
    const answer = await ask(`/res/${imageId}.jpg`, services);
    expect([answer.statusCode, codeOf(answer)]).toEqual([500, 'internal_error']);
    expect((await read(await ask(`/res/${imageId}.jpg`))).length).toBeGreaterThan(0);
  });
});

describe('a rendition that AWS could not carry', () => {
  it('has as many bytes as stream in the remaining time, and room for the largest photographs as PNG', () => {
    const wireSeconds = (LIMITS.deliveryFunctionMs - LIMITS.deliveryWorkMs) / 1000;
    const { uncappedBytes, bytesPerSecond, maxBytes } = STREAMING;
    expect(LIMITS.maxDeliveredBytes).toBeLessThanOrEqual(maxBytes);
    expect((LIMITS.maxDeliveredBytes - uncappedBytes) / bytesPerSecond).toBeLessThanOrEqual(
      wireSeconds,
    );
    expect(LIMITS.maxDeliveredBytes).toBeGreaterThan(24_000_000 * 3);
  });

  it.each([
    [LIMITS.maxDeliveredBytes, 200],
    [LIMITS.maxDeliveredBytes + 1, 422],
  ])(
    'of a rendition of %i bytes the answer is %i, and no unit is spent on a refusal (transformations.max-output)',
    async (bytes, status) => {
      const imageId = await store();
      const { renditions } = test.services;
      const released: string[] = [];
      const release = async (claim: RenditionClaim) => {
        released.push(claim.renditionKey);
        await renditions.release(claim);
      };
      const result = Buffer.alloc(bytes);
      const services = {
        ...withEngine({ render: async () => result }),
        renditions: { ...renditions, release },
      };
      const answer = await ask(`/res/${imageId}.png?width=30`, services);
      expect(answer.statusCode).toBe(status);
      if (status === 200) {
        expect((await read(answer)).equals(result)).toBe(true);
        return;
      }
      expect(codeOf(answer)).toBe('image_too_large');
      expect(
        (await read({ ...answer, body: [Buffer.from(String(answer.body))] as never })).toString(),
      ).toContain(String(LIMITS.maxDeliveredBytes));
      expect(released).toHaveLength(1);
    },
  );
});
