import fc from 'fast-check';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import { ServiceError } from '../../../../core/foundation/service-error.ts';
import { originalObjectKey } from '../../../../core/images/object-keys.ts';
import type { Services } from '../../../../core/ports/services.ts';
import { createHandler as createSave } from '../../../../lambdas/api/save-temporary-image.ts';
import { makeApiEvent } from '../../../support/http/api-event.ts';
import { deliver } from '../../../support/http/deliver.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { PLAIN_HEIC } from '../../../support/images/heic/heic-samples.ts';
import { insertSegments, jpegSegment } from '../../../support/images/make-jpeg.ts';
import {
  createFakeBucket,
  createFakeObjects,
  type FakeBucket,
  findFault,
  promise,
  tellOf,
} from '../../../support/stores/direct-arrivals.ts';
import {
  makeContext,
  makeServices,
  type TestServices,
} from '../../../support/stores/make-services.ts';
import { turnUntil } from '../../../support/waits/turn-until.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const WISH = { contentType: 'image/jpeg', bytes: 50_000, originalFilename: '50%20off.jpg' };
const [first, second] = [await drawJpeg(60, 40), await drawJpeg(30, 20)];
const broken = first.subarray(0, first.length - 200);

let test: TestServices;
let bucket: FakeBucket;
beforeEach(async () => {
  bucket = createFakeBucket();
  test = await makeServices({ incoming: bucket });
});
afterEach(() => test.remove());

async function save(id: string) {
  const headers = { 'x-api-key': test.credentials.apiKey, 'content-type': 'application/json' };
  const body = JSON.stringify({ temporaryImageUrl: id });
  const event = makeApiEvent(ENDPOINTS.saveTemporaryImage, { headers, body });
  const answer = await createSave(test.services)(event, makeContext());
  return { status: answer.statusCode, json: JSON.parse(answer.body) };
}
const delivered = async (id: string) => (await deliver(test, `/res/${id}.jpg`)).status;

type Ports = Pick<Services, 'images' | 'directUploads' | 'objects' | 'incoming'>;
/** A fault in one order of a hundred is found in so many; 20,000 were run once. */
const RACES = 1_000;
const PORTS: readonly (keyof Ports)[] = ['images', 'directUploads', 'objects', 'incoming'];

/** The services, each call of whose stores goes through `around`. */
function wrapped(
  around: (call: () => Promise<unknown>) => Promise<unknown>,
  services = test.services,
): Services {
  const wrap = <T extends object>(port: T): T =>
    new Proxy(port, {
      get: (target, name) => {
        const method = target[name as keyof T];
        if (typeof method !== 'function') return method;
        return (...args: unknown[]) => around(() => method.apply(target, args));
      },
    });
  const ports = PORTS.map((name) => [name, wrap(services[name])]);
  return { ...services, ...Object.fromEntries(ports) };
}

