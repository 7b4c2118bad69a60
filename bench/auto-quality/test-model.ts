/**
 * `node bench/auto-quality/test-model.ts [STEP]`: the tables of docs/decisions/0073. The model is
 * fitted on each half of the images and tested on the other. Each STEP-th image is tested by real
 * encodes, every one by default. With 0 all are tested on their interpolated curves, as one number
 * always is. The references of 256 pixels are fitted and not tested.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import {
  PREDICTED_FORMATS,
  type PredictedFormat,
  predictQuality,
  type QualityModel,
} from '../../adapters/sharp/quality/predict-quality.ts';
import { FORMATS } from '../../core/transform/formats.ts';
import { AUTO_QUALITIES, type AutoQuality } from '../../core/transform/parameters.ts';
import { startMetric } from '../encoders/metric.ts';
import { encodeFrame, readFrame } from './encode-frame.ts';
import { fitModel, quantile, TARGETS } from './fit-model.ts';
import { LADDER, REFERENCES, TESTED } from './folders.ts';
import { interpolate, type Row, readRows } from './rows.ts';

interface Result {
  readonly row: Row;
  readonly quality: number;
  readonly score: number;
  readonly bytes: number;
}

const keyOf = (row: Row, format: string, quality: number) =>
  [row.reference, format, quality].join('\t');

/** Encodes what isn't tested yet; answers the score and the bytes of all. */
async function encodeAll(neededKeys: ReadonlyMap<Row, ReadonlySet<string>>) {
  const known = new Map<string, { score: number; bytes: number }>();
  const files = [LADDER, TESTED].filter((file) => existsSync(file));
  for (const line of files.flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'))) {
    const [reference, format, quality, bytes, score] = line.split('\t');
    known.set([reference, format, quality].join('\t'), {
      score: Number(score),
      bytes: Number(bytes),
    });
  }
  const metric = startMetric();
  for (const [row, works] of neededKeys) {
    const missing = [...works].filter((key) => !known.has(key));
    if (missing.length === 0) continue;
    const frame = await readFrame(`${REFERENCES}/${row.reference}.png`);
    metric.setReference(frame);
    for (const key of missing) {
      const [, format, quality] = key.split('\t');
      const bytes = await encodeFrame(frame, format as PredictedFormat, Number(quality));
      const score = await metric.score(await readFrame(bytes));
      known.set(key, { score, bytes: bytes.length });
      appendFileSync(TESTED, `${key}\t${bytes.length}\t${score}\n`);
    }
  }
  metric.close();
  return known;
}

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
const percent = (share: number) => `${Math.round(100 * share)} %`;
const signed = (ratio: number) => `${ratio >= 1 ? '+' : ''}${(100 * (ratio - 1)).toFixed(0)} %`;

/** The whole quality whose scores, on the fitted half, have this value of a statistic. */
function fixedQuality(
  rows: readonly Row[],
  format: PredictedFormat,
  statistic: (scores: readonly number[]) => number,
  value: number,
): number {
  const curves = rows.map((row) => interpolate(row.curves[format], (rung) => rung.score));
  for (let quality = 34; quality < 95; quality += 1) {
    if (statistic(curves.map((curve) => curve(quality))) >= value) return quality;
  }
  return 95;
}

const worstTenth = (scores: readonly number[]) => quantile(scores, 0.1);

const rows = await readRows();
const images = [...new Set(rows.map(({ image }) => image))].sort();
const step = Number(process.argv[2] ?? 1);
const sideOf = (row: Row) => images.indexOf(row.image) % 2;
const isTested = (row: Row) =>
  !row.reference.endsWith('-256') && (step < 2 || (images.indexOf(row.image) >> 1) % step === 0);
const sides = [0, 1].map((side) => ({
  fitted: rows.filter((row) => sideOf(row) !== side),
  tested: rows.filter((row) => sideOf(row) === side && isTested(row)),
}));
const models = sides.map(({ fitted }) => fitModel(fitted));

/** The quality of each tested row by the model, and by one number with the target as its mean. */
function qualitiesOf(format: PredictedFormat, target: AutoQuality) {
  return sides.flatMap(({ fitted, tested }, side) => {
    const fixed = fixedQuality(fitted, format, mean, TARGETS[target]);
    const model = models[side] as QualityModel;
    return tested.map((row) => {
      const predicted = predictQuality(model, row.features, format, target);
      return { row, predicted, fixed };
    });
  });
}

const neededKeys = new Map<Row, Set<string>>();
for (const format of PREDICTED_FORMATS) {
  for (const target of AUTO_QUALITIES) {
    for (const { row, predicted } of qualitiesOf(format, target)) {
      neededKeys.set(row, (neededKeys.get(row) ?? new Set()).add(keyOf(row, format, predicted)));
    }
  }
}
const known = step === 0 ? undefined : await encodeAll(neededKeys);

function resultOf(row: Row, format: PredictedFormat, quality: number): Result {
  if (!known) return interpolated(row, format, quality);
  const found = known.get(keyOf(row, format, quality));
  if (!found) throw new Error(`${row.reference} was not encoded at ${quality}`);
  return { row, quality, ...found };
}

function interpolated(row: Row, format: PredictedFormat, quality: number): Result {
  const rungs = row.curves[format];
  const score = interpolate(rungs, (rung) => rung.score)(quality);
  return { row, quality, score, bytes: interpolate(rungs, (rung) => rung.bytes)(quality) };
}

