import type { Format } from '../../../core/transform/formats.ts';
import type { Transformation } from '../../../core/transform/transformation.ts';
import { mayBeRead } from '../choose-chroma.ts';
import type { Encodable } from '../encode.ts';
import type { Pixels } from '../pixels.ts';
import { measureFeatures } from './features.ts';
import {
  middleQuality,
  PREDICTED_FORMATS,
  type PredictedFormat,
  predictQuality,
} from './predict-quality.ts';
import { QUALITY_MODEL } from './quality-model.ts';

type Requested = Pick<Transformation, keyof Encodable>;

function isPredicted(format: Format): format is PredictedFormat {
  return PREDICTED_FORMATS.some((predicted) => predicted === format);
}

/** Whether the pixels choose the quality: it is one of AUTO_QUALITIES, up to 8 megapixels. */
export function hasChoiceOfQuality(
  requested: Pick<Transformation, 'quality' | 'resize' | 'pad'>,
): boolean {
  return typeof requested.quality === 'string' && mayBeRead(requested);
}

/**
 * The transformation with a quality in numbers. AUTO_QUALITIES become the quality that is predicted
 * for these pixels, of a still image or of a first frame. Without pixels it is the one of the
 * middle image. `chromaLoss` is given where it was measured of these pixels already.
 */
export function withQuality(
  requested: Requested,
  pixels: Pixels | undefined,
  chromaLoss?: number,
): Encodable {
  const { quality, format } = requested;
  if (typeof quality !== 'string') return { ...requested, quality };
  if (!isPredicted(format)) return { ...requested, quality: undefined };
  if (!pixels) return { ...requested, quality: middleQuality(QUALITY_MODEL, format, quality) };
  const features = measureFeatures(pixels, chromaLoss);
  return { ...requested, quality: predictQuality(QUALITY_MODEL, features, format, quality) };
}
