import { originalObjectKey } from '../../../core/images/object-keys.ts';
import type { Services } from '../../../core/ports/services.ts';
import type { Race } from './scenarios.ts';
import { NOON, type Plant } from './world.ts';

const LATE_MS = 15_000;

function withImages(services: Services, images: Partial<Services['images']>): Services {
  return { ...services, images: { ...services.images, ...images } };
}

/** The worker's last round removes nothing. */
function withoutLastSweep(services: Services): Services {
  const { clock, objects } = services;
  const isLate = () => clock() > NOON + LATE_MS;
  const removing = {
    remove: async (key: string) => (isLate() ? undefined : objects.remove(key)),
    removeAll: async (prefix: string) => (isLate() ? undefined : objects.removeAll(prefix)),
  };
  return { ...services, objects: { ...objects, ...removing } };
}

function withoutGenerations(services: Services): Services {
  const { objects } = services;
  const same = (key: string) => key.replace(/\/g\d+\//, '/g0/');
  const renamed: Partial<Services['objects']> = {
    put: (key, ...more) => objects.put(same(key), ...more),
    get: (key) => objects.get(same(key)),
    remove: (key) => objects.remove(same(key)),
  };
  return { ...services, objects: { ...objects, ...renamed } };
}

function withDeafEdge(services: Services): Services {
  return { ...services, edge: { ...services.edge, purge: async () => undefined } };
}

function withGreedySweep(services: Services): Services {
  const { closeEnded, getTemporaryImage } = services.images;
  const orphanedCopies: Services['orphanedCopies'] = {
    add: async (id) => {
      const { imageId } = (await getTemporaryImage(id)) ?? {};
      if (imageId) await services.objects.remove(originalObjectKey(imageId));
    },
  };
  return withImages(
    { ...services, orphanedCopies },
    {
      closeEnded: async (id, now) => {
        const closed = await closeEnded(id, now);
        return closed && { ...closed, isSaved: false };
      },
    },
  );
}

function withDeafSaves(services: Services): Services {
  const { saveImage } = services.images;
  return withImages(services, {
    saveImage: async (image, limits, now) => {
      const saved = await saveImage(image, limits, now);
      return saved.outcome === 'already_saved' ? { outcome: 'saved', image } : saved;
    },
  });
}

/** The worker believes the first record that it reads. */
function withMemory(): Plant {
  const known = new Map<string, Awaited<ReturnType<Services['images']['getImage']>>>();
  return (services, task) => {
    if (!task.startsWith('w')) return services;
    const { getImage } = services.images;
    return withImages(services, {
      getImage: async (id) => {
        const found = known.get(id) ?? (await getImage(id));
        known.set(id, found);
        return found;
      },
    });
  };
}

/** Bugs that the races have to find, each made again for each life. */
export const PLANTED_BUGS: readonly (readonly [Race, string, () => Plant])[] = [
  ['delete against render', 'no second sweep', () => withoutLastSweep],
  [
    'delete against render',
    'records of renditions that stay',
    () => (services) => {
      const renditions = { ...services.renditions, forgetAll: async () => undefined };
      return { ...services, renditions };
    },
  ],
  [
    'save against delete against expiry',
    'a sweep that takes the stored object of a saved image',
    () => withGreedySweep,
  ],
  ['two saves', 'a second save that hears nothing of the first', () => withDeafSaves],
  [
    'purge of the renditions against render',
    'one name for the renditions of every generation',
    () => withoutGenerations,
  ],
  ['purge of the renditions against render', 'an edge that is not told', () => withDeafEdge],
  ['bin against restore against render', 'an edge that is not told', () => withDeafEdge],
  ['switch to private against render', 'an edge that is not told', () => withDeafEdge],
  ['end against restore', 'a worker that goes by what it read before', () => withMemory()],
  [
    'delete against purge against sweep',
    'a worker that goes by what it read before',
    () => withMemory(),
  ],
  [
    'replacement against render',
    'a worker that knows no former originals',
    () => (services) => withImages(services, { listVersions: async () => [] }),
  ],
  [
    'replacement against delete against save',
    'a save that hears nothing of a replacement',
    () => (services) =>
      withImages(services, {
        replaceOriginal: async (replacement) => {
          const outcome = await services.images.replaceOriginal(replacement);
          return outcome === 'used' ? 'replaced' : outcome;
        },
      }),
  ],
];
