import { describe, expect, it } from 'vitest';
import { ImageFileFault } from '../../../../../core/codecs/image-file.ts';
import { rebuildSvg } from '../../../../../core/codecs/svg/rebuild-svg.ts';
import { QUARTERS, REFUSED_SVGS, SVGS, svgOf } from '../../../../support/images/svg/svg-samples.ts';

/** The reason of the refusal. */
function faultOf(bytes: Uint8Array): string {
  try {
    rebuildSvg(bytes);
    return 'none';
  } catch (fault) {
    if (fault instanceof ImageFileFault) return fault.reason;
    throw fault;
  }
}

describe('an SVG (uploads.svg)', () => {
  it.each(Object.entries(SVGS))('%s is written from permitted elements', (_, bytes) => {
    const { svg } = rebuildSvg(bytes);
    expect(svg).not.toMatch(/canary|DOCTYPE|<!--|metadata|<title|editor|@media/);
    // a fixed point: its own result is the same drawing
    expect(rebuildSvg(Buffer.from(svg)).svg).toBe(svg);
  });

  it.each(Object.entries(REFUSED_SVGS))(
    'with %s is refused with the reason',
    (_, [bytes, reason]) => {
      expect(faultOf(bytes)).toContain(reason);
    },
  );

  it.each([
    ['viewBox="0 0 40 30"', 2_048, 1_536],
    ['width="40" height="30"', 2_048, 1_536],
    ['width="24" height="24" viewBox="0 0 40 30"', 2_048, 2_048],
    ['width="3000" viewBox="0 0 40 30"', 3_000, 2_250],
    ['height="10cm" viewBox="0 0 40 30"', 2_048, 1_536],
    ['width="100%" height="100%" viewBox="0 0 30 40"', 1_536, 2_048],
    ['width="9000" height="1"', 4_096, 1],
  ])('of %s becomes a bitmap of %i x %i pixels', (attributes, width, height) => {
    expect(rebuildSvg(svgOf(QUARTERS, attributes))).toMatchObject({ width, height });
  });

  it('of many layers gets a smaller bitmap', () => {
    const groups = (count: number) => svgOf('<g opacity=".5"><rect/></g>'.repeat(count));
    const widths = [10, 100, 400].map((count) => rebuildSvg(groups(count)).width);
    expect(widths).toEqual([2_048, 1_024, 512]);
  });

  it('counts layers of a style sheet by whatever it may match', () => {
    const layered = (selector: string) =>
      svgOf(`<style>${selector}{opacity:.5}</style>${'<g class="a"><rect/></g>'.repeat(200)}`);
    const widths = ['.a', 'svg > g', '*', '.b'].map((one) => rebuildSvg(layered(one)).width);
    expect(widths).toEqual([512, 512, 512, 2_048]);
  });

  it('has the type of an embedded image from its bytes', () => {
    const [before, after] = ['image/png', 'image/jpeg'];
    const lying = Buffer.from(SVGS['with an image in it'].toString().replace(before, after));
    expect(rebuildSvg(lying).svg).toContain(`data:${before};base64,`);
  });

  it('is a fault and nothing else wherever it is cut', () => {
    for (const bytes of Object.values(SVGS)) {
      for (let end = 0; end < bytes.length; end += 1) faultOf(bytes.subarray(0, end));
    }
    const cut = SVGS.plain.subarray(0, -3);
    expect(faultOf(cut)).toContain('well-formed');
  });
});
