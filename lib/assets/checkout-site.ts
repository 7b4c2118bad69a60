import { execFileSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, buildSync, type Metafile } from 'esbuild';
import { HANDLER_FILE } from './packed-assets.ts';
import type { SiteWriter } from './service-assets.ts';

/** The parts of the site, with the scripts that build each unless it is current. */
const PARTS = { console: 'scripts/build-console.ts', docs: 'docs-site/build.ts' } as const;

function buildPart(root: string, script: string): void {
  // the CDK's own output is on the first
  execFileSync(process.execPath, [script], { cwd: root, stdio: ['ignore', 2, 2] });
}

/**
 * Builds console and docs, and puts them into a folder beside the code that writes them. Answers
 * the files of that code.
 */
export function bundleSite(root: string, bundle: BuildOptions, folder: string): Metafile {
  for (const [part, script] of Object.entries(PARTS)) {
    if (!existsSync(join(root, script))) continue; // an archive of the sources may leave it out
    buildPart(root, script);
    cpSync(join(root, '.build', part), join(folder, part), { recursive: true });
  }
  const { metafile } = buildSync({
    absWorkingDir: root,
    entryPoints: ['admin/site/write-site.ts'],
    outfile: join(folder, HANDLER_FILE),
    ...bundle,
    metafile: true,
  });
  return metafile;
}

/** The site of a checkout, built only where its stack is synthesised for a deploy. */
export function checkoutSite(root: string, bundle: BuildOptions): SiteWriter {
  return { folder: root, bundle: (folder) => void bundleSite(root, bundle, folder) };
}
