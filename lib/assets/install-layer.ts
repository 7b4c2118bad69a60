import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';

/** npm's names of the processors of AWS Lambda. */
export const PROCESSORS = ['arm64', 'x64'] as const;
export type Processor = (typeof PROCESSORS)[number];

/** The files of a layer's folder that name its packages and their digests. */
export const LAYER_MANIFESTS = ['package.json', 'package-lock.json'] as const;

function installLayer(manifests: string, folder: string, target: readonly string[]): string {
  const modules = join(folder, 'nodejs');
  mkdirSync(modules, { recursive: true });
  for (const name of LAYER_MANIFESTS) copyFileSync(join(manifests, name), join(modules, name));
  const quiet = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['ci', ...target, ...quiet], {
    cwd: modules,
    // the CDK's own output is on the first
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32', // there, npm is a script
  });
  for (const name of LAYER_MANIFESTS) rmSync(join(modules, name));
  return join(modules, 'node_modules');
}

/**
 * Installs the decoder of HEIC into `nodejs` below a folder, as a layer has it: WebAssembly, for
 * any processor. The parts of the package that no function loads are left out.
 */
export function installHeif(manifests: string, folder: string): void {
  const modules = installLayer(manifests, folder, []);
  for (const unused of [
    'libheif',
    'libheif-wasm/libheif-bundle.js',
    'libheif-wasm/libheif-bundle.mjs',
  ]) {
    rmSync(join(modules, 'libheif-js', unused), { recursive: true });
  }
}

/**
 * The font of texts, its configuration and its licence; the package has twenty others and their
 * tables.
 */
const FONT_FILES = [
  'ttf/DejaVuSans.ttf',
  'fontconfig/57-dejavu-sans.conf',
  'LICENSE',
  'package.json',
];

/** Removes every other file of the package of fonts. */
function keepFont(folder: string): void {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, file);
    const isKept = FONT_FILES.includes(file.split(sep).join('/'));
    if (!isKept && statSync(path).isFile()) rmSync(path);
  }
}

/**
 * Installs the decoders of AVIF and SVG into `nodejs` below a folder, as a layer has them:
 * WebAssembly, for any processor. The encoder of AVIF is left out.
 */
export function installDecoders(manifests: string, folder: string): void {
  const modules = installLayer(manifests, folder, []);
  rmSync(join(modules, '@jsquash/avif/codec/enc'), { recursive: true });
}

/**
 * Files of sharp and its packages that no function loads: types, sources and headers in C, guides,
 * and the second form of its code. `require` takes the one for CommonJS.
 */
const NOT_LOADED = /\.d\.[cm]?ts$|\.h$|\/README\.md$|^sharp\/(src|install)$|^sharp\/dist\/.*\.mjs$/;

/**
 * Installs sharp for Linux and the font of texts into `nodejs` below a folder, as a layer has them.
 * npm verifies each package by its digest in the lockfile. Throws an Error if npm fails, or if a
 * library is missing. For npm the libraries of sharp are optional: it leaves out one with another
 * digest in silence.
 */
export function installSharp(manifests: string, folder: string, cpu: Processor): void {
  const target = ['--os=linux', `--cpu=${cpu}`, '--libc=glibc'];
  const modules = installLayer(manifests, folder, target);
  for (const path of readdirSync(modules, { recursive: true, encoding: 'utf8' })) {
    const isUnused = NOT_LOADED.test(path.replaceAll('\\', '/'));
    // a file may have gone with its folder
    if (isUnused) rmSync(join(modules, path), { recursive: true, force: true });
  }
  keepFont(join(modules, 'dejavu-fonts-ttf'));
  for (const library of [`sharp-linux-${cpu}`, `sharp-libvips-linux-${cpu}`]) {
    if (existsSync(join(modules, '@img', library, 'package.json'))) continue;
    throw new Error(
      `npm did not install @img/${library}: it could not be downloaded, or it is not the package of the lockfile.`,
    );
  }
}
