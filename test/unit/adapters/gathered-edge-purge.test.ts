import { describe, expect, it, vi } from 'vitest';
import { gatherPurges } from '../../../adapters/cloudfront/gathered-edge-purge.ts';
import type { CachedImage } from '../../../core/images/ids.ts';

const NEVER_MS = 1_000_000;
const image = (name: string): CachedImage => ({
  imageId: `img_${name}`,
  temporaryImageId: `tmp_${name}`,
});

function open(limits: { workers: number; waitMs: number }, fail?: Error) {
  const calls: string[][] = [];
  const edge = {
    purgeProject: async () => undefined,
    purge: async (images: readonly CachedImage[]) => {
      calls.push(images.map(({ imageId }) => imageId));
      if (fail) throw fail;
    },
  };
  return { calls, ...gatherPurges(edge, limits) };
}

describe('purges that are gathered', () => {
  it('go in one call when all have come, whatever the time', async () => {
    const { calls, edge } = open({ workers: 3, waitMs: NEVER_MS });
    await Promise.all(['a', 'b', 'c'].map((name) => edge.purge([image(name)])));
    expect(calls).toEqual([['img_a', 'img_b', 'img_c']]);
  });

  it('do not wait for those that have left', async () => {
    const { calls, edge, leave } = open({ workers: 3, waitMs: NEVER_MS });
    leave();
    const purges = [edge.purge([image('a')]), edge.purge([image('b')])];
    await Promise.all(purges);
    const last = edge.purge([image('c')]);
    leave();
    await last;
    expect(calls).toEqual([['img_a', 'img_b'], ['img_c']]);
  });

  it('do not wait for one that is too late: it purges the edge in its own call', async () => {
    vi.useFakeTimers();
    try {
      const { calls, edge } = open({ workers: 3, waitMs: 2_000 });
      const early = [edge.purge([image('a')]), edge.purge([image('b')])];
      await vi.advanceTimersByTimeAsync(2_000);
      await Promise.all(early);
      const late = edge.purge([image('c')]);
      await vi.advanceTimersByTimeAsync(2_000);
      await late;
      expect(calls).toEqual([['img_a', 'img_b'], ['img_c']]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('fail all where their call fails', async () => {
    const failure = new Error('TooManyInvalidationsInProgress');
    const { edge } = open({ workers: 2, waitMs: NEVER_MS }, failure);
    const settled = await Promise.allSettled([edge.purge([image('a')]), edge.purge([image('b')])]);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
