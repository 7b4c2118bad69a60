import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** The folder of all tarballs, and of the files that go into each. */
export const PACKAGES = join(ROOT, '.build/packages');

/** The folder whose files go into a package. */
export const stagedFolder = (name: string): string => join(PACKAGES, name);

interface PackedManifest {
  /** The package's own folder, with its manifest and README. */
  readonly source: string;
  /** Fields of the packed manifest that the committed one must not have; undefined leaves out. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/**
 * Packs the staged files with a manifest, the README and the licence, in the version of all
 * packages: the path of `.build/packages/NAME-VERSION.tgz`.
 */
export function packStaged(name: string, { source, fields = {} }: PackedManifest): string {
  const readManifest = (folder: string) =>
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { version } = readManifest(ROOT);
  const staged = stagedFolder(name);
  const manifest = { ...readManifest(source), version, ...fields };
  writeFileSync(join(staged, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(source, 'README.md'), join(staged, 'README.md'));
  cpSync(join(ROOT, 'LICENSE'), join(staged, 'LICENSE'));
  execFileSync('npm', ['pack', '--silent', '--pack-destination', PACKAGES], {
    cwd: staged,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32', // npm is a command file there
  });
  return join(PACKAGES, `${name}-${version}.tgz`);
}
