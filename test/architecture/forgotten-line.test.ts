import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

interface Insertion {
  readonly file: string;
  /** It goes in behind this. */
  readonly behind: string;
  readonly text: string;
}

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imagewell-recipe-'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await cp(join(ROOT, 'package.json'), join(folder, 'package.json'));
  const { compilerOptions } = JSON.parse(await readFile(join(ROOT, 'tsconfig.json'), 'utf8'));
  const include = ['adapters/sharp', 'core/transform', 'core/images'];
  // a later run checks again only what its lines reach
  const options = { ...compilerOptions, incremental: true, tsBuildInfoFile: './build-info' };
  const config = JSON.stringify({ compilerOptions: options, include });
  await writeFile(join(folder, 'tsconfig.json'), config);
});

afterAll(() => rm(folder, { recursive: true }));

/** The compiler's complaints about the sources with these lines in them. */
async function compileWith(lines: readonly Insertion[]): Promise<string> {
  await cp(join(ROOT, 'core'), join(folder, 'core'), { recursive: true });
  for (const decoder of ['avif', 'heif', 'sharp', 'svg', 'wasm']) {
    const inside = join('adapters', decoder);
    await cp(join(ROOT, inside), join(folder, inside), { recursive: true });
  }
  for (const { file, behind, text } of lines) {
    const path = join(folder, file);
    const source = await readFile(path, 'utf8');
    expect(source.split(behind), `${file} has once: ${behind}`).toHaveLength(2);
    await writeFile(
      path,
      source.replace(behind, () => `${behind}${text}\n`),
    );
  }
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  const run = promisify(execFile)(tsc, ['--noEmit', '-p', folder], { cwd: folder });
  return run.then(
    () => '',
    ({ stdout }) => String(stdout),
  );
}

const ENCODER = {
  file: 'adapters/sharp/encode.ts',
  behind: 'const ENCODERS: Readonly<Record<Format, Encode>> = {\n',
  text: 'jxl: (image, { quality }) => image.jxl({ quality }),',
};

const PRICE = {
  file: 'core/transform/price/encoder-prices.ts',
  behind: 'export const ENCODER_PRICES: Readonly<Record<Format, EncoderPrice>> = {\n',
  text: "jxl: { perMegapixel: () => 9, source: '' },",
};

const PROFILE = {
  file: 'core/transform/colour-profiles.ts',
  behind: 'export const HAS_PROFILE: Readonly<Record<Format, boolean>> = {\n',
  text: 'jxl: true,',
};

const GAIN_MAP = {
  file: 'core/transform/gain-map.ts',
  behind: 'export const HAS_GAIN_MAP: Readonly<Record<Format, boolean>> = {\n',
  text: 'jxl: false,',
};

function formatRow(...columns: readonly string[]): Insertion {
  const facts = `contentType: 'image/jxl', extensions: ['jxl'], defaultQuality: 75, hasAnimation: false,
    hasAlpha: true, isSlow: true, maxSide: 16384, maxOutputPixels: 7_000_000`;
  return {
    file: 'core/transform/formats.ts',
    behind: 'const ROWS = {\n',
    text: `jxl: { ${[facts, ...columns].join(', ')} },`,
  };
}

describe('a format that is added to THE table', () => {
  it('has to say whether it comes in', async () => {
    expect(await compileWith([formatRow(), ENCODER])).toMatch(/'canUpload'/);
  });

  it('needs an encoder, its price, its profiles and gain maps, and nothing else, where it is only written: it is no format of an upload', async () => {
    const row = formatRow('canUpload: false');
    expect(await compileWith([row])).toMatch(/encode\.ts.*'jxl'/);
    expect(await compileWith([row, ENCODER])).toMatch(/encoder-prices\.ts.*'jxl'/);
    expect(await compileWith([row, ENCODER, PRICE])).toMatch(/colour-profiles\.ts.*'jxl'/);
    const colours = [row, ENCODER, PRICE, PROFILE];
    expect(await compileWith(colours)).toMatch(/gain-map\.ts.*'jxl'/);
    expect(await compileWith([...colours, GAIN_MAP])).toBe('');
    const accident = {
      file: 'core/transform/sent-formats.ts',
      behind: 'export const SENT_FORMATS: Readonly<Record<SentFormat, SentFormatFacts>> = {\n',
      text: "jxl: { label: 'JPEG XL', contentTypes: ['image/jxl'], oldTypes: [], extensions: ['jxl'], signatures: [], brands: [] },",
    };
    expect(await compileWith([...colours, GAIN_MAP, accident])).toMatch(/sent-formats\.ts.*'jxl'/);
  });

  it('needs a decoder, a reader of its header and its content types where it comes in', async () => {
    const row = formatRow('canUpload: true');
    const complaints = await compileWith([row, ENCODER]);
    for (const file of ['sharp/load/load-sharp', 'transform/sent-formats', 'codecs/read-header']) {
      expect(complaints).toMatch(new RegExp(`${file}\\.ts.*'jxl'`));
    }
  });
});
