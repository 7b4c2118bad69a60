import { execFile } from 'node:child_process';
import {
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { PlantedBug } from '../../test/planted/planted-bug.ts';

const run = promisify(execFile);
const MAX_OUTPUT_BYTES = 100_000_000;

export interface PlantedCopy {
  readonly folder: string;
  /** Plants these bugs in place of those before; false where the `old` of one isn't there once. */
  plant(bugs: readonly PlantedBug[]): Promise<void>;
  /** Runs a program of `node_modules/.bin`: whether it ended well. */
  run(program: string, args: readonly string[]): Promise<boolean>;
  remove(): Promise<void>;
}

/** Whether the text that a bug replaces stands in its file exactly once. */
export async function isApplicable({ file, old }: PlantedBug, root: string): Promise<boolean> {
  const source = await readFile(join(root, file), 'utf8').catch(() => '');
  return source.split(old).length === 2;
}

async function copyFiles(root: string, folder: string): Promise<void> {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const { stdout } = await run('git', list, { cwd: root, maxBuffer: MAX_OUTPUT_BYTES });
  for (const file of stdout.split('\0').filter(Boolean)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await cp(join(root, file), join(folder, file)).catch((error: NodeJS.ErrnoException) => {
      // a file that Git still lists and that is gone from the folder
      if (error.code !== 'ENOENT') throw error;
    });
  }
}

/** Each package by a link, but the workspaces: they are those of the copy. */
async function linkPackages(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) {
    // caches are of one folder's sources
    if (name === '.cache' || name.startsWith('.vite')) continue;
    const path = join(from, name);
    const isWorkspace = (await lstat(path)).isSymbolicLink();
    if (name.startsWith('@')) await linkPackages(path, join(to, name));
    else await symlink(isWorkspace ? await readlink(path) : path, join(to, name));
  }
}

async function runIn(folder: string, program: string, args: readonly string[]): Promise<boolean> {
  const options = { cwd: folder, maxBuffer: MAX_OUTPUT_BYTES };
  return run(join(folder, 'node_modules/.bin', program), args, options).then(
    () => true,
    (error) => {
      if (typeof error.code !== 'number') throw error;
      return false;
    },
  );
}

/** The repository as it stands in its folder, in a temporary folder where bugs can be planted. */
export async function copyForPlanting(root: string): Promise<PlantedCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'imagewell-planted-'));
  await copyFiles(root, folder);
  await linkPackages(join(root, 'node_modules'), join(folder, 'node_modules'));
  // some tests ask Git which files there are
  await run('git', ['init', '--quiet'], { cwd: folder });
  await run('git', ['add', '--all'], { cwd: folder, maxBuffer: MAX_OUTPUT_BYTES });
  let planted: readonly PlantedBug[] = [];
  return {
    folder,
    plant: async (bugs) => {
      for (const { file } of planted) await cp(join(root, file), join(folder, file));
      planted = bugs;
      for (const bug of bugs) {
        const source = await readFile(join(folder, bug.file), 'utf8');
        await writeFile(
          join(folder, bug.file),
          source.replace(bug.old, () => bug.new),
        );
      }
    },
    run: (program, args) => runIn(folder, program, args),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
