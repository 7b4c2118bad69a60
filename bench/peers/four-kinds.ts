import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { drawScreens } from '../originals/draw-screens.ts';
import { ORIGINALS_FOLDER } from '../originals/originals.ts';
import type { OriginalFormat } from '../originals/works.ts';
import { findPackage, PACKAGES } from './packages.ts';
import { cutOf, NO_PHOTOGRAPHS, readPhotographs } from './photographs.ts';

/** The kinds of images that settings and bytes are compared on. */
export const KINDS = ['photographs', 'illustrations', 'drawings', 'screens'] as const;
export type Kind = (typeof KINDS)[number];

/** An image of a kind, as an original of four to three in the folder of the originals. */
export interface Sample {
  readonly kind: Kind;
  readonly file: string;
  readonly from: OriginalFormat;
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

const ILLUSTRATIONS = 12;
/** Of a kind, in a short run. */
const QUICK_COUNT = 2;
/** At least twice the widest result. */
const DRAWN_WIDTH = 2_000;
const SVG_DPI = 72;
const OPENING = '<svg';
const END = '</svg>';

/** The longest drawing that a resource file of Qt has as plain text. */
function longestSvg(bytes: Buffer): Buffer {
  let longest: Buffer = Buffer.alloc(0);
  for (let at = bytes.indexOf(OPENING); at >= 0; at = bytes.indexOf(OPENING, at + 1)) {
    const end = bytes.indexOf(END, at);
    if (end < 0) break;
    const drawing = bytes.subarray(at, end + END.length);
    if (drawing.length > longest.length) longest = drawing;
  }
  return longest;
}

/** The most elaborate illustrations of gcompris, at most one of each of its activities. */
function findIllustrations(folder: string): Buffer[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.rcc'));
  const drawings = files.sort().map((name) => longestSvg(readFileSync(join(folder, name))));
  return drawings.sort((a, b) => b.length - a.length).slice(0, ILLUSTRATIONS);
}

/** The middle of an SVG as a PNG. */
async function drawSample(kind: Kind, nth: number, svg: Buffer): Promise<Sample> {
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] }); // the engine blocks it
  const { width: own = DRAWN_WIDTH } = await sharp(svg).metadata();
  const opened = sharp(svg, { density: (SVG_DPI * DRAWN_WIDTH) / own, unlimited: true });
  const { data, info } = await opened
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const cut = cutOf(width, height);
  const middle = sharp(data, { raw: { width, height, channels } }).extract(cut);
  const bytes = await middle.png({ compressionLevel: 6 }).toBuffer();
  const file = `${kind}-${nth}.png`;
  writeFileSync(join(ORIGINALS_FOLDER, file), bytes);
  return { kind, file, from: 'png', bytes, width: cut.width, height: cut.height };
}

/** The samples of all kinds, or the reason why they can't be read. */
export async function readSamples(isQuick: boolean): Promise<readonly Sample[] | string> {
  const folder = findPackage('illustrations');
  if (folder === undefined) return `${PACKAGES.illustrations.name} is not installed`;
  const most = isQuick ? QUICK_COUNT : undefined;
  const photographs = await readPhotographs(most);
  if (photographs.length === 0) return NO_PHOTOGRAPHS;
  mkdirSync(ORIGINALS_FOLDER, { recursive: true });
  const shapes = drawScreens();
  const svgs = {
    illustrations: findIllustrations(folder),
    drawings: shapes.filter(([name]) => !name.startsWith('text')).map(([, svg]) => svg),
    screens: shapes.filter(([name]) => name.startsWith('text')).map(([, svg]) => svg),
  };
  const samples = photographs.map((one): Sample => ({ kind: 'photographs', from: 'jpg', ...one }));
  for (const kind of ['illustrations', 'drawings', 'screens'] as const) {
    for (const [nth, svg] of svgs[kind].slice(0, most).entries()) {
      samples.push(await drawSample(kind, nth, Buffer.from(svg)));
    }
  }
  return samples;
}
