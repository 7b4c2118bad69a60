import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { BENCH_FOLDER, ORIGINALS_FOLDER } from '../originals/originals.ts';
import { ORIGINAL } from '../originals/works.ts';

/** A package of Debian with photographs of cameras (16 MB). */
const PACKAGE = 'lomiri-wallpapers-16.04';
const UNPACKED = join(BENCH_FOLDER, PACKAGE);
const PHOTOGRAPHS = join(UNPACKED, 'usr/share/backgrounds');
/** Why a row that needs photographs is not measured. */
export const NO_PHOTOGRAPHS = `the photographs of ${PACKAGE} are not installed`;
/** Of those that are as large as what cameras make. */
const MIN_WIDTH = 2_500;

/** Downloads and unpacks them. */
export function downloadPhotographs(): void {
  mkdirSync(UNPACKED, { recursive: true });
  execFileSync('apt-get', ['download', PACKAGE], { cwd: UNPACKED, stdio: 'ignore' });
  const [archive = ''] = readdirSync(UNPACKED).filter((name) => name.endsWith('.deb'));
  execFileSync('dpkg-deb', ['-x', archive, '.'], { cwd: UNPACKED });
}

export const hasPhotographs = () => existsSync(PHOTOGRAPHS);

/** A photograph as an original, in the folder of the originals. */
export interface Photograph {
  readonly file: string;
  readonly bytes: Buffer;
}

/** The middle of a photograph in the ratio of the drawn originals; undefined if it is small. */
async function cutPhotograph(bytes: Buffer): Promise<Buffer | undefined> {
  const { autoOrient } = await sharp(bytes).metadata();
  const ratio = ORIGINAL.width / ORIGINAL.height;
  const width = Math.floor(Math.min(autoOrient.width, autoOrient.height * ratio));
  if (width < MIN_WIDTH) return undefined;
  const cut = sharp(bytes)
    .autoOrient()
    .resize(width, Math.floor(width / ratio));
  return cut.jpeg({ quality: 92 }).toBuffer();
}

/** The installed photographs, as JPEGs in one ratio; empty without them. */
export async function readPhotographs(): Promise<readonly Photograph[]> {
  if (!hasPhotographs()) return [];
  mkdirSync(ORIGINALS_FOLDER, { recursive: true });
  const names = readdirSync(PHOTOGRAPHS).filter((name) => name.endsWith('.jpg'));
  const photographs: Photograph[] = [];
  for (const name of names.sort()) {
    const bytes = await cutPhotograph(readFileSync(join(PHOTOGRAPHS, name)));
    if (!bytes) continue;
    const file = `taken-${name.toLowerCase()}`;
    writeFileSync(join(ORIGINALS_FOLDER, file), bytes);
    photographs.push({ file, bytes });
  }
  return photographs;
}
