import { readFileSync } from 'node:fs';
import { LADDER } from './folders.ts';
import type { SettingName } from './settings.ts';

/** One encode: bytes by their natural logarithm, and the score. */
export interface Rung {
  readonly quality: number;
  readonly logBytes: number;
  readonly score: number;
}
export type Curves = ReadonlyMap<string, ReadonlyMap<SettingName, readonly Rung[]>>;

/** The ladder by reference and setting, each curve from its lowest quality up. */
export function readCurves(): Curves {
  const curves = new Map<string, Map<SettingName, Rung[]>>();
  for (const line of readFileSync(LADDER, 'utf8').trim().split('\n')) {
    const [reference = '', setting, quality, bytes, score] = line.split('\t');
    const name = setting as SettingName;
    const own = curves.get(reference) ?? new Map<SettingName, Rung[]>();
    const rungs = own.get(name) ?? [];
    rungs.push({
      quality: Number(quality),
      logBytes: Math.log(Number(bytes)),
      score: Number(score),
    });
    rungs.sort((a, b) => a.quality - b.quality);
    curves.set(reference, own.set(name, rungs));
  }
  return curves;
}

/** The rung between two others where a field has this value; undefined outside the curve. */
export function rungAt(rungs: readonly Rung[], field: keyof Rung, value: number): Rung | undefined {
  for (const [at, high] of rungs.entries()) {
    if (high[field] === value) return high;
    const low = rungs[at - 1];
    if (!low || low[field] > value || high[field] < value) continue;
    const share = (value - low[field]) / (high[field] - low[field]);
    const between = (name: keyof Rung) => low[name] + share * (high[name] - low[name]);
    return {
      quality: between('quality'),
      logBytes: between('logBytes'),
      score: between('score'),
    };
  }
  return undefined;
}

export const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
