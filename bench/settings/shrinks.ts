import sharp from 'sharp';
import { type Pixels, readPixels } from '../../adapters/sharp/pixels.ts';
import { FORMATS } from '../../core/transform/formats.ts';
import { inSequence, interleave } from '../measure/interleave.ts';
import { geometricMean, median, quotients } from '../measure/statistics.ts';
import { fullPixels } from '../originals/full-pixels.ts';
import { sizeAt } from '../originals/works.ts';
import type { Sample } from '../peers/four-kinds.ts';
import type { Scorer } from '../peers/ssimulacra.ts';
import { bytesOfOther } from '../rows/bytes-at-score.ts';
import { encodePixels } from '../setting/sharp-alone.ts';

/** The part that a decoder of JPEG makes, and the rest that is left to the resize. */
const SHRINKS = [2, 4, 8].flatMap((part) => [1.15, 1.3, 1.5, 1.75].map((rest) => ({ part, rest })));
const ROUNDS = 3;
const A_ROUND = 3;

function reduce(original: Buffer, width: number, fastShrinkOnLoad: boolean): Promise<Pixels> {
  const opened = sharp(original, { sequentialRead: true });
  return readPixels(opened.resize({ ...sizeAt({}, width), fastShrinkOnLoad }));
}

async function compareCpu(original: Buffer, width: number): Promise<number> {
  const work = (isFast: boolean) => ({
    work: () =>
      inSequence(A_ROUND, async () => (await reduce(original, width, isFast)).data.length),
  });
  const costs = await interleave({ fast: work(true), slow: work(false) }, ROUNDS);
  const cpuOf = (who: keyof typeof costs) => costs[who].map(({ cpuMs }) => cpuMs);
  return median(quotients(cpuOf('fast'), cpuOf('slow')));
}

async function compareBytes(score: Scorer, original: Buffer, width: number): Promise<number> {
  const reference = await fullPixels(original, sizeAt({}, width));
  const slow = await encodePixels(await reduce(original, width, false), 'webp');
  const target = await score(reference, slow);
  const fast = await reduce(original, width, true);
  const bytes = await bytesOfOther({ score, reference }, 'webp', target, (quality) =>
    encodePixels(fast, 'webp', quality),
  );
  return bytes / slow.length;
}

/** The fast shrink of JPEG originals: bytes of WebP at equal score, CPU of decode and resize. */
export async function printShrinks(score: Scorer, photographs: readonly Sample[]): Promise<void> {
  const quality = FORMATS.webp.defaultQuality;
  console.log(`\n| JPEG decoded at | rest | bytes of WebP ${quality} at equal score | CPU |`);
  console.log('| --- | --- | --- | --- |');
  for (const { part, rest } of SHRINKS) {
    const ratios: number[] = [];
    const cpu: number[] = [];
    for (const { bytes, width: own } of photographs) {
      const width = Math.round(own / part / rest / 4) * 4;
      ratios.push(await compareBytes(score, bytes, width));
      cpu.push(await compareCpu(bytes, width));
    }
    const known = ratios.filter((ratio) => !Number.isNaN(ratio));
    const cells = [geometricMean(known).toFixed(3), geometricMean(cpu).toFixed(2)];
    console.log(`| 1/${part} | ${rest} | ${cells.join(' | ')} |`);
  }
}
