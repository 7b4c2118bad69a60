import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { drawJpeg } from '../../images/draw.ts';
import { AWAY_MS, idIn, objectsOf, until } from './background-paths.ts';
import { ok } from './change-paths.ts';
import type { WritePath } from './kill-at-each-point.ts';
import type { KilledWorld } from './killed-world.ts';
import {
  callIn,
  isOutdatedRemoved,
  isSettled,
  type Look,
  lookAt,
  openShop,
  reservedId,
  type Shop,
  uploadIn,
} from './look-at-images.ts';

const [FIRST, SECOND] = [drawJpeg(40, 30), drawJpeg(50, 30)];
const WEEK_MS = 7 * 24 * 3_600_000;
/** The widths tell the bytes apart. */
const [FIRST_WIDTH, SECOND_WIDTH] = [40, 50];
/** The steps of work that no call and no keeping waits for are left out. */
const OF_KEEPING =
  /^(?!.*(access-logs|bandwidth|changes|events\.jsonl|deliver|sync data$|get-|list-|answer GET|audit_events|owner|functions))/;

/** An image that showed `FIRST`, and shows `SECOND` or has it ready. */
interface Kept extends Shop {
  readonly imageId: string;
  /** Of `SECOND`. */
  readonly temporaryImageUrl: string;
  /** The names of the files of `FIRST`, then those of `SECOND`. */
  readonly names: readonly [readonly string[], readonly string[]];
}

async function saveFirst(world: KilledWorld, shop: Shop): Promise<Kept> {
  const first = await uploadIn(world, shop, FIRST);
  const save = { temporaryImageUrl: first, metadata: { a: 'b' } };
  const { imageId } = await ok(callIn(world, shop, 'save-temporary-image', save));
  await world.client().get(`/res/${imageId}.png?width=9`);
  const temporaryImageUrl = await uploadIn(world, shop, SECOND);
  const [former, next] = [idIn(first), idIn(temporaryImageUrl)];
  const names = [
    [`${imageId}/original`, former],
    [reservedId(world, next), next],
  ] as const;
  return { ...shop, imageId, temporaryImageUrl, names };
}

const replace = (world: KilledWorld, { imageId, temporaryImageUrl, ...shop }: Kept) =>
  callIn(world, shop, 'replace-image', { imageId, temporaryImageUrl });

/** An image that shows `SECOND`, and keeps `FIRST`. */
async function makeReplaced(world: KilledWorld): Promise<Kept> {
  const kept = await saveFirst(world, await openShop(world));
  await ok(replace(world, kept));
  const { versions } = await ok(
    callIn(world, kept, 'list-image-versions', { imageId: kept.imageId }),
  );
  assert.equal(versions.length, 1);
  await until(() => isOutdatedRemoved(world, kept.imageId));
  assert(hasFiles(world, kept.names[0]) && hasFiles(world, kept.names[1]));
  return kept;
}

/** The same in the bin. */
async function makeBinned(world: KilledWorld): Promise<Kept> {
  const kept = await makeReplaced(world);
  await ok(deleteImage(world, kept));
  await until(() => isOutdatedRemoved(world, kept.imageId));
  return kept;
}

const look = (world: KilledWorld, kept: Kept): Promise<Look> => lookAt(world, kept, kept.imageId);
const purged = async (world: KilledWorld, { imageId }: Kept) => isOutdatedRemoved(world, imageId);
const deleteImage = (world: KilledWorld, { imageId, ...shop }: Kept) =>
  callIn(world, shop, 'delete-image', { imageId });
const restoreImage = (world: KilledWorld, { imageId, ...shop }: Kept) =>
  callIn(world, shop, 'restore-image', { imageId });
const restoreFirst = (world: KilledWorld, { imageId, ...shop }: Kept) =>
  callIn(world, shop, 'restore-image-version', { imageId, versionId: imageId });

const hasFiles = (world: KilledWorld, names: readonly string[]): boolean =>
  names.some((name) => objectsOf(world, name).length > 0);
/** The names of the files of an image, with its renditions. */
const allNames = ({ imageId, names: [first, second] }: Kept) => [imageId, ...first, ...second];

/** Nothing of these names is stored a while later, and no purge is due. */
async function untilErased(world: KilledWorld, kept: Kept, names: readonly string[]) {
  await world.stopAndStart(AWAY_MS);
  await until(() => !hasFiles(world, names) && isSettled(world, kept.imageId));
}

/** A whole state, and none between the two. */
function assertIsOneOf(found: Look, states: readonly Look[]): void {
  const isWhole = states.some((state) => isDeepStrictEqual(found, state));
  assert(isWhole, `${JSON.stringify(found)} is none of ${JSON.stringify(states)}`);
}

/** A call that moves bytes between being shown and being kept. */
interface Move {
  readonly arrange: (world: KilledWorld) => Promise<Kept>;
  readonly send: (world: KilledWorld, kept: Kept) => ReturnType<typeof callIn>;
  readonly before: Look;
  readonly after: Look;
}

