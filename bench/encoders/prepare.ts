/**
 * `node bench/encoders/prepare.ts`: lossless references of the images of images.tsv and of
 * draw-screens.ts. They are 400 pixels wide, each second one 1000 wide too. Those of 400 have their
 * middle as a third. No image is enlarged; each is at most 1.4 times as high as wide, on white.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { drawScreens } from './draw-screens.ts';
import { PACKAGES, REFERENCES } from './folders.ts';

const lines = readFileSync('bench/encoders/images.tsv', 'utf8').trim().split('\n');
const found = lines.map((line) => {
  const [kind = '', path = ''] = line.split('\t');
  return { kind, image: `${PACKAGES}/${path}` as string | Buffer };
});
const drawn = drawScreens().map(([, svg]) => ({ kind: 'screen', image: Buffer.from(svg) }));

mkdirSync(REFERENCES, { recursive: true });
/** The middle of the references of this width: quick to score. */
const SMALL = { from: 400, width: 256, height: 192 };
let made = 0;
for (const [at, { kind, image }] of [...found, ...drawn].entries()) {
  const { width: own = 0, format } = await sharp(image).metadata();
  for (const width of at % 2 === 0 ? [400, 1000] : [400]) {
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
    const name = `${REFERENCES}/${String(at).padStart(3, '0')}-${kind}`;
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
    if (width > SMALL.from) continue;
    const inner = { width: SMALL.width, height: Math.min(height, SMALL.height) };
    const below = (info.height - inner.height) >> 1;
    await write((width - inner.width) >> 1, { top: below, ...inner }, `${name}-${SMALL.width}.png`);
  }
}
console.log(`${made} references, and the middles, of ${found.length + drawn.length} images`);
