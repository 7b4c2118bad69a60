import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { CONSOLE_FOLDER } from '../../scripts/build-console.ts';

/** Of one visit: the scripts that the page names, and those of the heaviest screen. */
const MAX_VISIT_BYTES = 75_000;
/**
 * Of all screens together (docs/decisions/0035): 100 KB, and the searches by the service, the marks
 * of equal uploads. Viewers, links, versions, replacements and the bin are a script of 5 KB more,
 * which the page of an image and the bin load. The playground opens private images. The conditions
 * of the gallery are a script of 7 KB more, which its search field loads at the first use.
 */
const MAX_SCRIPT_BYTES = 113_000;
const MAX_STYLE_BYTES = 20_000;

const assets = readdirSync(join(CONSOLE_FOLDER, 'assets'));
const read = (name: string) => readFileSync(join(CONSOLE_FOLDER, 'assets', name));
const zippedOf = (names: Iterable<string>) =>
  [...names]
    .map((name) => gzipSync(read(name), { level: 9 }).length)
    .reduce((sum, bytes) => sum + bytes, 0);
const named = (extension: string) => assets.filter((name) => name.endsWith(extension));

/** A script with all that it imports before it runs. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  const imports = read(name)
    .toString()
    .matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g);
  for (const [, next = ''] of imports) withImports(next, found);
  return found;
}

describe('the build', () => {
  it('has at most 75 KB of script, gzipped, for a visit of any screen', () => {
    const page = readFileSync(join(CONSOLE_FOLDER, 'index.html'), 'utf8');
    const first = /src="\/console\/assets\/([\w.-]+\.js)"/.exec(page)?.[1] ?? '';
    const scripts = named('.js').filter((name) => name !== first);
    const visits = scripts.map((script) => ({
      screens: script.replace(/-[\w-]{8}\.js$/, ''),
      bytes: zippedOf(withImports(script, withImports(first))),
    }));
    const names = visits.map(({ screens }) => screens);
    expect(names).toEqual([
      'finding-parts',
      'image-pages',
      'image-parts',
      'management',
      'welcome-screen',
    ]);
    console.table(visits);
    for (const { screens, bytes } of visits) {
      expect(bytes, screens).toBeLessThanOrEqual(MAX_VISIT_BYTES);
    }
  });

  it('has at most 113 KB of script, gzipped, over all screens', () => {
    const bytes = zippedOf(named('.js'));
    console.info(`script: ${bytes} bytes, gzipped`);
    expect(bytes).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
  });

  it('has at most 20 KB of styles, gzipped', () => {
    const bytes = zippedOf(named('.css'));
    console.info(`styles: ${bytes} bytes, gzipped`);
    expect(bytes).toBeLessThanOrEqual(MAX_STYLE_BYTES);
  });

  it('names every file by its content, and has no inline script or style', () => {
    for (const name of assets) expect(name).toMatch(/-[\w-]{8}\.(js|css|webp)$/);
    const page = readFileSync(join(CONSOLE_FOLDER, 'index.html'), 'utf8');
    expect(page).not.toMatch(/<style|\sstyle=|<script(?![^>]*\ssrc=)|\son\w+=|data:/);
  });

  it('is for production, wherever it was built: no path of the machine, no JSX of development', () => {
    for (const name of assets.filter((one) => one.endsWith('.js'))) {
      const script = read(name).toString();
      expect(script, name).not.toContain(CONSOLE_FOLDER.replace('.build/console', ''));
      expect(script, name).not.toMatch(/lineNumber:|\.tsx\b/);
    }
  });

  it('names no other host', () => {
    const known = /^https?:\/\/(www\.w3\.org|localhost)/; // namespaces of SVG, and an example
    for (const name of assets.filter((one) => /\.(js|css)$/.test(one))) {
      const hosts =
        read(name)
          .toString()
          .match(/https?:\/\/[a-z0-9.-]+\.[a-z]+/g) ?? [];
      expect(
        hosts.filter((host) => !known.test(host)),
        name,
      ).toEqual([]);
    }
  });
});
