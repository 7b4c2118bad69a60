import sharp from 'sharp';
import { gifComment, gifControl, gifFrame, gifOf } from '../images/make-gif.ts';
import { fileOf, type HostileFile } from './hostile-file.ts';

/** A frame that claims this size and holds one pixel. */
function claim(width: number, height: number): Buffer {
  const frame = gifFrame(0, 0, 1, 1);
  frame.writeUInt16LE(width, 5);
  frame.writeUInt16LE(height, 7);
  return frame;
}

function times(count: number, ...blocks: (Buffer | number[])[]): Buffer {
  const once = Buffer.concat(blocks.map((block) => Buffer.from(block)));
  return Buffer.concat(Array.from({ length: count }, () => once));
}

/** GIFs that claim, or come to, more than they seem. */
export async function makeGifBombs(): Promise<HostileFile[]> {
  const bomb = (name: string, bytes: Buffer, due?: HostileFile['due']) =>
    fileOf(`bomb/GIF ${name}`, 'gif', bytes, due);
  const create = { width: 7_000, height: 7_000, channels: 3, background: '#336699' } as const;
  const large = await sharp({ create }).gif({ effort: 1, dither: 0 }).toBuffer();
  const tenth = gifFrame(0, 0, 60, 60);
  return [
    bomb('of 65535 x 65535', gifOf(65_535, 65_535, claim(65_535, 65_535))),
    bomb('of 16385 x 1', gifOf(16_385, 1, claim(16_385, 1))),
    bomb('of 7072 x 7072', gifOf(7_072, 7_072, claim(7_072, 7_072))),
    bomb('of 7000 x 7000, nothing in it', gifOf(7_000, 7_000, claim(7_000, 7_000)), 'any'),
    bomb('of 501 frames', gifOf(10, 8, times(501, gifFrame(0, 0, 10, 8)))),
    bomb('of 60 frames of 1000 x 1000', gifOf(1_000, 1_000, times(60, claim(1_000, 1_000)))),
    bomb('of 100000 frames', gifOf(1, 1, times(100_000, gifFrame(0, 0, 1, 1)))),
    bomb('of a screen of 65535 x 65535', gifOf(65_535, 65_535, gifFrame(0, 0, 10, 8)), 'any'),
    bomb('of 500 frames on 316 x 316', gifOf(316, 316, times(500, gifControl(12), tenth)), 'any'),
    bomb('of 49 MP', large, 'any'),
    bomb('of 300000 comments', gifOf(10, 8, times(300_000, gifComment('')), tenth), 'any'),
  ];
}
