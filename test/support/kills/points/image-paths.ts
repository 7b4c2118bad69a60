import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { drawJpeg } from '../../images/draw.ts';
import type { WritePath } from './kill-at-each-point.ts';
import type { KilledWorld } from './killed-world.ts';

const IMAGE = drawJpeg(40, 30);
const pathOf = (url: string) => new URL(url).pathname;

/** Whether an address serves the image whole; throws where it serves anything else. */
async function isServed(world: KilledWorld, path: string): Promise<boolean> {
  const { status, bytes, headers } = await world.client().get(path);
  if (status === 404) return false;
  assert.equal(status, 200);
  const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`;
  assert.equal(headers.get('etag'), etag);
  return true;
}

async function upload(world: KilledWorld): Promise<string> {
  const { status, json } = await world.client().upload(await IMAGE);
  assert.equal(status, 200);
  return json.temporaryImageUrl;
}

async function listIds(world: KilledWorld): Promise<string[]> {
  const { status, json } = await world.client().call('list-images', { limit: 100 });
  assert.equal(status, 200);
  return json.images.map(({ imageId }: { imageId: string }) => imageId);
}

async function imagesUsed(world: KilledWorld): Promise<number> {
  return (await world.client().call('get-usage', {})).json.images.used;
}

const store = async (world: KilledWorld) => world.client().store(await IMAGE);

const uploadPath: WritePath<void> = {
  arrange: async () => undefined,
  act: async (world) => world.client().upload(await IMAGE),
  check: async (world, _, { acknowledged }) => {
    if (acknowledged) assert(await isServed(world, pathOf(acknowledged.temporaryImageUrl)));
    assert(await isServed(world, pathOf(await upload(world))));
  },
};

interface Saving {
  readonly temporaryImageUrl: string;
  readonly before: readonly string[];
}

const savePath: WritePath<Saving> = {
  arrange: async (world) => ({
    temporaryImageUrl: await upload(world),
    before: await listIds(world),
  }),
  act: (world, { temporaryImageUrl }) =>
    world.client().call('save-temporary-image', { temporaryImageUrl }),
  check: async (world, { temporaryImageUrl, before }, { acknowledged }) => {
    const made = (await listIds(world)).filter((id) => !before.includes(id));
    if (acknowledged) assert.deepEqual(made, [acknowledged.imageId]);
    for (const id of made) assert(await isServed(world, `/res/${id}.jpg`));
    const again = await world.client().call('save-temporary-image', { temporaryImageUrl });
    assert.equal(again.status, 200);
    if (made.length > 0) assert.deepEqual(made, [again.json.imageId]);
    assert.equal(await imagesUsed(world), before.length + 1);
  },
};

/** The steps of an erasure that are done. */
async function stepsDone(world: KilledWorld, imageId: string): Promise<readonly string[]> {
  const { json } = await world.client().call('get-deletion-status', { imageId });
  const steps: { step: string; at: string | null }[] = json.steps ?? [];
  return steps.filter(({ at }) => at !== null).map(({ step }) => step);
}

const FIRST_ROUND = 6;
const POLL_MS = 20;

const deletePath: WritePath<string> = {
  arrange: async (world) => {
    const { imageId } = await store(world);
    await world.client().get(`/res/${imageId}.png?width=9`);
    return imageId;
  },
  act: (world, imageId) => world.client().call('delete-image', { imageId }),
  hasSettled: async (world, imageId) => (await stepsDone(world, imageId)).length >= FIRST_ROUND,
  check: async (world, imageId, { acknowledged }) => {
    const isHere = await isServed(world, `/res/${imageId}.jpg`);
    if (acknowledged) assert(!isHere);
    assert.equal((await listIds(world)).includes(imageId), isHere);
    const again = await world.client().call('delete-image', { imageId });
    assert.equal(again.status, 200);
    while ((await stepsDone(world, imageId)).length < FIRST_ROUND) await sleep(POLL_MS);
    assert(!(await isServed(world, `/res/${imageId}.jpg`)));
  },
};

/** The calls of the specification that write. */
export const IMAGE_PATHS = {
  upload: uploadPath,
  save: savePath,
  'delete of an image': deletePath,
} as const;
