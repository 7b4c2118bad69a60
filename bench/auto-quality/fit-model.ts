import {
  kernel,
  PREDICTED_FORMATS,
  type PredictedFormat,
  type QualityModel,
  scaleFeatures,
  type TargetModel,
} from '../../adapters/sharp/quality/predict-quality.ts';
import { AUTO_QUALITIES, type AutoQuality } from '../../core/transform/parameters.ts';
import { interpolate, type Row } from './rows.ts';

/**
 * SSIMULACRA2: the one of the default qualities, and by the words of its authors 70 for high and 85
 * for excellent quality.
 */
export const TARGETS: Readonly<Record<AutoQuality, number>> = {
  'auto-low': 70,
  auto: 78,
  'auto-high': 85,
};

export interface FitSettings {
  readonly decay: number;
  /** Of the regression: more is smoother. */
  readonly penalty: number;
  readonly centres: number;
}
export const FIT_SETTINGS: FitSettings = { decay: 0.02, penalty: 0.1, centres: 200 };

/** Up to so many points of score a miss counts by its square, above that by its size (Huber). */
const NEAR_MISS = 2;
const ROUNDS = 6;
/** The band holds all but the ends of the qualities that the fitted images need, as measured. */
const BAND = [0.02, 0.98] as const;

type Matrix = Float64Array[];

/** Solves A x = b for a symmetric, positive A by Cholesky's method. */
function solve(a: Matrix, b: Float64Array): Float64Array {
  const n = b.length;
  const l = a.map((row) => row.slice());
  const x = b.slice();
  const at = (row: number, column: number) => l[row]?.[column] ?? 0;
  for (let j = 0; j < n; j += 1) {
    const own = l[j] as Float64Array;
    for (let k = 0; k < j; k += 1) own[j] = at(j, j) - at(j, k) ** 2;
    own[j] = Math.sqrt(Math.max(1e-12, at(j, j)));
    for (let i = j + 1; i < n; i += 1) {
      const row = l[i] as Float64Array;
      let sum = row[j] ?? 0;
      for (let k = 0; k < j; k += 1) sum -= (row[k] ?? 0) * (own[k] ?? 0);
      row[j] = sum / at(j, j);
    }
  }
  for (let i = 0; i < n; i += 1) {
    for (let k = 0; k < i; k += 1) x[i] = (x[i] ?? 0) - at(i, k) * (x[k] ?? 0);
    x[i] = (x[i] ?? 0) / at(i, i);
  }
  for (let i = n - 1; i >= 0; i -= 1) {
    for (let k = i + 1; k < n; k += 1) x[i] = (x[i] ?? 0) - at(k, i) * (x[k] ?? 0);
    x[i] = (x[i] ?? 0) / at(i, i);
  }
  return x;
}

/** The images that stand for all: each is the one that the earlier ones say the least about. */
function chooseCentres(images: readonly number[][], { decay, centres }: FitSettings): number[][] {
  const left = images.map(() => 1);
  const columns: number[][] = [];
  const chosen: number[][] = [];
  while (chosen.length < Math.min(centres, images.length)) {
    const best = left.indexOf(Math.max(...left));
    const centre = images[best] as number[];
    const root = Math.sqrt(left[best] ?? 0);
    if (root < 1e-3) break;
    const column = images.map((image, at) => {
      const known = columns.reduce((sum, one) => sum + (one[at] ?? 0) * (one[best] ?? 0), 0);
      return (kernel(decay, centre, 0, image) - known) / root;
    });
    for (const [at, value] of column.entries()) left[at] = (left[at] ?? 0) - value * value;
    columns.push(column);
    chosen.push(centre.map(Math.round));
  }
  return chosen;
}

/** Weights of the centres that predict `outcomes`, with few large misses in place of many small. */
function regress(
  toCentres: Matrix,
  between: Matrix,
  outcomes: readonly number[],
  penalty: number,
): Float64Array {
  const n = between.length;
  let weights = new Float64Array(n);
  let trust = outcomes.map(() => 1);
  for (let round = 0; round < ROUNDS; round += 1) {
    const a = between.map((row) => row.map((value) => value * penalty));
    const b = new Float64Array(n);
    for (const [at, row] of toCentres.entries()) {
      const share = trust[at] ?? 0;
      for (let i = 0; i < n; i += 1) {
        const value = (row[i] ?? 0) * share;
        b[i] = (b[i] ?? 0) + value * (outcomes[at] ?? 0);
        const into = a[i] as Float64Array;
        for (let k = 0; k < n; k += 1) into[k] = (into[k] ?? 0) + value * (row[k] ?? 0);
      }
    }
    for (const [i, row] of a.entries()) row[i] = (row[i] ?? 0) + 1e-6;
    weights = solve(a, b) as Float64Array<ArrayBuffer>;
    trust = toCentres.map((row, at) => {
      const miss = Math.abs(
        (outcomes[at] ?? 0) - row.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0),
      );
      return 1 / Math.max(1, miss / NEAR_MISS);
    });
  }
  return weights;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** The lowest quality of a curve that reaches a score; its highest where none does. */
