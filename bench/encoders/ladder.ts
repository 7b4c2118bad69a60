/**
 * `node bench/encoders/ladder.ts [WIDTH]`: encodes each reference, or those of one width, with each
 * setting of settings.ts, and appends bytes and scores to the ladder. Rows that are there are kept.
 */
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';
import { LADDER, REFERENCES } from './folders.ts';
import { type Frame, startMetric } from './metric.ts';
import { SETTINGS, type Setting } from './settings.ts';

async function readFrame(image: Sharp): Promise<Frame> {
  const pixels = image.removeAlpha().toColourspace('srgb').raw();
  const { data, info } = await pixels.toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const [width = ''] = process.argv.slice(2);
const done = new Set(
  (existsSync(LADDER) ? readFileSync(LADDER, 'utf8') : '')
    .split('\n')
    .map((line) => line.split('\t').slice(0, 3).join('\t')),
);
sharp.cache(false);
sharp.concurrency(1);
const metric = startMetric();
const files = readdirSync(REFERENCES)
  .filter((file) => file.endsWith(`${width}.png`))
  .sort();
// the cheap ones first: a ladder that is cut short is already of use
for (const kind of ['jpg', 'webp', 'avif']) {
  for (const file of files) {
    const rows = Object.entries<Setting>(SETTINGS)
      .filter(([name]) => name.startsWith(kind))
      .flatMap(([name, { encode, qualities }]) => qualities.map((q) => ({ name, encode, q })))
      .map((row) => ({ ...row, key: `${file.replace('.png', '')}\t${row.name}\t${row.q}` }))
      .filter(({ key }) => !done.has(key));
    if (rows.length === 0) continue;
    const reference = await readFrame(sharp(`${REFERENCES}/${file}`));
    const { data, ...size } = reference;
    metric.setReference(reference);
    for (const { key, encode, q } of rows) {
      const raw = sharp(data, { raw: { ...size, channels: 3 } });
      const bytes = await encode(raw, q).toBuffer();
      const score = await metric.score(await readFrame(sharp(bytes)));
      appendFileSync(LADDER, `${key}\t${bytes.length}\t${score}\n`);
    }
  }
}
metric.close();
