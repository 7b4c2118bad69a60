import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import { StorageFaultError } from '../../../../core/foundation/storage-fault.ts';
import { textToSign } from '../../../../core/images/canonical-address.ts';
import type { ImageId } from '../../../../core/images/ids.ts';
import { renditionObjectPrefix } from '../../../../core/images/object-keys.ts';
import { monthOf, PLANS } from '../../../../core/projects/plans.ts';
import type { ProjectSettings } from '../../../../core/projects/project-settings.ts';
import { sign } from '../../../../core/projects/signing-secrets.ts';
import { THUMBNAIL, thumbnailPath } from '../../../../core/projects/thumbnail-address.ts';
import { createProjectSigningSecret } from '../../../../core/use-cases/keys/manage-signing-secrets.ts';
import { blockImage } from '../../../../core/use-cases/moderation/block-image.ts';
import { createHandler as createPurge } from '../../../../lambdas/background/erase-images.ts';
import { callAs, callWith, makeUsers, type TestUsers } from '../../../support/http/call-as.ts';
import { deliver, storeImage } from '../../../support/http/deliver.ts';
import { drawAnimation, drawJpeg } from '../../../support/images/draw.ts';
import { withPlan } from '../../../support/stores/make-services.ts';
import { openOperator } from '../../../support/stores/operator-ports.ts';

const NOON = Date.UTC(2026, 10, 21, 12, 20);
const HOUR = 3_600_000;
let test: TestUsers;
let projectId: string;
let accountId: string;

const set = (settings: Partial<ProjectSettings>) =>
  test.services.projects.changeSettings(projectId, settings);
const store = async (bytes?: Buffer, type?: string) =>
  storeImage(test, bytes ?? (await drawJpeg(900, 600)), type);
const get = (path: string, on: Pick<TestUsers, 'services'> = test) => deliver(on, path);
/** The path and query of a member's thumbnail. */
const thumbnailOf = async (imageId: string): Promise<string> => {
  const { json } = await test.call('ann', 'getImage', { projectId, imageId });
  return json.thumbnailUrl.slice(test.services.cdnUrl.length);
};
const used = async () => {
  const { usage, clock } = test.services;
  const month = monthOf(clock());
  const { transformations } = await usage.ofAccount(accountId, month);
  const days = await usage.ofDays(projectId, [new Date(clock()).toISOString().slice(0, 10)]);
  return [transformations, [...days.values()][0]?.transformations ?? 0];
};
const lifeOf = ({ headers }: { headers: Readonly<Record<string, string>> }) =>
  headers['cache-control'] ?? headers['Cache-Control'];

beforeEach(async () => {
  test = await makeUsers();
  test.setClock(NOON);
  ({ projectId } = test.credentials);
  accountId = (await test.services.projects.getProject(projectId))?.accountId ?? '';
  await test.giveRole('ann', projectId, 'viewer');
});
afterEach(() => test.remove());