describe('a direct upload', () => {
  it('becomes the temporary image that was promised, by the name that was given as it is (uploads.direct-result, uploads.file-name)', async () => {
    const id = await promise(test, WISH);
    expect(await tellOf(test.services, id, [bucket.write(id, first)])).toEqual([]);
    const image = await test.services.images.getTemporaryImage(id);
    expect(image).toMatchObject({
      state: 'temporary',
      format: 'jpg',
      width: 60,
      height: 40,
      isSaved: false,
      createdAt: NOON,
      expiresAt: NOON + LIMITS.temporaryLifeMs,
      originalFilename: '50%20off.jpg',
    });
    expect([await delivered(id), (await save(id)).status]).toEqual([200, 200]);
    expect(bucket.keys()).toEqual([]);
  });

  it('of a HEIC becomes a JPEG, also where its worker died after it was stored (uploads.heic)', async () => {
    const wish = { ...WISH, contentType: 'image/heic' };
    const facts = { format: 'jpg', width: 64, height: 48, convertedFrom: 'heic' };
    const [id, other] = [await promise(test, wish), await promise(test, wish)];
    expect(await tellOf(test.services, id, [bucket.write(id, PLAIN_HEIC)])).toEqual([]);
    expect(await test.services.images.getTemporaryImage(id)).toMatchObject(facts);
    const { objects } = test.services;
    await objects.copy(originalObjectKey(id), originalObjectKey(other));
    expect(await tellOf(test.services, other, [bucket.write(other, PLAIN_HEIC)])).toEqual([]);
    expect(await test.services.images.getTemporaryImage(other)).toMatchObject(facts);
    const { json } = await save(id);
    expect(await test.services.images.getImage(json.imageId)).toMatchObject(facts);
    expect(await delivered(id)).toBe(200);
  });

  it('of no named type is what its bytes are, with its losses, also where its worker died (uploads.types, uploads.lost-parts)', async () => {
    const sent = insertSegments(first, jpegSegment(0xfe, 'hello'));
    const wish = { ...WISH, contentType: 'application/octet-stream' };
    for (const [bytes, facts] of [
      [sent, { format: 'jpg', convertedFrom: null, lost: ['comments'] }],
      [PLAIN_HEIC, { format: 'jpg', convertedFrom: 'heic', lost: [] }],
    ] as const) {
      const [id, other] = [await promise(test, wish), await promise(test, wish)];
      await tellOf(test.services, id, [bucket.write(id, bytes)]);
      expect(await test.services.images.getTemporaryImage(id)).toMatchObject(facts);
      await test.services.objects.copy(originalObjectKey(id), originalObjectKey(other));
      await tellOf(test.services, other, [bucket.write(other, bytes)]);
      expect(await test.services.images.getTemporaryImage(other)).toMatchObject(facts);
    }
  });

  it('is pending for ten minutes and a margin, then ended as if it had never come (uploads.direct-states)', async () => {
    const id = await promise(test, WISH);
    const lapse = NOON + LIMITS.directUploadFormMs + LIMITS.directUploadMarginMs;
    test.setClock(lapse - 1);
    expect([await delivered(id), (await save(id)).json.code]).toEqual([
      409,
      'temporary_image_pending',
    ]);
    test.setClock(lapse);
    expect([await delivered(id), (await save(id)).json.code]).toEqual([
      404,
      'temporary_image_expired',
    ]);
    test.setClock(NOON + LIMITS.temporaryLifeMs + LIMITS.temporaryGraceMs);
    expect((await save(id)).json.code).toBe('temporary_image_not_found');
  });

  it('is validated though its message came late: acknowledged bytes are not lost (security.acknowledged-is-durable)', async () => {
    const id = await promise(test, WISH);
    const etag = bucket.write(id, first);
    test.setClock(NOON + 5 * 3_600_000);
    expect(await tellOf(test.services, id, [etag])).toEqual([]);
    expect(await delivered(id)).toBe(200);
  });

  it('is swept unread once the temporary image that it would be has ended (temporary.removal)', async () => {
    const id = await promise(test, WISH);
    const etag = bucket.write(id, first);
    test.setClock(NOON + LIMITS.temporaryLifeMs);
    expect(await tellOf(test.services, id, [etag])).toEqual([]);
    expect([bucket.keys(), await delivered(id)]).toEqual([[], 404]);
  });

  it('answers the reason of its refusal for its life, and is then removed (uploads.direct-states)', async () => {
    const id = await promise(test, WISH);
    await tellOf(test.services, id, [bucket.write(id, broken)]);
    const { status, json } = await save(id);
    expect([status, json.code, json.reason]).toEqual([
      422,
      'temporary_image_refused',
      'invalid_image',
    ]);
    expect(json.detail.length).toBeGreaterThan(10);
    test.setClock(NOON + LIMITS.temporaryLifeMs - 1);
    expect((await save(id)).status).toBe(422);
    test.setClock(NOON + LIMITS.temporaryLifeMs);
    expect((await save(id)).json.code).toBe('temporary_image_expired');
  });

  it('is unknown to another project, pending or refused (security.foreign-as-unknown)', async () => {
    const id = await promise(test, WISH);
    const strange = { ...(await test.services.directUploads.get(id)), projectId: 'prj_other' };
    test.services.directUploads.get = async () => strange as never;
    const answer = await save(id);
    expect([answer.status, answer.json.code]).toEqual([404, 'temporary_image_not_found']);
    expect(JSON.stringify(answer.json)).not.toContain(id);
  });

  let isEndless = false;
  /** The services with an engine whose decodes never end, as those of a bomb. */
  async function endless(): Promise<Services> {
    const engine = await test.services.imageEngine();
    const placeholder = () => {
      isEndless = true;
      return new Promise<never>(() => undefined);
    };
    return { ...test.services, imageEngine: async () => ({ ...engine, placeholder }) };
  }

  it('is validated again after a decode that timed out, and refused after the third (uploads.validation-timeout)', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const services = await endless();
    const id = await promise(test, WISH);
    const etag = bucket.write(id, first);
    const told = async () => {
      const answer = tellOf(services, id, [etag]);
      await turnUntil(() => vi.getTimerCount() > 0 && isEndless);
      isEndless = false;
      vi.advanceTimersByTime(LIMITS.proofDeadlineMs);
      return answer;
    };
    for (const tries of [1, 2]) {
      expect([await told(), await delivered(id), test.abandoned()]).toEqual([['0'], 409, tries]);
    }
    expect(await told()).toEqual([]);
    vi.useRealTimers();
    const { status, json } = await save(id);
    expect([status, json.code, json.reason]).toEqual([
      422,
      'temporary_image_refused',
      'too_costly',
    ]);
    expect([bucket.keys(), await findFault(test.services, bucket, id)]).toEqual([[], '']);
  });

  /**
   * Notifies a validator that is killed while it decodes: its work ends, and it reports nothing.
   */
  async function tellDying(id: string, etag: string): Promise<void> {
    const decoding = Promise.withResolvers<void>();
    const engine = await test.services.imageEngine();
    const placeholder = () => {
      decoding.resolve();
      return new Promise<never>(() => undefined);
    };
    void tellOf({ ...test.services, imageEngine: async () => ({ ...engine, placeholder }) }, id, [
      etag,
    ]);
    await decoding.promise;
  }

  it('is refused unread after three killed validators, and never while they may live (uploads.validation-timeout)', async () => {
    const id = await promise(test, WISH);
    const etag = bucket.write(id, first);
    const times = [0, 1, 2].map((n) => NOON + n * LIMITS.acceptTimeoutMs);
    for (const time of times) {
      test.setClock(time);
      await tellDying(id, etag);
    }
    test.setClock(NOON + 3 * LIMITS.acceptTimeoutMs - 1);
    expect(await tellOf(test.services, id, [etag])).toEqual(['0']);
    expect(await delivered(id)).toBe(409);
    test.setClock(NOON + 3 * LIMITS.acceptTimeoutMs);
    const unread = { ...bucket, get: async () => Promise.reject(new Error('read')) };
    expect(await tellOf({ ...test.services, incoming: unread }, id, [etag])).toEqual([]);
    expect((await save(id)).json.reason).toBe('too_costly');
    expect(await findFault(test.services, bucket, id)).toBe('');
  });

  it('is validated after two killed validators, and so are other bytes after three (uploads.validation-timeout)', async () => {
    const [id, replaced] = [await promise(test, WISH), await promise(test, WISH)];
    const etag = bucket.write(id, first);
    for (const _ of [1, 2]) await tellDying(id, etag);
    expect(await tellOf(test.services, id, [etag])).toEqual([]);
    expect(await delivered(id)).toBe(200);
    const bad = bucket.write(replaced, first);
    for (const _ of [1, 2, 3]) await tellDying(replaced, bad);
    expect(await tellOf(test.services, replaced, [bucket.write(replaced, second)])).toEqual([]);
    expect(await delivered(replaced)).toBe(200);
  });

  it('counts no attempt at bytes that others have replaced, however often the event comes (uploads.direct-result)', async () => {
    const id = await promise(test, WISH);
    const replaced = bucket.write(id, first);
    const etag = bucket.write(id, second);
    for (const _ of [1, 2, 3, 4, 5])
      expect(await tellOf(test.services, id, [replaced])).toEqual([]);
    expect((await test.services.directUploads.get(id))?.judging?.openTries ?? 0).toBe(0);
    expect(await tellOf(test.services, id, [etag])).toEqual([]);
    expect(await delivered(id)).toBe(200);
  });

  it('leaves no bytes where it was refused while it was validated (errors.nothing-left)', async () => {
    const id = await promise(test, WISH);
    const { directUploads } = test.services;
    const late = { ...directUploads, accept: async () => 'not_pending' as const };
    const told = await tellOf({ ...test.services, directUploads: late }, id, [
      bucket.write(id, first),
    ]);
    expect(told).toEqual([]);
    expect(await test.services.objects.get(originalObjectKey(id))).toBeUndefined();
  });

  it('counts no attempt that ended with a fault of the service: the image is validated afterwards (errors.busy)', async () => {
    const id = await promise(test, WISH);
    const etag = bucket.write(id, first);
    const put = async () => Promise.reject(new ServiceError('busy'));
    const broken = { ...test.services, objects: { ...test.services.objects, putNew: put } };
    for (const _ of [1, 2, 3, 4, 5]) expect(await tellOf(broken, id, [etag])).toEqual(['0']);
    expect(await tellOf(test.services, id, [etag])).toEqual([]);
    expect(await delivered(id)).toBe(200);
  });

  it('refuses unread an object that is longer than any form allows (uploads.direct-max-size)', async () => {
    const id = await promise(test, WISH);
    const etag = bucket.write(id, first);
    const long = { bytes: LIMITS.maxDirectUploadBytes + 1, body: (async function* () {})() };
    await tellOf({ ...test.services, incoming: { ...bucket, get: async () => long } }, id, [etag]);
    expect((await save(id)).json.reason).toBe('payload_too_large');
  });

  it('is refused where its place was given up and the project is full now (uploads.temporary-limits)', async () => {
    const id = await promise(test, WISH);
    const { directUploads } = test.services;
    const full = { ...directUploads, accept: async () => 'limit_exceeded' as const };
    await tellOf({ ...test.services, directUploads: full }, id, [bucket.write(id, first)]);
    expect((await save(id)).json.reason).toBe('upload_limit_exceeded');
    expect(await test.services.objects.get(originalObjectKey(id))).toBeUndefined();
  });

  it('leaves an upload that it could not validate for another attempt, and logs it (errors.busy)', async () => {
    const id = await promise(test, WISH);
    const etag = bucket.write(id, first);
    const put = async () => Promise.reject(new ServiceError('busy'));
    const objects = { ...test.services.objects, putNew: put };
    expect(await tellOf({ ...test.services, objects }, id, [etag])).toEqual(['0']);
    expect([bucket.keys(), await delivered(id)]).toEqual([[id], 409]);
    expect(test.logged.join()).toContain('direct upload not validated');
    expect(await tellOf(test.services, id, [etag])).toEqual([]);
    expect(await delivered(id)).toBe(200);
  });

  it('passes over S3’s test message, and keys that are not ours', async () => {
    const body = JSON.stringify({ Service: 'Amazon S3', Event: 's3:TestEvent' });
    const { createHandler } = await import(
      '../../../../lambdas/background/accept-direct-upload.ts'
    );
    const Records = [{ messageId: 't', body }];
    expect(await createHandler(test.services)({ Records } as never)).toEqual({
      batchItemFailures: [],
    });
    expect(await tellOf(test.services, '../etc/passwd', ['x'])).toEqual([]);
    expect(await tellOf(test.services, `tmp_${'b'.repeat(26)}`, ['x'])).toEqual([]);
  });
});