export function neededQuality(row: Row, format: PredictedFormat, score: number): number {
  const rungs = row.curves[format];
  const at = interpolate(rungs, (rung) => rung.score);
  const [first, last] = [rungs[0]?.quality ?? 1, rungs.at(-1)?.quality ?? 100];
  for (let quality = first; quality < last; quality += 0.25) {
    if (at(quality) >= score) return quality;
  }
  return last;
}

const round = (value: number, digits: number) => Number(value.toFixed(digits));

/** The mean score of all rows at each measured quality. */
function meanCurve(rows: readonly Row[], format: PredictedFormat) {
  const qualities = [...new Set(rows.flatMap((row) => row.curves[format].map((r) => r.quality)))];
  const [first = 1, last = 100] = [
    Math.max(...rows.map((row) => row.curves[format][0]?.quality ?? 0)),
    Math.min(...rows.map((row) => row.curves[format].at(-1)?.quality ?? 0)),
  ];
  const curves = rows.map((row) => interpolate(row.curves[format], (rung) => rung.score));
  return qualities
    .filter((quality) => quality >= first && quality <= last)
    .sort((a, b) => a - b)
    .map((quality) => {
      const sum = curves.reduce((total, curve) => total + curve(quality), 0);
      return [quality, round(sum / rows.length, 2)] as const;
    });
}

function scoreAt(curve: readonly (readonly [number, number])[], quality: number): number {
  const at = curve.findIndex((knot) => knot[0] >= quality);
  const high = curve.at(at < 0 ? -1 : at) ?? [0, 0];
  const low = curve[at - 1];
  if (!low) return high[1];
  return low[1] + ((high[1] - low[1]) * (quality - low[0])) / (high[0] - low[0]);
}

/** Fits the model to these rows; the same rows give the same model. */
export function fitModel(rows: readonly Row[], settings: FitSettings = FIT_SETTINGS): QualityModel {
  const width = rows[0]?.features.length ?? 0;
  const columns = Array.from({ length: width }, (_, at) => rows.map((r) => r.features[at] ?? 0));
  const means = columns.map((values) => values.reduce((a, b) => a + b, 0) / values.length);
  const spreads = columns.map((values, at) => {
    const squares = values.reduce((sum, value) => sum + (value - (means[at] ?? 0)) ** 2, 0);
    return Math.sqrt(squares / values.length) || 1;
  });
  const scale = {
    means: means.map((value) => round(value, 5)),
    spreads: spreads.map((value) => round(value, 5)),
  };
  const images = rows.map((row) => scaleFeatures(scale, row.features));
  const centres = chooseCentres(images, settings);
  const kernels = (image: readonly number[]) =>
    Float64Array.from(centres, (centre) => kernel(settings.decay, centre, 0, [...image]));
  const toCentres = images.map(kernels);
  const between = centres.map(kernels);

  const fitTarget = (
    format: PredictedFormat,
    curve: readonly (readonly [number, number])[],
    score: number,
  ): TargetModel => {
    const needed = rows.map((row) => neededQuality(row, format, score));
    const outcomes = needed.map((quality) => scoreAt(curve, quality));
    const middle = round(quantile(outcomes, 0.5), 2);
    const off = outcomes.map((value) => value - middle);
    const weights = regress(toCentres, between, off, settings.penalty);
    const unit = round(Math.max(...weights.map(Math.abs)) / 32_000, 6) || 1e-6;
    const bytes = Buffer.alloc(weights.length * 2);
    for (const [at, weight] of weights.entries()) {
      bytes.writeInt16LE(Math.max(-32_768, Math.min(32_767, Math.round(weight / unit))), at * 2);
    }
    const [first = 1, last = 100] = [curve[0]?.[0], curve.at(-1)?.[0]];
    const [least = 1, most = 100] = BAND.map((share) =>
      Math.min(last, Math.max(first, Math.round(quantile(needed, share)))),
    );
    return { middle, least, most, weights: bytes.toString('base64'), unit };
  };

  const formats = PREDICTED_FORMATS.map((format) => {
    const curve = meanCurve(rows, format);
    const targets = AUTO_QUALITIES.map((name) => [name, fitTarget(format, curve, TARGETS[name])]);
    return [format, { curve, targets: Object.fromEntries(targets) }];
  });
  return {
    ...scale,
    centres: Buffer.from(centres.flat()).toString('base64'),
    decay: settings.decay,
    formats: Object.fromEntries(formats),
  };
}