function movePath({ arrange, send, before, after }: Move): WritePath<Kept> {
  return {
    points: OF_KEEPING,
    arrange,
    act: send,
    hasSettled: purged,
    check: async (world, kept, { acknowledged }) => {
      const found = await look(world, kept);
      if (acknowledged) assert.deepEqual(found, after);
      else assertIsOneOf(found, [before, after]);
      await ok(send(world, kept));
      assert.deepEqual(await look(world, kept), after);
      const { status, json } = await callIn(world, kept, 'get-image', { imageId: kept.imageId });
      assert.equal(status, after.state === 'listed' ? 200 : 404);
      if (status === 200) assert.deepEqual(json.metadata, { a: 'b' });
      const rendition = await world.client().get(`/res/${kept.imageId}.png?width=9`);
      assert.equal(rendition.status, status);
    },
  };
}

const SHOWS_FIRST: Look = { state: 'listed', width: FIRST_WIDTH, kept: [] };
const SHOWS_SECOND: Look = { state: 'listed', width: SECOND_WIDTH, kept: [FIRST_WIDTH] };
const BINNED: Look = { ...SHOWS_SECOND, state: 'binned' };
const GONE: Look = { state: 'gone', width: undefined, kept: [] };

/** Each call that begins or uses a keeping. */
const MOVES = {
  'replacement of kept bytes': movePath({
    arrange: async (world) => saveFirst(world, await openShop(world)),
    send: replace,
    before: SHOWS_FIRST,
    after: SHOWS_SECOND,
  }),
  'deletion into the bin': movePath({
    arrange: makeReplaced,
    send: deleteImage,
    before: SHOWS_SECOND,
    after: BINNED,
  }),
  'restore of an image': movePath({
    arrange: makeBinned,
    send: restoreImage,
    before: BINNED,
    after: SHOWS_SECOND,
  }),
  'restore of a version': movePath({
    arrange: makeReplaced,
    send: restoreFirst,
    before: SHOWS_SECOND,
    after: { state: 'listed', width: FIRST_WIDTH, kept: [SECOND_WIDTH] },
  }),
} as const;

const refused = async (answer: ReturnType<typeof callIn>, code: string): Promise<void> => {
  const { status, json } = await answer;
  assert.deepEqual([status, json.code], [404, code]);
};

const ENDED: Look = { ...SHOWS_SECOND, kept: [] };

async function untilImageErased(world: KilledWorld, kept: Kept): Promise<void> {
  assert.deepEqual(await look(world, kept), GONE);
  await refused(restoreImage(world, kept), 'image_not_found');
  await untilErased(world, kept, allNames(kept));
  await refused(restoreImage(world, kept), 'image_not_found');
}

async function untilFirstErased(world: KilledWorld, kept: Kept): Promise<void> {
  assert.deepEqual(await look(world, kept), ENDED);
  await refused(restoreFirst(world, kept), 'version_not_found');
  await untilErased(world, kept, kept.names[0]);
  assert.deepEqual(await look(world, kept), ENDED);
}

const eraseForGood = (world: KilledWorld, { imageId, ...shop }: Kept) =>
  callIn(world, shop, 'delete-image', { imageId, forGood: true });

const eraseBinned: WritePath<Kept> = {
  points: OF_KEEPING,
  arrange: makeBinned,
  act: eraseForGood,
  hasSettled: async (world, kept) => !hasFiles(world, allNames(kept)),
  check: async (world, kept, { acknowledged }) => {
    assertIsOneOf(await look(world, kept), acknowledged ? [GONE] : [BINNED, GONE]);
    await ok(eraseForGood(world, kept));
    await untilImageErased(world, kept);
  },
};

const eraseFirst = (world: KilledWorld, { imageId, ...shop }: Kept) =>
  callIn(world, shop, 'delete-image-version', { imageId, versionId: imageId });

/** `isLate`: after the last purge of the replacement, which else removes the version. */
function eraseVersionPath(isLate: boolean): WritePath<Kept> {
  return {
    points: OF_KEEPING,
    arrange: async (world) => {
      const kept = await makeReplaced(world);
      if (isLate) await world.stopAndStart(AWAY_MS);
      if (isLate) await until(() => isSettled(world, kept.imageId));
      return kept;
    },
    act: eraseFirst,
    hasSettled: async (world, { names }) => !isLate || !hasFiles(world, names[0]),
    check: async (world, kept, { acknowledged }) => {
      assertIsOneOf(await look(world, kept), acknowledged ? [ENDED] : [SHOWS_SECOND, ENDED]);
      await ok(eraseFirst(world, kept));
      await untilFirstErased(world, kept);
    },
  };
}

interface Ending {
  readonly binned: Kept;
  readonly replaced: Kept;
}

const isOver = (world: KilledWorld, { binned, replaced }: Ending): boolean =>
  !hasFiles(world, allNames(binned)) && !hasFiles(world, replaced.names[0]);

const endByClock: WritePath<Ending> = {
  points: OF_KEEPING,
  awayMs: AWAY_MS,
  arrange: async (world) => ({
    binned: await makeBinned(world),
    replaced: await makeReplaced(world),
  }),
  act: (world) => world.stopAndStart(WEEK_MS),
  hasSettled: async (world, ending) => isOver(world, ending),
  check: async (world, ending) => {
    await until(() => isOver(world, ending));
    await untilImageErased(world, ending.binned);
    await untilFirstErased(world, ending.replaced);
  },
};

/** The calls that keep bytes, show them again or end their keeping, and its end by the clock. */
export const KEPT_PATHS = {
  ...MOVES,
  'erasure of an image in the bin': eraseBinned,
  'erasure of a new version': eraseVersionPath(false),
  'erasure of a purged version': eraseVersionPath(true),
  'end of a keeping by the clock': endByClock,
} as const;
