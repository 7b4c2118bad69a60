import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../../../adapters/sqlite/database/open-database.ts';
import { createSqliteImageStore } from '../../../../adapters/sqlite/images/image-store.ts';
import { createSqliteProjectStore } from '../../../../adapters/sqlite/projects/project-store.ts';
import { createSqliteRenditionStore } from '../../../../adapters/sqlite/renditions/rendition-store.ts';
import { createSqliteUsageStore } from '../../../../adapters/sqlite/usage/usage-store.ts';
import { exploreOrders, exploreSeeds } from '../../../support/races/explore.ts';
import { PLANTED_BUGS } from '../../../support/races/planted-bugs.ts';
import { RACES } from '../../../support/races/scenarios.ts';
import type { Choose } from '../../../support/races/scheduler.ts';
import {
  createWorld,
  type Plant,
  type Stores,
  type World,
  wakeSleepersWith,
} from '../../../support/races/world.ts';

/** For each race; `RACE_SEEDS=20000 vitest run test/unit/core/races` tries more, CI 1,000. */
const SEEDS = Number(process.env.RACE_SEEDS ?? 400);
const MAX_ORDERS = SEEDS;
const TIMEOUT = { timeout: 600_000 };
const SOUND = () => (services: Parameters<Plant>[0]) => services;

function openStores(): Stores {
  const db = openDatabase(':memory:');
  return {
    images: createSqliteImageStore(db),
    renditions: createSqliteRenditionStore(db),
    usage: createSqliteUsageStore(db),
    projects: createSqliteProjectStore(db),
  };
}

describe('races, in orders that a latch decides', () => {
  let stores: Stores;
  beforeAll(() => {
    stores = openStores();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    wakeSleepersWith(async (ms) => void vi.advanceTimersByTime(ms));
  });
  afterAll(() => void vi.useRealTimers());

  const lives =
    (race: (world: World) => Promise<void>, createPlant: () => Plant = SOUND) =>
    async (choose: Choose) =>
      race(await createWorld(stores, choose, createPlant()));

  it.each(Object.entries(RACES))(
    '%s: nothing survives, whatever the seed (security.saved-once, security.deletion-final, saving.idempotent, deletion.steps)',
    TIMEOUT,
    async (_, race) => {
      expect(await exploreSeeds(SEEDS, lives(race))).toBe(SEEDS);
    },
  );

  it.each(Object.entries(RACES))(
    '%s: nothing survives in the orders with at most two interruptions (security.saved-once, security.deletion-final)',
    TIMEOUT,
    async (name, race) => {
      const orders = await exploreOrders({ maxSwitches: 2, maxRuns: MAX_ORDERS }, lives(race));
      console.log(`${name}: ${orders === MAX_ORDERS ? 'the first' : 'all'} ${orders} orders`);
      expect(orders).toBeGreaterThanOrEqual(Math.min(MAX_ORDERS, 100));
    },
  );

  it.each(PLANTED_BUGS)('%s: finds %s', TIMEOUT, async (name, _, createPlant) => {
    await expect(exploreSeeds(SEEDS, lives(RACES[name], createPlant))).rejects.toThrow(/^seed/);
  });
});
