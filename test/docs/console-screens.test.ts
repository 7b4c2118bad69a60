import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PATHS, type RouteName } from '../../console/src/state/route-names.ts';
import {
  MAX_SCREEN_BYTES,
  MAX_SCREENS_BYTES,
  SCREENS_FOLDER,
  SCREENSHOTS,
  screenFiles,
} from '../../docs-site/console-screens.ts';

const ALL = Object.keys(PATHS) as RouteName[];
const ROUTES = ALL.filter((route) => SCREENSHOTS[route] !== null);
const TOUR = 'docs/console.md';
const files = globSync('{*/*,*.*}', { cwd: SCREENS_FOLDER });
const bytesOf = (file: string) => statSync(join(SCREENS_FOLDER, file)).size;

describe('the tour of the console', () => {
  const text = readFileSync(TOUR, 'utf8');

  it.each(ROUTES)('shows the screen %s in both themes and on a phone', (route) => {
    for (const file of screenFiles(route)) {
      expect(files, 'npm run test:console && npm run docs:screens').toContain(file);
      expect(text).toContain(`](screens/${file})`);
    }
  });

  it.each(ALL)('leaves out the screen %s only while it has no tests', (route) => {
    if (SCREENSHOTS[route] !== null) return;
    const test = `test/console/${route}.test.ts`;
    expect(existsSync(test), `${test} takes screenshots: name them in console-screens.ts`).toBe(
      false,
    );
  });

  it('shows no screen that is no more', () => {
    const wanted = ROUTES.flatMap(screenFiles);
    expect(files.filter((file) => !wanted.includes(file))).toEqual([]);
    const shown = [...text.matchAll(/\]\(screens\/([^)]+)\)/g)].map(([, file = '']) => file);
    expect(shown.filter((file) => !wanted.includes(file))).toEqual([]);
  });

  it('has small images, with a text for each', () => {
    for (const file of files) expect(bytesOf(file), file).toBeLessThanOrEqual(MAX_SCREEN_BYTES);
    const sum = files.map(bytesOf).reduce((all, bytes) => all + bytes, 0);
    expect(sum).toBeLessThanOrEqual(MAX_SCREENS_BYTES);
    const alts = [...text.matchAll(/!\[([^\]]*)\]\(screens\//g)].map(([, alt = '']) => alt);
    expect(alts.length).toBeGreaterThan(0);
    for (const alt of alts) expect(alt.length).toBeGreaterThan(15);
    expect(new Set(alts).size).toBe(alts.length);
  });
});
