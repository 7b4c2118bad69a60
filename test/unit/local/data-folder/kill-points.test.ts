import { afterEach, describe, expect, it } from 'vitest';
import { killAtEachPoint, type WritePath } from '../../../support/kills/points/kill-at-each-point.ts';
import { type KilledWorld, openKilledWorld } from '../../../support/kills/points/killed-world.ts';
import { deletePath, savePath, uploadPath } from '../../../support/kills/points/image-paths.ts';

import { BACKGROUND_PATHS } from '../../../support/kills/points/background-paths.ts';
import { CHANGE_PATHS } from '../../../support/kills/points/change-paths.ts';
const PATHS = { uploadPath, savePath, deletePath, ...CHANGE_PATHS, ...BACKGROUND_PATHS } as unknown as Record<string, WritePath<never>>;

let world: KilledWorld | undefined;
afterEach(async () => world?.close());

describe('a service that dies by SIGKILL at a chosen point', () => {
  it.each(Object.entries(PATHS))('%s (security.acknowledged-is-durable)', async (name, path) => {
    world = await openKilledWorld('--events', '--loopback-webhooks');
    const labels = await killAtEachPoint(world, path);
    console.log(`${name}: ${labels.length} kills\n${labels.join('\n')}`);
    await world.verifyOrphans();
    expect(labels.length).toBeGreaterThan(2);
  });
});
