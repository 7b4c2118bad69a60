import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { createSharpEngine } from '../../adapters/sharp/image-engine.ts';
import { createAddressTable } from '../../cli/translate/address-table.ts';
import { translateAddress } from '../../cli/translate/translate-address.ts';
import { parseQuery } from '../../core/transform/query.ts';
import {
  isTransformationFault,
  type OriginalFacts,
  resolveTransformation,
} from '../../core/transform/transformation.ts';
import type { PixelCase } from './pixel-cases.ts';
import type { Thumbor } from './run-thumbor.ts';

const DRAWINGS = 'local/samples/drawings';
const LOGO_ID = `img_${'c'.repeat(26)}` as const;
const urlOf = (letter: string) => `https://cdn.example.com/res/img_${letter.repeat(26)}.png`;

const engine = await createSharpEngine();

/** The images that both services have, as PNG: a scene, a still life, and one with clear parts. */
const SOURCES = ['aurora', 'citrus', 'balloons'] as const;

/** Draws the sources and a logo into a folder. */
export async function drawSources(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of SOURCES) {
    const drawing = await readFile(join(DRAWINGS, `${name}.svg`), 'utf8');
    const [, width = '', height = ''] = /viewBox="0 0 (\d+) (\d+)"/.exec(drawing) ?? [];
    const drawn = await engine.convert.svg(drawing, {
      width: Number(width),
      height: Number(height),
    });
    const smaller = sharp(drawn).resize({ width: 640 });
    await writeFile(join(folder, `${name}.png`), await smaller.png().toBuffer());
  }
  const logo = sharp({ create: { width: 80, height: 40, channels: 4, background: '#d02020' } });
  await writeFile(join(folder, 'logo.png'), await logo.png().toBuffer());
}

async function factsOf(bytes: Buffer): Promise<OriginalFacts> {
  const { width, height, hasAlpha } = await sharp(bytes).metadata();
  const overlay = { imageId: LOGO_ID, generation: 1, width: 80, height: 40 };
  return { format: 'png', frames: 1, width, height, hasAlpha, overlay };
}

/** Our result for a translated address. */
async function renderOurs(folder: string, address: string, source: string): Promise<Buffer> {
  const table = createAddressTable([
    [`https://files.example.com/${source}`, urlOf('b')],
    ['https://files.example.com/logo.png', urlOf('c')],
  ]);
  const found = translateAddress(address, 'thumbor', table);
  if (!('service' in found) || found.new === null) throw new Error(`${address}: no translation`);
  const pairs = [...new URLSearchParams(found.query)].map(
    ([name, value]) => [name, value] as const,
  );
  const { parameters, errors } = parseQuery(pairs);
  if (errors.length > 0) throw new Error(`${address}: ${found.query}`);
  const bytes = await readFile(join(folder, source));
  const transformation = resolveTransformation(await factsOf(bytes), 'png', parameters);
  if (isTransformationFault(transformation)) throw new Error(transformation.detail);
  const logos =
    transformation.overlays.length > 0 ? [await readFile(join(folder, 'logo.png'))] : [];
  return Buffer.from(await engine.render(bytes, transformation, logos));
}

/** Pixels on white, so that clear parts count as they are shown. */
const pixelsOf = (image: Buffer) =>
  sharp(image).flatten({ background: '#ffffff' }).toColourspace('srgb').raw().toBuffer({
    resolveWithObject: true,
  });

/** The result of one case on one source. */
export interface Compared {
  readonly parts: string;
  readonly source: string;
  /** Both sizes, if they differ. */
  readonly sizes: string | undefined;
  /** The mean difference of a channel, of 255. */
  readonly mean: number;
}

/** Compares the results of thumbor and of the translation of its address. */
export async function compareOne(
  thumbor: Thumbor,
  folder: string,
  { parts }: PixelCase,
  source: string,
): Promise<Compared> {
  const path = `/unsafe/${parts}/${source}`;
  const [theirs, ours] = await Promise.all([
    thumbor.get(path).then(pixelsOf),
    renderOurs(folder, `https://img.example.com${path}`, source).then(pixelsOf),
  ]);
  const sizeOf = ({ info }: typeof theirs) => `${info.width}x${info.height}`;
  if (sizeOf(theirs) !== sizeOf(ours)) {
    return { parts, source, sizes: `${sizeOf(theirs)} ${sizeOf(ours)}`, mean: Number.NaN };
  }
  let sum = 0;
  for (const [at, value] of theirs.data.entries()) sum += Math.abs(value - (ours.data[at] ?? 0));
  return { parts, source, sizes: undefined, mean: sum / theirs.data.length };
}

/** The files that a case is compared on; the last one has transparent parts. */
export function sourcesOf({ isOpaque }: PixelCase): readonly string[] {
  const names = isOpaque === true ? SOURCES.slice(0, -1) : SOURCES;
  return names.map((name) => `${name}.png`);
}
