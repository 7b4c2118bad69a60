import { describe, expect, it } from 'vitest';
import { ImageFileFault } from '../../../../../core/codecs/image-file.ts';
import { rebuildSvg } from '../../../../../core/codecs/svg/rebuild-svg.ts';
import { CANARY, drawingOf, OUTSIDE_DATA } from '../../../../support/hostile/svg/outside-data.ts';
import { SVGS } from '../../../../support/images/svg/svg-samples.ts';

/** The rewritten drawing, or the reason of its refusal. */
function outcomeOf(svg: string): { readonly written: string; readonly reason: string } {
  try {
    return { written: rebuildSvg(Buffer.from(svg)).svg, reason: '' };
  } catch (fault) {
    if (fault instanceof ImageFileFault) return { written: '', reason: fault.reason };
    throw fault;
  }
}

const LOADS = /svg\+xml|\\|image-set|@import|src\(|url\((?!#[\w-]+\))|:\/\//i;
/** A written drawing without its own namespace, which is an address. */
const further = (written: string) => written.replace(' xmlns="http://www.w3.org/2000/svg"', '');

describe('data outside of an SVG', () => {
  it.each(Object.entries(OUTSIDE_DATA))(
    'never reaches the renderer: %s (uploads.svg)',
    (_, all) => {
      for (const [place, svg] of Object.entries(all)) {
        const written = further(outcomeOf(svg).written);
        expect(written, place).not.toContain(CANARY);
        expect(written, place).not.toMatch(LOADS);
      }
    },
  );

  it.each([
    ['a drawing in data as a paint', 'fill:url(data:image/svg+xml,a)', 'outside of it'],
    ['an image in data as a paint', 'stroke:url(data:image/png;base64,AAAA)', 'outside of it'],
    ['an address as a filter', 'filter:url(http://a.example/a)', 'outside of it'],
    ['an address as a cursor', 'cursor:url(http://a.example/a)', 'outside of it'],
    ['an address behind a comment', 'fill:url(/**/http://a.example/a)', 'outside of it'],
    ['an escaped name', 'fill:\\75rl(http://a.example/a)', 'style sheet'],
    ['a set of images', 'mask:image-set("a.png" 1x)', 'mask: image-set()'],
    ['a set of images of a vendor', 'mask:-webkit-image-set("a.png" 1x)', '-webkit-image-set()'],
    ['a source', 'clip-path:src("a.svg")', 'clip-path: src()'],
  ])('is refused by its name where it would be drawn: %s (uploads.svg)', (_, style, named) => {
    const sheet = drawingOf(`<style><![CDATA[path{${style}}]]></style><path d="M0 0h9v9z"/>`);
    expect(outcomeOf(sheet).reason).toContain(named);
  });

  it('leaves local parts and embedded images as they are (uploads.svg)', () => {
    const image = outcomeOf(SVGS['with an image in it'].toString()).written;
    expect(image).toContain('href="data:image/png;base64,');
    const local = drawingOf('<clipPath id="a:(b"/><path id="x:(" style="clip-path:url(#c)"/>');
    expect(outcomeOf(local).written).toContain('id="a:(b"');
    expect(outcomeOf(local).written).toContain('clip-path="url(#c)"');
  });
});
