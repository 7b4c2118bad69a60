import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Answer } from '../../http/client.ts';
import { drawJpeg } from '../../images/draw.ts';
import { byKey, type Calls, type Change, changePath, ok, storeImage } from './change-paths.ts';

type Json = Answer['json'];

const KEEP_DAYS = 7;

/** A stored image of a project that keeps, with the facts of its bytes. */
async function keepImage(calls: Calls): Promise<Json> {
  await ok(calls.own('update-project', { keepDays: KEEP_DAYS }));
  const image = await storeImage(calls);
  const { sha256 } = await ok(byKey(calls, image, 'get-image', { imageId: image.imageId }));
  return { ...image, first: sha256 };
}

/** The temporary image of other bytes, for a replacement. */
async function uploadOther({ own, world }: Calls): Promise<string> {
  const { uploadKey } = await ok(own('create-upload-key', { name: 'other' }));
  const bytes = await drawJpeg(20, 30);
  const { status, json } = await world.client().upload(bytes, 'image/jpeg', {}, uploadKey);
  assert.equal(status, 200);
  return json.temporaryImageUrl;
}

async function replaceImage(calls: Calls): Promise<Json> {
  const image = await keepImage(calls);
  const { imageId } = image;
  const temporaryImageUrl = await uploadOther(calls);
  await ok(byKey(calls, image, 'replace-image', { imageId, temporaryImageUrl }));
  const [version] = await versionsOf(calls, image);
  return { ...image, versionId: version.versionId };
}

async function deleteImage(calls: Calls): Promise<Json> {
  const image = await keepImage(calls);
  await ok(byKey(calls, image, 'delete-image', { imageId: image.imageId }));
  return image;
}

const versionsOf = async (calls: Calls, image: Json): Promise<Json[]> =>
  (await ok(byKey(calls, image, 'list-image-versions', { imageId: image.imageId }))).versions;

/** Throws unless an address has the bytes of this SHA-256. */
async function expectBytes({ world }: Calls, url: string, sha256: string): Promise<void> {
  const { status, bytes } = await world.client().get(url);
  assert.equal(status, 200, url);
  assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256, url);
}

const pathOf = (url: string) => url.slice(new URL(url).origin.length);

/** Throws unless each of these records of kept bytes has its bytes. */
async function expectKept(calls: Calls, kept: readonly Json[]): Promise<void> {
  for (const { originalUrl, sha256, keptUntil } of kept) {
    if (keptUntil === null) continue;
    await expectBytes(calls, pathOf(originalUrl), sha256);
  }
}

/** The SHA-256 of the shown bytes; throws unless all of them and of the kept ones are there. */
async function shownBytes(calls: Calls, image: Json): Promise<string> {
  const { imageId } = image;
  const { sha256 } = await ok(byKey(calls, image, 'get-image', { imageId }));
  await expectBytes(calls, `/res/${imageId}.jpg`, sha256);
  const versions = await versionsOf(calls, image);
  assert(!versions.some((version) => version.sha256 === sha256), 'shown bytes are a version');
  await expectKept(calls, versions);
  const { images } = await ok(byKey(calls, image, 'get-usage', {}));
  assert.equal(images.used, 1);
  return sha256;
}

/** Whether the bin has an image; throws unless it is there whole, or saved whole. */
async function isBinned(calls: Calls, image: Json): Promise<boolean> {
  const { images } = await ok(byKey(calls, image, 'list-bin', {}));
  await expectKept(calls, images);
  const { images: saved } = await ok(byKey(calls, image, 'list-images', {}));
  const { images: counted } = await ok(byKey(calls, image, 'get-usage', {}));
  assert.equal(counted.used, saved.length);
  assert(images.length + saved.length <= 1);
  return images.length === 1;
}

const RESTORES = {
  'restore out of the bin': {
    before: deleteImage,
    send: (calls, image) => byKey(calls, image, 'restore-image', { imageId: image.imageId }),
    isDone: async (calls, image) => {
      if (await isBinned(calls, image)) return false;
      assert.equal(await shownBytes(calls, image), image.first);
      return true;
    },
  },
  'restore of a version': {
    before: replaceImage,
    send: (calls, image) => {
      const { imageId, versionId } = image;
      return byKey(calls, image, 'restore-image-version', { imageId, versionId });
    },
    isDone: async (calls, image) => (await shownBytes(calls, image)) === image.first,
  },
} as const satisfies Readonly<Record<string, Change>>;

const ENDS = {
  'replace-image': {
    before: async (calls) => ({
      ...(await keepImage(calls)),
      temporaryImageUrl: await uploadOther(calls),
    }),
    send: (calls, image) => {
      const { imageId, temporaryImageUrl } = image;
      return byKey(calls, image, 'replace-image', { imageId, temporaryImageUrl });
    },
    isDone: async (calls, image) => (await shownBytes(calls, image)) !== image.first,
  },
  'delete-image into the bin': {
    before: keepImage,
    send: (calls, image) => byKey(calls, image, 'delete-image', { imageId: image.imageId }),
    isDone: isBinned,
  },
  'delete-image out of the bin': {
    before: deleteImage,
    send: (calls, image) =>
      byKey(calls, image, 'delete-image', { imageId: image.imageId, forGood: true }),
    isDone: async (calls, image) => !(await isBinned(calls, image)),
  },
  'delete-image-version': {
    before: replaceImage,
    send: (calls, image) => {
      const { imageId, versionId } = image;
      return byKey(calls, image, 'delete-image-version', { imageId, versionId });
    },
    isDone: async (calls, image) => {
      await shownBytes(calls, image);
      return (await versionsOf(calls, image)).every(({ keptUntil }) => keptUntil === null);
    },
  },
} as const satisfies Readonly<Record<string, Change>>;

const pathsOf = (changes: Readonly<Record<string, Change>>) =>
  Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, changePath(change)]));

/** The restores of kept bytes. */
export const RESTORE_PATHS = pathsOf(RESTORES);

/** The other writes of a project that keeps, by their calls. */
export const KEPT_PATHS = pathsOf(ENDS);
