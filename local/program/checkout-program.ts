import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../core/ports/log.ts';
import type { DocsSource } from './docs-build.ts';
import { runDocsBuilder } from './docs-process.ts';
import type { ServiceProgram } from './service-program.ts';

/** The docs of a checkout, built beside the service; undefined where it has none. */
function openDocs(root: string): DocsSource | undefined {
  const pages = join(root, 'docs-site/pages.ts');
  const reader = join(root, 'docs-site/read-page.ts');
  if (!existsSync(pages) || !existsSync(reader)) return undefined;
  return {
    build: (signal) => runDocsBuilder(root, signal),
    listPages: async () => (await import(pages)).PAGES,
    renderPage: async (path) => (await import(reader)).readPlainPage(path),
    readPage: async (path) => (await import(reader)).readMarkdownPage(path),
  };
}

/** Builds the console once in a start; undefined where there is none, or it can't be built. */
function createConsoleBuild(root: string, log: Log): () => Promise<string | undefined> {
  const builder = join(root, 'scripts/build-console.ts');
  const build = async (): Promise<string | undefined> => {
    if (!existsSync(builder)) return undefined;
    try {
      return await (await import(builder)).buildConsole();
    } catch (error) {
      log.error(`the console was not built: ${(error as Error).message}`);
      return undefined;
    }
  };
  let building: Promise<string | undefined> | undefined;
  return () => {
    building ??= build();
    return building;
  };
}

/**
 * The program that a checkout's sources are, each part built when it is first needed. esbuild is
 * loaded only then.
 */
export function checkoutProgram(root: string, log: Log): ServiceProgram {
  return {
    version: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version,
    openFunctions: async (hostEntry) => {
      const { buildFunctions } = await import('../lambda/build-functions.ts');
      return buildFunctions({ root, ...(hostEntry ? { hostEntry } : {}) });
    },
    readSiteFunction: async () => {
      const { buildSiteFunction } = await import('../../lambdas/edge/build-edge-function.ts');
      return buildSiteFunction(root);
    },
    openConsole: createConsoleBuild(root, log),
    docsFolder: join(root, '.build/docs'),
    docs: openDocs(root),
    samples: [join(root, 'bin/cli.ts'), 'admin', 'sample'],
  };
}
