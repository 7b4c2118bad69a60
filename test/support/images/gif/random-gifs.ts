import type { SeededRandom } from '../../hostile/seeded-random.ts';
import { gifApplication, gifComment, gifPlainText } from '../make-gif.ts';
import { codedGif, type GifDrawing, type GifFrameDrawing } from './code-gif.ts';

const SCREEN_SIDES = [1, 2, 3, 8, 17, 31, 40, 0] as const;
const FRAME_SIDES = [1, 2, 5, 8, 17, 40, 41, 0] as const;
const PLACES = [0, 0, 0, 1, 3, 20, 39, 60] as const;
const DISPOSALS = [0, 1, 2, 3, 4, 7] as const;
const DELAYS = [0, 1, 2, 10, 6_553, 6_554, 65_535] as const;
const LOOPS = [undefined, 0, 1, 2, 65_534, 65_535] as const;
const TABLE_BITS = [0, 2, 2, 3, 8] as const;
const MAX_FRAMES = 5;
const HEAD_BYTES = 13;
const HAS_TABLE = 0x80;

/** A zero is rare: an image without pixels is refused. */
function sideOf(random: SeededRandom, sides: readonly [number, ...number[]]): number {
  const side = random.pick(sides);
  return side === 0 && random.below(4) > 0 ? 8 : side;
}

function frameOf(random: SeededRandom): GifFrameDrawing {
  const tableBits = random.pick(TABLE_BITS);
  const frame = {
    x: random.pick(PLACES),
    y: random.pick(PLACES),
    width: sideOf(random, FRAME_SIDES),
    height: sideOf(random, FRAME_SIDES),
    disposal: random.pick(DISPOSALS),
    delay: random.pick(DELAYS),
    tableBits,
    isInterlaced: random.below(4) === 0,
    hasNoControl: random.below(5) === 0,
  };
  const solid = random.below(3) === 0 ? { solid: random.below(4) } : {};
  // a clear colour may be beyond the table
  const clear = random.below(2) === 0 ? { clearIndex: random.pick([0, 1, 3, 200]) } : {};
  return { ...frame, ...solid, ...clear };
}

function blockOf(random: SeededRandom): Uint8Array {
  const data = random.bytes(random.below(9) + 1);
  const blocks = [
    gifComment(data.toString('latin1')),
    gifApplication('XMP DataXMP', data),
    gifApplication('NETSCAPE2.0', [1, 255, 255]),
    gifPlainText('text'),
    Buffer.alloc(random.below(3)),
  ] as const;
  return random.pick(blocks);
}

/** Where the blocks begin, behind the screen and its table. */
const screenEnd = (gif: Buffer) => {
  const packed = gif[10] ?? 0;
  return HEAD_BYTES + (packed & HAS_TABLE ? 6 << (packed & 7) : 0);
};

/** A small GIF of any kind: screens, frames, tables, blocks and times at bounds. Some are cut. */
export function randomGif(random: SeededRandom): Buffer {
  const frames = Array.from({ length: random.below(MAX_FRAMES) + 1 }, () => frameOf(random));
  const loop = random.pick(LOOPS);
  const drawing: GifDrawing = {
    width: sideOf(random, SCREEN_SIDES),
    height: sideOf(random, SCREEN_SIDES),
    background: random.pick([0, 1, 255]),
    tableBits: random.pick(TABLE_BITS),
    frames,
    ...(loop === undefined ? {} : { loop }),
  };
  const gif = codedGif(drawing);
  const at = screenEnd(gif);
  const whole = Buffer.concat([gif.subarray(0, at), blockOf(random), gif.subarray(at)]);
  return random.below(3) === 0 ? whole.subarray(0, random.below(whole.length)) : whole;
}
