/**
 * `npm run bench -- settings [--quick] [--peers]`: a table for each setting of the encoders, on
 * four kinds of images. One has the scores of the default qualities and of `quality=auto`. One has
 * the bytes at equal score of other settings over ours, with the CPU of the encode. Others have
 * bytes by the threshold of the loss of colour, and by how far a JPEG is shrunk in its decoder.
 * `--peers` downloads the images and the metric before.
 */
import { parseArgs } from 'node:util';
import { measureChromaLoss } from '../../adapters/sharp/choose-chroma.ts';
import { createSharpEngine } from '../../adapters/sharp/image-engine.ts';
import type { Pixels } from '../../adapters/sharp/pixels.ts';
import { FORMATS } from '../../core/transform/formats.ts';
import { type Contender, interleave } from '../measure/interleave.ts';
import { geometricMean, mean, median, quotients } from '../measure/statistics.ts';
import { fullPixels } from '../originals/full-pixels.ts';
import { sizeAt, type Work } from '../originals/works.ts';
import { KINDS, readSamples, type Sample } from '../peers/four-kinds.ts';
import { installPeers } from '../peers/install-peers.ts';
import { findScorer, NO_SCORER, type Scorer } from '../peers/ssimulacra.ts';
import { bytesOfOther } from '../rows/bytes-at-score.ts';
import { transformationOf } from '../rows/engine-cpu.ts';
import { readWhole } from '../setting/sharp-alone.ts';
import { CANDIDATES, CHROMA, type EncodeAt, ours } from './candidates.ts';
import { printShrinks } from './shrinks.ts';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
  },
});

const WIDTH = 400;
const RESULTS = ['jpg', 'webp', 'avif'] as const satisfies readonly Work['format'][];
const ROUNDS = 3;
/** Of decision 73: the aim of `auto`, and how near is near. */
const [AIM, NEAR] = [78, 3];
const THRESHOLDS = [5, 10, 20, 30, 50, 102, Number.POSITIVE_INFINITY];

const defaultOf = (format: Work['format']) => FORMATS[format].defaultQuality ?? 100;

/** A sample with the pixels of its result. */
interface Reference {
  readonly sample: Sample;
  readonly png: Buffer;
  readonly pixels: Pixels;
}

const line = (cells: readonly (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);
function heading(cells: readonly string[]): void {
  console.log('');
  line(cells);
  line(cells.map(() => '---'));
}

/** The mean of each kind, and of the kinds. */
function meansOf(references: readonly Reference[], values: readonly number[]): string[] {
  const ofKind = KINDS.map((kind) =>
    values.filter((value, at) => references[at]?.sample.kind === kind && !Number.isNaN(value)),
  );
  const means = ofKind.filter(({ length }) => length > 0).map(geometricMean);
  return [...ofKind.map(geometricMean), geometricMean(means)].map((value) => value.toFixed(3));
}

async function printScores(score: Scorer, references: readonly Reference[]): Promise<void> {
  heading(['scores', ...KINDS, `within ${NEAR} points of ${AIM}`]);
  const engine = await createSharpEngine();
  for (const format of RESULTS) {
    for (const quality of [undefined, 'auto']) {
      const scores: number[] = [];
      for (const { sample, png } of references) {
        const work: Work = { name: '', from: sample.from, format, width: WIDTH };
        const requested = transformationOf(work, sample, quality);
        const bytes = await engine.render(sample.bytes, requested);
        scores.push(await score(png, Buffer.from(bytes)));
      }
      const ofKinds = KINDS.map((kind) =>
        mean(scores.filter((_, at) => references[at]?.sample.kind === kind)).toFixed(1),
      );
      const near = scores.filter((value) => Math.abs(value - AIM) <= NEAR).length;
      line([
        `${format} ${quality ?? defaultOf(format)}`,
        ...ofKinds,
        `${Math.round((near / scores.length) * 100)} %`,
      ]);
    }
  }
}

/** Bytes of another setting over ours at our score; NaN where it doesn't reach that. */
async function compareBytes(
  score: Scorer,
  { png, pixels }: Reference,
  format: Work['format'],
  encodeAt: EncodeAt,
): Promise<number> {
  const own = await ours(format)(pixels, defaultOf(format));
  const target = await score(png, own);
  const place = { score, reference: png };
  const bytes = await bytesOfOther(place, format, target, (quality) => encodeAt(pixels, quality));
  return bytes / own.length;
}

/** The CPU of an encode over ours, the mean of all results. */
async function compareCpu(
  references: readonly Reference[],
  format: Work['format'],
  encodeAt: EncodeAt,
): Promise<number> {
  const quality = defaultOf(format);
  const work = (encode: EncodeAt): Contender => ({
    work: async () => {
      let bytes = 0;
      for (const { pixels } of references) bytes += (await encode(pixels, quality)).length;
      return bytes;
    },
  });
  const costs = await interleave({ ours: work(ours(format)), other: work(encodeAt) }, ROUNDS);
  const cpuOf = (who: keyof typeof costs) => costs[who].map(({ cpuMs }) => cpuMs);
  return median(quotients(cpuOf('other'), cpuOf('ours')));
}

async function printCandidates(score: Scorer, references: readonly Reference[]): Promise<void> {
  heading(['bytes over ours at equal score', ...KINDS, 'all', 'CPU of the encode']);
  for (const format of RESULTS) {
    for (const [name, encodeAt] of Object.entries(CANDIDATES[format])) {
      const ratios: number[] = [];
      for (const one of references) ratios.push(await compareBytes(score, one, format, encodeAt));
      const cpu = await compareCpu(references, format, encodeAt);
      line([`${format} ${name}`, ...meansOf(references, ratios), cpu.toFixed(2)]);
    }
  }
}

async function printThresholds(score: Scorer, references: readonly Reference[]): Promise<void> {
  heading(['bytes over whole colour, by threshold', ...THRESHOLDS.map(String)]);
  for (const format of RESULTS) {
    const all: { readonly loss: number; readonly ratio: number }[] = [];
    for (const one of references) {
      const halved = await compareBytes(score, one, format, CHROMA[format].halved);
      const whole = await compareBytes(score, one, format, CHROMA[format].whole);
      const ratio = halved / whole;
      if (!Number.isNaN(ratio)) all.push({ loss: measureChromaLoss(one.pixels), ratio });
    }
    const cells = THRESHOLDS.map((threshold) => {
      const bytes = all.map(({ loss, ratio }) => (loss > threshold ? 1 : ratio));
      const whole = all.filter(({ loss }) => loss > threshold).length;
      return `${geometricMean(bytes).toFixed(3)} (${whole} of ${all.length} whole)`;
    });
    line([format, ...cells]);
  }
}

async function readReferences(): Promise<Reference[]> {
  const samples = await readSamples(values.quick);
  if (typeof samples === 'string') throw new Error(samples);
  const references: Reference[] = [];
  for (const sample of samples) {
    const png = await fullPixels(sample.bytes, sizeAt({}, WIDTH));
    references.push({ sample, png, pixels: await readWhole(png) });
  }
  return references;
}

if (values.peers) installPeers();
const score = findScorer();
if (!score) throw new Error(NO_SCORER);
const references = await readReferences();
console.log(`${references.length} images, ${WIDTH} pixels wide`);
await printScores(score, references);
await printCandidates(score, references);
await printThresholds(score, references);
await printShrinks(
  score,
  references.map(({ sample }) => sample).filter(({ kind }) => kind === 'photographs'),
);
