import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { applyStep, type Step } from './recipe.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);

export interface CopiedRepository {
  /** Brings every file that a step touched back, then applies these. */
  apply(steps: readonly Step[]): Promise<void>;
  /** Runs a program of `node_modules/.bin`, or `node`: its exit code and all that it printed. */
  run(program: string, args: readonly string[]): Promise<{ code: number; printed: string }>;
  read(file: string): Promise<string>;
  write(file: string, text: string): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Every file that Git tracks or would track, in a temporary folder with this folder's
 * `node_modules`.
 */
export async function copyRepository(): Promise<CopiedRepository> {
  const folder = await mkdtemp(join(tmpdir(), 'imagewell-recipe-'));
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const { stdout } = await run('git', list, { cwd: ROOT, maxBuffer: 10_000_000 });
  const files = stdout.split('\0').filter(Boolean);
  for (const name of new Set(files.map((file) => dirname(file))))
    await mkdir(join(folder, name), { recursive: true });
  const copy = (file: string) => cp(join(ROOT, file), join(folder, file)).catch(ignoreMissing);
  await Promise.all(files.map(copy));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));

  const changed = new Map<string, string | undefined>();
  const at = (file: string) => join(folder, file);
  const read = (file: string) => readFile(at(file), 'utf8');
  async function write(file: string, text: string): Promise<void> {
    await mkdir(dirname(at(file)), { recursive: true });
    await writeFile(at(file), text);
  }
  async function restore(): Promise<void> {
    for (const [file, text] of changed)
      await (text === undefined ? rm(at(file), { force: true }) : writeFile(at(file), text));
    changed.clear();
  }
  async function applyOne(step: Step): Promise<void> {
    const before = await read(step.file).catch(ignoreMissing);
    if (!changed.has(step.file)) changed.set(step.file, before);
    if (before === undefined && step.place !== 'new file')
      throw new Error(`there is no file ${step.file}`);
    if (before !== undefined && step.place === 'new file')
      throw new Error(`${step.file} is no new file`);
    await write(step.file, applyStep(before ?? '', step));
  }

  return {
    read,
    write,
    apply: async (steps) => {
      await restore();
      for (const step of steps) await applyOne(step);
    },
    run: async (program, args) => {
      const path = program === 'node' ? process.execPath : at(`node_modules/.bin/${program}`);
      const options = { cwd: folder, maxBuffer: 10_000_000 };
      return run(path, args, options).then(
        (done) => ({ code: 0, printed: done.stdout + done.stderr }),
        (error) => ({ code: error.code, printed: `${error.stdout}${error.stderr}` }),
      );
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

/** A file that Git still lists and that is gone from the folder. */
function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
