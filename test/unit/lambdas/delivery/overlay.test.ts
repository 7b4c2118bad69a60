import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { textToSign } from '../../../../core/images/canonical-address.ts';
import type { ImageId } from '../../../../core/images/ids.ts';
import { monthOf, PLANS } from '../../../../core/projects/plans.ts';
import { DEFAULT_SETTINGS } from '../../../../core/projects/project-settings.ts';
import { originalTextToSign, sign } from '../../../../core/projects/signing-secrets.ts';
import type { Transformation } from '../../../../core/transform/transformation.ts';
import { createProjectSigningSecret } from '../../../../core/use-cases/keys/manage-signing-secrets.ts';
import {
  createDefaultProject,
  storeDefaultProject,
} from '../../../../core/use-cases/projects/store-default-project.ts';
import { changeProjectSettings } from '../../../../core/use-cases/projects/update-project.ts';
import { createHandler as createRenderQueued } from '../../../../lambdas/background/render-queued.ts';
import { LOCAL_ACCOUNT_ID } from '../../../../local/data-folder/local-account.ts';
import { deliver, storeImage } from '../../../support/http/deliver.ts';
import { drawAnimation } from '../../../support/images/draw.ts';
import {
  makeServices,
  type TestServices,
  withPlan,
} from '../../../support/stores/make-services.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
let test: TestServices;
let imageId: string;
let markId: string;
const rendered: Transformation[] = [];

const plain = (background: string, width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background } });
const storeMark = () =>
  plain('#f0f', 20, 10)
    .png()
    .toBuffer()
    .then((bytes) => storeImage(test, bytes, 'image/png'));
const set = (sent: Record<string, unknown>) =>
  changeProjectSettings(test.services, test.credentials.projectId, sent);
const get = (path: string, of = imageId, headers: readonly string[] = []) =>
  deliver(test, `/res/${of}${path}`, headers);

/** Of a point of an image, in fractions: whether the mark is there. */
async function isMarkedAt(bytes: Uint8Array, x: number, y: number, page = 0): Promise<boolean> {
  const { data, info } = await sharp(bytes, { page })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const column = Math.min(info.width - 1, Math.floor(info.width * x));
  const row = Math.min(info.height - 1, Math.floor(info.height * y));
  const at = (row * info.width + column) * info.channels;
  const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
  return red > 180 && green < 90 && blue > 180;
}

beforeAll(async () => {
  test = withPlan(await makeServices());
  const engine = await test.services.imageEngine();
  const render: typeof engine.render = (original, transformation, overlays) => {
    rendered.push(transformation);
    return engine.render(original, transformation, overlays);
  };
  const imageEngine = async () => ({ ...engine, render });
  test = { ...test, services: { ...test.services, imageEngine } };
  test.setClock(NOON);
  imageId = await storeImage(test, await plain('#030', 80, 60).jpeg().toBuffer());
  markId = await storeMark();
});
beforeEach(async () => {
  await test.services.projects.changeSettings(test.credentials.projectId, DEFAULT_SETTINGS);
});
afterAll(() => test.remove());

