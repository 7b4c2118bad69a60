import type { AvifOptions } from 'sharp';
import sharp from 'sharp';
import { withCodes } from '../heic/with-codes.ts';

const WIDTH = 64;
const HEIGHT = 48;
/** The colours of the quarters: red, green, blue and yellow. */
export const QUARTER_COLOURS = [
  [200, 30, 30],
  [30, 160, 60],
  [40, 60, 200],
  [220, 200, 40],
] as const;

/** 64 x 48 pixels in quarters; with an alpha, the left half is half clear. */
function quarters(channels: 3 | 4) {
  const raw = Buffer.alloc(WIDTH * HEIGHT * channels, 255);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const colour = QUARTER_COLOURS[(y < HEIGHT / 2 ? 0 : 2) + (x < WIDTH / 2 ? 0 : 1)] ?? [];
      raw.set(colour, (y * WIDTH + x) * channels);
      if (channels === 4 && x < WIDTH / 2) raw[(y * WIDTH + x) * channels + 3] = 128;
    }
  }
  return sharp(raw, { raw: { width: WIDTH, height: HEIGHT, channels } });
}

const FAST: AvifOptions = { effort: 0, quality: 80, chromaSubsampling: '4:2:0' };
const avif = (options: AvifOptions = {}, channels: 3 | 4 = 3) =>
  quarters(channels)
    .avif({ ...FAST, ...options })
    .toBuffer();

/** The image, stored as this orientation of EXIF needs it. */
async function turned(orientation: number): Promise<Buffer> {
  const turns: Readonly<Record<number, readonly [isMirrored: boolean, angle: number]>> = {
    5: [true, 90],
    6: [false, 270],
    7: [true, 270],
    8: [false, 90],
  };
  const [isMirrored, angle] = turns[orientation] ?? [orientation % 2 === 0, 0];
  const down = orientation === 3 || orientation === 4 ? 180 : 0;
  const first = await quarters(3)
    .rotate(angle + down)
    .png()
    .toBuffer();
  const stored = sharp(first).flop(isMirrored);
  return stored
    .withExif({ IFD0: { Make: 'canary' } })
    .withMetadata({ orientation })
    .avif(FAST)
    .toBuffer();
}

/** An AVIF whose `nclx` names these primaries and this transfer (ITU-T H.273). */
export async function coded(primaries: number, transfer: number): Promise<Buffer> {
  const bytes = await avif({ lossless: true, chromaSubsampling: '4:4:4' });
  return withCodes(bytes, primaries, transfer);
}

/** AVIFs of every form: each an image of 64 x 48 pixels in quarters once it is upright. */
export async function makeAvifs() {
  return {
    plain: await avif(),
    'of full chroma': await avif({ chromaSubsampling: '4:4:4' }),
    'of ten bits': await avif({ bitdepth: 10 }),
    'with transparency': await avif({}, 4),
    'with a profile': await quarters(3).keepIccProfile().withIccProfile('p3').avif(FAST).toBuffer(),
    'in Display P3 by code': await coded(12, 13),
    'in HDR': await coded(9, 16),
    'turned right': await turned(6),
    'turned left': await turned(8),
    'upside down': await turned(3),
    mirrored: await turned(2),
    'mirrored and turned': await turned(5),
  };
}
