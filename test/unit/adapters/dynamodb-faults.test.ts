import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CALLS, someItems } from './support/dynamo-calls.ts';
import { openFakeTables, type Sent } from './support/fake-tables.ts';
import { cancelled, cancelledAt, fault } from './support/faults.ts';
import { settle } from './support/settle.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

type Call = (typeof CALLS)[string];

/** Runs a call without any fault; returns its answer and its commands. */
async function runWell(call: Call) {
  const tables = openFakeTables(someItems());
  return { settled: await settle(call(tables.client)), tables };
}

function fails(input: Sent, error: Error, conflict: Error): Error {
  return input.TransactItems ? conflict : error;
}

const PASSING: Readonly<Record<string, (input: Sent) => Error | 'lost'>> = {
  'is throttled (ProvisionedThroughputExceededException)': () =>
    fault('ProvisionedThroughputExceededException'),
  'is throttled (ThrottlingException)': () => fault('ThrottlingException'),
  'meets a transaction under way': (input) =>
    fails(
      input,
      fault('TransactionConflictException'),
      cancelled(...(input.TransactItems ?? []).map(() => 'TransactionConflict')),
    ),
  'is throttled within its transaction': (input) =>
    fails(
      input,
      fault('RequestLimitExceeded'),
      cancelled('ThrottlingError', ...(input.TransactItems ?? []).slice(1).map(() => 'None')),
    ),
  'gets no answer and was not carried out': () => fault('TimeoutError'),
  'gets no answer but was carried out': () => 'lost',
};

describe.each(Object.entries(CALLS))('DynamoDB: %s', (_, call) => {
  it.each(Object.entries(PASSING))(
    'answers the same where one of its calls, any of them, %s',
    async (_, makeFault) => {
      const well = await runWell(call);
      expect(well.settled.status).toBe('fulfilled');
      for (let at = 0; at < well.tables.sent.length; at += 1) {
        const tables = openFakeTables(someItems());
        tables.strikeWith((input, nth) => (nth === at ? makeFault(input) : undefined));
        expect(await settle(call(tables.client))).toEqual(well.settled);
        expect(tables.sent).toHaveLength(well.tables.sent.length + 1);
        // one token a transaction, however often it was sent
        expect(tables.applied.size).toBe(well.tables.applied.size);
      }
    },
  );

  it('is busy after 3 s where DynamoDB has no room for any of its calls', async () => {
    const { tables: well } = await runWell(call);
    for (let at = 0; at < well.sent.length; at += 1) {
      const tables = openFakeTables(someItems());
      tables.strikeWith((_, nth) => (nth >= at ? fault('ThrottlingException') : undefined));
      const start = performance.now();
      expect(await settle(call(tables.client))).toMatchObject({
        reason: { code: 'busy', options: { headers: { 'Retry-After': '1' } } },
      });
      expect(performance.now() - start).toBeGreaterThan(2_000);
      expect(performance.now() - start).toBeLessThanOrEqual(3_000);
    }
  });

  it('tries nothing again that will not pass, at any of its calls', async () => {
    const { tables: well } = await runWell(call);
    for (let at = 0; at < well.sent.length; at += 1) {
      for (const error of [fault('ValidationException'), fault('ResourceNotFoundException')]) {
        const tables = openFakeTables(someItems());
        tables.strikeWith((_, nth) => (nth === at ? error : undefined));
        expect(await settle(call(tables.client))).toEqual({ status: 'rejected', reason: error });
        expect(new Set(tables.sent).size).toBe(tables.sent.length); // none of them twice
      }
    }
  });
});

describe('a transaction in DynamoDB', () => {
  const names = ['saveImage', 'claim', 'markDeleting'] as const;

  it.each(names)('%s is not tried again where one of its reasons will not pass', async (name) => {
    const tables = openFakeTables(someItems());
    const error = cancelled('TransactionConflict', 'ValidationError', 'None');
    tables.strikeWith((input) => (input.TransactItems ? error : undefined));
    const settled = await settle(CALLS[name]?.(tables.client) ?? Promise.reject());
    expect(settled).toEqual({ status: 'rejected', reason: error });
  });

  it('shares its 3 s with the other tries of the same call', async () => {
    const tables = openFakeTables(someItems());
    const start = performance.now();
    tables.strikeWith((input) => {
      if (!input.TransactItems) return undefined;
      // another writer is always first, and in the end in the way
      const isLate = performance.now() - start > 2_500;
      return cancelledAt(2, 1, isLate ? 'TransactionConflict' : 'ConditionalCheckFailed');
    });
    const settled = await settle(CALLS.addTemporaryImage?.(tables.client) ?? Promise.reject());
    expect(settled).toMatchObject({ reason: { code: 'busy' } });
    expect(performance.now() - start).toBeLessThanOrEqual(3_000);
  });

  it.each([
    'addApiKey',
    'addUploadKey',
    'addProject',
    'addTemporaryImage',
    'saveImage',
    'replaceMetadata',
    'markDeleting',
    'claim',
    'complete',
    'release',
    'countBandwidth',
    'recordSwept',
    'outdateRenditions',
    'replaceFocalPoint',
    'addFocalPoint',
    'noteLabels',
    'approve',
    'reject',
    'recordOutdated',
    'recordTimeout',
    'createKey',
    'rotateKey',
    'revokeKey',
    'takeDown',
    'putBack',
  ])('%s carries the same token again where its answer was lost', async (name) => {
    const tables = openFakeTables(someItems());
    let isStruck = false;
    tables.strikeWith((input) => {
      if (!input.TransactItems || isStruck) return undefined;
      isStruck = true;
      return 'lost';
    });
    await settle(CALLS[name]?.(tables.client) ?? Promise.reject());
    const [first, second, ...more] = tables.sent.filter((input) => input.TransactItems);
    expect(second).toEqual(first);
    expect(first?.ClientRequestToken).toMatch(/^[0-9a-f-]{36}$/);
    expect(more).toEqual([]);
  });
});
