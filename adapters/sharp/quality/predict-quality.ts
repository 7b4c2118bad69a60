import type { AutoQuality } from '../../../core/transform/parameters.ts';

/** A format that has a quality. */
export const PREDICTED_FORMATS = ['jpg', 'webp', 'avif'] as const;
export type PredictedFormat = (typeof PREDICTED_FORMATS)[number];

/** The prediction of one format for one target. */
export interface TargetModel {
  /** The mean score at the quality that the middle image needs, before its features count. */
  readonly middle: number;
  /** The bounds of the quality, against the worst misses. */
  readonly least: number;
  readonly most: number;
  /** Of each centre, in points of score times the unit: 16 bits with sign, in base64. */
  readonly weights: string;
  readonly unit: number;
}

/** A kernel regression; decision 73 names the program that fits it. */
export interface QualityModel {
  /** Of the features of the fitted images. */
  readonly means: readonly number[];
  readonly spreads: readonly number[];
  /** Feature by feature of each centre: bytes in base64, 128 for the mean, 32 for a spread. */
  readonly centres: string;
  /** Of the kernel: the weight of a squared distance in spreads. */
  readonly decay: number;
  readonly formats: Readonly<
    Record<
      PredictedFormat,
      {
        /** The mean score of the fitted images at qualities from the lowest up. */
        readonly curve: readonly (readonly [quality: number, score: number])[];
        readonly targets: Readonly<Record<AutoQuality, TargetModel>>;
      }
    >
  >;
}

/** Spreads beyond which a feature is as far as it can be: an unknown kind of image. */
const FARTHEST = 3.9;
const [ZERO, SPREAD] = [128, 32] as const;

/** Features in the bytes of the centres, not rounded. */
export function scaleFeatures(
  { means, spreads }: Pick<QualityModel, 'means' | 'spreads'>,
  features: readonly number[],
): number[] {
  return features.map((value, at) => {
    const spread = (value - (means[at] ?? 0)) / (spreads[at] ?? 1);
    return ZERO + SPREAD * Math.min(FARTHEST, Math.max(-FARTHEST, spread));
  });
}

/** The kernel of a centre and an image, both scaled: 1 for the same features, 0 far away. */
export function kernel(
  decay: number,
  centre: ArrayLike<number>,
  from: number,
  scaled: readonly number[],
): number {
  let squares = 0;
  for (const [at, value] of scaled.entries()) squares += (value - (centre[from + at] ?? 0)) ** 2;
  return Math.exp((-decay * squares) / (SPREAD * SPREAD));
}

/** The quality on a curve at which the mean score is this, at or between its ends. */
export function qualityAt(
  curve: readonly (readonly [quality: number, score: number])[],
  score: number,
): number {
  const at = curve.findIndex((knot) => knot[1] >= score);
  const high = curve.at(at < 0 ? -1 : at);
  const low = curve[at - 1] ?? high;
  if (!low || !high || at <= 0) return high?.[0] ?? 100;
  return low[0] + ((high[0] - low[0]) * (score - low[1])) / (high[1] - low[1]);
}

/** The quality that the middle image needs for the target. */
export function middleQuality(
  { formats }: QualityModel,
  format: PredictedFormat,
  target: AutoQuality,
): number {
  const { curve, targets } = formats[format];
  return Math.round(qualityAt(curve, targets[target].middle));
}

/** The quality, 1 to 100, at which the encoder is predicted to reach the target. */
export function predictQuality(
  model: QualityModel,
  features: readonly number[],
  format: PredictedFormat,
  target: AutoQuality,
): number {
  const { curve, targets } = model.formats[format];
  const { middle, least, most, weights, unit } = targets[target];
  const scaled = scaleFeatures(model, features);
  const centres = Buffer.from(model.centres, 'base64');
  const numbers = Buffer.from(weights, 'base64');
  let score = middle;
  for (let centre = 0; centre * scaled.length < centres.length; centre += 1) {
    const weight = numbers.readInt16LE(centre * 2) * unit;
    score += weight * kernel(model.decay, centres, centre * scaled.length, scaled);
  }
  return Math.min(most, Math.max(least, Math.round(qualityAt(curve, score))));
}
