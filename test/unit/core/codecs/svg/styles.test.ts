import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ImageFileFault } from '../../../../../core/codecs/image-file.ts';
import { rebuildSvg } from '../../../../../core/codecs/svg/rebuild-svg.ts';
import { ARRANGED_DRAWINGS } from '../../../../support/images/svg/arranged-drawings.ts';
import { REFUSED_STYLES, STYLED_DRAWINGS } from '../../../../support/images/svg/styled-drawings.ts';

/** The rewritten drawing of each, as the browser's test compared it: one a line, after its name. */
const RECORDED = 'test/unit/core/codecs/svg/recorded-styles.tsv';
const recorded = new Map(
  readFileSync(RECORDED, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t') as [string, string]),
);
const drawn = (svg: string) => rebuildSvg(Buffer.from(svg)).svg;
const START = /^<svg xmlns="[^"]*" /;

describe('the styles of an SVG', () => {
  it.each(Object.entries(STYLED_DRAWINGS))(
    'are written as plain attributes: %s (uploads.svg)',
    (name, svg) => {
      const written = drawn(svg);
      const line = written.replace(START, '');
      expect(`${name}\t${line}`).toBe(`${name}\t${recorded.get(name)}`);
      // a fixed point: its own result is the same drawing, unless filters were turned
      if (!Object.hasOwn(ARRANGED_DRAWINGS, name)) expect(drawn(written)).toBe(written);
    },
  );

  it.each(Object.entries(STYLED_DRAWINGS))(
    'leave no CSS to the renderer: %s (uploads.svg)',
    (_, svg) => {
      const plain = drawn(svg).replace(/ style="(mix-blend-mode|isolation):[a-z-]+"/g, '');
      expect(plain).not.toMatch(/<style|style=|class=|var\(|calc\(|\dpx|!important/);
    },
  );

  it.each(Object.entries(REFUSED_STYLES))(
    'are refused by their name where they are not drawn: %s (uploads.svg)',
    (_, [svg, named]) => {
      const fault = (() => {
        try {
          return drawn(svg);
        } catch (error) {
          return error;
        }
      })();
      expect(fault).toBeInstanceOf(ImageFileFault);
      expect((fault as ImageFileFault).reason).toContain(named);
    },
  );

  it('are all recorded, and nothing else is', () => {
    expect([...recorded.keys()]).toEqual(Object.keys(STYLED_DRAWINGS));
  });
});
