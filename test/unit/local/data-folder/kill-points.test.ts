import { afterEach, describe, expect, it } from 'vitest';
import { BACKGROUND_PATHS } from '../../../support/kills/points/background-paths.ts';
import { CHANGE_PATHS } from '../../../support/kills/points/change-paths.ts';
import { COMMAND_PATHS } from '../../../support/kills/points/command-paths.ts';
import { IMAGE_PATHS } from '../../../support/kills/points/image-paths.ts';
import { KEPT_PATHS } from '../../../support/kills/points/kept-paths.ts';
import {
  killAtEachPoint,
  type WritePath,
} from '../../../support/kills/points/kill-at-each-point.ts';
import { type KilledWorld, openKilledWorld } from '../../../support/kills/points/killed-world.ts';

/** KILL_POINTS=all kills each path at each of its steps; `npm test` five, at their commits. */
const IS_LONG = process.env.KILL_POINTS === 'all';
const RESTORES = {
  'restore of an image': KEPT_PATHS['restore of an image'],
  'restore of a version': KEPT_PATHS['restore of a version'],
} as const;
const PATHS: Readonly<Record<string, object>> = IS_LONG
  ? { ...IMAGE_PATHS, ...BACKGROUND_PATHS, ...COMMAND_PATHS, ...CHANGE_PATHS, ...KEPT_PATHS }
  : { ...IMAGE_PATHS, ...RESTORES };
const SHORT = /^(commit (?!keys|purge_steps)|rename|answer \/api\/v1\/(upload|save|delete))/;
/** The commit of a restore itself, and none of the purge behind it. */
const SHORT_OF_RESTORES = /^(commit (accounts|image_versions)\+|answer \/api\/v1\/restore)/;
const pointsOf = (name: string) => {
  if (IS_LONG) return undefined;
  return name in RESTORES ? SHORT_OF_RESTORES : SHORT;
};
const MIN_KILLS = 2;
const TIMEOUT_MS = IS_LONG ? 1_800_000 : 600_000;

let world: KilledWorld | undefined;
const killed: string[] = [];
afterEach(async () => world?.close());

describe('a service that dies by SIGKILL at each of the steps of a path', () => {
  it.each(Object.entries(PATHS))(
    'has each acknowledged write, and the rest whole or not at all: %s (security.acknowledged-is-durable)',
    { timeout: TIMEOUT_MS },
    async (name, path) => {
      world = await openKilledWorld('--events', '--loopback-webhooks');
      const points = await killAtEachPoint(world, path as WritePath<unknown>, pointsOf(name));
      killed.push(...points);
      console.log(`${name}: ${points.length} kills, ${killed.length} so far\n${points.join('\n')}`);
      await world.verifyOrphans();
      expect(points.length).toBeGreaterThanOrEqual(MIN_KILLS);
    },
  );
});
