import { describe, expect, it } from 'vitest';
import { measureSvg } from '../../../../../core/codecs/svg/measure-svg.ts';
import { readSvg } from '../../../../../core/codecs/svg/read-svg.ts';
import { rebuildSvg } from '../../../../../core/codecs/svg/rebuild-svg.ts';
import { faultOfSvg } from '../../../../support/images/svg/fault-of-svg.ts';
import { QUARTERS, REFUSED_SVGS, SVGS, svgOf } from '../../../../support/images/svg/svg-samples.ts';

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
      expect(faultOfSvg(bytes)).toContain(reason);
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

  it('with an empty id is drawn as without it, as nothing can refer to that (uploads.svg)', () => {
    const content = '<path d="M0 0h9v9z"/><rect id="" width="9" height="9"/><use/>';
    const { svg } = rebuildSvg(svgOf(content));
    expect(svg).toBe(rebuildSvg(svgOf(content.replace(' id=""', ''))).svg);
    expect(svg).not.toContain('none');
  });

  it.each([
    '<style>rect{fill:rgb(calc(9),8,calc(7</style><rect/>',
    '<style>@media all{rect:is(rect,b){fill:#090807</style><rect/>',
    '<rect style="fill:rgb(calc(9),8,calc(7"/>',
    '<rect style="--a:(];fill:#f00);fill:#090807"/>',
    '<rect fill="rgb(calc(9),8,calc(7"/>',
    '<rect style="fill:var(--a,var(--b,#090807"/>',
  ])(
    'with styles that end within brackets is drawn as in browsers: %s (uploads.svg)',
    (content) => {
      expect(rebuildSvg(svgOf(content)).svg).toContain('<rect fill="#090807">');
    },
  );

  it('has one filter for the same functions in the same units (uploads.svg)', () => {
    const g = (attributes = '') => `<g ${attributes} style="filter:blur(2px)"/>`;
    const filters = (content: string) => rebuildSvg(svgOf(content)).svg.split('<filter').length - 1;
    expect(filters(g().repeat(3))).toBe(1);
    expect(filters(g() + g('transform="scale(2)"') + g().replace('2', '3'))).toBe(3);
  });

  it('of many layers gets a smaller bitmap', () => {
    const groups = (count: number) => svgOf('<g opacity=".5"><rect/></g>'.repeat(count));
    const widths = [10, 100, 400].map((count) => rebuildSvg(groups(count)).width);
    expect(widths).toEqual([2_048, 1_024, 512]);
  });

  const SHADOW = '<filter id="f"><feDropShadow/></filter>';
  const shadowed = (attributes: string) =>
    svgOf(`${SHADOW}<g filter="url(#f)">${QUARTERS}</g>`, attributes);

  it.each([
    ['width="16" height="16"', 512],
    ['width="60" height="40"', 512],
    ['width="128" height="9"', 512],
    ['width="129" height="9"', 1_024],
    ['width="9" height="256"', 1_024],
    ['width="257" height="9"', 2_048],
    ['width="2000" height="9"', 2_048],
    ['width="3000" height="9"', 3_000],
  ])('of %s with a filter has four times its size at least: %i pixels', (attributes, side) => {
    const { width, height } = rebuildSvg(shadowed(attributes));
    expect(Math.max(width, height)).toBe(side);
    // plain drawings keep theirs
    const plain = rebuildSvg(svgOf(QUARTERS, attributes));
    expect(Math.max(plain.width, plain.height)).toBe(Math.max(2_048, side));
  });

  it.each([
    ['an element', `${SHADOW}<rect filter="url(#f)"/>`, 512],
    ['a function', '<rect filter="grayscale(1)"/>', 512],
    ['a style', '<style>rect{filter:drop-shadow(0 0 2px red)}</style><rect/>', 512],
    ['what is used', `${SHADOW}<defs><rect id="r" filter="url(#f)"/></defs><use href="#r"/>`, 512],
    [
      'a pattern',
      `${SHADOW}<pattern id="p"><g filter="url(#f)"/></pattern><rect fill="url(#p)"/>`,
      512,
    ],
    ['nothing that is drawn', SHADOW, 2_048],
    ['nothing that is used', `${SHADOW}<defs><rect filter="url(#f)"/></defs>`, 2_048],
    ['no step', '<filter id="f"/><rect filter="url(#f)"/>', 2_048],
    ['none', '<rect filter="none"/>', 2_048],
  ])('with a filter of %s has a bitmap by the filter', (_, content, width) => {
    expect(rebuildSvg(svgOf(content)).width).toBe(width);
  });

  it.each([
    ['a step of each use', '<rect id="r" filter="url(#f)"/><use href="#r"/><use href="#r"/>', 3],
    ['a chain of functions', '<rect filter="sepia(1) invert(1)"/>', 2],
    ['a function and an element', '<rect filter="url(#f) invert(1)"/>', 2],
    ['no filter', '<rect/>', 0],
  ])('has its steps of filters counted as they are drawn: %s', (_, content, steps) => {
    const drawing = readSvg(svgOf(SHADOW + content));
    expect(measureSvg(drawing).filterSteps).toBe(steps);
  });

  it('counts parts of a step with their step', () => {
    const lights = '<feSpecularLighting><fePointLight/></feSpecularLighting>';
    const merge = '<feMerge><feMergeNode/><feMergeNode/></feMerge>';
    const transfer = '<feComponentTransfer><feFuncR/><feFuncA/></feComponentTransfer>';
    const filter = `<filter id="f">${lights}${merge}${transfer}</filter>`;
    const drawing = readSvg(svgOf(`${filter}<rect filter="url(#f)"/>`));
    expect(measureSvg(drawing).filterSteps).toBe(3);
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
      for (let end = 0; end < bytes.length; end += 1) faultOfSvg(bytes.subarray(0, end));
    }
    const cut = SVGS.plain.subarray(0, -3);
    expect(faultOfSvg(cut)).toContain('well-formed');
  });
});
