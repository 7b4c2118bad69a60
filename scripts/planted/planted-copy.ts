import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
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
const POLL_MS = 500;

/** How a program ended: by exit code 0, by another one, or killed before. */
export type RunEnd = 'green' | 'red' | 'killed';

export interface RunBounds {
  readonly timeoutMs: number;
  /** Added to the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the rest of the run can change nothing: then it is killed. */
  readonly isDecided?: () => boolean;
}

export interface PlantedCopy {
  readonly folder: string;
  /** Plants these bugs in place of those before. */
  plant(bugs: readonly PlantedBug[]): Promise<void>;
  /** Runs a program of `node_modules/.bin`, and kills it with its processes after a while. */
  run(program: string, args: readonly string[], bounds: RunBounds): Promise<RunEnd>;
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

/** In a process group, so that the processes which a test starts end with it. */
async function runIn(
  folder: string,
  program: string,
  args: readonly string[],
  { timeoutMs, env = {}, isDecided = () => false }: RunBounds,
): Promise<RunEnd> {
  const child = spawn(join(folder, 'node_modules/.bin', program), args, {
    cwd: folder,
    env: { ...process.env, ...env },
    detached: true,
    stdio: 'ignore',
  });
  const kill = () => child.pid && process.kill(-child.pid, 'SIGKILL');
  const endsAt = performance.now() + timeoutMs;
  const timer = setInterval(() => {
    if (isDecided() || performance.now() > endsAt) kill();
  }, POLL_MS);
  process.once('exit', kill);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearInterval(timer);
  process.off('exit', kill);
  if (code === null) return 'killed';
  return code === 0 ? 'green' : 'red';
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
    run: (program, args, bounds) => runIn(folder, program, args, bounds),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
