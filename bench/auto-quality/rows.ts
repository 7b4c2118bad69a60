import { readdirSync, readFileSync } from 'node:fs';
import { measureFeatures } from '../../adapters/sharp/quality/features.ts';
import {
  PREDICTED_FORMATS,
  type PredictedFormat,
} from '../../adapters/sharp/quality/predict-quality.ts';
import { pixelsOf, readFrame } from './encode-frame.ts';
import { LADDER, REFERENCES } from './folders.ts';

/** Score and bytes at each measured quality, from the lowest up. */
export interface Rung {
  readonly quality: number;
  readonly score: number;
  readonly bytes: number;
}

/** A reference: its features and its curves. */
export interface Row {
  readonly reference: string;
  /** The number of its image: references of one image are never on two sides of a split. */
  readonly image: string;
  readonly kind: string;
  readonly features: readonly number[];
  readonly curves: Readonly<Record<PredictedFormat, readonly Rung[]>>;
}

/** The references whose ladder is whole. */
export async function readRows(): Promise<Row[]> {
  const rungs = new Map<string, Rung[]>();
  for (const line of readFileSync(LADDER, 'utf8').trim().split('\n')) {
    const [reference, format, quality, bytes, score] = line.split('\t');
    const own = rungs.get(`${reference} ${format}`) ?? [];
    own.push({ quality: Number(quality), score: Number(score), bytes: Number(bytes) });
    rungs.set(`${reference} ${format}`, own);
  }
  const rows: Row[] = [];
  for (const file of readdirSync(REFERENCES).sort()) {
    const reference = file.replace('.png', '');
    const curves = PREDICTED_FORMATS.map((format) => {
      const own = rungs.get(`${reference} ${format}`) ?? [];
      return [format, own.sort((a, b) => a.quality - b.quality)] as const;
    });
    if (curves.some(([, own]) => own.length < 8)) continue;
    const [image = '', kind = ''] = reference.replace('more-', 'more').split('-');
    const frame = await readFrame(`${REFERENCES}/${file}`);
    rows.push({
      reference,
      image,
      kind,
      features: measureFeatures(pixelsOf(frame)),
      curves: Object.fromEntries(curves) as unknown as Row['curves'],
    });
  }
  return rows;
}

/**
 * A value at each whole quality, interpolated by monotone cubics (Fritsch and Carlson 1980) and
 * held at the ends.
 */
export function interpolate(
  rungs: readonly Rung[],
  read: (rung: Rung) => number,
): (quality: number) => number {
  const slopes = rungs.slice(1).map((rung, at) => {
    const before = rungs[at] as Rung;
    return (read(rung) - read(before)) / (rung.quality - before.quality);
  });
  const tangents = rungs.map((_, at) => {
    const [left, right] = [slopes[at - 1], slopes[at]];
    if (left === undefined || right === undefined) return left ?? right ?? 0;
    return left * right <= 0 ? 0 : (2 * left * right) / (left + right);
  });
  return (quality) => {
    const at = rungs.findIndex((rung) => rung.quality >= quality);
    const high = rungs.at(at < 0 ? -1 : at) as Rung;
    const low = rungs[at - 1];
    if (!low || at < 0) return read(high);
    const width = high.quality - low.quality;
    const t = (quality - low.quality) / width;
    const [first, last] = [tangents[at - 1] ?? 0, tangents[at] ?? 0];
    return (
      (2 * t ** 3 - 3 * t ** 2 + 1) * read(low) +
      (t ** 3 - 2 * t ** 2 + t) * width * first +
      (3 * t ** 2 - 2 * t ** 3) * read(high) +
      (t ** 3 - t ** 2) * width * last
    );
  };
}