describe('the address of a thumbnail', () => {
  it('is given to each member, by get-image and list-images, and to no API key (quotas.thumbnails)', async () => {
    const imageId = await store();
    const path = await thumbnailOf(imageId);
    const listed = await test.call('ann', 'listImages', { projectId });
    expect(listed.json.images[0].thumbnailUrl).toBe(test.services.cdnUrl + path);
    const headers = { 'x-api-key': test.credentials.apiKey };
    for (const [name, body] of [
      ['getImage', { imageId }],
      ['listImages', {}],
    ] as const) {
      const { json } = await callWith(test.services, name, { headers, body });
      expect((json.images?.[0] ?? json).thumbnailUrl).toBeNull();
    }
  });

  it('stays the same for an hour, and ends one to two hours after it was made (quotas.thumbnails)', async () => {
    const imageId = await store();
    const first = await thumbnailOf(imageId);
    const end = Date.UTC(2026, 10, 21, 14);
    expect(first).toContain(`expires=${end / 1000}`);
    test.setClock(Date.UTC(2026, 10, 21, 13) - 1);
    expect(await thumbnailOf(imageId)).toBe(first);
    test.setClock(Date.UTC(2026, 10, 21, 13));
    expect(await thumbnailOf(imageId)).not.toBe(first);
    test.setClock(end - 1);
    expect((await get(first)).status).toBe(200);
    test.setClock(end);
    const ended = await get(first);
    expect([ended.status, ended.code, lifeOf(ended)]).toEqual([
      410,
      'url_expired',
      'private, no-store',
    ]);
    expect(LIMITS.thumbnailUrlSeconds * 1000).toBe(HOUR);
    expect(await used()).toEqual([0, 0]);
  });

  it('costs no more reads for a page of 100 images than for one, and is null where its key can’t be kept (quotas.thumbnails)', async () => {
    await store();
    const { thumbnailSecrets } = test.services;
    let reads = 0;
    const counting = {
      ...test.services,
      thumbnailSecrets: {
        ...thumbnailSecrets,
        findOrAdd: (...of: Parameters<typeof thumbnailSecrets.findOrAdd>) => {
          reads += 1;
          return thumbnailSecrets.findOrAdd(...of);
        },
      },
    };
    for (let at = 0; at < 4; at += 1) await store(await drawJpeg(40 + at, 30));
    const { json } = await callAs(counting, 'ann', 'listImages', { projectId, limit: 100 });
    expect([json.images.length, reads]).toEqual([5, 1]);
    const full = async () => {
      throw new StorageFaultError('full', new Error('no space left'));
    };
    const failing = {
      ...test.services,
      thumbnailSecrets: { ...thumbnailSecrets, findOrAdd: full },
    };
    const listed = await callAs(failing, 'ann', 'listImages', { projectId });
    expect([listed.status, listed.json.images[0].thumbnailUrl]).toEqual([200, null]);
    expect(
      new Set(json.images.map((image: { thumbnailUrl: string }) => image.thumbnailUrl)).size,
    ).toBe(5);
  });
});

