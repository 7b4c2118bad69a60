import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { addDetail } from './draw-detail.ts';
import { paintPhotograph } from './draw-photograph.ts';
import type { OriginalFormat, Work } from './works.ts';
import { ORIGINAL } from './works.ts';

/** Bench's own folder; nothing in it is committed. */
export const BENCH_FOLDER = join(import.meta.dirname, '../../.build/bench');
/** The originals as files, for peers that read a folder. */
export const ORIGINALS_FOLDER = join(BENCH_FOLDER, 'originals');

/** The drawn original of a format. */
const drawnFile = (format: OriginalFormat) => `photograph.${format}`;
/** The file that a work is made of. */
export const originalFile = ({ from, file }: Pick<Work, 'from' | 'file'>) =>
  file ?? drawnFile(from);

/**
 * How each is made of the drawn JPEG. JPEG and WebP are small enough for an upload in one request.
 * PNG loses the noise before, which would be most of its bytes.
 */
const MADE: Readonly<Record<OriginalFormat, (drawn: Buffer) => Promise<Buffer>>> = {
  jpg: (drawn) => sharp(drawn).jpeg({ quality: 75 }).toBuffer(),
  webp: (drawn) => sharp(drawn).webp({ quality: 75, effort: 2 }).toBuffer(),
  png: (drawn) => sharp(drawn).blur(3).png({ adaptiveFiltering: true }).toBuffer(),
};

async function draw(): Promise<Buffer> {
  const { width, height } = ORIGINAL;
  const pixels = paintPhotograph(width, height);
  await addDetail(pixels, width, height);
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** The originals of 12 megapixels, each made when it is first asked for; the same on every run. */
export function createOriginals() {
  let drawing: Promise<Buffer> | undefined;
  const made = new Map<OriginalFormat, Promise<Buffer>>();
  const make = async (format: OriginalFormat) => {
    drawing ??= draw();
    const bytes = await MADE[format](await drawing);
    mkdirSync(ORIGINALS_FOLDER, { recursive: true });
    writeFileSync(join(ORIGINALS_FOLDER, drawnFile(format)), bytes);
    return bytes;
  };
  return (format: OriginalFormat): Promise<Buffer> => {
    const known = made.get(format) ?? make(format);
    made.set(format, known);
    return known;
  };
}
