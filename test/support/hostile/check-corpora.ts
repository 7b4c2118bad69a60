import { globSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { createSharpEngine } from '../../../adapters/sharp/image-engine.ts';
import { detectFormat } from '../../../core/codecs/detect-format.ts';
import { LIMITS } from '../../../core/foundation/limits.ts';
import { ServiceError } from '../../../core/foundation/service-error.ts';
import { acceptImage } from '../../../core/use-cases/uploads/accept-image.ts';
import { run } from '../service/python-tools.ts';
import { FORMATS, type HostileFormat, TYPES } from './hostile-file.ts';
import type { Tally } from './tally.ts';

const REQUIREMENTS = join(import.meta.dirname, 'corpora-requirements.txt');
const NAME = 'pillow-11.0.0';
/**
 * The number that was accepted when this was written. A far smaller number would mean a rule that
 * refuses too much.
 */
const MIN_ACCEPTED = 500;

async function runOrExplain(command: string, args: readonly string[]): Promise<void> {
  const { code, output } = await run(command, args, {});
  if (code !== 0) throw new Error(`missing: ${NAME} could not be had from PyPI\n${output.trim()}`);
}

/** The folder of Pillow's own test images, from its pinned source distribution; fetched once. */
async function fetchTestImages(workDir: string, programs: string): Promise<string> {
  const folder = join(workDir, 'corpora', NAME);
  const found = await readFile(join(folder, 'PKG-INFO')).catch(() => undefined);
  if (!found) {
    const fresh = join(workDir, 'corpora', 'fresh');
    await rm(fresh, { recursive: true, force: true });
    await mkdir(fresh, { recursive: true });
    const flags = ['--quiet', '--disable-pip-version-check', '--no-deps', '--no-binary=:all:'];
    const what = ['--require-hashes', '-r', REQUIREMENTS, '--dest', fresh];
    await runOrExplain(join(programs, 'pip'), ['download', ...flags, ...what]);
    await runOrExplain('tar', ['-xzf', join(fresh, `${NAME}.tar.gz`), '-C', fresh]);
    await rm(folder, { recursive: true, force: true });
    await mkdir(dirname(folder), { recursive: true });
    await rename(join(fresh, NAME), folder);
  }
  return join(folder, 'Tests', 'images');
}

function formatOf(bytes: Uint8Array): HostileFormat | undefined {
  return FORMATS.find((format) => format === detectFormat(bytes));
}

async function decode(bytes: Uint8Array) {
  const image = sharp(bytes, { animated: true, failOn: 'none' });
  return image.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
}

/** Images that sharp shows in another way than browsers, which are followed; each by its reason. */
const AS_BROWSERS: Readonly<Record<string, string>> = {
  '1_trns.png': 'its clear grey is beyond its depth of one bit, and Chromium shows no pixel clear',
};

/** The faults without a reason, and a reason without a fault. */
function unexplained(name: string, faults: readonly string[]): readonly string[] {
  if (!Object.hasOwn(AS_BROWSERS, name)) return faults;
  return faults.length === 0 ? ['its pixels are the same again'] : [];
}

/**
 * The faults of a stored image: its pixels in sRGB, by its own profile, must be the uploaded ones.
 * sharp shows none of the frames behind stray bytes of a GIF, other decoders do: then those before.
 */
async function compare(sent: Uint8Array, stored: Uint8Array): Promise<string[]> {
  const [before, after] = [await decode(sent), await decode(stored)];
  const same = after.data.subarray(0, before.data.length).equals(before.data);
  const isLonger = after.data.length > before.data.length;
  const isEqual = same && (!isLonger || detectFormat(sent) === 'gif');
  return isEqual ? [] : ['its pixels changed'];
}

/**
 * Validates every image of a corpus as an upload: accepted images keep their pixels, and most are
 * accepted.
 */
export async function checkCorpora(
  workDir: string,
  programs: string,
  tally: Tally,
  print: (line: string) => void,
): Promise<void> {
  const folder = await fetchTestImages(workDir, programs);
  const engine = await createSharpEngine();
  const services = { imageEngine: async () => engine, abandonProcess: () => undefined };
  let [accepted, refused] = [0, 0];
  for (const name of globSync('**/*', { cwd: folder }).sort()) {
    const bytes = await readFile(join(folder, name)).catch(() => undefined); // folders too
    const format = bytes && formatOf(bytes);
    if (!bytes || !format) continue;
    const sent = { bytes, contentType: TYPES[format] };
    try {
      const result = await acceptImage(services, sent, LIMITS.maxDirectUploadBytes);
      accepted += 1;
      const faults = await compare(bytes, result.bytes);
      tally.record(`corpus/${name}`, unexplained(name, faults));
    } catch (error) {
      refused += 1;
      const isRefusal = error instanceof ServiceError && error.code !== 'busy';
      tally.record(`corpus/${name}`, isRefusal ? [] : [String(error)]);
    }
  }
  print(`${NAME}: ${accepted} images kept to the pixel, ${refused} refused`);
  tally.record(NAME, accepted < MIN_ACCEPTED ? [`only ${accepted} accepted`] : []);
}
