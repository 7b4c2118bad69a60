import { createSharpEngine } from '../../adapters/sharp/image-engine.ts';
import { get } from '../measure/get.ts';
import { inFlight } from '../measure/interleave.ts';
import { geometricMean, spreadOf } from '../measure/statistics.ts';
import { fullPixels } from '../originals/full-pixels.ts';
import { sizeAt, type Work } from '../originals/works.ts';
import { KINDS, readSamples, type Sample } from '../peers/four-kinds.ts';
import type { Peer, PeerName } from '../peers/peer.ts';
import { findScorer, NO_SCORER, type Scorer } from '../peers/ssimulacra.ts';
import type { Setting } from '../setting/setting.ts';
import { findPeers } from './contenders.ts';
import { transformationOf } from './engine-cpu.ts';
import { type Goal, notInstalled, row, type Seen } from './row.ts';

const FORMATS = ['jpg', 'webp', 'avif'] as const satisfies readonly Work['format'][];
const WIDTHS = [400, 600, 800];
/** Qualities of another, from the lowest up; the search reads about three of them. */
const LADDERS: Readonly<Record<Work['format'], readonly number[]>> = {
  jpg: [30, 50, 65, 75, 82, 88, 93, 97],
  webp: [30, 50, 65, 75, 82, 88, 93, 97],
  avif: [25, 38, 48, 56, 64, 72, 80, 90],
};
const AT_THE_SAME_TIME = 2;

/** Another's result at a quality. */
export type EncodeAt = (quality: number) => Promise<Buffer>;

interface Step {
  readonly score: number;
  readonly bytes: number;
}

/** The bytes that a ladder of qualities needs for a score, between the two nearest; NaN outside. */
export function bytesAtScore(steps: readonly Step[], score: number): number {
  const sorted = [...steps].sort((a, b) => a.score - b.score);
  const above = sorted.findIndex((step) => step.score >= score);
  const [low, high] = [sorted[above - 1], sorted[above]];
  if (!low || !high) return Number.NaN;
  const part = (score - low.score) / (high.score - low.score);
  return low.bytes * (high.bytes / low.bytes) ** part;
}

/** The bytes that another needs for a score; NaN where its ladder doesn't reach it. */
export async function searchBytes(
  ladder: readonly number[],
  target: number,
  stepAt: (quality: number) => Promise<Step>,
): Promise<number> {
  const steps: Step[] = [];
  let [below, above] = [-1, ladder.length];
  while (above - below > 1) {
    const middle = (below + above) >> 1;
    const step = await stepAt(ladder[middle] ?? Number.NaN);
    steps.push(step);
    if (step.score < target) below = middle;
    else above = middle;
  }
  return bytesAtScore(steps, target);
}

/** The same by encodes that are scored against a reference. */
export function bytesOfOther(
  { score, reference }: { readonly score: Scorer; readonly reference: Buffer },
  format: Work['format'],
  target: number,
  encodeAt: EncodeAt,
): Promise<number> {
  return searchBytes(LADDERS[format], target, async (quality) => {
    const encoded = await encodeAt(quality);
    return { score: await score(reference, encoded), bytes: encoded.length };
  });
}

/** Our bytes over another's at the score of ours, of one image. */
export interface Ratio {
  readonly kind: Sample['kind'];
  readonly format: Work['format'];
  readonly peer: PeerName;
  readonly ratio: number;
}

async function compareSample(
  score: Scorer,
  { width: own, height, ...sample }: Sample,
  width: number,
  peers: readonly (readonly [PeerName, Peer])[],
): Promise<Ratio[]> {
  const engine = await createSharpEngine();
  const reference = await fullPixels(sample.bytes, sizeAt({}, width));
  const ratios: Ratio[] = [];
  for (const format of FORMATS) {
    const work: Work = { name: sample.file, from: sample.from, file: sample.file, format, width };
    const transformation = transformationOf(work, { width: own, height });
    const ours = Buffer.from(await engine.render(sample.bytes, transformation));
    const target = await score(reference, ours);
    for (const [name, peer] of peers) {
      const theirs = await bytesOfOther({ score, reference }, format, target, async (quality) => {
        return (await get(peer.url(work, width, quality))).body;
      });
      ratios.push({ kind: sample.kind, format, peer: name, ratio: ours.length / theirs });
    }
  }
  return ratios;
}

/** The mean over all images that have a ratio; the spread is of the means of the kinds. */
export function meanOfKinds(ratios: readonly Pick<Ratio, 'kind' | 'ratio'>[]): Seen {
  const known = ratios.filter(({ ratio }) => !Number.isNaN(ratio));
  const means = KINDS.map((kind) =>
    geometricMean(known.filter((one) => one.kind === kind).map(({ ratio }) => ratio)),
  ).filter((mean) => !Number.isNaN(mean));
  return spreadOf(means, geometricMean);
}

/** The ratios of all samples, or the reason why they can't be measured. */
async function compareAll(setting: Setting): Promise<readonly Ratio[] | string> {
  const score = findScorer();
  if (!score) return NO_SCORER;
  const samples = await readSamples(setting.isQuick);
  if (typeof samples === 'string') return samples;
  const peers = await findPeers(setting);
  const ratios: Ratio[] = [];
  await inFlight([...samples.entries()], AT_THE_SAME_TIME, async ([at, sample]) => {
    const width = WIDTHS[at % WIDTHS.length] ?? Number.NaN;
    return ratios.push(...(await compareSample(score, sample, width, peers)));
  });
  return ratios;
}

const goal = (what: string): Goal => ({ what, unit: '', must: { atMost: 0.85 } });

export const EQUAL_SCORE = row({
  title: 'bytes at equal SSIMULACRA2, our defaults, the mean and the spread of four kinds',
  goals: {
    jpgIpx: goal('JPEG over ipx'),
    webpIpx: goal('WebP over ipx'),
    avifIpx: goal('AVIF over ipx'),
    jpgImgproxy: goal('JPEG over imgproxy'),
    webpImgproxy: goal('WebP over imgproxy'),
    avifImgproxy: goal('AVIF over imgproxy'),
  },
  async measure(setting) {
    const all = await compareAll(setting);
    const over = (peer: PeerName, format: Work['format'], last?: string): Seen => {
      if (typeof all === 'string') return { reason: all };
      const own = all.filter((one) => one.peer === peer && one.format === format);
      return own.length > 0 ? meanOfKinds(own) : notInstalled(peer, last);
    };
    return {
      jpgIpx: over('ipx', 'jpg'),
      webpIpx: over('ipx', 'webp'),
      avifIpx: over('ipx', 'avif'),
      jpgImgproxy: over('imgproxy', 'jpg', '0.82 on 2026-11-24, photographs alone'),
      webpImgproxy: over('imgproxy', 'webp', '0.88 on 2026-11-24, photographs alone'),
      avifImgproxy: over('imgproxy', 'avif', '0.88 on 2026-11-24, photographs alone'),
    };
  },
});
