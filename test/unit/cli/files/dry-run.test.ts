import { describe, expect, it } from 'vitest';
import { dryRun } from '../../../../cli/import/dry-run.ts';
import type { ImportItem, ImportSource } from '../../../../cli/import/import-source.ts';
import { createMapping } from '../../../../cli/import/map-columns.ts';

const item = (key: string, size?: number): ImportItem => ({
  key,
  address: key,
  name: key,
  columns: {},
  open: () => Promise.reject(new Error('a dry run reads nothing')),
  ...(size === undefined ? {} : { size }),
});

function sourceOf(items: readonly ImportItem[]): ImportSource {
  return {
    place: 'a list',
    items: async function* () {
      yield* items;
    },
  };
}

const run = (items: readonly ImportItem[], used: number, limit: number | null) =>
  dryRun(sourceOf(items), {
    manifest: undefined,
    mapping: createMapping(undefined, {}),
    usage: { images: { used, limit } },
    signal: new AbortController().signal,
  });
const items = (count: number) => Array.from({ length: count }, (_, at) => item(`i${at}`, 10));

describe('the report of a dry run of an import', () => {
  it.each([
    [3, 47, 50, 3, true],
    [4, 47, 50, 3, false],
    [0, 50, 50, 0, true],
    [1, 50, 50, 0, false],
    [1, 60, 50, 0, false],
    [9, 60, null, null, true],
  ])(
    '%i images with %i of %s used: %s are left, and it fits: %s',
    async (count, used, limit, left, fits) => {
      const found = await run(items(count), used, limit);
      expect([found.toImport, found.imagesLeftInPlan, found.fitsIntoPlan]).toEqual([
        count,
        left,
        fits,
      ]);
    },
  );

  it.each([
    [0, 0],
    [1, 1],
    [120, 1],
    [121, 2],
    [240, 2],
    [241, 3],
  ])('%i images take %i minutes at least (uploads.own-rate-limit)', async (count, minutes) => {
    expect((await run(items(count), 0, null)).minutesAtLeast).toBe(minutes);
  });

  it('counts an image that is listed twice once, and its bytes once', async () => {
    const found = await run([item('a', 5), item('a', 5), item('b'), item('c', 0)], 0, 3);
    expect(found).toMatchObject({
      images: 3,
      bytes: 5,
      imagesOfUnknownSize: 1,
      fitsIntoPlan: true,
    });
  });
});