/** Bytes of one number over those of the results, if its worst tenth scores the same. */
function bytesAtWorstTenth(results: readonly Result[], format: PredictedFormat): number {
  const own = results.map(({ row }) => row);
  const tenth = worstTenth(results.map(({ score }) => score));
  const quality = fixedQuality(own, format, worstTenth, tenth);
  const bytes = own.map((row) => interpolate(row.curves[format], (rung) => rung.bytes)(quality));
  return mean(results.map((result) => result.bytes)) / mean(bytes);
}

function showRow(name: string, results: readonly Result[], target: number, ...more: string[]) {
  const scores = results.map(({ score }) => score);
  const within = (points: number) =>
    percent(mean(scores.map((score) => (Math.abs(score - target) <= points ? 1 : 0))));
  const average = mean(scores);
  const spread = Math.sqrt(mean(scores.map((score) => (score - average) ** 2)));
  const shown = [average, spread, quantile(scores, 0.05), Math.min(...scores)];
  const texts = shown.map((value) => value.toFixed(1));
  console.log(`| ${[name, within(3), within(5), ...texts, ...more].join(' | ')} |`);
}

const tested = sides.flatMap((side) => side.tested);
const testedImages = new Set(tested.map(({ image }) => image)).size;
console.log(
  `${rows.length} references fitted, ${tested.length} of ${testedImages} images tested\n`,
);
console.log(
  '| | within 3 | within 5 | mean | std | p5 | worst | bytes, one number of equal mean | of equal worst tenth |',
);
console.log('|---|---|---|---|---|---|---|---|---|');
const misses: string[] = [];
for (const format of PREDICTED_FORMATS) {
  for (const target of AUTO_QUALITIES) {
    const score = TARGETS[target];
    const all = qualitiesOf(format, target);
    const fixed = all.map(({ row, fixed: quality }) => interpolated(row, format, quality));
    const predicted = all.map(({ row, predicted: quality }) => resultOf(row, format, quality));
    const numbers = [...new Set(fixed.map(({ quality }) => quality))].sort().join(' and ');
    showRow(`${format} ${score}, one number: ${numbers}`, fixed, score, '', '');
    const average = mean(predicted.map((result) => result.score));
    const own = predicted.map(({ row }) => row);
    const equal = fixedQuality(own, format, mean, average);
    const bytes = own.map((row) => interpolate(row.curves[format], (rung) => rung.bytes)(equal));
    showRow(
      `${format} ${score}, ${target}`,
      predicted,
      score,
      signed(mean(predicted.map((result) => result.bytes)) / mean(bytes)),
      signed(bytesAtWorstTenth(predicted, format)),
    );
    const worst = [...predicted].sort((a, b) => a.score - b.score)[0];
    if (worst) {
      misses.push(
        `${format} ${target}: ${worst.row.reference} scores ${worst.score.toFixed(1)} at ${worst.quality}`,
      );
    }
  }
}
console.log(`\n| share within 3 points of 80 | ${PREDICTED_FORMATS.join(' | ')} | references |`);
console.log('|---|---|---|---|---|');
const groups: [string, (row: Row) => boolean][] = [
  ...[...new Set(tested.map(({ kind }) => kind))].map(
    (kind) => [kind, (row: Row) => row.kind === kind] as [string, (row: Row) => boolean],
  ),
  ['400 pixels wide', ({ reference }) => reference.endsWith('-400')],
  ['700 pixels wide', ({ reference }) => reference.endsWith('-700')],
  ['1000 pixels wide', ({ reference }) => reference.endsWith('-1000')],
];
for (const [name, isIn] of groups) {
  const shares = PREDICTED_FORMATS.map((format) => {
    const own = qualitiesOf(format, 'auto').filter(({ row }) => isIn(row));
    const hits = own.map(({ row, predicted }) => {
      return Math.abs(resultOf(row, format, predicted).score - TARGETS.auto) <= 3 ? 1 : 0;
    });
    return percent(mean(hits));
  });
  console.log(`| ${[name, ...shares, tested.filter(isIn).length].join(' | ')} |`);
}
console.log(`\n| 400 pixels wide: mean kB (quality) | ${PREDICTED_FORMATS.join(' | ')} |`);
console.log('|---|---|---|---|');
const isSmall = ({ reference }: Row) => reference.endsWith('-400');
const showSizes = (name: string, resultsOf: (format: PredictedFormat) => readonly Result[]) => {
  const shown = PREDICTED_FORMATS.map((format) => {
    const results = resultsOf(format);
    const qualities = results.map(({ quality }) => quality);
    const ends = [0.05, 0.5, 0.95].map((share) => quantile(qualities, share));
    const score = mean(results.map((result) => result.score)).toFixed(1);
    const size = (mean(results.map(({ bytes }) => bytes)) / 1000).toFixed(1);
    return `${size} (${[...new Set(ends)].join(', ')}; score ${score})`;
  });
  console.log(`| ${[name, ...shown].join(' | ')} |`);
};
showSizes('default number', (format) =>
  tested
    .filter(isSmall)
    .map((row) => interpolated(row, format, FORMATS[format].defaultQuality ?? 100)),
);
for (const target of AUTO_QUALITIES) {
  showSizes(target, (format) =>
    qualitiesOf(format, target)
      .filter(({ row }) => isSmall(row))
      .map(({ row, predicted }) => resultOf(row, format, predicted)),
  );
}
console.log(`\n${misses.join('\n')}`);
