import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Answer } from '../../http/client.ts';
import { until } from './background-paths.ts';
import { callsOf, makeTeam, ok } from './change-paths.ts';
import type { KilledWorld } from './killed-world.ts';

type Json = Answer['json'];

/** The keys of a project that keeps bytes for a week, in an account for itself. */
export interface Shop {
  readonly apiKey: string;
  readonly uploadKey: string;
}

export async function openShop(world: KilledWorld): Promise<Shop> {
  const { own } = await callsOf(world, await makeTeam(world));
  await ok(own('update-project', { keepDays: 7 }));
  const { apiKey } = await ok(own('create-api-key', { name: 'k' }));
  const { uploadKey } = await ok(own('create-upload-key', { name: 'k' }));
  return { apiKey, uploadKey };
}

/** A call with the shop's API key. */
export const callIn = (
  world: KilledWorld,
  { apiKey }: Shop,
  name: string,
  body: object = {},
): Promise<Answer> => world.client().call(name, body, { 'X-API-Key': apiKey });

/** The address of a new temporary image. */
export async function uploadIn(
  world: KilledWorld,
  { uploadKey }: Shop,
  bytes: Promise<Buffer>,
): Promise<string> {
  const uploaded = world.client().upload(await bytes, 'image/jpeg', {}, uploadKey);
  return (await ok(uploaded)).temporaryImageUrl;
}

/** A number or a text that the records have of an ID, by a query with the ID as its parameter. */
function readOf(world: KilledWorld, query: string, id: string): unknown {
  const db = new DatabaseSync(join(world.dataDir, 'imagewell.db'), { readOnly: true });
  try {
    return db.prepare(query).get(id)?.found;
  } finally {
    db.close();
  }
}

/** The name that the bytes of a temporary image get in a save or a replacement. */
export const reservedId = (world: KilledWorld, temporaryImageId: string): string =>
  String(
    readOf(
      world,
      'SELECT image_id AS found FROM temporary_images WHERE temporary_image_id = ?',
      temporaryImageId,
    ),
  );

/**
 * Whether the worker has removed all that an image no longer shows for the first time, at the edge
 * last. A deletion has a row of its steps then, and the outdating another.
 */
export const isOutdatedRemoved = (world: KilledWorld, imageId: string): boolean =>
  readOf(
    world,
    `SELECT (SELECT count(*) FROM outdated_renditions WHERE image_id = ?1 AND is_removed = 0) +
       (SELECT count(*) FROM images WHERE image_id = ?1 AND state = 'deleting' AND NOT EXISTS
          (SELECT 1 FROM purge_steps WHERE image_id = ?1 AND step = 'edge_invalidated')) AS found`,
    imageId,
  ) === 0;

/** Whether no purge of an image is due any more, its last one included. */
export const isSettled = (world: KilledWorld, imageId: string): boolean =>
  readOf(
    world,
    `SELECT (SELECT count(*) FROM outdated_renditions WHERE image_id = ?1) +
       (SELECT count(*) FROM images WHERE image_id = ?1 AND state = 'deleting') +
       (SELECT count(*) FROM image_versions WHERE image_id = ?1 AND kept IS NULL
          AND visit_at IS NOT NULL) AS found`,
    imageId,
  ) === 0;

/** All that a shop with one image says of it. */
export interface Look {
  readonly state: 'listed' | 'binned' | 'gone';
  /** The width of the shown bytes, or of those in the bin; undefined without any. */
  readonly width: number | undefined;
  /** The widths of its kept versions, the last replaced first. */
  readonly kept: readonly number[];
}

/** Throws unless an address has exactly the bytes of a description. */
async function insistOnBytes(world: KilledWorld, url: string, { sha256 }: Json): Promise<void> {
  const { status, bytes } = await world.client().get(url);
  assert.equal(status, 200, `${url} has no bytes`);
  assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256);
}

async function keptWidths(world: KilledWorld, shop: Shop, imageId: string): Promise<number[]> {
  const { versions } = await ok(callIn(world, shop, 'list-image-versions', { imageId }));
  const kept = versions.filter(({ keptUntil }: Json) => keptUntil !== null);
  for (const version of kept) await insistOnBytes(world, version.originalUrl, version);
  return kept.map(({ width }: Json) => width);
}

/**
 * Looks at the only image of a shop. Throws where lists, counts, addresses and bytes disagree. The
 * image is in one place and counts there, and all bytes that are listed can be fetched.
 */
export async function lookAt(world: KilledWorld, shop: Shop, imageId: string): Promise<Look> {
  await until(() => isOutdatedRemoved(world, imageId)); // the edge has the former answer until then
  const { images } = await ok(callIn(world, shop, 'list-images'));
  const bin = await ok(callIn(world, shop, 'list-bin'));
  assert(images.length + bin.images.length <= 1, 'the image is in two places');
  const { used } = (await ok(callIn(world, shop, 'get-usage'))).images;
  assert.equal(used, images.length);
  const [image, binned] = [images[0], bin.images[0]];
  const { status } = await world.client().get(`/res/${imageId}.jpg`);
  assert.equal(status, image ? 200 : 404);
  if (image) await insistOnBytes(world, `/res/${imageId}.jpg`, image);
  if (binned) await insistOnBytes(world, binned.originalUrl, binned);
  const kept = image || binned ? await keptWidths(world, shop, imageId) : [];
  const state = image ? 'listed' : binned ? 'binned' : 'gone';
  return { state, width: (image ?? binned)?.width, kept };
}
