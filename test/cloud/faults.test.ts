import { describe, expect, it } from 'vitest';
import { createDynamoRateCounter } from '../../adapters/dynamodb/uploads/rate-counter.ts';
import { describeImageLists } from '../contract/image-lists.ts';
import { describeImageStore } from '../contract/image-store.ts';
import { describeRenditionStore } from '../contract/rendition-store.ts';
import { createFaultyClient, type Strikes } from '../support/cloud/faulty-client.ts';
import { openImageStores, openRenditionStores, openTables } from '../support/cloud/open-tables.ts';

const strikes: Strikes = { throttled: 0, conflict: 0, lost: 0 };

// one suite, several seeds: which call is struck differs
for (const seed of [1, 2, 3]) {
  let next = seed * 1_000;
  const wrap: Parameters<typeof openImageStores>[0] = (client) => {
    next += 1;
    return createFaultyClient(client, next, strikes);
  };
  describeImageStore(`DynamoDB that fails one call in five, seed ${seed}`, () =>
    openImageStores(wrap),
  );
  describeImageLists(`DynamoDB that fails one call in five, seed ${seed}`, () =>
    openImageStores(wrap),
  );
  describeRenditionStore(`DynamoDB that fails one call in five, seed ${seed}`, () =>
    openRenditionStores(wrap),
  );
}

describe('a rate counter: DynamoDB that fails one call in five', () => {
  it('counts each call once, though answers were lost (uploads.rate-limit)', async () => {
    const { names, first, remove } = await openTables((client) =>
      createFaultyClient(client, 7, strikes),
    );
    const rates = createDynamoRateCounter(first, names.usage);
    for (let count = 1; count <= 60; count += 1) {
      expect(await rates.countUp('a', 0, 60_000)).toBe(count);
    }
    await remove();
  });
});

describe('the faults', () => {
  it('really struck, each kind of them', () => {
    console.log('faults that struck:', JSON.stringify(strikes));
    for (const count of Object.values(strikes)) expect(count).toBeGreaterThan(20);
  });
});
