import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAddressTable } from '../../../cli/translate/address-table.ts';
import { translateAddress } from '../../../cli/translate/translate-address.ts';
import { installPythonTools, run } from '../../support/service/python-tools.ts';
import { combine, expectAll, type Wish } from './cases.ts';

type Options = Readonly<Record<string, unknown>>;

/** Builds an address for each object of options, a line each. */
const PROGRAM = `
import json, sys
from libthumbor import CryptoURL
crypto = CryptoURL(key='a-key')
for options in json.load(open(sys.argv[1])):
    print(crypto.generate(**options))
`;

const SOURCE = 'files.example.com/shop/lamp.jpg';
const LOGO = 'files.example.com/logo.png';
const filter = (text: string): Options => ({ filters: [text] });

const WISHES: readonly Wish<Options>[] = [
  {
    group: 'size',
    told: { width: 300, height: 200 },
    values: { width: 300, height: 200, fit: 'cover', enlarge: true },
  },
  {
    group: 'size',
    told: { width: 300, height: 200, fit_in: true },
    values: { width: 300, height: 200, fit: 'inside' },
  },
  {
    group: 'size',
    told: { width: 300, height: 200, full_fit_in: true },
    values: { width: 300, height: 200, fit: 'outside' },
  },
  {
    group: 'size',
    told: { width: 300, height: 200, adaptive_fit_in: true },
    values: { width: 300, height: 200, fit: 'inside' },
    lost: ['adaptive'],
  },
  {
    group: 'size',
    told: { width: 300, flip: true },
    values: { width: 300, flop: true, fit: 'cover', enlarge: true },
  },
  {
    group: 'size',
    told: { width: 300, height: 200, halign: 'left', valign: 'top' },
    values: { width: 300, height: 200, fit: 'cover', enlarge: true, position: 'top-left' },
  },
  {
    group: 'size',
    told: { width: 300, height: 200, smart: true },
    values: { width: 300, height: 200, fit: 'cover', enlarge: true, position: 'attention' },
  },
  {
    group: 'crop',
    told: {
      crop: [
        [10, 20],
        [110, 220],
      ],
    },
    values: { crop: '10,20,100,200' },
  },
  { group: 'trim', told: { trim: true }, values: { trim: 10 } },
  { group: 'trim', told: { trim: ['top-left', 20] }, values: { trim: 20 } },
  { group: 'trim', told: { trim: ['bottom-right', 20] }, lost: ['trim'] },
  { group: 'filters', told: filter('quality(70)'), values: { quality: 70 } },
  { group: 'filters', told: filter('format(webp)'), format: 'webp' },
  { group: 'filters', told: filter('rotate(90)'), values: { rotate: 270 } },
  { group: 'filters', told: filter('brightness(20)'), values: { brightness: 120 } },
  { group: 'filters', told: filter('contrast(20)'), values: { contrast: 144 } },
  { group: 'filters', told: filter('saturation(1.5)'), values: { saturation: 150 } },
  { group: 'filters', told: filter('grayscale()'), values: { grayscale: true } },
  { group: 'filters', told: filter('blur(6,2)'), values: { blur: 2 } },
  { group: 'filters', told: filter('cover()'), values: { frame: 0 } },
  {
    group: 'filters',
    told: filter('round_corner(20,255,136,0)'),
    values: { radius: 20, background: 'ff8800' },
  },
  {
    group: 'filters',
    told: filter(`watermark(${LOGO},-0,0,50,25)`),
    values: { 'overlay-position': 'top-right', 'overlay-width': 25, 'overlay-opacity': 50 },
    overlay: [LOGO, LOGO],
  },
  { group: 'filters', told: filter('noise(40)'), lost: ['noise'] },
  { group: 'filters', told: filter('sharpen(2,1.0,true)'), lost: ['sharpen'] },
  { group: 'filters', told: filter('focal(146x206:279x360)'), lost: ['focal'] },
];

async function build(options: readonly Options[], folder: string): Promise<string[]> {
  const programs = await installPythonTools(folder, 'test/support/translate/libthumbor.txt');
  const told = join(folder, 'options.json');
  await writeFile(told, JSON.stringify(options));
  const { code, output } = await run(join(programs, 'python'), ['-c', PROGRAM, told], {});
  expect([code, output.slice(0, 200)]).toEqual([0, expect.stringContaining('/')]);
  const paths = output.trim().split('\n');
  return paths.map((path) => `https://img.example.com${path}`);
}

const FOLDER = resolve('.build/libthumbor');

describe('addresses of libthumbor', () => {
  it('have each wish in their translation, and each loss by name', async () => {
    const all = combine(WISHES);
    expect(all.length).toBeGreaterThan(400);
    const options = all.map((wishes) =>
      Object.assign({ image_url: SOURCE }, ...wishes.map(({ told }) => told)),
    );
    const addresses = await build(options, FOLDER);
    expect(addresses).toHaveLength(all.length);
    for (const [at, wishes] of all.entries()) {
      expectAll('thumbor', addresses[at] ?? '', SOURCE, wishes);
    }
  });

  it('find their image with and without its scheme', async () => {
    const image = `https://cdn.example.com/res/img_${'b'.repeat(26)}.jpg`;
    const table = createAddressTable([[`https://${SOURCE}`, image]]);
    const sources = [SOURCE, `https://${SOURCE}`, encodeURIComponent(`https://${SOURCE}`)];
    const sizes = [{}, { width: 300 }, { height: 200, unsafe: true }, { width: 9, smart: true }];
    const options = sources.flatMap((image_url) => sizes.map((size) => ({ ...size, image_url })));
    const found = (await build(options, FOLDER)).map((address) => {
      const result = translateAddress(
        address.replace('.comunsafe', '.com/unsafe'),
        'thumbor',
        table,
      );
      return 'new' in result ? result.new?.split('?')[0] : result.fault;
    });
    expect(found).toEqual(options.map(() => image));
  });
});
