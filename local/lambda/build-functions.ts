import { createHash, randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { NoteSources } from '../../lambdas/edge/build-edge-function.ts';
import { REQUIRE_OF_BUNDLE } from '../../lambdas/require-of-bundle.ts';
import { isInspected } from './start-process.ts';

const HOST_ENTRY = 'local/lambda/function-host.ts';

export interface BuiltFunctions {
  /** The edge function's text, a script with a top-level `handler`. */
  readonly edgeCode: string;
  /** The same of the function of old addresses. */
  readonly oldRequestCode: string;
  /** The same of the viewer-response function. */
  readonly viewerResponseCode: string;
  /** The functions of private images. */
  readonly privateRequestCode: string;
  readonly privateResponseCode: string;
  /** The file that the threads and processes of functions run. */
  readonly hostPath: string;
}

/** Binaries of the machine, and the client of a bucket, which few services have. */
const NOT_BUNDLED = ['sharp', '@aws-sdk/*'];

/**
 * One file for threads and processes, libraries too: it loads with half of the CPU time of several
 * hundred files.
 */
async function buildHost(
  root: string,
  entryPath: string,
  noteSources: NoteSources,
): Promise<string> {
  const { buildSync } = await import('esbuild');
  const { outputFiles, metafile } = buildSync({
    absWorkingDir: root,
    entryPoints: [entryPath],
    bundle: true,
    write: false,
    metafile: true,
    logLevel: 'silent',
    platform: 'node',
    format: 'esm',
    target: 'node24',
    // V8 keeps the text; the names stay, for stack traces
    minifyWhitespace: true,
    minifySyntax: true,
    mainFields: ['module', 'main'],
    external: NOT_BUNDLED,
    ...(isInspected ? { sourcemap: 'inline', sourceRoot: pathToFileURL(`${root}/`).href } : {}),
    banner: { js: REQUIRE_OF_BUNDLE },
  });
  const [file] = outputFiles;
  if (!file) throw new Error(`esbuild produced no output for ${entryPath}`);
  // those of libraries change with the lockfile
  noteSources(Object.keys(metafile.inputs).filter((path) => !path.startsWith('node_modules/')));
  return file.text;
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Moved into place when complete: two concurrent starts can't hurt each other. */
async function writeWhole(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  const partial = join(folder, `${randomUUID()}.tmp`);
  await mkdir(folder, { recursive: true });
  await writeFile(partial, text);
  await rename(partial, path);
}

/** Named by content: a start can't hurt a process of the one before. */
async function writeBuilt(folder: string, name: string, text: string): Promise<string> {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const path = join(folder, `${name}-${hash}.mjs`);
  if (!(await isThere(path))) await writeWhole(path, text);
  return path;
}

/** Sources by their paths relative to the root. */
type Stamps = Readonly<Record<string, Stamp>>;

interface Stamp {
  /** The time of its last change in epoch milliseconds; 0 for a missing source. */
  readonly changedAt: number;
  readonly bytes: number;
}

/** A change of these changes each build. */
const BUILDERS = [
  'lambdas/edge/build-edge-function.ts',
  'lambdas/edge/drop-columns.ts',
  'lambdas/edge/with-cdn-url.ts',
  'lambdas/require-of-bundle.ts',
  'local/lambda/build-functions.ts',
  'package-lock.json',
];

/** Synchronous, because that costs a fifth of the time for so many small calls. */
function stampSources(root: string, paths: readonly string[]): Stamps {
  const stamps = paths.map((path) => {
    const found = statSync(join(root, path), { throwIfNoEntry: false });
    return [path, { changedAt: found?.ctimeMs ?? 0, bytes: found?.size ?? 0 }] as const;
  });
  return Object.fromEntries(stamps);
}

interface BuildRecord {
  readonly stamps: Stamps;
  readonly built: BuiltFunctions;
}

async function readRecord(path: string): Promise<BuildRecord | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return undefined; // missing or damaged: it is built again
  }
}

/** The build of a record, if no source has changed since. */
async function reuseBuild(
  root: string,
  { stamps, built }: BuildRecord,
): Promise<BuiltFunctions | undefined> {
  const now = stampSources(root, Object.keys(stamps));
  return isDeepStrictEqual(stamps, now) && (await isThere(built.hostPath)) ? built : undefined;
}

/**
 * The edge functions and the file of the functions' hosts, built from the sources below `root`.
 * A build is kept in `.build` and used until one of its sources has changed.
 */
export async function buildFunctions({
  root,
  hostEntry = HOST_ENTRY,
}: {
  readonly root: string;
  readonly hostEntry?: string;
}): Promise<BuiltFunctions> {
  const folder = join(root, '.build');
  const recordPath = join(
    folder,
    `${basename(hostEntry, '.ts')}${isInspected ? '.inspected' : ''}.json`,
  );
  const record = await readRecord(recordPath);
  const before = record && (await reuseBuild(root, record));
  if (before) return before;
  const startedAt = Date.now();
  const sources = new Set(BUILDERS);
  const noteSources: NoteSources = (paths) => {
    for (const path of paths) sources.add(path);
  };
  // only now: most starts build nothing
  const entries = await import('../../lambdas/edge/build-edge-function.ts');
  const { buildEdgeFunction, OLD_REQUEST_ENTRY, VIEWER_RESPONSE_ENTRY } = entries;
  const edgeCode = buildEdgeFunction(root, undefined, noteSources);
  const oldRequestCode = buildEdgeFunction(root, OLD_REQUEST_ENTRY, noteSources);
  const viewerResponseCode = buildEdgeFunction(root, VIEWER_RESPONSE_ENTRY, noteSources);
  const privateRequestCode = buildEdgeFunction(root, entries.PRIVATE_REQUEST_ENTRY, noteSources);
  const privateResponseCode = buildEdgeFunction(root, entries.PRIVATE_RESPONSE_ENTRY, noteSources);
  const host = await buildHost(root, hostEntry, noteSources);
  const hostPath = await writeBuilt(folder, 'function-host', host);
  const built = {
    edgeCode,
    oldRequestCode,
    viewerResponseCode,
    privateRequestCode,
    privateResponseCode,
    hostPath,
  };
  const stamps = stampSources(root, [...sources]);
  // a source that changed meanwhile may have been read before its change
  const isSettled = Object.values(stamps).every(({ changedAt }) => changedAt < startedAt);
  const text = JSON.stringify({ stamps, built } satisfies BuildRecord);
  if (isSettled) await writeWhole(recordPath, text);
  return built;
}
