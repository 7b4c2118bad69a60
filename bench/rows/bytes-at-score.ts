import sharp from 'sharp';
import { createSharpEngine } from '../../adapters/sharp/image-engine.ts';
import { get } from '../measure/get.ts';
import { interleave } from '../measure/interleave.ts';
import { geometricMean, ratioOf } from '../measure/statistics.ts';
import { fullPixels } from '../originals/full-pixels.ts';
import { sizeAt, WORKS, type Work } from '../originals/works.ts';
import type { Peer } from '../peers/peer.ts';
import { NO_PHOTOGRAPHS, type Photograph, readPhotographs } from '../peers/photographs.ts';
import { findScorer, NO_SCORER, type Scorer } from '../peers/ssimulacra.ts';
import type { Setting } from '../setting/setting.ts';
import { each, pick } from './contenders.ts';
import { transformationOf } from './engine-cpu.ts';
import { failed, type Goal, notInstalled, row, type Seen } from './row.ts';

const WIDTHS = [400, 600, 800];
/** Photographs of a short run. */
const QUICK_COUNT = 4;
const LADDERS: Readonly<Record<Work['format'], readonly number[]>> = {
  jpg: [50, 60, 70, 80, 90],
  webp: [50, 60, 70, 80, 90],
  avif: [35, 45, 55, 65, 75],
};

/** Encodes a work by a contender's settings at a quality. */
type EncodeAt = (work: Work, quality: number) => Promise<Buffer>;

/** The bytes that a ladder of qualities needs for a score, between the two nearest; NaN outside. */
export function bytesAtScore(
  steps: readonly { readonly score: number; readonly bytes: number }[],
  score: number,
): number {
  const sorted = [...steps].sort((a, b) => a.score - b.score);
  const above = sorted.findIndex((step) => step.score >= score);
  const [low, high] = [sorted[above - 1], sorted[above]];
  if (!low || !high) return Number.NaN;
  const part = (score - low.score) / (high.score - low.score);
  return low.bytes * (high.bytes / low.bytes) ** part;
}

/** Our bytes over another's at equal SSIMULACRA2; NaN if its ladder doesn't reach our score. */
async function compareOne(score: Scorer, original: Buffer, work: Work, encodeAt: EncodeAt) {
  const engine = await createSharpEngine();
  const reference = await fullPixels(original, sizeAt(work, work.width));
  const ours = Buffer.from(await engine.render(original, transformationOf(work)));
  const steps: { score: number; bytes: number }[] = [];
  for (const quality of LADDERS[work.format]) {
    const theirs = await encodeAt(work, quality);
    steps.push({ score: await score(reference, theirs), bytes: theirs.length });
  }
  return ours.length / bytesAtScore(steps, await score(reference, ours));
}

/** The mean of that over the photographs, each in one of three sizes. */
async function compareBytes(
  { isQuick }: Setting,
  base: Work,
  encoderOf: (photograph: Photograph) => EncodeAt,
): Promise<Seen> {
  const score = findScorer();
  const photographs = await readPhotographs();
  if (!score) return { reason: NO_SCORER };
  if (photographs.length === 0) return { reason: NO_PHOTOGRAPHS };
  const ratios: number[] = [];
  for (const [at, photograph] of photographs
    .slice(0, isQuick ? QUICK_COUNT : undefined)
    .entries()) {
    const width = WIDTHS[at % WIDTHS.length] ?? base.width;
    const work = { ...base, file: photograph.file, width };
    ratios.push(await compareOne(score, photograph.bytes, work, encoderOf(photograph)));
  }
  return { seen: geometricMean(ratios.filter((ratio) => !Number.isNaN(ratio))) };
}

async function comparePeer(setting: Setting, peer: Peer | undefined, work: Work): Promise<Seen> {
  if (!peer) return notInstalled('imgproxy');
  return compareBytes(setting, work, () => async (asked, quality) => {
    return (await get(peer.url(asked, asked.width, quality))).body;
  });
}

const goal = (what: string, atMost: number): Goal => ({ what, unit: '', must: { atMost } });

export const EQUAL_SCORE = row({
  title: 'bytes at equal SSIMULACRA2, our defaults over imgproxy, photographs',
  goals: { jpeg: goal('JPEG', 0.76), webp: goal('WebP', 0.79), avif: goal('AVIF', 0.77) },
  async measure(setting) {
    const peer = await setting.peer('imgproxy');
    return {
      jpeg: await comparePeer(setting, peer, WORKS.jpeg400).catch(failed),
      webp: await comparePeer(setting, peer, WORKS.webp400).catch(failed),
      avif: await comparePeer(setting, peer, WORKS.avif800).catch(failed),
    };
  },
});

/** The default of JPEG until 2026-11-23: mozjpeg at quality 80. */
async function encodeAsBefore(original: Buffer, work: Work, quality: number): Promise<Buffer> {
  const size = { ...sizeAt(work, work.width), fastShrinkOnLoad: false };
  const resized = sharp(original, { failOn: 'warning', sequentialRead: true }).resize(size);
  return resized.jpeg({ quality, mozjpeg: true }).toBuffer();
}

const QUALITY_BEFORE = 80;

async function compareWithBefore(setting: Setting, work: Work): Promise<Seen> {
  const original = await setting.original(work.from);
  const engine = await createSharpEngine();
  const transformation = transformationOf(work);
  const { ours, floor } = await interleave(
    {
      ours: { work: async () => (await engine.render(original, transformation)).length },
      floor: { work: async () => (await encodeAsBefore(original, work, QUALITY_BEFORE)).length },
    },
    setting.rounds,
  );
  return {
    ...ratioOf(pick(ours, 'cpuMs'), pick(floor, 'cpuMs')),
    unit: 'ms',
    beside: { ours: each(ours, 'cpuMs', 1), floor: each(floor, 'cpuMs', 1) },
  };
}

function compareBytesWithBefore(setting: Setting): Promise<Seen> {
  return compareBytes(
    setting,
    WORKS.jpeg400,
    ({ bytes }) =>
      (work, quality) =>
        encodeAsBefore(bytes, work, quality),
  );
}

export const DEFAULT_JPEG = row({
  title: 'our default JPEG over mozjpeg at quality 80, which is the floor here',
  goals: {
    cpu400: goal(`CPU, ${WORKS.jpeg400.name}`, 0.75),
    cpu800: goal(`CPU, ${WORKS.jpeg800.name}`, 0.55),
    bytes: goal('bytes at equal SSIMULACRA2, photographs', 1.02),
  },
  measure: async (setting) => ({
    cpu400: await compareWithBefore(setting, WORKS.jpeg400),
    cpu800: await compareWithBefore(setting, WORKS.jpeg800),
    bytes: await compareBytesWithBefore(setting),
  }),
});
