import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findWasm } from '../../adapters/wasm/find-wasm.ts';
import { lastReview, reviewAt } from '../../scripts/release/decoder-review.ts';

const security = readFileSync('SECURITY.md', 'utf8');
const { dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));

/** The package of each decoder, and the names of its libraries in its module. */
const DECODERS = {
  avif: {
    name: '@jsquash/avif',
    libraries: { libaom: (version: string) => `AOMedia Project AV1 Decoder v${version}` },
  },
  heic: {
    name: 'libheif-js',
    libraries: {
      libheif: (version: string) => `\0${version}\0`,
      libde265: (version: string) => `\0${version}\0`,
    },
  },
  svg: {
    name: '@resvg/resvg-wasm',
    libraries: {
      'tiny-skia': (version: string) => `/tiny-skia-${version}/`,
      roxmltree: (version: string) => `/roxmltree-${version}/`,
      rustybuzz: (version: string) => `/rustybuzz-${version}/`,
      png: (version: string) => `/png-${version}/`,
    },
  },
} as const satisfies Record<
  Parameters<typeof findWasm>[0],
  { name: string; libraries: Record<string, (version: string) => string> }
>;

/** The row of a package in the table: its version, and its libraries. */
function rowOf(name: string): readonly [version: string, libraries: string] {
  const row = security.split('\n').find((line) => line.startsWith(`| \`${name}\` |`));
  const [, , version = '', libraries = ''] = (row ?? '').split('|').map((cell) => cell.trim());
  return [version, libraries];
}

describe.each(Object.entries(DECODERS))('the decoder of %s', (format, { name, libraries }) => {
  const [version, contained] = rowOf(name);

  it('has the version that was reviewed last (security.publishing-rights)', () => {
    expect(version).toBe({ ...dependencies, ...optionalDependencies }[name]);
  });

  it('contains the libraries that were reviewed last (security.publishing-rights)', () => {
    const path = findWasm(format as keyof typeof DECODERS)?.module ?? '';
    const module = readFileSync(path, 'latin1');
    for (const [library, textOf] of Object.entries(libraries)) {
      const [, written = 'none'] =
        new RegExp(`\\b${library} (\\d[\\d.]*\\d)`).exec(contained) ?? [];
      expect(module.includes(textOf(written)), `${library} ${written}`).toBe(true);
    }
  });
});

describe('the review of the decoders', () => {
  const text = (day: string) => `# Security\n\nLast review of the decoders: ${day}.\n`;
  const after = (days: number) => new Date(Date.UTC(2026, 0, 1 + days));

  it.each([
    [0, false],
    [180, false],
    [181, true],
    [400, true],
  ])('%i days later, it is due: %s (security.publishing-rights)', (days, isDue) => {
    const review = reviewAt(text('2026-01-01'), after(days));
    expect(review.isDue).toBe(isDue);
    expect(review.text).toContain(`on 2026-01-01, ${days} days ago`);
  });

  it.each(['', '2026-13-01', '2026-02-30', 'soon'])('the day "%s" is an error', (day) => {
    expect(() => lastReview(text(day))).toThrow('no line "Last review of the decoders:');
  });

  it('SECURITY.md has a day that has been, and the workflow reads it', () => {
    expect(lastReview(security).getTime()).toBeLessThanOrEqual(Date.now());
    const program = ['scripts/release/tell-decoder-review.ts'];
    const printed = execFileSync(process.execPath, program, { encoding: 'utf8' });
    expect(printed).toMatch(/^isDue=(?:true|false)\ntext=The last review[^\n]*\n$/);
  });
});
