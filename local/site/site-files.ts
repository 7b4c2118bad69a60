import { createHash } from 'node:crypto';
import { MODELS_LIST, MODELS_TEXT, modelFile, sitemapFile } from '../../site/crawler-files.ts';
import { consoleFallback, docsFallback, type PlainPage } from '../../site/fallback-pages.ts';
import { joinPages, listedPages } from '../../site/join-pages.ts';
import { type BuiltFile, type BuiltPart, listBuilt } from '../../site/read-built.ts';
import { type SiteFacts, serviceFiles } from '../../site/service-files.ts';
import { contentTypeOf, type SiteFile, textFile } from '../../site/site-file.ts';
import type { DocsBuild, DocsState } from '../program/docs-build.ts';

/** A file as it is served. */
export interface ServedFile extends SiteFile {
  /** Strong: of the bytes. */
  readonly etag: string;
  /** Whether it stands for a part that isn't built. */
  readonly isFallback: boolean;
}

/** A page of the docs before they are built. */
export interface UnbuiltDocs {
  /** In the site, as `guides/teams.html`. */
  readonly path: string;
  readonly page: PlainPage;
  readonly state: { readonly kind: DocsState['kind']; readonly reason: string | undefined };
}

export interface SiteFilesOptions {
  readonly facts: SiteFacts;
  /** Builds the console unless it is built already: its folder; undefined without a console. */
  buildConsole(): Promise<string | undefined>;
  readonly docsFolder: string;
  /** Builds the docs when they are asked for; without it they are served where they are built. */
  readonly docsBuild?: DocsBuild | undefined;
}

type Built = ReadonlyMap<string, BuiltFile>;

/** Docs may be built while the service runs; looking for them costs a walk through the folder. */
const RECHECK_MS = 2_000;

/** A file with its entity tag. */
export function servedFile(file: SiteFile, isFallback = false): ServedFile {
  const digest = createHash('sha256').update(file.body).digest('base64url');
  return { ...file, etag: `"${digest}"`, isFallback };
}

const reasonOf = (state: DocsState) => ({
  kind: state.kind,
  reason: state.kind === 'failed' ? state.reason : undefined,
});

const isGone = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** The OpenAPI document and a page for each problem: nothing to make before anybody asks. */
function createOwnFiles(facts: SiteFacts) {
  let own: ReadonlyMap<string, ServedFile> | undefined;
  return (key: string): ServedFile | undefined => {
    own ??= new Map(serviceFiles(facts).map((file) => [file.key, servedFile(file)]));
    return own.get(key);
  };
}

/** Reads the list of the built docs; a finished build is seen immediately. */
function createDocsReader({ docsFolder, docsBuild }: SiteFilesOptions) {
  let docs:
    | { readonly files: Built; readonly at: number; readonly state: DocsState | undefined }
    | undefined;
  return (): Built => {
    const isCurrent =
      docs && performance.now() - docs.at < RECHECK_MS && docs.state === docsBuild?.state;
    if (!docs || !isCurrent) {
      const files = listBuilt(docsFolder, 'docs');
      docs = { files, at: performance.now(), state: docsBuild?.state };
    }
    return docs.files;
  };
}

/** Reads a built file; its entity tag is computed once for each state of the file. */
function createTagged() {
  const tags = new Map<string, { readonly stamp: string; readonly etag: string }>();
  return (key: string, file: BuiltFile): ServedFile => {
    const stamp = file.stamp();
    const known = tags.get(key);
    if (known?.stamp === stamp) return { ...file.read(), etag: known.etag, isFallback: false };
    const served = servedFile(file.read());
    tags.set(key, { stamp, etag: served.etag });
    return served;
  };
}

/** Finds a file in a list of built ones; in an empty list the page that stands for the part. */
function createFindBuilt({ facts, docsBuild }: SiteFilesOptions) {
  const fallbacks: Readonly<Record<BuiltPart, ServedFile>> = {
    console: servedFile(consoleFallback(facts), true),
    docs: servedFile(docsFallback(), true),
  };
  const withTag = createTagged();
  return (part: BuiltPart, files: Built, key: string): ServedFile | undefined => {
    try {
      const file = files.get(key);
      if (file) return withTag(key, file);
    } catch (error) {
      if (!isGone(error)) throw error; // being rebuilt
    }
    const isUnbuilt = files.size === 0 && !(part === 'docs' && docsBuild);
    return isUnbuilt && key === fallbacks[part].key ? fallbacks[part] : undefined;
  };
}

