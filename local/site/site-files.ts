import { createHash } from 'node:crypto';
import { consoleFallback, docsFallback } from '../../site/fallback-pages.ts';
import { type BuiltPart, listBuilt } from '../../site/read-built.ts';
import { type SiteFacts, serviceFiles } from '../../site/service-files.ts';
import type { SiteFile } from '../../site/site-file.ts';

/** A file as it is served. */
export interface ServedFile extends SiteFile {
  /** Strong: of the bytes. */
  readonly etag: string;
  /** Whether it stands for a part that isn't built. */
  readonly isFallback: boolean;
}

export interface SiteFilesOptions {
  readonly facts: SiteFacts;
  /** Builds the console unless it is built already: its folder; undefined without a console. */
  buildConsole(): Promise<string | undefined>;
  readonly docsFolder: string;
}

type Built = ReadonlyMap<string, () => SiteFile>;

/** Docs may be built while the service runs; looking for them costs a walk through the folder. */
const LOOK_AGAIN_MS = 2_000;

/** A file with its entity tag. */
export function servedFile(file: SiteFile, isFallback = false): ServedFile {
  const digest = createHash('sha256').update(file.body).digest('base64url');
  return { ...file, etag: `"${digest}"`, isFallback };
}

const isGone = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/**
 * Finds the files of the site by key. A key is looked up in lists of built files and never becomes
 * a path, so that none leads elsewhere.
 */
export function createSiteFiles({ facts, buildConsole, docsFolder }: SiteFilesOptions) {
  // the OpenAPI document and a page for each problem: nothing to make before anybody asks
  let own: ReadonlyMap<string, ServedFile> | undefined;
  const findOwn = (key: string): ServedFile | undefined => {
    own ??= new Map(serviceFiles(facts).map((file) => [file.key, servedFile(file)]));
    return own.get(key);
  };
  const fallbacks: Readonly<Record<BuiltPart, ServedFile>> = {
    console: servedFile(consoleFallback(facts), true),
    docs: servedFile(docsFallback(), true),
  };
  let console: Promise<Built> | undefined;
  const readConsole = (): Promise<Built> => {
    console ??= buildConsole().then((folder) =>
      folder === undefined ? new Map() : listBuilt(folder, 'console'),
    );
    return console;
  };
  let docs: { readonly files: Built; readonly at: number } | undefined;
  const readDocs = (): Built => {
    const isCurrent = docs && Date.now() - docs.at < LOOK_AGAIN_MS;
    if (!docs || !isCurrent) docs = { files: listBuilt(docsFolder, 'docs'), at: Date.now() };
    return docs.files;
  };

  const findBuilt = (part: BuiltPart, files: Built, key: string): ServedFile | undefined => {
    try {
      const file = files.get(key)?.();
      if (file) return servedFile(file);
    } catch (error) {
      if (!isGone(error)) throw error; // being rebuilt
    }
    return files.size === 0 && key === fallbacks[part].key ? fallbacks[part] : undefined;
  };

  return {
    async find(key: string): Promise<ServedFile | undefined> {
      if (key.startsWith('console/')) return findBuilt('console', await readConsole(), key);
      // its own text where the docs bring one
      if (key === 'llms.txt') {
        const made = findBuilt('docs', readDocs(), 'docs/llms.txt');
        return made ?? findOwn(key);
      }
      if (key.startsWith('docs/')) return findBuilt('docs', readDocs(), key);
      return findOwn(key);
    },
  };
}

/** See createSiteFiles. */
export type SiteFiles = ReturnType<typeof createSiteFiles>;
