import { mkdirSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { drawScreens } from '../originals/draw-screens.ts';
import { PACKAGES, REFERENCES } from './folders.ts';

export interface Picture {
  readonly kind: string;
  readonly image: string | Buffer;
}

/** The images of a list in TSV: kind and path within the packages. */
export function readPictures(list: string): Picture[] {
  const lines = readFileSync(list, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [kind = '', path = ''] = line.split('\t');
    return { kind, image: `${PACKAGES}/${path}` };
  });
}

/** The images of images.tsv in this folder, and the drawings of draw-screens.ts after them. */
export function readOwnPictures(): Picture[] {
  const drawn = drawScreens().map(([, svg]) => ({ kind: 'screen', image: Buffer.from(svg) }));
  return [...readPictures('bench/encoders/images.tsv'), ...drawn];
}

/** The middle of the references of this width: quick to score. */
const SMALL = { from: 400, width: 256, height: 192 };

/** In pixels, of the image of this number: each second one is 1000 wide, too. */
const usualWidths = (at: number) => (at % 2 === 0 ? [400, 1000] : [400]);

/**
 * Writes lossless references of these widths. Those of 400 have their middle as a further one. No
 * image is enlarged; each is at most 1.4 times as high as wide, on white. A name is the prefix, the
 * number in the list, the kind and the width.
 */
export async function writeReferences(
  pictures: readonly Picture[],
  prefix: string,
  widthsOf: (at: number) => readonly number[] = usualWidths,
): Promise<number> {
  mkdirSync(REFERENCES, { recursive: true });
  let made = 0;
  for (const [at, { kind, image }] of pictures.entries()) {
    const { width: own = 0, format } = await sharp(image).metadata();
    for (const width of widthsOf(at)) {
      if (own < width && format !== 'svg') continue;
      const opened = sharp(image, format === 'svg' ? { density: (72 * 1000) / own } : {});
      const upright = opened.autoOrient().flatten({ background: '#fff' }).resize({ width });
      const { data, info } = await upright
        .toColourspace('srgb')
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const height = Math.min(info.height, Math.round(width * 1.4));
      const top = (info.height - height) >> 1;
      const name = `${REFERENCES}/${prefix}${String(at).padStart(3, '0')}-${kind}`;
      const raw = { width, height: info.height, channels: 3 as const };
      const write = (
        left: number,
        area: { top: number; width: number; height: number },
        to: string,
      ) =>
        sharp(data, { raw })
          .extract({ left, ...area })
          .png({ compressionLevel: 1 })
          .toFile(to);
      await write(0, { top, width, height }, `${name}-${width}.png`);
      made += 1;
      if (width !== SMALL.from) continue;
      const inner = { width: SMALL.width, height: Math.min(height, SMALL.height) };
      const below = (info.height - inner.height) >> 1;
      await write(
        (width - inner.width) >> 1,
        { top: below, ...inner },
        `${name}-${SMALL.width}.png`,
      );
    }
  }
  return made;
}
