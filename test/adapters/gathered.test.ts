import { describe, expect, it } from 'vitest';
import { createGatheredEdgePurge } from '../../adapters/edge-purge/gathered.ts';
import type { AnyImageId } from '../../core/images/ids.ts';
import type { EdgePurge } from '../../core/ports.ts';

const idsOf = (at: number): AnyImageId[] => [`img_${at}`, `tmp_${at}`];

function open(maxIds: number, refuse: (ids: readonly AnyImageId[]) => boolean = () => false) {
  const sent: (readonly AnyImageId[])[] = [];
  let running = 0;
  let most = 0;
  const edge: EdgePurge = {
    purge: async (ids) => {
      running += 1;
      most = Math.max(most, running);
      sent.push(ids);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (refuse(ids)) throw new Error('refused');
    },
  };
  const pause = () => new Promise<void>((resolve) => setImmediate(resolve));
  return { gathered: createGatheredEdgePurge(edge, maxIds, pause), sent, most: () => most };
}

describe('a gathered purge', () => {
  it('SECURITY 15 tells the edge of all that is asked at the same time at once', async () => {
    const { gathered, sent } = open(100);
    await Promise.all(Array.from({ length: 10 }, (_, at) => gathered.purge(idsOf(at))));
    expect(sent).toEqual([Array.from({ length: 10 }, (_, at) => idsOf(at)).flat()]);
  });

  it('keeps each purge within the limit, one after the other, and an image’s ids together', async () => {
    const { gathered, sent, most } = open(15);
    await Promise.all(Array.from({ length: 20 }, (_, at) => gathered.purge(idsOf(at))));
    expect(sent.map((ids) => ids.length)).toEqual([14, 14, 12]);
    expect(sent.flat()).toEqual(Array.from({ length: 20 }, (_, at) => idsOf(at)).flat());
    expect(most()).toBe(1);
  });

  it('tells each caller of its own: a refusal holds up nobody else', async () => {
    const { gathered, sent } = open(4, (ids) => ids.includes('img_2'));
    const all = await Promise.allSettled([0, 1, 2, 3, 4].map((at) => gathered.purge(idsOf(at))));
    expect(all.map(({ status }) => status)).toEqual([
      ...['fulfilled', 'fulfilled', 'rejected', 'rejected', 'fulfilled'],
    ]);
    await gathered.purge(idsOf(2)).catch(() => undefined);
    expect(sent.at(-1)).toEqual(idsOf(2));
  });

  it('takes what comes while another is sent, what is too large for one, and nothing at all', async () => {
    const { gathered, sent } = open(2);
    await gathered.purge([]);
    const first = gathered.purge(idsOf(1));
    const many = gathered.purge([...idsOf(2), ...idsOf(3)]);
    await first;
    await Promise.all([many, gathered.purge(idsOf(4))]);
    expect(sent).toEqual([idsOf(1), [...idsOf(2), ...idsOf(3)], idsOf(4)]);
  });
});