describe('the validator', () => {
  it('may be killed before or after any of its steps, on any image: the repeated message finishes it (security.acknowledged-is-durable)', async () => {
    for (const bytes of [first, broken]) {
      for (let at = 0, isDone = false; !isDone; at += 1) {
        for (const isAfter of [false, true]) {
          const id = await promise(test, WISH);
          const etag = bucket.write(id, bytes);
          let calls = -1;
          const dying = wrapped(async (call) => {
            calls += 1;
            if (calls > at || (calls === at && !isAfter)) throw new Error('killed');
            const result = await call();
            if (calls === at) throw new Error('killed');
            return result;
          });
          await tellOf(dying, id, [etag]);
          isDone = calls < at;
          expect(await tellOf(test.services, id, [etag, etag])).toEqual([]);
          expect(await findFault(test.services, bucket, id), `killed at ${at}`).toBe('');
          expect(await delivered(id)).toBe(bytes === first ? 200 : 404);
        }
        expect(at).toBeLessThan(30);
      }
    }
  });

  it('comes to one whole result in every order of writes, messages and validators, one of them killed (uploads.direct-result)', async () => {
    const real = await test.services.imageEngine();
    const known = await real.placeholder(first);
    const imageEngine = async () => real;
    const services = { ...test.services, imageEngine, objects: createFakeObjects() };
    const anyBytes = fc.constantFrom(first, second, broken);
    const anyPlan = fc.array(anyBytes, { minLength: 1, maxLength: 3 });
    let days = 0;
    const race = async (s: fc.Scheduler, plan: readonly Uint8Array[], dies: number) => {
      days += 1;
      // those before have ended, and count no more
      test.setClock(NOON + days * LIMITS.temporaryLifeMs);
      const id = await promise({ ...test, services }, WISH);
      const step = s.scheduleFunction(async () => undefined);
      let calls = 0;
      const stepped = async (call: () => Promise<unknown>) => {
        await step();
        calls += 1;
        if (calls === dies) throw new Error('killed');
        return call();
      };
      // stepped, in place of the decode that proves the bytes
      const placeholder = () => step().then(() => known);
      const raced = {
        ...wrapped(stepped, services),
        imageEngine: async () => ({ ...real, placeholder }),
      };
      const etags: string[] = [];
      const writers = plan.map(async (bytes) => {
        await step();
        const etag = bucket.write(id, bytes);
        etags.push(etag);
        await Promise.all([tellOf(raced, id, [etag]), tellOf(raced, id, [etag])]);
      });
      await s.waitFor(Promise.all(writers));
      for (const etag of etags) expect(await tellOf(services, id, [etag])).toEqual([]);
      expect(await findFault(services, bucket, id)).toBe('');
    };
    const anyDeath = fc.integer({ min: 0, max: 40 });
    await fc.assert(fc.asyncProperty(fc.scheduler(), anyPlan, anyDeath, race), { numRuns: RACES });
  }, 240_000);

  it('cleans as the other way in does: equal bytes are stored of equal bytes sent (uploads.cleaning)', async () => {
    const shot = await sharp(first)
      .withExif({ IFD0: { Copyright: 'me' } })
      .jpeg()
      .toBuffer();
    const id = await promise(test, WISH);
    await tellOf(test.services, id, [bucket.write(id, shot)]);
    const { storeImage } = await import('../../../support/http/deliver.ts');
    const imageId = await storeImage(test, shot);
    const image = await test.services.images.getImage(imageId as never);
    const direct = await test.services.images.getTemporaryImage(id);
    expect(direct?.sha256).toBe(image?.sha256);
  });
});