describe('overlay', () => {
  it('draws an image of the project, in its place and size, for one unit (transformations.overlay)', async () => {
    const { countTransformations } = test.services.usage;
    const before = await countTransformations(LOCAL_ACCOUNT_ID, monthOf(NOON));
    const { status, bytes, headers } = await get(`.png?overlay=${markId}&overlay-width=50`);
    expect(status).toBe(200);
    expect([await isMarkedAt(bytes, 0.51, 0.68), await isMarkedAt(bytes, 0.99, 0.99)]).toEqual([
      true,
      true,
    ]);
    expect([await isMarkedAt(bytes, 0.48, 0.99), await isMarkedAt(bytes, 0.99, 0.64)]).toEqual([
      false,
      false,
    ]);
    await get(`.png?overlay-width=50&overlay=${markId}&overlay-opacity=100`);
    expect(await countTransformations(LOCAL_ACCOUNT_ID, monthOf(NOON))).toBe(before + 1);
    // a deletion of either image purges it
    expect(headers['cache-tag']?.split(',')).toEqual(expect.arrayContaining([imageId, markId]));
  });

  it('covers the whole result in tiles, and takes a point (transformations.overlay)', async () => {
    const tiled = await get(`.png?overlay=${markId}&overlay-tile=1`);
    expect(await isMarkedAt(tiled.bytes, 0.01, 0.01)).toBe(true);
    expect(await isMarkedAt(tiled.bytes, 0.99, 0.99)).toBe(true);
    const placed = await get(`.png?overlay=${markId}&overlay-position=0,0`);
    expect(await isMarkedAt(placed.bytes, 0.01, 0.01)).toBe(true);
    expect(await isMarkedAt(placed.bytes, 0.99, 0.99)).toBe(false);
  });

  it('is a part of a preset as any parameter (transformations.overlay)', async () => {
    await set({ presets: { marked: `overlay=${markId}&overlay-position=top-left` } });
    const { bytes } = await get('.png?preset=marked');
    expect(await isMarkedAt(bytes, 0.01, 0.01)).toBe(true);
  });

  it('is drawn on each frame of an animation (transformations.overlay)', async () => {
    const animation = await storeImage(test, await drawAnimation(40, 40), 'image/gif');
    const { bytes } = await get(`.webp?overlay=${markId}&overlay-width=60`, animation);
    expect((await sharp(bytes).metadata()).pages).toBe(2);
    for (const page of [0, 1]) expect(await isMarkedAt(bytes, 0.9, 0.95, page)).toBe(true);
  });

  it('refuses an image that is unknown, temporary, deleted or of another project (transformations.overlay)', async () => {
    const codeOf = async (id: string) => (await get(`.png?overlay=${id}`)).code;
    const deleted = await storeMark();
    expect(await codeOf(deleted)).toBeUndefined();
    await test.services.images.markDeleting(deleted as ImageId, NOON);
    expect(await codeOf(deleted)).toBe('overlay_not_found');
    expect(await codeOf(`img_${'a'.repeat(26)}`)).toBe('overlay_not_found');
    expect(await codeOf(`tmp_${'a'.repeat(26)}`)).toBe('invalid_parameter');
    const other = createDefaultProject(test.services.randomBytes);
    const names = { accountId: LOCAL_ACCOUNT_ID, keyName: 'k', plan: PLANS.free };
    await storeDefaultProject(test.services, other, names);
    const foreign = await storeImage(
      { ...test, credentials: { ...test.credentials, ...other } },
      await plain('#f0f', 9, 9).jpeg().toBuffer(),
    );
    expect(await codeOf(foreign)).toBe('overlay_not_found');
  });
});

