import { expect, it } from 'vitest';
import { ImageFileFault } from '../../../../../core/codecs/image-file.ts';
import { rebuildSvg } from '../../../../../core/codecs/svg/rebuild-svg.ts';
import { createRandom } from '../../../../support/hostile/seeded-random.ts';
import { makeStyledSvg } from '../../../../support/hostile/svg/make-styled-svg.ts';
import { countTextWork } from '../../../../support/images/count-text-work.ts';

/** The first seed; `SVG_STYLE_SEED=12 SVG_STYLE_CASES=1` repeats a case that failed. */
const SEED = Number(process.env.SVG_STYLE_SEED ?? 20_261_126);
/** `SVG_STYLE_CASES=100000` tries many more, each with its seed. */
const CASES = Number(process.env.SVG_STYLE_CASES ?? 700);
/** Of 6,000 none took more than 95. */
const UNITS_PER_BYTE = 300;

function reasonOf(bytes: Buffer): string {
  try {
    return rebuildSvg(bytes).svg;
  } catch (fault) {
    if (fault instanceof ImageFileFault) return fault.reason;
    throw fault;
  }
}

it('an SVG of any styles is drawn or refused, with linear work (security.linear-work)', () => {
  const outcomes = new Set<string>();
  for (let seed = SEED; seed < SEED + CASES; seed += 1) {
    const bytes = makeStyledSvg(createRandom(seed));
    const most = UNITS_PER_BYTE * bytes.length;
    const work = countTextWork(() => {
      try {
        const outcome = reasonOf(bytes);
        outcomes.add(outcome.startsWith('<') ? 'drawn' : outcome);
      } catch (cause) {
        throw new Error(`SVG_STYLE_SEED=${seed}: ${bytes}`, { cause });
      }
    }, most);
    expect(work, `SVG_STYLE_SEED=${seed}: ${bytes}`).toBeLessThan(most);
  }
  expect(outcomes).toContain('drawn');
  // the grammar reaches refusals of all steps, from XML to the effects
  if (CASES > 500) expect(outcomes.size).toBeGreaterThan(15);
});
