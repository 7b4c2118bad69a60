import sharp from 'sharp';
import { createSharpEngine } from '../../adapters/sharp/image-engine.ts';
import { readPixels } from '../../adapters/sharp/pixels.ts';
import { mean, spreadOf } from '../measure/statistics.ts';
import { fullPixels } from '../originals/full-pixels.ts';
import { sizeAt, WORKS, type Work } from '../originals/works.ts';
import { NO_PHOTOGRAPHS, readPhotographs } from '../peers/photographs.ts';
import { findScorer, NO_SCORER } from '../peers/ssimulacra.ts';
import type { Setting } from '../setting/setting.ts';
import { encodePixels, readWhole } from '../setting/sharp-alone.ts';
import { compareAlone } from './contenders.ts';
import { transformationOf } from './engine-cpu.ts';
import { failed, type Goal, row, type Seen } from './row.ts';

const A_ROUND = 3;
const PHOTOGRAPHS = 4;
const QUICK_COUNT = 1;
const WIDE = { ...WORKS.fromWebp, name: '12 MP WebP -> 1200 webp', width: 1200 } as const;

/** As until 2026-11-27: libwebp scales to the result while it decodes. */
async function renderAsBefore(original: Buffer, { format, width }: Work): Promise<Buffer> {
  const resized = sharp(original, { sequentialRead: true }).resize(sizeAt({}, width));
  return encodePixels(await readPixels(resized), format);
}

async function compareCpu(setting: Setting, work: Work): Promise<Seen> {
  const original = await setting.original('webp');
  const engine = await createSharpEngine();
  const transformation = transformationOf(work);
  return compareAlone(setting, A_ROUND, {
    ours: () => engine.render(original, transformation),
    floor: () => renderAsBefore(original, work),
  });
}

/** The points that our rendition is below one of all pixels; the spread is of the photographs. */
async function compareScores({ isQuick }: Setting, { format, from, ...work }: Work): Promise<Seen> {
  const score = findScorer();
  if (!score) return { reason: NO_SCORER };
  const photographs = await readPhotographs(isQuick ? QUICK_COUNT : PHOTOGRAPHS);
  if (photographs.length === 0) return { reason: NO_PHOTOGRAPHS };
  const engine = await createSharpEngine();
  const points: number[] = [];
  for (const { bytes, width, height } of photographs) {
    const webp = await sharp(bytes).webp({ quality: 90, effort: 2 }).toBuffer();
    const reference = await fullPixels(webp, sizeAt({}, work.width));
    const transformation = transformationOf({ ...work, format, from }, { width, height });
    const ours = Buffer.from(await engine.render(webp, transformation));
    const whole = await encodePixels(await readWhole(reference), format);
    points.push((await score(reference, whole)) - (await score(reference, ours)));
  }
  return spreadOf(points, mean);
}

const goal = (what: string, atMost: number): Goal => ({ what, unit: '', must: { atMost } });

export const LARGE_WEBP = row({
  title: 'a first rendition of a large WebP; the floor is libwebp’s own scaling to the result',
  goals: {
    score400: goal('points of score below all pixels, to 400', 1),
    score1200: goal('points of score below all pixels, to 1200', 1),
    cpu400: goal('CPU of a 12 MP WebP to 400', 1.5),
    cpu1200: goal('CPU of a 12 MP WebP to 1200', 1.5),
  },
  measure: async (setting) => ({
    score400: await compareScores(setting, WORKS.fromWebp).catch(failed),
    score1200: await compareScores(setting, WIDE).catch(failed),
    cpu400: await compareCpu(setting, WORKS.fromWebp),
    cpu1200: await compareCpu(setting, WIDE),
  }),
});
