import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { BENCH_FOLDER } from '../originals/originals.ts';

/** Packages of Debian with images: photographs of cameras (16 MB), and illustrations (44 MB). */
export const PACKAGES = {
  photographs: { name: 'lomiri-wallpapers-16.04', folder: 'usr/share/backgrounds' },
  illustrations: { name: 'gcompris-qt-data', folder: 'usr/share/gcompris-qt/rcc' },
} as const;
export type PackageOf = keyof typeof PACKAGES;

/** The folder of a package's images; undefined where it is not downloaded. */
export function findPackage(kind: PackageOf): string | undefined {
  const { name, folder } = PACKAGES[kind];
  const path = join(BENCH_FOLDER, name, folder);
  return existsSync(path) ? path : undefined;
}

/** Downloads and unpacks a package; nothing is installed. */
export function downloadPackage(kind: PackageOf): void {
  const { name } = PACKAGES[kind];
  const unpacked = join(BENCH_FOLDER, name);
  rmSync(unpacked, { recursive: true, force: true }); // of a download that was cut short
  mkdirSync(unpacked, { recursive: true });
  execFileSync('apt-get', ['download', name], { cwd: unpacked, stdio: 'ignore' });
  const [archive = ''] = readdirSync(unpacked).filter((file) => file.endsWith('.deb'));
  execFileSync('dpkg-deb', ['-x', archive, '.'], { cwd: unpacked });
}
