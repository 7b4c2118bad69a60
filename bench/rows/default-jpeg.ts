import sharp from 'sharp';
import { openPixels, type Pixels } from '../../adapters/sharp/pixels.ts';
import { geometricMean, spreadOf } from '../measure/statistics.ts';
import { fullPixels } from '../originals/full-pixels.ts';
import { sizeAt, WORKS } from '../originals/works.ts';
import { NO_PHOTOGRAPHS, readPhotographs } from '../peers/photographs.ts';
import { findScorer, NO_SCORER } from '../peers/ssimulacra.ts';
import type { Setting } from '../setting/setting.ts';
import { encodePixels, readWhole } from '../setting/sharp-alone.ts';
import { bytesOfOther } from './bytes-at-score.ts';
import { compareAlone } from './contenders.ts';
import { failed, type Goal, row, type Seen } from './row.ts';

/** Encodes of a round; one costs a few milliseconds. */
const A_ROUND = 20;
const QUALITY_OF_MOZJPEG = 80;
const QUICK_COUNT = 3;

const encodeByMozjpeg = (pixels: Pixels, quality: number) =>
  openPixels(sharp, pixels).jpeg({ quality, mozjpeg: true }).toBuffer();

/** The encode alone, of the pixels of a result. */
async function compareCpu(setting: Setting, width: number): Promise<Seen> {
  const original = await setting.original('jpg');
  const pixels = await readWhole(await fullPixels(original, sizeAt({}, width)));
  return compareAlone(setting, A_ROUND, {
    ours: () => encodePixels(pixels, 'jpg'),
    floor: () => encodeByMozjpeg(pixels, QUALITY_OF_MOZJPEG),
  });
}

/** Bytes at equal score from the same pixels; the spread is of the photographs. */
async function compareBytes({ isQuick }: Setting): Promise<Seen> {
  const score = findScorer();
  if (!score) return { reason: NO_SCORER };
  const photographs = await readPhotographs(isQuick ? QUICK_COUNT : undefined);
  if (photographs.length === 0) return { reason: NO_PHOTOGRAPHS };
  const ratios: number[] = [];
  for (const { bytes } of photographs) {
    const reference = await fullPixels(bytes, sizeAt({}, WORKS.jpeg400.width));
    const pixels = await readWhole(reference);
    const ours = await encodePixels(pixels, 'jpg');
    const target = await score(reference, ours);
    const theirs = await bytesOfOther({ score, reference }, 'jpg', target, (quality) =>
      encodeByMozjpeg(pixels, quality),
    );
    if (!Number.isNaN(theirs)) ratios.push(ours.length / theirs);
  }
  return spreadOf(ratios, geometricMean);
}

const goal = (what: string, atMost: number): Goal => ({ what, unit: '', must: { atMost } });

export const DEFAULT_JPEG = row({
  title: 'our default JPEG over mozjpeg, which is the floor here, from the same pixels',
  goals: {
    cpu400: goal('CPU of the encode at 400 over quality 80', 0.5),
    cpu800: goal('CPU of the encode at 800 over quality 80', 0.5),
    bytes: goal('bytes at equal SSIMULACRA2, photographs of cameras', 1),
  },
  measure: async (setting) => ({
    cpu400: await compareCpu(setting, WORKS.jpeg400.width),
    cpu800: await compareCpu(setting, WORKS.jpeg800.width),
    bytes: await compareBytes(setting).catch(failed),
  }),
});
