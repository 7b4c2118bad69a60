import { isLoopbackHost } from '../../core/images/image-reference.ts';
import type { Read } from './setting.ts';

/** A bucket of an S3-compatible store, and the place of our objects in it. */
export interface ObjectsPlace {
  readonly bucket: string;
  /** Undefined: the endpoint of AWS for the region. */
  readonly endpoint: string | undefined;
  /** Undefined: the region of the environment. */
  readonly region: string | undefined;
  /** Empty, or ends with a slash. */
  readonly prefix: string;
}

const EXPECTED =
  's3://BUCKET, with endpoint, region and prefix as needed: s3://photos?endpoint=https://s3.example.com&region=eu-west-1&prefix=images';
const PARAMETERS = ['endpoint', 'region', 'prefix'];
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^[\w!*'().-]+(\/[\w!*'().-]+)*\/?$/;

function isEndpoint(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.search === '';
}

/** Reads `s3://bucket?endpoint=…&region=…&prefix=…`; it has no credentials. */
export function readObjectsPlace(text: string): Read<ObjectsPlace> {
  const url = URL.parse(text);
  if (url?.protocol !== 's3:' || url.username !== '' || url.port !== '')
    return { expected: EXPECTED };
  const { hostname: bucket, pathname, searchParams } = url;
  const unknown = [...searchParams.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined) return { expected: `${EXPECTED} (${unknown} is unknown)` };
  const [endpoint, region, prefix = ''] = PARAMETERS.map(
    (name) => searchParams.get(name) ?? undefined,
  );
  const isRight =
    BUCKET.test(bucket) &&
    /^\/?$/.test(pathname) &&
    (endpoint === undefined || isEndpoint(endpoint)) &&
    (prefix === '' || (PREFIX.test(prefix) && !prefix.split('/').includes('..')));
  if (!isRight) return { expected: EXPECTED };
  const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
  return { value: { bucket, endpoint, region, prefix: folder } };
}

/** The same as text, for messages and for comparison. */
export function describeObjectsPlace({ bucket, endpoint, prefix }: ObjectsPlace): string {
  const at = endpoint === undefined ? '' : ` at ${endpoint}`;
  return `s3://${bucket}/${prefix}${at}`;
}

/** Whether a place is reached without encryption by way of a network. */
export function isInClear({ endpoint }: ObjectsPlace): boolean {
  const url = URL.parse(endpoint ?? '');
  return url?.protocol === 'http:' && !isLoopbackHost(url.host);
}