/** Finds the Markdown of a page's key; before any build it is the repository's. */
function createFindMarkdown(docsBuild: DocsBuild | undefined) {
  return async (key: string): Promise<ServedFile | undefined> => {
    const text = await docsBuild?.readPage(key.slice('docs/'.length));
    return text === undefined ? undefined : servedFile(textFile(key, contentTypeOf(key), text));
  };
}

/** Finds the files at the root that are made of the docs, built or as the repository has them. */
function createFindOfDocs(
  { facts: { cdnUrl }, docsBuild }: SiteFilesOptions,
  readDocs: () => Built,
  findBuiltDocs: (key: string) => ServedFile | undefined,
) {
  const findMarkdown = createFindMarkdown(docsBuild);
  const textOf = async (path: string): Promise<string | undefined> => {
    const key = `docs/${path}`;
    const file = findBuiltDocs(key) ?? (await findMarkdown(key));
    return file && Buffer.from(file.body).toString();
  };
  const readListed = (llms: string) =>
    Promise.all(
      listedPages(llms).map(async (path) => ({ path, text: (await textOf(path)) ?? '' })),
    );
  const findSitemap = async (): Promise<ServedFile> => {
    const built = [...readDocs().keys()];
    const listed = (await docsBuild?.listPages()) ?? [];
    const unbuilt = listed.map(({ path }) => `docs/${path.replace(/\.md$/, '.html')}`);
    return servedFile(sitemapFile(cdnUrl, built.length > 0 ? built : unbuilt));
  };
  return async (key: string): Promise<ServedFile | undefined> => {
    if (key === 'sitemap.xml') return findSitemap();
    if (key !== MODELS_LIST && key !== MODELS_TEXT) return undefined;
    const llms = await textOf(MODELS_LIST);
    if (llms === undefined) return undefined;
    const text = key === MODELS_LIST ? llms : joinPages(llms, await readListed(llms));
    return servedFile(modelFile(key, text, cdnUrl));
  };
}

/**
 * Finds the files of the site by key. A key is looked up in lists of built files and never becomes
 * a path, so that none leads elsewhere.
 */
export function createSiteFiles(options: SiteFilesOptions) {
  const { facts, buildConsole, docsBuild } = options;
  const findOwn = createOwnFiles(facts);
  const findBuilt = createFindBuilt(options);
  const readDocs = createDocsReader(options);
  let console: Promise<Built> | undefined;
  const readConsole = (): Promise<Built> => {
    console ??= buildConsole().then((folder) =>
      folder === undefined ? new Map() : listBuilt(folder, 'console'),
    );
    return console;
  };
  const findMarkdown = createFindMarkdown(docsBuild);
  const findOfDocs = createFindOfDocs(options, readDocs, (key) =>
    findBuilt('docs', readDocs(), key),
  );
  const findDocs = async (key: string): Promise<ServedFile | undefined> => {
    const files = readDocs();
    if (files.size > 0) docsBuild?.begin(); // the sources may have changed since
    const file = findBuilt('docs', files, key);
    return !file && files.size === 0 && key.endsWith('.md') ? findMarkdown(key) : file;
  };
  return {
    async find(key: string): Promise<ServedFile | undefined> {
      if (key.startsWith('console/')) return findBuilt('console', await readConsole(), key);
      const ofDocs = await findOfDocs(key);
      if (ofDocs) return ofDocs;
      return key.startsWith('docs/') ? findDocs(key) : findOwn(key);
    },
    /** A page of the docs before they are built; begins the build. Undefined: no such page. */
    async awaitDocs(key: string): Promise<UnbuiltDocs | undefined> {
      const [, name] = /^docs\/(.+)\.html$/.exec(key) ?? [];
      if (!docsBuild || name === undefined || readDocs().size > 0) return undefined;
      const page = await docsBuild.renderPage(`${name}.md`);
      return page && { path: `${name}.html`, page, state: reasonOf(docsBuild.begin()) };
    },
    /** The pages of the docs. */
    listPages: async () => (await docsBuild?.listPages()) ?? [],
  };
}

/** See createSiteFiles. */
export type SiteFiles = ReturnType<typeof createSiteFiles>;
