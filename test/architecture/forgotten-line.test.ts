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

interface Line extends Insertion {
  /** What the compiler names where the line is missing. */
  readonly named: RegExp;
}

/** The recipe for a transformation parameter, line by line. */
const RECIPE: Readonly<Record<string, Line>> = {
  'its row of PARAMETERS': {
    file: 'core/transform/parameters.ts',
    behind: 'export const PARAMETERS = {\n',
    text: 'negate: parameter(flag, false, false),',
    named: /'negate'/,
  },
  'its row of PARAMETER_WORDS': {
    file: 'core/transform/parameter-words.ts',
    behind: '[Name in ParameterName]: ParameterWords<Name> } = {\n',
    text: "negate: { summary: 'Inverts the colours.', example: 'true', contrast: ['', 'negate=true'] },",
    named: /'negate'/,
  },
  'its place in STEPS': {
    file: 'core/transform/transformation.ts',
    behind: "  sharpen: 'sharpen',\n",
    text: "negate: 'negate',",
    named: /'negate'/,
  },
  'its field': {
    file: 'core/transform/transformation.ts',
    behind: 'export interface Transformation {\n',
    text: 'readonly isNegated: boolean;',
    named: /'isNegated'/,
  },
  'its value in resolve': {
    file: 'core/transform/transformation.ts',
    behind: '  return {\n    format,\n',
    text: 'isNegated: parameters.negate ?? false,',
    named: /'isNegated'/,
  },
  'its part of the rendition key': {
    file: 'core/transform/transformation.ts',
    behind: "  sharpen: (sigma) => part('sharpen', sigma),\n",
    text: "isNegated: (is) => part('negate', is),",
    named: /'isNegated'/,
  },
  'its step': {
    file: 'adapters/sharp/steps.ts',
    behind: "import { openPixels, readPixels } from './pixels.ts';\n",
    text: `const negate = effect<'isNegated'>({
  isRequested: ({ isNegated }) => isNegated,
  run: (picture) => picture.negate({ alpha: false }),
});`,
    named: /'negate'/,
  },
  'its name in EFFECTS': {
    file: 'adapters/sharp/steps.ts',
    behind: 'export const EFFECTS = {\n',
    text: 'negate,',
    named: /'negate'/,
  },
};

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imagewell-recipe-'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await cp(join(ROOT, 'package.json'), join(folder, 'package.json'));
  const { compilerOptions } = JSON.parse(await readFile(join(ROOT, 'tsconfig.json'), 'utf8'));
  const include = ['adapters/sharp', 'core/transform', 'core/images'];
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
});

afterAll(() => rm(folder, { recursive: true }));

/** The compiler's complaints about the sources with these lines in them. */
async function compileWith(lines: readonly Insertion[]): Promise<string> {
  await cp(join(ROOT, 'core'), join(folder, 'core'), { recursive: true });
  await cp(join(ROOT, 'adapters/sharp'), join(folder, 'adapters/sharp'), { recursive: true });
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

const compileWithout = (forgotten: string | undefined) =>
  compileWith(Object.entries(RECIPE).flatMap(([name, line]) => (name === forgotten ? [] : [line])));

describe('a parameter that is added by the recipe', () => {
  it('compiles, and the documents have each line of it', async () => {
    const paths = ['docs/architecture.md', 'CONTRIBUTING.md'];
    const texts = await Promise.all(paths.map((path) => readFile(join(ROOT, path), 'utf8')));
    const flat = texts.join().replace(/\s+/g, ' ');
    const untold = Object.entries(RECIPE).filter(
      ([, { text }]) => !flat.includes(text.replace(/\s+/g, ' ')),
    );
    expect(untold.map(([name]) => name)).toEqual([]);
    expect(new Set(Object.values(RECIPE).map(({ file }) => file)).size).toBeLessThanOrEqual(4);
    expect(await compileWithout(undefined)).toBe('');
  });

  it.each(Object.entries(RECIPE))('does not compile without %s', async (forgotten, { named }) => {
    expect(await compileWithout(forgotten)).toMatch(named);
  });
});

const ENCODER = {
  file: 'adapters/sharp/encode.ts',
  behind: 'const ENCODERS: Readonly<Record<Format, Encode>> = {\n',
  text: 'jxl: (picture, { quality }) => picture.jxl({ quality }),',
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
  it('has to say whether it comes in, and whether it goes out', async () => {
    expect(await compileWith([formatRow('canDeliver: true'), ENCODER])).toMatch(/'canUpload'/);
    expect(await compileWith([formatRow('canUpload: false'), ENCODER])).toMatch(/'canDeliver'/);
  });

  it('needs an encoder and nothing else where it is only written: it is no format of an upload', async () => {
    const row = formatRow('canUpload: false', 'canDeliver: true');
    expect(await compileWith([row])).toMatch(/encode\.ts.*'jxl'/);
    expect(await compileWith([row, ENCODER])).toBe('');
    const accident = {
      file: 'core/images/upload-type.ts',
      behind: "  jpg: ['image/jpeg', 'image/jpg'],\n",
      text: "jxl: ['image/jxl'],",
    };
    expect(await compileWith([row, ENCODER, accident])).toMatch(/upload-type\.ts.*'jxl'/);
  });

  it('needs a decoder, a reader of its header and its content types where it comes in', async () => {
    const row = formatRow("canUpload: 'reencoded'", 'canDeliver: true');
    const complaints = await compileWith([row, ENCODER]);
    for (const file of ['sharp/load-sharp', 'images/upload-type', 'codecs/read-header']) {
      expect(complaints).toMatch(new RegExp(`${file}\\.ts.*'jxl'`));
    }
  });
});
