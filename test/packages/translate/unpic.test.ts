import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, it } from 'vitest';
import { installOracles } from '../../support/oracles/install-oracles.ts';
import { combine, expectAll, type Wish } from './cases.ts';

type Operations = Readonly<Record<string, string | number>>;
interface Provider {
  readonly generate: (source: string, operations: Operations, options?: object) => string;
}

const folder = join(await installOracles(), 'unpic/esm/src/providers');
const load = async (name: string): Promise<Provider> =>
  import(pathToFileURL(join(folder, `${name}.js`)).href);
const [imagekit, cloudflare, stored, uploadcare, supabase, nextjs] = await Promise.all(
  ['imagekit', 'cloudflare', 'cloudflare_images', 'uploadcare', 'supabase', 'nextjs'].map(load),
);

const UUID = '12a3456b-c789-1234-1de2-3cfa83096e25';
const COVER = { width: 300, height: 200, fit: 'cover', enlarge: true } as const;

/** Checks all addresses that a provider of unpic makes for these wishes. */
function check(
  service: Parameters<typeof expectAll>[0],
  name: string,
  wishes: readonly Wish<Operations>[],
  build: (operations: Operations) => string | undefined,
): void {
  for (const some of combine(wishes)) {
    // without a size the defaults of unpic are other ones
    if (some[0]?.group !== 'size') continue;
    const told: Operations = Object.assign({}, ...some.map((wish) => wish.told));
    expectAll(service, build(told) ?? '', name, some);
  }
}

const NEXT = { width: 640, quality: 75 };
const SIZE: Operations = { width: 300, height: 200 };
const QUALITY: Wish<Operations> = {
  group: 'quality',
  told: { quality: 70 },
  values: { quality: 70 },
};

describe('addresses of unpic', () => {
  it('of ImageKit have each wish in their translation, and each loss by name', () => {
    const wishes: Wish<Operations>[] = [
      { group: 'size', told: SIZE, values: { ...COVER, position: 'attention' } },
      {
        group: 'size',
        told: { ...SIZE, c: 'at_max' },
        values: { width: 300, height: 200, fit: 'inside', position: 'attention' },
      },
      QUALITY,
      { group: 'format', told: { format: 'webp' }, format: 'webp' },
      { group: 'rotate', told: { rt: 90 }, values: { rotate: 90 } },
      { group: 'radius', told: { r: 20 }, values: { radius: 20 } },
      { group: 'blur', told: { bl: 6 }, lost: ['bl'] },
    ];
    const source = 'https://ik.imagekit.io/acme/shop/lamp.jpg';
    check('imagekit', 'shop/lamp.jpg', wishes, (told) => imagekit?.generate(source, { ...told }));
  });

  it('of Cloudflare have each wish in their translation, and each loss by name', () => {
    const wishes: Wish<Operations>[] = [
      { group: 'size', told: SIZE, values: COVER },
      {
        group: 'size',
        told: { ...SIZE, fit: 'scale-down' },
        values: { width: 300, height: 200, fit: 'inside' },
      },
      QUALITY,
      { group: 'format', told: { format: 'webp' }, format: 'webp' },
      { group: 'rotate', told: { rotate: 90 }, values: { rotate: 90 } },
      { group: 'brightness', told: { brightness: 1.2 }, values: { brightness: 120 } },
      { group: 'blur', told: { blur: 20 }, lost: ['blur'] },
    ];
    const [name, domain] = ['shop/lamp.jpg', 'shop.example.com'];
    const hosted = { host: 'imagedelivery.net', accountHash: 'hash', imageId: 'lamp' };
    const auto = wishes.map((wish) =>
      wish.group === 'size' ? { ...wish, told: { ...wish.told, format: 'webp' } } : wish,
    );
    const plain = auto.filter(({ group }) => group !== 'format');
    const sized = plain.map((wish) => (wish.group === 'size' ? { ...wish, format: 'webp' } : wish));
    check('cloudflare', name, sized, (told) => cloudflare?.generate(name, { ...told }, { domain }));
    check('cloudflare', 'lamp', sized, (told) => stored?.generate('', { ...told }, hosted));
  });

  it('of Uploadcare have each wish in their translation, and each loss by name', () => {
    const wishes: Wish<Operations>[] = [
      {
        group: 'size',
        told: { ...SIZE, format: 'webp' },
        values: { width: 300, height: 200, fit: 'fill', enlarge: true },
        format: 'webp',
      },
      { group: 'rotate', told: { rotate: 90 }, values: { rotate: 270 } },
      { group: 'contrast', told: { contrast: 20 }, values: { contrast: 120 } },
      { group: 'blur', told: { blur: 20 }, lost: ['blur'] },
    ];
    const source = `https://ucarecdn.com/${UUID}/`;
    check('uploadcare', UUID, wishes, (told) => uploadcare?.generate(source, { ...told }));
  });

  it('of Supabase and Next.js have each wish in their translation', () => {
    const source = 'https://acme.supabase.co/storage/v1/object/public/media/lamp.jpg';
    const wishes: Wish<Operations>[] = [
      {
        group: 'size',
        told: SIZE,
        values: { width: 300, height: 200, fit: 'cover' },
        format: 'auto',
      },
      QUALITY,
    ];
    check('supabase', 'media/lamp.jpg', wishes, (told) => supabase?.generate(source, { ...told }));
    const next: Wish<Operations>[] = [
      { group: 'size', told: { width: 640, quality: 75 }, values: NEXT, format: 'auto' },
    ];
    check('next', 'shop/lamp.jpg', next, (told) => nextjs?.generate('/shop/lamp.jpg', { ...told }));
  });
});
