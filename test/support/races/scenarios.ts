import { originalObjectKey } from '../../../core/images/object-keys.ts';
import { DOOMED, LIFE_MS, NOON, outcomeOf, type World } from './world.ts';

/** After the renderer's deadline, no work that began before it still runs. */
const SETTLED_MS = 20_000;

function insist(isTrue: boolean, what: string, world: World): void {
  if (isTrue) return;
  const { seen, objects } = world;
  throw new Error(`${what}: ${JSON.stringify({ seen, objects: [...objects.keys()] })}`);
}

/**
 * Alone, one after the other, as long after as it takes: the worker until it is done, then the
 * sweep.
 */
async function settle(world: World): Promise<void> {
  world.setClock(world.clock() + SETTLED_MS);
  const { scheduler } = world;
  for (let round = 0; round < 5; round += 1) {
    const work = world.work('w');
    await scheduler.run([work]);
    if ((await work) === 'done') return;
    world.setClock(world.clock() + SETTLED_MS);
  }
  throw new Error('the purge never ends');
}

async function insistOnNothingLeft(world: World): Promise<void> {
  const { stores, imageId, temporaryImageId, objects } = world;
  insist(objects.size === 0, 'an object survived', world);
  const image = await stores.images.getImage(imageId);
  insist(image?.state === 'deleted', `the image is ${image?.state}`, world);
  for (const id of [imageId, temporaryImageId]) {
    const row = await stores.renditions.peek(id, world.renditionKey);
    insist(row === undefined, `a row of ${id} survived`, world);
    const kept = await world.kept(id);
    insist(kept === undefined || kept.status === 404, 'the edge kept it', world);
  }
  const { images, transformations } = await world.usage();
  insist(images === 0, `${images} images are counted`, world);
  insist(transformations >= 0 && transformations <= 2, `${transformations} are counted`, world);
}

async function saveFirst(world: World): Promise<void> {
  await world.scheduler.run([world.save('s')]);
}

/**
 * A delete while the image's rendition and its temporary image's are made, and the purge's first
 * round.
 */
export async function deleteAgainstRender(world: World): Promise<void> {
  await saveFirst(world);
  let deletedAt = Infinity;
  const remove = async () => {
    await world.remove('d');
    deletedAt = world.scheduler.steps();
    await world.work('d');
  };
  await world.scheduler.run([
    remove(),
    world.view('v1'),
    world.view('v2', world.temporaryImageId),
    outcomeOf(world.viewElsewhere(DOOMED)),
  ]);
  await settle(world);
  const late = world.view('v4');
  await world.scheduler.run([late]);
  insist((await late).status === 404, 'it is served after its purge', world);
  for (const { askedAt, status } of world.seen) {
    insist(askedAt < deletedAt || status === 404, 'a request after the delete was served', world);
  }
  await insistOnNothingLeft(world);
}

/** Two saves, a delete and the end of the temporary image. */
export async function saveAgainstDeleteAgainstExpiry(world: World): Promise<void> {
  const { scheduler, temporary } = world;
  world.setClock(NOON + LIFE_MS - 1_000);
  const end = async () => {
    await scheduler.wait('t');
    world.setClock(NOON + LIFE_MS);
  };
  const saves = ['s1', 's2'].map((task) => outcomeOf(world.save(task)));
  const removed = outcomeOf(world.remove('d'));
  const worked = removed.then(() => world.work('d'));
  await scheduler.run([...saves, worked, end()]);
  const outcomes = await Promise.all(saves);
  for (const outcome of outcomes) {
    insist(
      ['done', 'temporary_image_expired', 'temporary_image_not_found'].includes(outcome),
      outcome,
      world,
    );
  }
  const image = await world.stores.images.getImage(world.imageId);
  const hasSaved = outcomes.includes('done');
  insist(hasSaved === (image !== undefined), `${outcomes} made ${image?.state}`, world);
  const isDeleted = (await removed) === 'done';
  insist(!isDeleted || image?.state === 'deleting', `a deleted image is ${image?.state}`, world);
  const { images } = await world.usage();
  insist(images === (image?.state === 'saved' ? 1 : 0), `${images} images are counted`, world);
  await settle(world);
  world.setClock(NOON + 2 * LIFE_MS);
  await scheduler.run([world.sweep('w')]);
  if (image?.state !== 'saved') {
    insist(world.objects.size === 0, 'an object survived', world);
  } else {
    const remaining = [...world.objects.keys()];
    insist(
      remaining.join() === originalObjectKey(temporary.imageId),
      'the image has its stored object',
      world,
    );
  }
}

