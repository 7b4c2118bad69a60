import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

/** With the bound 4 MB were left after each collection, and 17 MB at least without it. */
const YOUNG_BYTES = 10_000_000;

it('a process that decodes gives little room to objects that are collected (security.linear-work)', () => {
  const program = `
    import { getHeapSpaceStatistics } from 'node:v8';
    import { createSharpEngine } from '${resolve('adapters/sharp/image-engine.ts')}';
    if (process.argv[1] === 'engine') await createSharpEngine();
    const size = () =>
      getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size;
    const sizes = [];
    let kept = [];
    for (let round = 0; round < 6_000; round += 1) {
      for (let at = 0; at < 1_000; at += 1) kept.push({ at });
      if (kept.length > 20_000) kept = [];
      if (round >= 3_000) sizes.push(size());
    }
    console.log(JSON.stringify([Math.min(...sizes), Math.max(...sizes)]));`;
  const youngBytes = (mode: string): readonly [least: number, most: number] => {
    const options = ['--input-type=module-typescript', '-e', program, mode];
    return JSON.parse(spawnSync(process.execPath, options, { encoding: 'utf8' }).stdout);
  };
  expect(youngBytes('engine')[0]).toBeLessThanOrEqual(YOUNG_BYTES);
  expect(youngBytes('none')[1]).toBeGreaterThan(YOUNG_BYTES);
});
