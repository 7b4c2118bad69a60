import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { installOracles } from '../../support/oracles/install-oracles.ts';
import { combine, expectAll, type Wish } from './cases.ts';

type Options = Readonly<Record<string, unknown>>;
interface Package {
  readonly generateImageUrl: (request: {
    readonly endpoint: string;
    readonly url: { readonly value: string; readonly displayAs: 'plain' | 'base64' };
    readonly options: Options;
    readonly salt?: string;
    readonly key?: string;
  }) => string;
}

const SOURCE = 'https://files.example.com/shop/red-lamp.jpg';
const LOGO = 'https://files.example.com/logo.png';

const WISHES: readonly Wish<Options>[] = [
  {
    group: 'size',
    told: { resize: { resizing_type: 'fill', width: 300, height: 200, enlarge: 1 } },
    values: { width: 300, height: 200, fit: 'cover', enlarge: true },
  },
  {
    group: 'size',
    told: { width: 300, height: 200, resizing_type: 'fit' },
    values: { width: 300, height: 200, fit: 'inside' },
  },
  {
    group: 'size',
    told: { size: { width: 300, height: 200, enlarge: 1 }, resizing_type: 'force' },
    values: { width: 300, height: 200, fit: 'fill', enlarge: true },
  },
  {
    group: 'size',
    told: { width: 300, height: 200, resizing_type: 'fill-down', gravity: { type: 'noea' } },
    values: { width: 300, height: 200, fit: 'cover', position: 'top-right' },
  },
  {
    group: 'size',
    told: {
      width: 300,
      height: 200,
      resizing_type: 'fill-down',
      gravity: { type: 'fp', x: 0.25, y: 0.75 },
    },
    values: { width: 300, height: 200, fit: 'cover', position: '0.25,0.75' },
  },
  {
    group: 'crop',
    told: {
      crop: { width: 200, height: 100, gravity: { type: 'nowe', x_offset: 5, y_offset: 6 } },
    },
    values: { crop: '5,6,200,100' },
  },
  {
    group: 'crop',
    told: { crop: { width: 0.5, height: 0.25, gravity: { type: 'ce' } } },
    values: { crop: '25p,37.5p,50p,25p' },
  },
  { group: 'dpr', told: { dpr: 2 }, values: { dpr: 2 } },
  { group: 'quality', told: { quality: 70 }, values: { quality: 70 } },
  { group: 'format', told: { format: 'webp' }, format: 'webp' },
  { group: 'rotate', told: { rotate: 90 }, values: { rotate: 90 } },
  {
    group: 'background',
    told: { background: { r: 255, g: 136, b: 0 } },
    values: { background: 'ff8800' },
  },
  { group: 'brightness', told: { brightness: 51 }, values: { brightness: 120 } },
  { group: 'contrast', told: { contrast: 1.5 }, values: { contrast: 150 } },
  { group: 'saturation', told: { saturation: 0.5 }, values: { saturation: 50 } },
  { group: 'blur', told: { blur: 2.5 }, values: { blur: 2.5 } },
  { group: 'sharpen', told: { sharpen: 1.5 }, values: { sharpen: 1.5 } },
  { group: 'pixelate', told: { pixelate: 12 }, values: { pixelate: 12 } },
  {
    group: 'pad',
    told: { padding: { top: 4, right: 3, bottom: 2, left: 1 } },
    values: { pad: '4,3,2,1' },
  },
  { group: 'frame', told: { disable_animation: true }, values: { frame: 0 } },
  { group: 'download', told: { return_attachment: true }, values: { download: 1 } },
  { group: 'trim', told: { trim: { threshold: 15 } }, values: { trim: 15 } },
  { group: 'zoom', told: { max_bytes: 9000 }, lost: ['max_bytes'] },
  { group: 'gradient', told: { gradient: { opacity: 0.5 } }, lost: ['gradient'] },
  {
    group: 'overlay',
    told: {
      watermark: { opacity: 0.5, position: 'soea', scale: 0.25 },
      watermark_url: btoa(LOGO),
    },
    values: { 'overlay-position': 'bottom-right', 'overlay-width': 25, 'overlay-opacity': 50 },
    overlay: [LOGO],
  },
];

describe('addresses of @imgproxy/imgproxy-node', async () => {
  const entry = join(await installOracles(), '@imgproxy/imgproxy-node/dist/cjs/index.js');
  const { generateImageUrl }: Package = await import(pathToFileURL(entry).href);

  it('have each wish in their translation, and each loss by name', () => {
    const all = combine(WISHES);
    expect(all.length).toBeGreaterThan(1_000);
    const signed = { salt: '520f986b998545b4785e0defbc4f3c1203f22de2374a3d53cb7a7fe9fea309c5' };
    for (const displayAs of ['plain', 'base64'] as const) {
      const keys = displayAs === 'plain' ? {} : { ...signed, key: signed.salt };
      for (const wishes of all) {
        const options: Options = Object.assign({}, ...wishes.map((wish) => wish.told));
        const url = { value: SOURCE, displayAs };
        const address = generateImageUrl({
          endpoint: 'https://img.example.com',
          url,
          options,
          ...keys,
        });
        expectAll('imgproxy', address, SOURCE, wishes);
      }
    }
  });
});