describe('a thumbnail', () => {
  it('is the whole image in one small size, still and private (quotas.thumbnails)', async () => {
    const wide = await get(await thumbnailOf(await store()));
    const tall = await get(await thumbnailOf(await store(await drawJpeg(500, 2_000))));
    const small = await get(await thumbnailOf(await store(await drawJpeg(60, 40))));
    const moving = await get(
      await thumbnailOf(await store(await drawAnimation(40, 20), 'image/gif')),
    );
    const sizes = [wide, tall, small, moving].map(async ({ bytes }) => {
      const {
        format,
        width,
        height,
        pages = 1,
      } = await sharp(bytes, { animated: true }).metadata();
      return [format, width, height, pages];
    });
    expect(await Promise.all(sizes)).toEqual([
      ['webp', 480, 320, 1],
      ['webp', 160, 640, 1],
      ['webp', 60, 40, 1],
      ['webp', 40, 20, 1],
    ]);
    // until its address ends: 14:00
    expect(lifeOf(wide)).toBe('private, max-age=6000');
    expect(await used()).toEqual([0, 0]);
  });

  it('is made where the quota is used up, and the same size by any other address counts (quotas.thumbnails)', async () => {
    const imageId = await store();
    const path = await thumbnailOf(imageId);
    const full = withPlan(test, () => ({ ...PLANS.free, maxTransformationsPerMonth: 0 }));
    expect((await get(path, full)).status).toBe(200);
    const { expires, signature } = Object.fromEntries(new URLSearchParams(path.split('?')[1]));
    const plain = path.replace(`&expires=${expires}&signature=${signature}`, '');
    expect((await get(plain, full)).code).toBe('transformation_quota_exceeded');
    expect(await used()).toEqual([0, 0]);
    expect((await get(plain)).status).toBe(200);
    expect(await used()).toEqual([1, 1]);
  });

  it.each<[string, Partial<ProjectSettings>]>([
    ['signatures', { requireSignature: true }],
    ['no size', { allowedWidths: [], allowedHeights: [] }],
  ])('is shown in a project that allows %s (quotas.thumbnails)', async (_, settings) => {
    const path = await thumbnailOf(await store());
    await set(settings);
    const { status, bytes } = await get(path);
    expect([status, (await sharp(bytes).metadata()).width]).toEqual([200, 480]);
  });

  it('has no watermark, and is never the stored image in its place (quotas.thumbnails)', async () => {
    const [mark, marked] = [await store(await drawJpeg(300, 200)), await store()];
    const tiny = await sharp(await drawJpeg(40, 30))
      .webp({ quality: 1 })
      .toBuffer();
    const stored = await store(tiny, 'image/webp');
    const before = await get(await thumbnailOf(marked));
    await set({ watermark: `overlay=${mark}` });
    await test.call('ann', 'getImage', { projectId, imageId: marked });
    await test.services.images.outdateRenditions(marked as ImageId, NOON);
    expect((await get(await thumbnailOf(marked))).bytes).toEqual(before.bytes);
    const answer = await get(await thumbnailOf(stored));
    expect(answer.status).toBe(200);
    expect(answer.bytes.equals(tiny)).toBe(false);
  });

  it('shows a pending image to its reviewers, and no browser keeps that (quotas.thumbnails, security.one-viewer)', async () => {
    await set({ moderation: 'webhook' });
    const answer = await get(await thumbnailOf(await store()));
    expect([answer.status, lifeOf(answer)]).toEqual([200, 'private, no-store']);
    expect(await used()).toEqual([0, 0]);
  });

  it('ends with its image, whatever fallback the project has (quotas.thumbnails, security.deletion-final)', async () => {
    const [fallback, imageId, blocked] = [await store(), await store(), await store()];
    await set({ fallbackImage: fallback as ImageId });
    const paths = [await thumbnailOf(imageId), await thumbnailOf(blocked)];
    for (const path of paths) expect((await get(path)).status).toBe(200);
    const operator = openOperator(test);
    await blockImage(operator, blocked as ImageId, 'A court’s order');
    operator.close();
    await test.services.images.markDeleting(imageId as ImageId, NOON);
    for (const path of paths) {
      const answer = await get(path);
      expect([answer.code, lifeOf(answer)]).toEqual(['image_not_found', 'private, no-store']);
    }
    const { json } = await test.call('ann', 'getImage', { projectId, imageId: blocked });
    expect(json.thumbnailUrl).toBeNull();
    expect(await used()).toEqual([0, 0]);
  });

  it('is not served while the project is suspended (quotas.thumbnails)', async () => {
    const path = await thumbnailOf(await store());
    const operator = openOperator(test);
    await operator.projectMarks.suspend(projectId, { reason: 'unpaid', suspendedAt: NOON });
    operator.close();
    expect((await get(path)).code).toBe('project_suspended');
  });

  it.each([
    ['is cut if its image was deleted', true],
    ['is whole if its image is still there', false],
  ])(
    'late on the wire, it %s (quotas.thumbnails, security.deletion-final)',
    async (_, isDeleted) => {
      const imageId = (await store()) as ImageId;
      const path = await thumbnailOf(imageId);
      await get(path);
      const { objects, images } = test.services;
      const slowly: typeof objects.get = async (...of) => {
        const stored = await objects.get(...of);
        test.setClock(NOON + LIMITS.deliveryWorkMs + 1);
        if (isDeleted) await images.markDeleting(imageId, NOON);
        return stored;
      };
      const sent = get(path, {
        services: { ...test.services, objects: { ...objects, get: slowly } },
      });
      if (isDeleted) await expect(sent).rejects.toThrow('the response is cut');
      else expect((await sent).status).toBe(200);
    },
  );

  it('is stored below its image’s prefix and in its records: a deletion and a purge remove it (quotas.thumbnails, deletion.steps)', async () => {
    const { objects, renditions, images } = test.services;
    const keys: string[] = [];
    const put: typeof objects.put = (key, ...rest) => {
      keys.push(key);
      return objects.put(key, ...rest);
    };
    const services = { ...test.services, objects: { ...objects, put } };
    const imageId = (await store()) as ImageId;
    const path = await thumbnailOf(imageId);
    expect((await get(path, { services })).status).toBe(200);
    const [key = ''] = keys;
    expect(keys).toHaveLength(1);
    expect(key.startsWith(renditionObjectPrefix(imageId))).toBe(true);
    await images.markDeleting(imageId, NOON);
    const messages = { Records: [{ messageId: '1', body: JSON.stringify({ imageId }) }] };
    await createPurge(test.services)(messages as never);
    expect(await objects.get(key)).toBeUndefined();
    const revision = { version: 4, generation: 0 };
    const rendition = key.slice(key.lastIndexOf('/') + 1);
    expect(rendition).toMatch(/^thumbnail-/);
    expect(await renditions.getRendition(imageId, rendition, revision)).toBeUndefined();
  });
});

