/**
 * `node run-renderer.ts PATH REQUESTS`: sends requests to the renderer's bundle, one after the
 * other, in this one process. It prints each status, and whether sharp's native library is loaded
 * by then.
 */
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
  readonly isSharpLoaded: boolean;
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
  seen.push({ status: statusCode, isSharpLoaded: isSharpLoaded() });
}
console.log(`\n${JSON.stringify(seen)}`);
