/**
 * `node bench/encoders/fit-chroma.ts`: the thresholds of choose-chroma.ts, from the ladder of the
 * references of 256 pixels. They are fitted on the images of even number and tested on the others.
 */
import sharp from 'sharp';
import { type FormatOfChroma, measureChromaLoss } from '../../adapters/sharp/choose-chroma.ts';
import { mean, percentile, type Rung, readCurves, rungAt } from './curves.ts';
import { REFERENCES } from './folders.ts';
import type { SettingName } from './settings.ts';

interface Case {
  readonly number: number;
  readonly loss: number;
  /** Of 4:4:4 at equal score, in natural logarithms of bytes; above 0 it saves. */
  readonly gain: number;
  readonly halved: Rung;
  readonly full: Rung;
  /** Bytes over mozjpeg's at its score, in natural logarithms. */
  readonly former: { readonly halved: number | undefined; readonly full: number | undefined };
}

/** The bytes of a score, on the curve or on the continuation of its lowest part. */
function bytesAt(rungs: readonly Rung[], score: number): number | undefined {
  const [first, second] = rungs;
  if (!first || !second || score >= first.score) return rungAt(rungs, 'score', score)?.logBytes;
  const slope = (second.logBytes - first.logBytes) / (second.score - first.score);
  return first.logBytes - (first.score - score) * slope;
}

function compare(halved: readonly Rung[], full: readonly Rung[]): number | undefined {
  const gains = halved.flatMap(({ score, logBytes }) => {
    const bytes = bytesAt(full, score);
    return bytes === undefined ? [] : [logBytes - bytes];
  });
  return gains.length === 0 ? undefined : mean(gains);
}

async function readCases(format: FormatOfChroma, quality: number): Promise<Case[]> {
  const cases: Case[] = [];
  for (const [reference, settings] of readCurves()) {
    if (!reference.endsWith('-256')) continue;
    const rungsOf = (name: SettingName) => settings.get(name) ?? [];
    const [halves, fulls] = [rungsOf(`${format} 4:2:0`), rungsOf(`${format} 4:4:4`)];
    const gain = compare(halves, fulls);
    const halved = rungAt(halves, 'quality', quality);
    const full = rungAt(fulls, 'quality', quality);
    if (gain === undefined || !halved || !full) continue;
    const pixels = sharp(`${REFERENCES}/${reference}.png`).raw();
    const { data, info } = await pixels.toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const loss = measureChromaLoss({ data, width, height, channels, frames: 1 });
    const [first] = format === 'jpg' ? rungsOf('jpg mozjpeg') : [];
    const over = (rungs: readonly Rung[]) => {
      const bytes = first && bytesAt(rungs, first.score);
      return bytes === undefined || !first ? undefined : bytes - first.logBytes;
    };
    const former = { halved: over(halves), full: over(fulls) };
    cases.push({ number: Number.parseInt(reference, 10), loss, gain, halved, full, former });
  }
  return cases;
}

/** The threshold above which 4:4:4 saves the most, between two neighbours. */
function findThreshold(cases: readonly Case[]): number {
  const falling = [...cases].sort((a, b) => b.loss - a.loss);
  let [sum, best, threshold] = [0, 0, Number.POSITIVE_INFINITY];
  for (const [at, { gain, loss }] of falling.entries()) {
    sum += gain;
    if (sum <= best) continue;
    best = sum;
    threshold = (loss + (falling[at + 1]?.loss ?? 0)) / 2;
  }
  return threshold;
}

const percent = (log: number) => {
  const change = 100 * (Math.exp(log) - 1);
  return `${change > 0 ? '+' : ''}${change.toFixed(1)} %`;
};
const scoresOf = (rungs: readonly Rung[]) => rungs.map(({ score }) => score);
const shown = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(1));

/** A line of the table: the images that a threshold chooses, and its effect on all. */
function show(name: string, cases: readonly Case[], threshold: number): void {
  const isFull = ({ loss }: Case) => loss > threshold;
  const chosen = cases.filter(isFull);
  const [before, after] = [chosen.map(({ halved }) => halved), chosen.map(({ full }) => full)];
  const worst = (rungs: readonly Rung[]) => shown(percentile(scoresOf(rungs), 0.1));
  const fields = [
    name,
    cases.length,
    `${chosen.length}, ${chosen.filter(({ gain }) => gain < 0).length} wrongly`,
    percent(mean(cases.map((one) => (isFull(one) ? -one.gain : 0)))),
    percent(mean(cases.map(({ gain }) => -Math.max(0, gain)))),
    `${shown(mean(scoresOf(before)))} → ${shown(mean(scoresOf(after)))}`,
    percent(mean(chosen.map(({ halved, full }) => full.logBytes - halved.logBytes))),
    `${worst(cases.map(({ halved }) => halved))} → ${worst(cases.map((one) => (isFull(one) ? one.full : one.halved)))}`,
  ];
  console.log(`| ${fields.join(' | ')} |`);
}

const EVERY = -1;
for (const [format, quality] of [
  ['jpg', 78],
  ['webp', 79],
  ['avif', 59],
] as const) {
  const cases = await readCases(format, quality);
  const fitted = cases.filter(({ number }) => number % 2 === 0);
  const tested = cases.filter(({ number }) => number % 2 === 1);
  const threshold = findThreshold(fitted);
  console.log(`\n${format}: threshold ${threshold.toFixed(0)}`);
  console.log(
    '| | images | 4:4:4 | bytes at equal score, all images | best possible | score of the chosen | bytes of the chosen | worst tenth of all |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  show('fitted', fitted, threshold);
  show('tested', tested, threshold);
  show('tested, always 4:4:4', tested, EVERY);
  const overFormer = tested.flatMap(({ loss, former }) => {
    const logs = loss > threshold ? former.full : former.halved;
    return logs === undefined ? [] : [logs];
  });
  if (overFormer.length > 0) {
    console.log(
      `bytes over mozjpeg 80 at equal score, tested: mean ${percent(mean(overFormer))}, median ${percent(percentile(overFormer, 0.5))}, ${overFormer.length} images`,
    );
  }
}
