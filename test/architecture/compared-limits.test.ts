import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PLANTED_BUGS } from '../planted/all-bugs.ts';

const SOURCES = ['core', 'lambdas', 'adapters', 'cli', 'admin', 'local'].map(
  (room) => `${room}/**/*.ts`,
);
/** A comparison with a limit, by its name. */
const COMPARED = /[<>]=? \(?LIMITS\.(\w+)|LIMITS\.(\w+)\)? [<>]=? /g;

/** Comparisons that no bug is planted in, with the reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  'adapters/folder/disk/folder-files.ts: maxReadAheadBytes':
    'the same bytes, in one read or several',
  'core/use-cases/delivery/read-stored-object.ts: maxReadAheadBytes':
    'the same body, from memory or from its store',
  'core/use-cases/delivery/cache-lifetime.ts: errorMaxAgeSeconds': 'both answers are one there',
  'core/use-cases/delivery/open-rendition.ts: costlyRenditionPriceMs': 'a price has no next value',
  'core/use-cases/delivery/open-rendition.ts: smallRenditionPriceMs': 'a price has no next value',
  'core/transform/price/price-of.ts: maxRenditionPriceMs': 'a price has no next value',
  'core/use-cases/deletion/erase-project.ts: maxPurgeRunsInARow': 'decides a line of the log',
};

it('each comparison with a limit has a planted bug, whose test tries its last value and the first beyond', () => {
  const bare: string[] = [];
  for (const file of globSync(SOURCES)) {
    const source = readFileSync(file, 'utf8');
    const planted = PLANTED_BUGS.filter((bug) => bug.file === file);
    for (const match of source.matchAll(COMPARED)) {
      const name = `${file}: ${match[1] ?? match[2]}`;
      const isPlanted = planted.some(({ old }) => {
        const start = source.indexOf(old);
        return start <= match.index && match.index < start + old.length;
      });
      if (!isPlanted && !Object.hasOwn(ALLOWED, name)) bare.push(name);
    }
  }
  expect(bare).toEqual([]);
});
