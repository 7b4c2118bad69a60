import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDynamoImageStore } from '../../adapters/dynamodb/images/image-store.ts';
import { createDynamoRenditionStore } from '../../adapters/dynamodb/renditions/rendition-store.ts';
import { createDynamoUsageStore } from '../../adapters/dynamodb/usage/usage-store.ts';
import { openTables } from '../support/cloud/open-tables.ts';
import { exploreSeeds } from '../support/races/explore.ts';
import { RACES } from '../support/races/scenarios.ts';
import { createWorld, wakeSleepersWith } from '../support/races/world.ts';

/** For each race; thousands run over SQLite, in test/unit/core/races. */
const SEEDS = Number(process.env.RACE_SEEDS ?? 40);

describe('races over DynamoDB, in orders that a latch decides', () => {
  let tables: Awaited<ReturnType<typeof openTables>>;
  beforeAll(async () => {
    tables = await openTables();
    wakeSleepersWith((ms) => delay(ms));
  });
  afterAll(() => tables.remove());

  it.each(Object.entries(RACES))(
    '%s: nothing survives, whatever the seed (security.saved-once, security.deletion-final)',
    { timeout: 600_000 },
    async (_, race) => {
      const { first, names, projects } = tables;
      const stores = {
        images: createDynamoImageStore(first, names),
        renditions: createDynamoRenditionStore(first, names),
        usage: createDynamoUsageStore(first, names.usage),
        projects,
      };
      const tried = await exploreSeeds(SEEDS, async (choose) =>
        race(await createWorld(stores, choose)),
      );
      expect(tried).toBe(SEEDS);
    },
  );
});
