import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

/** Licences that permit copies in a bundle, with their notice. */
const LICENCES = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
]);
/** Of packages whose archive has no licence file, the line of copyright is in their sources. */
const NOTICE_FILES = '{LICEN[CS]E,license,licence,NOTICE,COPYING}*';

interface Bundled {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly author?: string | { readonly name: string };
}

/** The folder of the package that a bundled file belongs to; undefined of a source of ours. */
function packageFolderOf(file: string): string | undefined {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];
}

function describePackage(folder: string): string {
  const manifest: Bundled = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { name, version, license, author } = manifest;
  if (!LICENCES.has(license)) {
    throw new Error(`${name} ${version} has the licence ${license}, which no bundle may have yet.`);
  }
  const files = globSync(NOTICE_FILES, { cwd: folder, exclude: (path) => /\.[jt]s$/.test(path) });
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim());
  const authorName = typeof author === 'object' ? author.name : author;
  const own = authorName === undefined ? [] : [`Author: ${authorName}`];
  const blocks = (texts.length > 0 ? texts : own).map((text) => `\`\`\`\`\n${text}\n\`\`\`\``);
  return [`## ${name} ${version}`, `Licence: ${license}`, ...blocks].join('\n\n');
}

/**
 * The notices of packages by their folders, as a document. Throws for a licence that isn't among
 * those that permit a bundle.
 */
function describeNotices(folders: Iterable<string>): string {
  const known = [...new Set(folders)].filter((folder) => existsSync(join(folder, 'package.json')));
  const head = '# Third-party notices\n\nThis package contains code of these packages.';
  return `${[head, ...known.sort().map(describePackage)].join('\n\n')}\n`;
}

/** In the built console and docs, whose builds name no files. */
const IN_PAGES = [
  '@preact/signals',
  '@preact/signals-core',
  '@shikijs/transformers',
  '@vueuse/core',
  '@vueuse/shared',
  'mark.js',
  'minisearch',
  'oauth4webapi',
  'preact',
  'vitepress',
  'vue',
];

/** The notices of a package with these bundles, the console and the docs. */
export function noticesOf(bundles: readonly Metafile[]): string {
  const bundled = bundles.flatMap(({ inputs }) => Object.keys(inputs).map(packageFolderOf));
  const inPages = IN_PAGES.map((name) => `node_modules/${name}`);
  return describeNotices([...bundled.filter((folder) => folder !== undefined), ...inPages]);
}
