import { describe, expect, it } from 'vitest';
import { describeImageStore } from '../contract/image-store.ts';
import { describeRenditionStore } from '../contract/rendition-store.ts';
import { createFaultyClient, type Strikes } from '../support/cloud/faulty-client.ts';
import { openImageStores, openRenditionStores } from '../support/cloud/open-tables.ts';

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
  describeRenditionStore(`DynamoDB that fails one call in five, seed ${seed}`, () =>
    openRenditionStores(wrap),
  );
}

describe('the faults', () => {
  it('really struck, each kind of them', () => {
    console.log('faults that struck:', JSON.stringify(strikes));
    for (const count of Object.values(strikes)) expect(count).toBeGreaterThan(20);
  });
});
