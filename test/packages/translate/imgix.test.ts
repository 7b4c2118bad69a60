import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { installOracles } from '../../support/oracles/install-oracles.ts';
import { combine, expectAll, type Wish } from './cases.ts';

type Parameters = Readonly<Record<string, string | number | boolean>>;
interface Builder {
  buildURL(path: string, parameters: Parameters): string;
}
interface Package {
  readonly default: new (options: { readonly domain: string; secureURLToken?: string }) => Builder;
}

const BOX = { width: 400, height: 400 };
const CROP: Wish<Parameters>['values'] = { ...BOX, fit: 'cover', enlarge: true };

const WISHES: readonly Wish<Parameters>[] = [
  { group: 'size', told: { w: 400, h: 400, fit: 'crop' }, values: CROP },
  { group: 'size', told: { w: 400, h: 400 }, values: { ...BOX, fit: 'inside', enlarge: true } },
  { group: 'size', told: { w: 400, h: 400, fit: 'max' }, values: { ...BOX, fit: 'inside' } },
  {
    group: 'size',
    told: { w: 400, h: 400, fit: 'crop', crop: 'top,left' },
    values: { ...CROP, position: 'top-left' },
  },
  {
    group: 'size',
    told: { w: 400, h: 400, fit: 'crop', crop: 'focalpoint', 'fp-x': 0.25, 'fp-y': 0.75 },
    values: { ...CROP, position: '0.25,0.75' },
  },
  {
    group: 'size',
    told: { w: 400, ar: '4:3', fit: 'crop' },
    values: { width: 400, height: 300, fit: 'cover', enlarge: true },
  },
  { group: 'quality', told: { q: 60 }, values: { quality: 60 } },
  { group: 'format', told: { fm: 'webp' }, format: 'webp' },
  { group: 'format', told: { auto: 'format' }, format: 'auto' },
  { group: 'dpr', told: { dpr: 2 }, values: { dpr: 2 } },
  { group: 'flip', told: { flip: 'hv' }, values: { flip: true, flop: true } },
  { group: 'rotate', told: { orient: 90 }, values: { rotate: 90 } },
  { group: 'brightness', told: { bri: 20 }, values: { brightness: 120 } },
  { group: 'contrast', told: { con: -20 }, values: { contrast: 80 } },
  { group: 'saturation', told: { sat: -100 }, values: { grayscale: true } },
  { group: 'hue', told: { hue: 90 }, values: { hue: 90 } },
  { group: 'tint', told: { monochrome: '704214' }, values: { tint: '704214' } },
  { group: 'negate', told: { invert: true }, values: { negate: true } },
  { group: 'pixelate', told: { px: 12 }, values: { pixelate: 12 } },
  { group: 'pad', told: { pad: 10 }, values: { pad: '10' } },
  { group: 'border', told: { border: '4,ff8800' }, values: { border: '4,ff8800' } },
  { group: 'download', told: { dl: 'lamp.jpg' }, values: { download: 1 } },
  {
    group: 'mask',
    told: { mask: 'corners', 'corner-radius': '8,8,8,8' },
    values: { radius: 8 },
  },
  { group: 'blur', told: { blur: 100 }, lost: ['blur'] },
  { group: 'sharpen', told: { sharp: 20, usm: 10 }, lost: ['sharp', 'usm'] },
  { group: 'duotone', told: { duotone: '000080,FA8072' }, lost: ['duotone'] },
  {
    group: 'overlay',
    told: { mark: 'https://assets.imgix.net/logo 1.png', 'mark-w': 0.25, 'mark-alpha': 40 },
    values: { 'overlay-position': 'bottom-right', 'overlay-width': 25, 'overlay-opacity': 40 },
    overlay: [
      'https://assets.imgix.net/logo 1.png',
      'http://assets.imgix.net/logo 1.png',
      'logo 1.png',
    ],
  },
];

describe('addresses of @imgix/js-core', async () => {
  const entry = join(await installOracles(), '@imgix/js-core/dist/index.cjs.js');
  const { default: Imgix }: Package = await import(pathToFileURL(entry).href);

  it('have each wish in their translation, and each loss by name', () => {
    const all = combine(WISHES);
    expect(all.length).toBeGreaterThan(1_000);
    for (const secure of [undefined, 'a-token']) {
      const options = { domain: 'acme.imgix.net', ...(secure && { secureURLToken: secure }) };
      const imgix = new Imgix(options);
      for (const wishes of all) {
        const told: Parameters = Object.assign({}, ...wishes.map((wish) => wish.told));
        expectAll('imgix', imgix.buildURL('/shop/red lamp.jpg', told), 'shop/red lamp.jpg', wishes);
      }
    }
  });
});
