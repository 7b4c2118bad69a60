import { CloudFrontClient, CreateInvalidationCommand } from '@aws-sdk/client-cloudfront';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, describe, expect, it } from 'vitest';
import { createGatheredEdgePurge } from '../../adapters/edge-purge/gathered.ts';
import type { AnyImageId } from '../../core/images/ids.ts';
import { AWS_EDGE } from '../../lambdas/edge-services.ts';

function open(limits: { waitMs: number; maxIds: number }, fail?: Error) {
  const calls: (readonly AnyImageId[])[] = [];
  const edge = createGatheredEdgePurge(
    {
      purgeProject: async () => undefined,
      purge: async (ids) => {
        calls.push(ids);
        if (fail) throw fail;
      },
    },
    limits,
  );
  return { calls, edge };
}

describe('purges that are gathered', () => {
  const before = { ...process.env };
  afterEach(() => {
    process.env = { ...before };
  });

  it('go in one call, each picture once, and one that comes later in the next', async () => {
    const { calls, edge } = open({ waitMs: 5, maxIds: 100 });
    await Promise.all([
      edge.purge(['img_a', 'tmp_a']),
      edge.purge(['img_b']),
      edge.purge(['img_a']),
    ]);
    await edge.purge(['img_c']);
    expect(calls).toEqual([['img_a', 'tmp_a', 'img_b'], ['img_c']]);
  });

  it('never go with more pictures than a call takes', async () => {
    const { calls, edge } = open({ waitMs: 5, maxIds: 3 });
    await Promise.all(['a', 'b', 'c'].map((one) => edge.purge([`img_${one}`, `tmp_${one}`])));
    expect(calls.map((ids) => ids.length)).toEqual([2, 2, 2]);
  });

  it('fail all where their call fails', async () => {
    const { edge } = open({ waitMs: 5, maxIds: 9 }, new Error('TooManyInvalidationsInProgress'));
    const settled = await Promise.allSettled([edge.purge(['img_a']), edge.purge(['img_b'])]);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('are those of the deployed worker: one invalidation for a batch', async () => {
    const mock = mockClient(CloudFrontClient);
    mock.on(CreateInvalidationCommand).resolves({});
    process.env = { AWS_REGION: 'eu-west-1', DISTRIBUTION_ID: 'DIST' };
    const edge = AWS_EDGE.edge();
    await Promise.all(['a', 'b', 'c'].map((one) => edge.purge([`img_${one}`, `tmp_${one}`])));
    const sent = mock.commandCalls(CreateInvalidationCommand).map(({ args }) => args[0].input);
    expect(sent.map(({ InvalidationBatch }) => InvalidationBatch?.Paths?.Quantity)).toEqual([6]);
    mock.restore();
  });
});