/** Two saves with different metadata: one makes the image, the other hears of it. */
export async function twoSaves(world: World): Promise<void> {
  const saves = ['s1', 's2', 's3'].map((task) =>
    outcomeOf(world.save(task, task === 's3' ? { a: 'b' } : {})),
  );
  await world.scheduler.run(saves);
  const [first, second, third] = await Promise.all(saves);
  insist(first === second, `${first} and ${second}`, world);
  insist([first, third].sort().join() === 'already_saved,done', `${first}, ${third}`, world);
  insist((await world.usage()).images === 1, 'it is counted once', world);
}

/**
 * A purge of the renditions, twice, while they are asked for; in its first round and in its last.
 */
export async function purgeAgainstRender(world: World): Promise<void> {
  const { scheduler, imageId, stores } = world;
  await saveFirst(world);
  let purgedAt = -1;
  const purge = async (task: string) => {
    await world.purge(task);
    purgedAt = scheduler.steps();
    await world.work(task);
  };
  await scheduler.run([purge('p1'), world.view('v1'), world.viewElsewhere('v2')]);
  const served = world.seen.some(({ status }) => status === 200);
  world.setClock(world.clock() + SETTLED_MS);
  await scheduler.run([world.work('p2'), world.view('v3'), world.view('v4')]);
  await settle(world);
  const kept = await world.kept(imageId);
  insist(
    kept === undefined || kept.begunAt >= purgedAt,
    'the edge kept what was made before',
    world,
  );
  for (const { askedAt, begunAt, status } of world.seen) {
    insist(status === 200, `${status} for a living image`, world);
    insist(askedAt <= purgedAt || begunAt >= purgedAt, 'it was served after the purge', world);
  }
  const remaining = [...world.objects.entries()].filter(([key]) => key.startsWith('renditions/'));
  insist(remaining.length === 1, `${remaining.length} renditions are stored`, world);
  for (const [, bytes] of remaining) {
    insist(Number(Buffer.from(bytes)) >= purgedAt, 'what was made before is stored', world);
  }
  const { transformations } = await world.usage();
  insist(transformations === (served ? 1 : 0), `${transformations} are counted`, world);
  insist((await stores.images.getOutdated(imageId)) === undefined, 'the purge is still due', world);
}

/**
 * A delete, a purge of the renditions, the worker twice over, a viewer, and in the end the sweep
 * beside the worker's last round.
 */
export async function deleteAgainstPurgeAgainstSweep(world: World): Promise<void> {
  const { scheduler } = world;
  await saveFirst(world);
  await scheduler.run([
    outcomeOf(world.remove('d')),
    outcomeOf(world.purge('p')),
    world.work('w1'),
    world.work('w2'),
    world.view('v1', world.temporaryImageId),
  ]);
  world.setClock(NOON + 2 * LIFE_MS);
  await scheduler.run([world.work('w1'), world.work('w2'), world.sweep('x1'), world.sweep('x2')]);
  await settle(world);
  await insistOnNothingLeft(world);
}

/** A replacement of the bytes while they are asked for, at the image's address and at its first. */
export async function replaceAgainstRender(world: World): Promise<void> {
  const { scheduler, imageId, temporaryImageId, objects } = world;
  await saveFirst(world);
  const next = await world.upload();
  let replacedAt = Infinity;
  const replace = async () => {
    await world.replace('r', next);
    replacedAt = scheduler.steps();
    await world.work('r');
  };
  const views = [world.view('v1'), world.viewElsewhere('v2')];
  await scheduler.run([replace(), ...views, world.view('v3', temporaryImageId)]);
  for (const { status } of await Promise.all(views)) {
    insist(status === 200, `${status} for a living image`, world);
  }
  await settle(world);
  const kept = await world.kept(imageId);
  insist(!kept || kept.begunAt >= replacedAt, 'the edge kept the old bytes', world);
  const former = await world.kept(temporaryImageId);
  insist(!former || former.status === 404, 'the edge kept the former temporary image', world);
  for (const { askedAt, begunAt, status } of world.seen) {
    const isNew = status === 404 || begunAt >= replacedAt;
    insist(askedAt <= replacedAt || isNew, 'old bytes were served after the answer', world);
  }
  const owned = [next.imageId, next.temporaryImageId, `renditions/${imageId}/g1`];
  const left = [...objects.keys()].filter((key) => !owned.some((own) => key.startsWith(`${own}/`)));
  insist(left.length === 0, `${left.join()} survived`, world);
  insist(objects.has(originalObjectKey(next.imageId)), 'the new bytes are stored', world);
  insist((await world.usage()).images === 1, 'it is counted once', world);
}

