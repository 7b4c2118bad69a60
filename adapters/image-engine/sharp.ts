import { availableParallelism } from 'node:os';
import type { Sharp, SharpOptions } from 'sharp';
import { BrokenPictureError, type ImageEngine } from '../../core/ports.ts';
import type { Format } from '../../core/transform/formats.ts';
import type { Transformation } from '../../core/transform/transformation.ts';
import { encode } from './encode.ts';
import { effects, firstPass, type Pixels, paintBackground, passesOf, turnFrames } from './steps.ts';

type SharpModule = typeof import('sharp').default;

/** The decoders whose input is hostile; every other loader stays blocked (SECURITY promise 1). */
const LOADERS = [
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadNsgifBuffer',
];
const AVIF_LOADER = 'VipsForeignLoadHeifBuffer';

/** Whether this libheif decodes hostile AVIF safely: from 1.23.7 on (CONTRACT C4.1). */
export function mayDecodeAvif(libheif: string | undefined): boolean {
  const [major = 0, minor = 0, patch = 0] = (libheif ?? '0').split('.').map(Number);
  const [needMajor, needMinor, needPatch] = [1, 23, 7];
  if (major !== needMajor) return major > needMajor;
  return minor === needMinor ? patch >= needPatch : minor > needMinor;
}

function restrict(sharp: SharpModule): void {
  sharp.cache(false);
  sharp.concurrency(availableParallelism());
  sharp.block({ operation: ['VipsForeignLoad'] });
  const allowed = mayDecodeAvif(sharp.versions.heif) ? [...LOADERS, AVIF_LOADER] : LOADERS;
  // raw pixels between two of our own passes have no loader of this kind
  sharp.unblock({ operation: allowed });
}

const DECODE: SharpOptions = {
  failOn: 'warning', // a cut file is refused, not shown half grey
  limitInputPixels: 50_000_000,
  sequentialRead: true,
};

/** What sharp throws while it reads a picture means that the picture is broken. */
async function judging<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new BrokenPictureError('the picture can not be decoded', { cause });
  }
}

async function proveWhole(sharp: SharpModule, picture: Uint8Array): Promise<void> {
  const input = sharp(picture, { ...DECODE, animated: true });
  const { width, height: rollHeight, pageHeight } = await judging(input.metadata());
  const height = pageHeight ?? rollHeight;
  // an extract of the whole keeps the decoder from skipping pixels that a small output doesn't need
  const all = input.extract({ left: 0, top: 0, width, height });
  await judging(all.resize(8, 8, { fit: 'fill' }).raw().toBuffer());
}

async function readPixels(picture: Sharp): Promise<Pixels> {
  const { data, info } = await judging(
    picture.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true }),
  );
  const { width, height, channels, pageHeight } = info;
  return { data, raw: { width, height, channels, ...(pageHeight ? { pageHeight } : {}) } };
}

async function render(
  sharp: SharpModule,
  original: Uint8Array,
  asked: Transformation,
): Promise<Uint8Array> {
  const frames = asked.isAnimated ? { animated: true } : { pages: 1 };
  const open = () => sharp(original, { ...DECODE, ...frames });
  const reopen = ({ data, raw }: Pixels) => sharp(data, { raw, limitInputPixels: false });
  const { needsEffectsPass, needsBackgroundPass } = passesOf(asked);
  let picture = firstPass(open(), asked);
  if (needsEffectsPass) {
    const pixels = await readPixels(picture);
    const isTurnedRoll = asked.isAnimated && asked.turn === 180;
    // half a turn is upside down and mirrored
    picture = isTurnedRoll
      ? reopen({ ...pixels, data: turnFrames(pixels) }).flop(!asked.isMirrored)
      : reopen(pixels);
    picture = effects(picture, isTurnedRoll ? { ...asked, isMirrored: false } : asked);
  } else picture = effects(picture, asked);
  if (needsBackgroundPass) picture = reopen(await readPixels(picture));
  const isRaw = needsEffectsPass || needsBackgroundPass;
  const timing = asked.isAnimated && isRaw ? await judging(open().metadata()) : undefined;
  return judging(encode(paintBackground(picture, asked), asked, timing).toBuffer());
}

async function reencode(sharp: SharpModule, picture: Uint8Array, format: Format) {
  const upright = sharp(picture, DECODE).autoOrient();
  const quality = format === 'avif' ? upright.avif({ quality: 90, effort: 2 }) : upright;
  const { data, info } = await judging(quality.toBuffer({ resolveWithObject: true }));
  const hasAlpha = info.channels === 2 || info.channels === 4;
  return { bytes: data, facts: { width: info.width, height: info.height, frames: 1, hasAlpha } };
}

/** The engine over sharp, loaded here and nowhere else; its options hold for the whole process. */
export async function createSharpEngine(): Promise<ImageEngine> {
  const { default: sharp } = await import('sharp');
  restrict(sharp);
  const always: Format[] = ['jpg', 'png', 'webp', 'gif'];
  return {
    proveWhole: (picture) => proveWhole(sharp, picture),
    render: (original, transformation) => render(sharp, original, transformation),
    reencode: (picture, format) => reencode(sharp, picture, format),
    inputFormats: mayDecodeAvif(sharp.versions.heif) ? [...always, 'avif'] : always,
  };
}
