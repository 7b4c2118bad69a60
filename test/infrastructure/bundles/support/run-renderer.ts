/**
 * `node run-renderer.ts PATH REQUESTS`: sends requests to the renderer's bundle, one after the
 * other, in this one process. It prints each status, and the code that is loaded.
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** The requests to the renderer. */
export interface Asked {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
/** The result. */
export interface Seen {
  readonly status: number;
  /** The native library of sharp. */
  readonly isSharpLoaded: boolean;
  /** The client behind Node's `fetch`, which takes longer to load than any other part of Node. */
  readonly isFetchLoaded: boolean;
  /** The packages that were loaded from `node_modules`. */
  readonly packages: readonly string[];
}

/** A field of Node that its types lack: the names of its own modules that are loaded. */
const { moduleLoadList } = process as unknown as { readonly moduleLoadList: readonly string[] };
const require = createRequire(import.meta.url);

function loadedPackages(): string[] {
  const names = Object.keys(require.cache).map(
    (path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(path)?.[1] ?? path,
  );
  return [...new Set(names)].sort();
}

function isSharpLoaded(): boolean {
  const { sharedObjects } = process.report.getReport() as unknown as { sharedObjects: string[] };
  return sharedObjects.some((path) => /libvips|sharp-linux/.test(path));
}

const [, , bundle = '', requests = '[]'] = process.argv;
const { handler } = await import(pathToFileURL(bundle).href);
const seen: Seen[] = [];
for (const { path, method = 'GET', headers = {} } of JSON.parse(requests) as Asked[]) {
  const [rawPath, rawQueryString = ''] = path.split('?');
  const event = { rawPath, rawQueryString, headers, requestContext: { http: { method } } };
  const { statusCode } = await handler(event, { awsRequestId: `request-${seen.length}` });
  const isFetchLoaded = moduleLoadList.some((name) => name.endsWith('/undici'));
  seen.push({
    status: statusCode,
    isSharpLoaded: isSharpLoaded(),
    isFetchLoaded,
    packages: loadedPackages(),
  });
}
console.log(`\n${JSON.stringify(seen)}`);
