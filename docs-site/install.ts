import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

type Packages = Readonly<Record<string, { readonly version?: string; readonly optional?: true }>>;

function readPackages(path: string): Packages {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {};
}

/** Installs the packages of a folder where they aren't there in the versions of its lock file. */
export function installPackages(folder: string): void {
  const asked = readPackages(`${folder}/package-lock.json`);
  const installed = readPackages(`${folder}/node_modules/.package-lock.json`);
  const isCurrent = Object.entries(asked).every(
    ([name, { version, optional }]) =>
      name === '' || optional || installed[name]?.version === version,
  );
  if (isCurrent) return;
  const { status } = spawnSync('npm', ['ci', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`npm ci failed in ${folder}`);
}
