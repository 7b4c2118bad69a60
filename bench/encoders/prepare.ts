/**
 * `node bench/encoders/prepare.ts`: lossless references of the images of images.tsv and of
 * draw-screens.ts, 400 pixels wide, and each second one 1000 wide too. They are never enlarged, at
 * most 1.4 times as high as wide, and have a white background.
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
    await sharp(data, { raw: { width, height: info.height, channels: 3 } })
      .extract({ left: 0, top: (info.height - height) >> 1, width, height })
      .png({ compressionLevel: 1 })
      .toFile(`${REFERENCES}/${String(at).padStart(3, '0')}-${kind}-${width}.png`);
    made += 1;
  }
}
console.log(`${made} references of ${found.length + drawn.length} images`);