describe('the watermark of a project', () => {
  const rule = (id = markId) => set({ watermark: `overlay=${id}&overlay-width=30` });

  it.each([
    '.jpg',
    '.jpg?width=80',
    '.JPEG?quality=100',
    '/a-name.jpg?download=1',
    '.auto',
    '.gif',
  ])('is on %s, which is the original without it (transformations.watermark)', async (path) => {
    expect(await isMarkedAt((await get(path)).bytes, 0.97, 0.97)).toBe(false);
    await rule();
    const { status, bytes } = await get(path);
    expect(status).toBe(200);
    expect(await isMarkedAt(bytes, 0.97, 0.97)).toBe(true);
  });

  it('is on the image, not on the margins of contain, not in a cut corner (transformations.watermark)', async () => {
    await rule();
    const wide = await get('.png?width=160&height=60&fit=contain&position=left');
    expect(await isMarkedAt(wide.bytes, 0.49, 0.97)).toBe(true);
    const padded = await get('.png?pad=0,80,0,0');
    expect(await isMarkedAt(padded.bytes, 0.49, 0.97)).toBe(true);
    const frame = { top: 9, bottom: 9, left: 9, right: 9, background: '#fff' };
    const framed = await storeImage(
      test,
      await plain('#030', 40, 30).extend(frame).png().toBuffer(),
      'image/png',
    );
    const trimmed = await get('.png?trim', framed);
    expect(trimmed.code ?? (await isMarkedAt(trimmed.bytes, 0.97, 0.97))).toBe(true);
    const round = await get('.png?mask=circle&width=60&height=60');
    expect(await isMarkedAt(round.bytes, 0.83, 0.83)).toBe(true);
    const both = await get('.png?width=160&height=60&fit=contain&position=left&mask=circle');
    expect(await isMarkedAt(both.bytes, 0.4, 0.1)).toBe(true);
  });

  it('is over an overlay that is requested (transformations.watermark)', async () => {
    await rule();
    const { bytes } = await get(`.png?overlay=${imageId}&overlay-width=100`);
    expect(await isMarkedAt(bytes, 0.97, 0.97)).toBe(true);
  });

  it('is on temporary images too, and on a rendition that is made in the background (transformations.watermark)', async () => {
    const large = await storeImage(test, await plain('#030', 3000, 2000).jpeg().toBuffer());
    await rule();
    const accept = ['accept', 'image/avif'];
    const meanwhile = await get('.auto?width=2900', large, accept);
    expect(await isMarkedAt(meanwhile.bytes, 0.97, 0.97)).toBe(true);
    const queued = test.queued.at(-1);
    const Records = [{ body: JSON.stringify(queued), messageId: 'm' }] as never;
    await createRenderQueued(test.services)({ Records });
    const made = await get('.auto?width=2900', large, accept);
    expect(made.headers['content-type']).toBe('image/avif');
    // no decoder of AVIF is loaded
    expect(rendered.at(-1)).toMatchObject({ format: 'avif', overlays: [{ imageId: markId }] });
    const saved = await test.services.images.getImage(large as ImageId);
    const temporary = await get('.jpg', saved?.temporaryImageId);
    expect(await isMarkedAt(temporary.bytes, 0.97, 0.97)).toBe(true);
  });

  it('leaves nothing to serve while its image is deleted (transformations.watermark)', async () => {
    const deleted = await storeMark();
    await rule(deleted);
    expect((await get('.jpg')).status).toBe(200);
    await test.services.images.markDeleting(deleted as ImageId, NOON);
    for (const path of ['.jpg', '.png?width=9', '.auto']) {
      const { code, status, headers } = await get(path);
      expect([status, code]).toEqual([503, 'watermark_unavailable']);
      expect(headers['Cache-Control']).toBe('no-store');
    }
  });

  it('is another rendition with each change (transformations.watermark)', async () => {
    await rule();
    const first = await get('.png?width=33');
    await set({ watermark: `overlay=${markId}&overlay-width=60` });
    const second = await get('.png?width=33');
    expect(second.headers.etag).not.toBe(first.headers.etag);
    await set({ watermark: null });
    expect(await isMarkedAt((await get('.png?width=33')).bytes, 0.97, 0.97)).toBe(false);
  });

  it('lets no original stand in for a rendition over the quota (transformations.watermark)', async () => {
    const full = withPlan(test, () => ({ ...PLANS.free, maxTransformationsPerMonth: 0 }));
    await set({ overQuota: 'original' });
    const path = `/res/${imageId}.png?width=21`;
    expect((await deliver(full, path)).status).toBe(200);
    await rule();
    expect((await deliver(full, path)).code).toBe('transformation_quota_exceeded');
  });

  describe('is left out of an original whose address is signed as one, which', () => {
    const EXPIRES = NOON / 1000 + 60;
    let secret = '';
    beforeAll(async () => {
      const { projectId } = test.credentials;
      secret = (await createProjectSigningSecret(test.services, projectId))?.secret ?? '';
    });
    const original = (of: string, by = secret, expires = EXPIRES, format: 'jpg' | 'png' = 'jpg') =>
      `expires=${expires}&signature=${sign(originalTextToSign(of as ImageId, format, expires), by)}`;

    it('is its stored bytes, in no cache (signing.originals)', async () => {
      const stored = await get('.jpg');
      for (const requireSignature of [false, true]) {
        await set({ requireSignature, watermark: `overlay=${markId}` });
        const { bytes, headers } = await get(`.jpg?${original(imageId)}`);
        expect(bytes.equals(stored.bytes)).toBe(true);
        expect(headers['cache-control']).toBe('private, no-store');
      }
    });

    it('opens nothing else, and is opened by nothing else (signing.originals)', async () => {
      await rule();
      const record = await test.services.images.getImage(imageId as ImageId);
      const visitors = textToSign(imageId as ImageId, 'jpg', { expires: EXPIRES });
      const others: readonly { path: string; of?: string | undefined }[] = [
        { path: `.jpg?expires=${EXPIRES}&signature=${sign(visitors, secret)}` },
        { path: `.jpg?${original(imageId, 'x'.repeat(43))}` },
        { path: `.jpg?${original(imageId, secret, NOON / 1000)}` },
        { path: `.jpg?${original(markId)}` },
        { path: `.jpg?download=1&${original(imageId)}` },
        { path: `.jpg?width=79&${original(imageId)}` },
        { path: `.png?${original(imageId, secret, EXPIRES, 'png')}` },
        { path: `.auto?${original(imageId)}` },
        { path: `.jpg?${original(record?.temporaryImageId ?? '')}`, of: record?.temporaryImageId },
      ];
      for (const { path, of } of others) {
        const { status, bytes } = await get(path, of);
        expect([path, status, await isMarkedAt(bytes, 0.97, 0.97)]).toEqual([path, 200, true]);
      }
    });

    it('is no fallback of a deleted image (signing.originals)', async () => {
      const deleted = await storeImage(test, await plain('#030', 8, 6).jpeg().toBuffer());
      await test.services.images.markDeleting(deleted as ImageId, NOON);
      await set({ fallbackImage: imageId, watermark: `overlay=${markId}` });
      const { status, bytes } = await get(`.jpg?${original(deleted)}`, deleted);
      expect([status, await isMarkedAt(bytes, 0.97, 0.97)]).toEqual([200, true]);
    });
  });
});
