import { makeAvifs } from '../images/avif/avif-samples.ts';
import {
  type AvifItem,
  gridData,
  makeAvif,
  readCodedImages,
  sizeProperty,
} from '../images/avif/make-avif.ts';
import { type BmpForm, makeBmp, withRuns } from '../images/bmp/make-bmp.ts';
import { CANARY, XMP } from '../images/canaries.ts';
import * as heics from '../images/heic/heic-samples.ts';
import { gridOf } from '../images/heic/make-grid.ts';
import { gifApplication, gifComment } from '../images/make-gif.ts';
import { insertSegments, tellingSegments } from '../images/make-jpeg.ts';
import { insertBeforeData, tellingChunks } from '../images/make-png.ts';
import { riffChunk, webpOf } from '../images/make-webp.ts';
import { pixelPipeline } from '../images/raw-pixels.ts';
import { sampleImages } from '../images/sample-images.ts';
import { REFUSED_SVGS, SVGS } from '../images/svg/svg-samples.ts';
import type { HostileFormat } from './hostile-file.ts';

/** A whole image that hostile ones are made from. */
export interface Seed {
  readonly name: string;
  readonly format: HostileFormat;
  readonly bytes: Buffer;
}

const HEAD_BYTES = { gif: 13, webp: 12 };

// from here on a canary is in every seed, so that whatever a mutation lets through is seen
function withCanaries(format: HostileFormat, bytes: Uint8Array): Buffer {
  if (format === 'jpg') return insertSegments(bytes, ...tellingSegments(6).slice(0, 9));
  if (format === 'png') return insertBeforeData(bytes, ...tellingChunks(6));
  if (format === 'webp') {
    const chunks = Buffer.from(bytes.subarray(HEAD_BYTES.webp));
    return webpOf(chunks, riffChunk('XMP ', XMP), riffChunk('CNRY', CANARY.unknown));
  }
  const flags = bytes[10] ?? 0;
  const tableBytes = flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
  const at = HEAD_BYTES.gif + tableBytes;
  const application = gifApplication('XMP DataXMP', Buffer.from(XMP));
  const parts = [bytes.subarray(0, at), gifComment(CANARY.comment), application];
  return Buffer.concat([...parts, bytes.subarray(at)]);
}

/** Whole images of every form of every format, telling ones all. */
export async function makeSeeds(): Promise<[Seed, ...Seed[]]> {
  const seeds = (await sampleImages()).map(({ name, format, bytes }) => ({
    name,
    format,
    bytes: withCanaries(format, bytes),
  }));
  const [first, ...others] = seeds;
  if (!first) throw new Error('no sample images');
  return [first, ...others];
}

/** Whole HEICs of every form. */
export function makeHeicSeeds(): [Seed, ...Seed[]] {
  const grid = gridOf(heics.PLAIN_HEIC, { rows: 2, columns: 3, width: 150, height: 120 });
  const others = Object.entries(heics).map(([name, bytes]) => ({
    name,
    format: 'heic' as const,
    bytes,
  }));
  return [{ name: 'grid', format: 'heic', bytes: grid }, ...others];
}

/** An AVIF in the containers of other writers. A tile has 64 pixels a side at least. */
async function makeForms(): Promise<Readonly<Record<string, Buffer>>> {
  const [coded] = readCodedImages(await pixelPipeline(3, 64, 64).avif({ effort: 0 }).toBuffer());
  if (!coded) throw new Error('the sample has no image');
  const { data, config, width, height } = coded;
  const of = (id: number): AvifItem => {
    return { id, type: 'av01', data, properties: [sizeProperty(width, height), config] };
  };
  const content = gridData(1, 2, 2 * width, height);
  const grid = { ...of(1), type: 'grid', data: content };
  const properties = [sizeProperty(2 * width, height)];
  return {
    'without its depth': makeAvif({ items: [of(1)] }),
    'in meta': makeAvif({ items: [of(1)], isInMeta: true, isWide: true, pieces: 3 }),
    'a grid': makeAvif({
      items: [{ ...grid, properties }, of(2), of(3)],
      references: [['dimg', 1, [3, 2]]],
    }),
  };
}

/** Whole AVIFs of every form. */
export async function makeAvifSeeds(): Promise<[Seed, ...Seed[]]> {
  const samples = await makeAvifs();
  const files = { ...samples, ...(await makeForms()) };
  const seeds = Object.entries(files).map(([name, bytes]) => {
    return { name, format: 'avif' as const, bytes };
  });
  const [first, ...others] = seeds;
  if (!first) throw new Error('no sample images');
  return [first, ...others];
}

/** Whole BMPs of every depth. */
export function makeBmpSeeds(): [Seed, ...Seed[]] {
  const plain: readonly BmpForm[] = ([1, 2, 4, 8, 16, 24, 32] as const).map((bits) => ({ bits }));
  const sheer: BmpForm = { bits: 32, compression: 3, headerBytes: 108, alpha: 128 };
  const forms = [sheer, ...plain];
  const seeds = forms.map((form) => {
    return { name: `of ${form.bits} bits`, format: 'bmp' as const, bytes: makeBmp(form) };
  });
  const row = [5, 1, 0, 0];
  const runs = [0, 5, 0, 1, 2, 3, 0, 0, 0, 0, 0, 2, 1, 1, 3, 1, 0, 0, ...row, 0, 1];
  const others = {
    'of OS/2': makeBmp({ bits: 8, headerBytes: 64 }),
    'of three masks': makeBmp({ bits: 16, compression: 3, masks: [0xf800, 0x7e0, 0x1f] }),
    'of runs': withRuns({ bits: 8 }, 1, runs),
    'of runs of nibbles': withRuns({ bits: 4 }, 2, runs),
    'of runs of colours': withRuns({ bits: 24, headerBytes: 64 }, 4, [20, 9, 8, 7, 0, 1]),
  };
  const more = Object.entries(others).map(([name, bytes]) => ({
    name,
    format: 'bmp' as const,
    bytes,
  }));
  const core = makeBmp({ bits: 8, headerBytes: 12 });
  return [{ name: 'core', format: 'bmp', bytes: core }, ...seeds, ...more];
}

/** Whole SVGs of every form, and those that are refused. */
export function makeSvgSeeds(): [Seed, ...Seed[]] {
  const refused = Object.entries(REFUSED_SVGS).map(([name, [bytes]]) => [name, bytes] as const);
  const drawn = Array.from({ length: 5 }, () => Object.entries(SVGS)).flat();
  const small = [...drawn, ...refused].filter(([, bytes]) => bytes.length < 10_000);
  const others = small.map(([name, bytes]) => ({ name, format: 'svg' as const, bytes }));
  return [{ name: 'plain', format: 'svg', bytes: SVGS.plain }, ...others];
}

/** The first seed of a format. */
export function seedOf(seeds: readonly Seed[], format: HostileFormat): Buffer {
  const found = seeds.find((seed) => seed.format === format);
  if (!found) throw new Error(`no seed of ${format}`);
  return found.bytes;
}
