/**
 * `node bench/auto-quality/ladder.ts [WIDTH]`: encodes each reference, or those of one width, as
 * the service does, and appends bytes and scores to the ladder. Rows that are there are kept.
 */
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { startMetric } from '../encoders/metric.ts';
import { encodeFrame, FORMATS_OF_AUTO, readFrame } from './encode-frame.ts';
import { LADDER, REFERENCES } from './folders.ts';

/** From the lowest up; scores and bytes between them are interpolated. */
const QUALITIES = {
  jpg: [35, 50, 62, 72, 80, 86, 91, 95],
  webp: [40, 55, 67, 75, 81, 86, 90, 94],
  avif: [34, 44, 52, 59, 66, 72, 78, 84],
} as const;

const turnOf = (file: string) => Number(/\d+/.exec(file)?.[0]) % 10;

const [width = ''] = process.argv.slice(2);
const done = new Set(
  (existsSync(LADDER) ? readFileSync(LADDER, 'utf8') : '')
    .split('\n')
    .map((line) => line.split('\t').slice(0, 3).join('\t')),
);
const metric = startMetric();
// in turns by the last digit of the number: a ladder that is cut short has all kinds
const files = readdirSync(REFERENCES)
  .filter((file) => file.endsWith(`${width}.png`))
  .sort((a, b) => turnOf(a) - turnOf(b));
for (const file of files) {
  const reference = file.replace('.png', '');
  const rows = FORMATS_OF_AUTO.flatMap((format) =>
    QUALITIES[format].map((quality) => ({ format, quality })),
  ).filter(({ format, quality }) => !done.has(`${reference}\t${format}\t${quality}`));
  if (rows.length === 0) continue;
  const frame = await readFrame(`${REFERENCES}/${file}`);
  metric.setReference(frame);
  for (const { format, quality } of rows) {
    const bytes = await encodeFrame(frame, format, quality);
    const score = await metric.score(await readFrame(bytes));
    appendFileSync(LADDER, `${reference}\t${format}\t${quality}\t${bytes.length}\t${score}\n`);
  }
}
metric.close();
