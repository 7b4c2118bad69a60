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

/**
 * The errors after which a call is tried again, by name, one by one (Amazon DynamoDB developer
 * guide, "Error handling"). This table is written apart from the one of the adapter.
 */
const ERRORS: Readonly<Record<string, Error>> = {
  ...Object.fromEntries(
    [
      'TransactionConflictException',
      'TransactionInProgressException',
      'ProvisionedThroughputExceededException',
      'ThrottlingException',
      'RequestLimitExceeded',
      'InternalServerError',
      'ServiceUnavailable',
      'TimeoutError',
      'RequestTimeout',
    ].map((name) => [name, fault(name)]),
  ),
  ...Object.fromEntries(
    ['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'EHOSTUNREACH'].map(
      (code) => [code, fault('Error', { code })],
    ),
  ),
};
/** The reasons of a cancelled transaction that pass. */
const REASONS = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'];

/** The place in the code that sent a command, as far as the command shows it. */
function siteOf(input: Sent): string {
  const { UpdateExpression, KeyConditionExpression, TransactItems, RequestItems } = input;

  return JSON.stringify([
    UpdateExpression,
    KeyConditionExpression,
    TransactItems?.length,
    Object.keys(RequestItems ?? {}),
    Object.keys(input).sort(),
  ]);
}

/** The first command of each place. */
function firstOfEachSite(sent: readonly Sent[]): number[] {
  const sites = sent.map(siteOf);
  return [...sites.keys()].filter((at) => sites.indexOf(sites[at] ?? '') === at);
}

describe.each(Object.entries(CALLS))('DynamoDB: %s', (_, call) => {
  /** Strikes one command of the call, and expects the answer of the run without a fault. */
  const expectSame = async (
    well: Awaited<ReturnType<typeof runWell>>,
    at: number,
    makeFault: (input: Sent) => Error | 'lost',
  ) => {
    const tables = openFakeTables(someItems());
    tables.strikeWith((input, nth) => (nth === at ? makeFault(input) : undefined));
    expect(await settle(call(tables.client))).toEqual(well.settled);
    expect(tables.sent).toHaveLength(well.tables.sent.length + 1);
    // one token a transaction, however often it was sent
    expect(tables.applied.size).toBe(well.tables.applied.size);
  };

  it('answers the same where one of its calls, any of them, meets an error that passes, whichever', async () => {
    const well = await runWell(call);
    expect(well.settled.status).toBe('fulfilled');
    for (const at of firstOfEachSite(well.tables.sent)) {
      for (const error of Object.values(ERRORS)) await expectSame(well, at, () => error);
    }
  });

  it('answers the same where one of its transactions, any of them, is cancelled for a reason that passes', async () => {
    const well = await runWell(call);
    for (const at of firstOfEachSite(well.tables.sent)) {
      const count = well.tables.sent[at]?.TransactItems?.length;
      if (count === undefined) continue;
      for (const reason of REASONS) await expectSame(well, at, () => cancelledAt(count, 0, reason));
    }
  });

  it('answers the same where the answer of any of its calls is lost', async () => {
    const well = await runWell(call);
    for (const at of well.tables.sent.keys()) await expectSame(well, at, () => 'lost');
  });

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
    'replaceOriginal',
    'markDeleting',
    'claim',
    'complete',
    'release',
    'countBandwidth',
    'countImages',
    'recordSwept',
    'outdateRenditions',
    'replaceFocalPoint',
    'replaceVisibility',
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
