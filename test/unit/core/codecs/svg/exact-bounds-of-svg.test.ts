import { expect, it } from 'vitest';
import { ImageFileFault } from '../../../../../core/codecs/image-file.ts';
import { rebuildSvg } from '../../../../../core/codecs/svg/rebuild-svg.ts';
import { pngChunk } from '../../../../support/images/make-png.ts';
import { svgOf } from '../../../../support/images/svg/svg-samples.ts';

function isDrawn(content: string): boolean {
  try {
    rebuildSvg(svgOf(content));
    return true;
  } catch (fault) {
    if (fault instanceof ImageFileFault) return false;
    throw fault;
  }
}

/** A PNG of no pixels, as only its header is read. */
function image(width: number, height: number): string {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const png = Buffer.concat([signature, pngChunk('IHDR', header), pngChunk('IDAT', '')]);
  return `<image href="data:image/png;base64,${png.toString('base64')}"/>`;
}

it.each<[string, (n: number) => string, number]>([
  ['the width of an image in it', (n) => image(n, 1), 16_384],
  ['the height of an image in it', (n) => image(1, n), 16_384],
  ['the pixels of an image in it', (n) => image(10_000, n), 5_000],
  ['the pixels of two images', (n) => image(5_000, 5_000) + image(5_000, n), 5_000],
])('an SVG is drawn up to the bound on %s (security.bounds-from-header)', (_, drawing, last) => {
  expect([isDrawn(drawing(last)), isDrawn(drawing(last + 1))]).toEqual([true, false]);
});

const colours = (count: number, colour: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `<g fill="${colour(at)}"/>`).join('');

it.each<[string, (at: number) => string]>([
  ['rgb()', (at) => `rgb(${at / 99} 2 3/.5)`],
  ['oklch()', (at) => `oklch(.5 .1 ${at / 99})`],
  ['hsla()', (at) => `hsla(${at / 99},50%,50%,.5)`],
])('an SVG has at most 8,000 different colours by %s (security.linear-work)', (_, colour) => {
  expect([isDrawn(colours(8_000, colour)), isDrawn(colours(8_001, colour))]).toEqual([true, false]);
});

it('colours in colours are counted each (security.linear-work)', () => {
  const mixed = (at: number) => `color-mix(in lab,red ${at / 99}%,lab(5 6 7))`;
  expect([isDrawn(colours(4_000, mixed)), isDrawn(colours(4_001, mixed))]).toEqual([true, false]);
});

it.each<[string, (at: number) => string]>([
  ['in hexadecimal', (at) => `#${(at + 0x100000).toString(16)}`],
  ['that are the same', () => 'rgb(1 2 3/.5)'],
])('colours %s are as many as elements (security.linear-work)', (_, colour) => {
  expect(isDrawn(colours(9_000, colour))).toBe(true);
});

it.each<[string, (parts: number) => string, number]>([
  // two tokens of the brackets, one of a part, four of each further one
  ['a sum', (parts) => `<rect width="calc(1px${' + 1px'.repeat(parts)})"/>`, 4_999],
  ['dashes', (parts) => `<g stroke-dasharray="1${' 1'.repeat(parts)}"/>`, 9_999],
])('a value of an SVG has at most 20,000 tokens: %s (security.linear-work)', (_, make, last) => {
  expect([isDrawn(make(last)), isDrawn(make(last + 1))]).toEqual([true, false]);
  // a fault of the file, at any length
  expect(isDrawn(make(80_000))).toBe(false);
});

it.each([
  ['a condition', (sum: string) => `@supports (width:${sum}){g{fill:red}}`],
  ['a media query', (sum: string) => `@media (min-width:${sum}){g{fill:red}}`],
  ['a first frame', (sum: string) => `@keyframes k{from{x:${sum}}}rect{animation:k 1s ${sum}}`],
  ['a colour', (sum: string) => `rect{fill:rgb(from red ${sum} g b)}`],
])('a sum in %s is a fault of the file at any length (security.linear-work)', (_, sheet) => {
  for (const parts of [5_500, 16_000, 80_000]) {
    const sum = `calc(1px${' + 1px'.repeat(parts)})`;
    // never any other error
    expect(() => isDrawn(`<style>${sheet(sum)}</style><rect/>`)).not.toThrow();
  }
});
