import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ImageFileFault } from '../../../../core/codecs/image-file.ts';
import { rebuildSvg } from '../../../../core/codecs/svg/rebuild-svg.ts';
import {
  checkSvgCounts,
  SVG_MAXIMA,
  SVG_PRODUCTS,
  type SvgCounts,
} from '../../../../core/codecs/svg/svg-budget.ts';
import { SVG_ATTACKS } from '../../../support/hostile/svg/svg-attacks.ts';
import { STYLE_ATTACKS } from '../../../support/hostile/svg/svg-style-attacks.ts';
import { countTextWork } from '../../../support/images/count-text-work.ts';
import { SVGS } from '../../../support/images/svg/svg-samples.ts';

/** The largest of any attack is below half of it. */
const UNITS_PER_BYTE = 60;
/** Five million pairs of a selector and an element, each of four units, whatever the bytes. */
const UNITS_PER_FILE = 20_000_000;

/** The reason of the refusal, or the size of the drawing. */
function outcomeOf(bytes: Uint8Array): string {
  try {
    const { width, height } = rebuildSvg(bytes);
    return `${width} x ${height}`;
  } catch (fault) {
    if (fault instanceof ImageFileFault) return fault.reason;
    throw fault;
  }
}

const attacks = Object.entries(SVG_ATTACKS);
/** Work of styles is counted while it is done as well, so that fewer bytes show it. */
const bytesOf = (name: string) => (Object.hasOwn(STYLE_ATTACKS, name) ? 30_000 : 147_000);

describe('the work of reading an SVG is linear in its bytes (security.linear-work)', () => {
  it.each(attacks)('of %s', (name, make) => {
    const bytes = make(bytesOf(name));
    const most = UNITS_PER_FILE + UNITS_PER_BYTE * bytes.length;
    expect(countTextWork(() => outcomeOf(bytes), most)).toBeLessThan(most);
  });

  it('of 2 MB of what an expression that backtracks would never end', async () => {
    // in a process, which can be ended
    const program = `
      import { rebuildSvg } from './core/codecs/svg/rebuild-svg.ts';
      import { SVG_ATTACKS } from './test/support/hostile/svg/svg-attacks.ts';
      const outcomes = Object.entries(SVG_ATTACKS)
        .filter(([name]) => /spaces|never end|without an end|colons|starts of/.test(name))
        .map(([, make]) => {
          try {
            return rebuildSvg(make(2_000_000)).svg.length;
          } catch (fault) {
            return fault.reason;
          }
        });
      console.log(JSON.stringify(outcomes));`;
    const args = ['--input-type=module-typescript', '-e', program];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 55_000 });
    const outcomes: unknown[] = JSON.parse(stdout);
    expect(outcomes.length).toBeGreaterThan(12);
    expect(outcomes).not.toContain(null);
  });

  it('and drawings are far below', () => {
    for (const bytes of Object.values(SVGS)) {
      expect(countTextWork(() => outcomeOf(bytes))).toBeLessThan(UNITS_PER_BYTE * bytes.length);
    }
  });

  it('and nothing is left uncounted: strings, expressions, lists, maps and sets', () => {
    const text = 'a'.repeat(1_000);
    const list = Array.from(text);
    const counts = [
      countTextWork(() => text.split('')),
      countTextWork(() => text.includes('b')),
      countTextWork(() => /b/.exec(text)),
      countTextWork(() => list.flatMap((one) => [one, one])),
      countTextWork(() => [...list]),
      countTextWork(() => new Set(list)),
      countTextWork(() => new Map(list.map((one) => [one, 1]))),
    ];
    expect(counts.every((count) => count >= 1_000)).toBe(true);
  });
});

describe('the counts of an SVG (security.linear-work)', () => {
  const nothing = Object.fromEntries(
    Object.keys(SVG_MAXIMA).map((name) => [name, 0]),
  ) as unknown as SvgCounts;
  const bounded = Object.entries(SVG_MAXIMA).filter(([, most]) => Number.isFinite(most));

  it.each(bounded)('have a maximum of %s: %i, and not one more', (name, most) => {
    expect(() => checkSvgCounts({ ...nothing, [name]: most })).not.toThrow();
    expect(() => checkSvgCounts({ ...nothing, [name]: most + 1 })).toThrow(ImageFileFault);
  });

  it.each(SVG_PRODUCTS)('have a maximum of $name: $most', ({ of, most }) => {
    const names = Object.keys(nothing) as (keyof SvgCounts)[];
    const factors = names.filter((name) => of({ ...nothing, [name]: Number.NaN }) !== 0);
    expect(factors).toHaveLength(2);
    const [first = 'elements', second = 'elements'] = factors;
    expect(() => checkSvgCounts({ ...nothing, [first]: 1, [second]: 1 })).not.toThrow();
    const side = Math.min(SVG_MAXIMA[first], Math.floor(Math.sqrt(most)));
    const other = Math.floor(most / side);
    expect(() => checkSvgCounts({ ...nothing, [first]: side, [second]: other + 1 })).toThrow(
      ImageFileFault,
    );
  });

  it('that are too large are refused with the reason, before anything is parsed further', () => {
    const of = (name: string, bytes = 147_000) => outcomeOf(SVG_ATTACKS[name]?.(bytes) as Buffer);
    expect(of('one class, often x rules of it', 70_000)).toContain('too complex');
    expect(of('functions of a filter')).toContain('too complex');
    expect(of('functions of a filter in a rule')).toContain('too complex');
    expect(of('transforms')).toContain('too complex');
    expect(of('a list as the order of a matrix', 350_000)).toBe('512 x 512');
    expect(of('a list as the radius of a morphology', 350_000)).toContain(' x ');
  });
});
