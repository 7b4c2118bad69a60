import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { installOracles } from '../../support/oracles/install-oracles.ts';
import { combine, expectAll, type Wish } from './cases.ts';

/** An action of the builder, and all that is chained to it. */
type Action = {
  readonly [Method in
    | 'aspectRatio'
    | 'gravity'
    | 'height'
    | 'position'
    | 'resize'
    | 'textColor'
    | 'transformation'
    | 'width'
    | 'x'
    | 'y']: Make;
};
type Make = (...told: readonly unknown[]) => Action;
type Functions<Name extends string> = { readonly [Each in Name]: Make };
type Classes<Name extends string> = {
  readonly [Each in Name]: new (
    ...told: readonly unknown[]
  ) => Action;
};
interface Image {
  addAction(action: Action): Image;
  toURL(): string;
}
interface Package {
  readonly Cloudinary: new (options: object) => { image(publicId: string): Image };
}

const folder = join(await installOracles(), '@cloudinary/url-gen');
const load = (name: string) => import(pathToFileURL(join(folder, `${name}.js`)).href);
const { Cloudinary }: Package = await load('index');
const {
  scale,
  fill,
  fit,
  pad,
  limitFit,
  crop,
}: Functions<'scale' | 'fill' | 'fit' | 'pad' | 'limitFit' | 'crop'> = await load('actions/resize');
const adjust: Functions<'brightness' | 'contrast' | 'gamma' | 'hue' | 'saturation'> =
  await load('actions/adjust');
const effect: Functions<'blur' | 'cartoonify' | 'grayscale' | 'negate' | 'pixelate' | 'sepia'> =
  await load('actions/effect');
const { byRadius, max }: Functions<'byRadius' | 'max'> = await load('actions/roundCorners');
const { byAngle, mode }: Functions<'byAngle' | 'mode'> = await load('actions/rotate');
const { source }: Functions<'source'> = await load('actions/overlay');
const {
  format,
  quality,
  dpr,
  defaultImage,
}: Functions<'format' | 'quality' | 'dpr' | 'defaultImage'> = await load('actions/delivery');
const { compass }: Functions<'compass'> = await load('qualifiers/gravity');
const { verticalFlip }: Functions<'verticalFlip'> = await load('qualifiers/rotationMode');
const { image: imageSource, text }: Functions<'image' | 'text'> = await load('qualifiers/source');
const { Position }: Classes<'Position'> = await load('qualifiers/position');
const { TextStyle }: Classes<'TextStyle'> = await load('qualifiers/textStyle');
const { Transformation }: Classes<'Transformation'> = await load('index');

type Told = () => Action;

const at = (gravity: string) => new Position().gravity(compass(gravity));
const boxOf = (resize: Make) => resize().width(300).height(200);
const BOX = { width: 300, height: 200 };

const WISHES: readonly Wish<Told>[] = [
  {
    group: 'crop',
    told: () => crop().width(100).height(50).x(10).y(20),
    values: { crop: '10,20,100,50' },
  },
  {
    group: 'size',
    told: () => scale().width(300),
    values: { width: 300, fit: 'fill', enlarge: true },
  },
  { group: 'size', told: () => boxOf(fill), values: { ...BOX, fit: 'cover', enlarge: true } },
  {
    group: 'size',
    told: () => boxOf(fill).gravity(compass('north_east')),
    values: { ...BOX, fit: 'cover', enlarge: true, position: 'top-right' },
  },
  { group: 'size', told: () => boxOf(fit), values: { ...BOX, fit: 'inside', enlarge: true } },
  { group: 'size', told: () => boxOf(limitFit), values: { ...BOX, fit: 'inside' } },
  { group: 'size', told: () => boxOf(pad), values: { ...BOX, fit: 'contain', enlarge: true } },
  {
    group: 'size',
    told: () => fill().width(640).aspectRatio('16:9'),
    values: { width: 640, height: 360, fit: 'cover', enlarge: true },
  },
  { group: 'rotate', told: () => byAngle(90), values: { rotate: 90 } },
  { group: 'flip', told: () => mode(verticalFlip()), values: { flip: true } },
  { group: 'radius', told: () => byRadius(20), values: { radius: 20 } },
  { group: 'radius', told: () => max(), values: { radius: 8192 } },
  { group: 'grayscale', told: () => effect.grayscale(), values: { grayscale: true } },
  { group: 'negate', told: () => effect.negate(), values: { negate: true } },
  { group: 'pixelate', told: () => effect.pixelate(12), values: { pixelate: 12 } },
  { group: 'tint', told: () => effect.sepia(40), values: { tint: '70421466' } },
  { group: 'brightness', told: () => adjust.brightness(20), values: { brightness: 120 } },
  { group: 'contrast', told: () => adjust.contrast(-20), values: { contrast: 80 } },
  { group: 'saturation', told: () => adjust.saturation(50), values: { saturation: 150 } },
  { group: 'hue', told: () => adjust.hue(50), values: { hue: 90 } },
  { group: 'gamma', told: () => adjust.gamma(50), values: { gamma: 1.5 } },
  { group: 'blur', told: () => effect.blur(400), lost: ['e'] },
  { group: 'cartoon', told: () => effect.cartoonify(), lost: ['e'] },
  { group: 'format', told: () => format('webp'), format: 'webp' },
  { group: 'quality', told: () => quality(70), values: { quality: 70 } },
  { group: 'dpr', told: () => dpr(2), values: { dpr: 2 } },
];

/** With a width of the image, which their own size is a part of. */
const LAYERS: readonly Wish<Told>[] = [
  {
    group: 'overlay',
    told: () => {
      const smaller = new Transformation().resize(scale().width(75));
      return source(imageSource('shop/logo').transformation(smaller)).position(at('south_east'));
    },
    values: { 'overlay-position': 'bottom-right', 'overlay-width': 25 },
    overlay: ['shop/logo'],
  },
  {
    group: 'overlay',
    told: () =>
      source(text('Hello, you', new TextStyle('arial', 40)).textColor('red')).position(at('north')),
    values: {
      'overlay-text': 'Hello, you',
      'overlay-color': 'ff0000',
      'overlay-position': 'top',
      'overlay-width': 71,
    },
  },
  { group: 'overlay', told: () => defaultImage('none.png') },
];

describe('addresses of @cloudinary/url-gen', () => {
  const cloudinary = new Cloudinary({ cloud: { cloudName: 'acme' } });

  function check(wishes: readonly Wish<Told>[]): void {
    const image = cloudinary.image('shop/lamp');
    for (const { told } of wishes) image.addAction(told());
    expectAll('cloudinary', image.toURL(), 'shop/lamp', wishes);
  }

  it('have each wish in their translation, and each loss by name', () => {
    const all = combine(WISHES);
    expect(all.length).toBeGreaterThan(1_000);
    for (const wishes of all) check(wishes);
  });

  it('have their layers, with each other wish', () => {
    const size = WISHES.find(({ group }) => group === 'size');
    for (const layer of LAYERS) {
      for (const wish of WISHES) {
        const isOther = wish.group !== 'size' && wish.group !== 'crop';
        if (size && isOther) check([size, wish, layer]);
      }
    }
  });
});