describe('nothing else is had by a thumbnail’s signature', () => {
  it('not another image, size, quality, format, frame, time, preset or effect: such an address counts, or is refused (quotas.thumbnails)', async () => {
    const [imageId, other] = [await store(), await store(await drawJpeg(700, 500))];
    const path = await thumbnailOf(imageId);
    const changed = [
      path.replace(imageId, other),
      path.replace('width=480', 'width=481'),
      path.replace('height=640', 'height=8192'),
      path.replace('quality=70', 'quality=100'),
      path.replace('.webp', '.jpg'),
      path.replace('.webp', '.auto'),
      path.replace('&fit=inside', ''),
      path.replace(/expires=\d+/, (text) => `expires=${Number(text.slice(8)) + 3600}`),
      `${path}&blur=5`,
      `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`,
    ];
    expect(new Set([path, ...changed]).size).toBe(11);
    await set({ requireSignature: true });
    for (const one of changed) expect((await get(one)).code, one).toBe('signature_invalid');
    await set({ requireSignature: false });
    for (const one of changed) {
      const answer = await get(one);
      expect([answer.status, lifeOf(answer)], one).toEqual([200, expect.stringMatching(/^public/)]);
    }
    // three of them are the thumbnail's own pixels, and two one JPEG
    expect(await used()).toEqual([7, 7]);
  });

  it('not with a secret of the project, a key of another project, or no signature (quotas.thumbnails, security.foreign-as-unknown)', async () => {
    const imageId = (await store()) as ImageId;
    const path = await thumbnailOf(imageId);
    const own = await createProjectSigningSecret(test.services, projectId);
    const foreign = await test.services.thumbnailSecrets.findOrAdd('prj_other', 'x'.repeat(43));
    const forged = [
      thumbnailPath(imageId, own?.secret ?? '', NOON),
      thumbnailPath(imageId, foreign, NOON),
      path.replace(/signature=.*/, `signature=${'a'.repeat(43)}`),
      path.replace(/&signature=.*/, ''),
    ];
    await set({ requireSignature: true });
    const codes = await Promise.all(forged.map(async (one) => (await get(one)).code));
    expect(codes).toEqual([
      'signature_invalid',
      'signature_invalid',
      'signature_invalid',
      'invalid_parameter',
    ]);
    expect(await used()).toEqual([0, 0]);
    // and the project's own signature of this very address is an ordinary one, which counts
    const expires = Math.floor(NOON / 1000) + 60;
    const text = textToSign(imageId, 'webp', { ...THUMBNAIL, expires });
    const signed = await get(`${text}&signature=${sign(text, own?.secret ?? '')}`);
    expect([signed.status, lifeOf(signed)]).toEqual([200, 'public, max-age=60, s-maxage=60']);
    expect(await used()).toEqual([1, 1]);
  });

  it('an unsigned flood finds no engine that is free: each size counts, and a full quota ends it (quotas.thumbnails, security.bounded-flood)', async () => {
    const imageId = await store();
    const path = await thumbnailOf(imageId);
    const full = withPlan(test, () => ({ ...PLANS.free, maxTransformationsPerMonth: 0 }));
    for (let at = 0; at < 20; at += 1) {
      const forged = path.replace(/signature=.*/, `signature=${String(at).padStart(43, 'a')}`);
      expect((await get(forged, full)).code).toBe('transformation_quota_exceeded');
    }
  });
});
