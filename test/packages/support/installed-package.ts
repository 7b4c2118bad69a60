import { execFile } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** All files below a folder, with their bytes. */
export function listFiles(folder: string): ReadonlyMap<string, number> {
  const paths = globSync('**', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [path, statSync(path).size]));
}

/** Installs a tarball where there is nothing else; `home` and `temporary` are empty folders. */
export async function installPackage(tarball: string) {
  const folder = await mkdtemp(join(tmpdir(), 'imagewell-package-'));
  const at = (name: string) => join(folder, name);
  for (const name of ['app', 'home', 'temporary', 'cache']) await mkdir(at(name));
  await writeFile(join(at('app'), 'package.json'), '{ "private": true }');
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  await run('npm', ['install', ...quiet, tarball], { cwd: at('app') });
  return {
    folder,
    app: at('app'),
    home: at('home'),
    temporary: at('temporary'),
    cache: at('cache'),
    /** The environment of a shell in which nothing else is set. */
    env: {
      PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
      HOME: at('home'),
      TMPDIR: at('temporary'),
      npm_config_cache: at('cache'),
      npm_config_update_notifier: 'false',
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}