/** Two replacements, a save of the first one's bytes, a delete, and in the end the sweep. */
export async function replaceAgainstDeleteAgainstSave(world: World): Promise<void> {
  const { scheduler, stores, objects } = world;
  await saveFirst(world);
  const [one, other] = [await world.upload(), await world.upload()];
  const saved = outcomeOf(world.saveOther('s', one));
  const removed = outcomeOf(world.remove('d')).then(() => world.work('d'));
  const replaced = [
    outcomeOf(world.replace('r1', one)),
    outcomeOf(world.replace('r2', other)),
  ] as const;
  await scheduler.run([saved, removed, ...replaced]);
  const hasBoth = (await saved) === 'done' && (await replaced[0]) === 'done';
  insist(!hasBoth, 'one temporary image was saved, and replaced bytes', world);
  await settle(world);
  world.setClock(NOON + 2 * LIFE_MS);
  await scheduler.run([world.sweep('w')]);
  const image = await stores.images.getImage(one.imageId);
  insist((image !== undefined) === ((await saved) === 'done'), 'a save is what it said', world);
  const stored = image ? [originalObjectKey(one.imageId)] : [];
  insist([...objects.keys()].join() === stored.join(), 'an object survived', world);
  insist((await world.usage()).images === stored.length, 'the count is right', world);
}

/** A switch to private while the image is asked for at its public address. */
export async function hideAgainstRender(world: World): Promise<void> {
  const { scheduler, imageId, objects } = world;
  await saveFirst(world);
  let hiddenAt = Infinity;
  const hide = async () => {
    await world.hide('h');
    hiddenAt = scheduler.steps();
    await world.work('h');
  };
  await scheduler.run([hide(), world.view('v1'), world.viewElsewhere('v2'), world.hide('h2')]);
  for (const { askedAt, status } of world.seen) {
    insist(askedAt <= hiddenAt || status === 404, 'it was served after the switch', world);
  }
  await settle(world);
  const kept = await world.kept(imageId);
  insist(!kept || kept.status === 404, 'the edge kept the public image', world);
  const late = [world.view('v3'), world.viewElsewhere('v4')];
  await scheduler.run(late);
  for (const { status } of await Promise.all(late)) {
    insist(status === 404, `${status} for a private image`, world);
  }
  const left = [...objects.keys()].filter((key) => key.startsWith(`renditions/${imageId}/`));
  insist(left.length === 0, 'a rendition of the public image survived', world);
}

/** A deletion into the bin and two restores, while the image is asked for. */
export async function binAgainstRestoreAgainstRender(world: World): Promise<void> {
  const { scheduler, stores, imageId, objects } = world;
  await saveFirst(world);
  await world.keep(7);
  const removed = outcomeOf(world.remove('d'));
  const restored = ['r1', 'r2'].map((task) => outcomeOf(world.restore(task)));
  const worked = removed.then(() => world.work('d'));
  await scheduler.run([worked, ...restored, world.view('v1'), world.viewElsewhere('v2')]);
  const outcomes = await Promise.all([removed, ...restored]);
  insist(
    outcomes.every((outcome) => outcome === 'done'),
    outcomes.join(),
    world,
  );
  const image = await stores.images.getImage(imageId);
  const isSaved = image?.state === 'saved';
  insist(isSaved || image?.state === 'binned', `the image is ${image?.state}`, world);
  const count = (await world.usage()).images;
  insist(count === (isSaved ? 1 : 0), `${count} images are counted`, world);
  await settle(world);
  insist(objects.has(originalObjectKey(imageId)), 'the original was erased', world);
  const late = [world.view('v3'), world.viewElsewhere('v4')];
  await scheduler.run(late);
  for (const { status } of await Promise.all(late)) {
    insist(status === (isSaved ? 200 : 404), `${status} for an image that is kept`, world);
  }
  await scheduler.run([world.removeForGood('d')]);
  await settle(world);
  await insistOnNothingLeft(world);
}

/** The end of an image in the bin against its restore, the worker and a viewer. */
export async function endAgainstRestore(world: World): Promise<void> {
  const { scheduler } = world;
  await saveFirst(world);
  await world.keep(7);
  await scheduler.run([world.remove('d')]);
  const restored = outcomeOf(world.restore('r'));
  const ended = outcomeOf(world.removeForGood('e'));
  const worked = ended.then(() => world.work('w1'));
  await scheduler.run([restored, worked, world.work('w2'), world.view('v1')]);
  insist((await ended) === 'done', await ended, world);
  insist(['done', 'image_not_found'].includes(await restored), await restored, world);
  await settle(world);
  await insistOnNothingLeft(world);
}

/** THE races, by their participants. */
export const RACES = {
  'delete against render': deleteAgainstRender,
  'save against delete against expiry': saveAgainstDeleteAgainstExpiry,
  'two saves': twoSaves,
  'purge of the renditions against render': purgeAgainstRender,
  'delete against purge against sweep': deleteAgainstPurgeAgainstSweep,
  'replacement against render': replaceAgainstRender,
  'replacement against delete against save': replaceAgainstDeleteAgainstSave,
  'switch to private against render': hideAgainstRender,
  'bin against restore against render': binAgainstRestoreAgainstRender,
  'end against restore': endAgainstRestore,
} as const satisfies Record<string, (world: World) => Promise<void>>;

export type Race = keyof typeof RACES;
