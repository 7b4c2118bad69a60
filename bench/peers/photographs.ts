import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { ORIGINALS_FOLDER } from '../originals/originals.ts';
import { findPackage, PACKAGES } from './packages.ts';

/** Why a row that needs photographs is not measured. */
export const NO_PHOTOGRAPHS = `the photographs of ${PACKAGES.photographs.name} are not installed`;
/** Of those that are as large as what cameras make. */
const MIN_WIDTH = 2_500;

/** A photograph as an original, in the folder of the originals. */
export interface Photograph {
  readonly file: string;
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Pixels that a decoder of JPEG may make one of; a side with a rest would change the ratio. */
const MOST_SHRUNK = 8;

/** The largest part in the middle that has the ratio of the drawn originals. */
export function cutOf(width: number, height: number) {
  const unit = Math.floor(Math.min(width / 4, height / 3) / MOST_SHRUNK) * MOST_SHRUNK;
  const size = { width: unit * 4, height: unit * 3 };
  return { ...size, left: (width - size.width) >> 1, top: (height - size.height) >> 1 };
}

/** The middle of a photograph, in its own pixels; undefined if it is small. */
async function cutPhotograph(bytes: Buffer): Promise<Omit<Photograph, 'file'> | undefined> {
  const upright = await sharp(bytes).autoOrient().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = upright.info;
  const cut = cutOf(width, height);
  if (cut.width < MIN_WIDTH) return undefined;
  const middle = sharp(upright.data, { raw: { width, height, channels } }).extract(cut);
  const jpeg = await middle.jpeg({ quality: 92 }).toBuffer();
  return { bytes: jpeg, width: cut.width, height: cut.height };
}

/** The installed photographs, as JPEGs in one ratio; empty without them. */
export async function readPhotographs(most = Number.POSITIVE_INFINITY): Promise<Photograph[]> {
  const folder = findPackage('photographs');
  if (folder === undefined) return [];
  mkdirSync(ORIGINALS_FOLDER, { recursive: true });
  const names = readdirSync(folder).filter((name) => name.endsWith('.jpg'));
  const photographs: Photograph[] = [];
  for (const name of names.sort()) {
    const cut = await cutPhotograph(readFileSync(join(folder, name)));
    if (!cut) continue;
    const file = `taken-${name.toLowerCase()}`;
    writeFileSync(join(ORIGINALS_FOLDER, file), cut.bytes);
    photographs.push({ file, ...cut });
    if (photographs.length === most) break;
  }
  return photographs;
}
