/** How long what answers at an address may be kept. */
export type CacheLife = 'immutable' | 'revalidated';

/** `Cache-Control` by life: a revalidated file is asked for again each time, by its ETag. */
export const CACHE_CONTROL = {
  immutable: 'public, max-age=31536000, immutable',
  revalidated: 'no-cache',
} as const satisfies Record<CacheLife, string>;

/** A file of the site. */
export interface SiteFile {
  /** Without a slash at its beginning: the key in the bucket, the path at the address. */
  readonly key: string;
  readonly contentType: string;
  readonly life: CacheLife;
  readonly body: Uint8Array;
}

/** A file of text that is asked for again each time. */
export function textFile(key: string, contentType: string, text: string): SiteFile {
  return { key, contentType, life: 'revalidated', body: Buffer.from(text) };
}

/** The `Content-Type` by extension: of all that a built page may consist of. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  json: 'application/json',
  map: 'application/json',
  webmanifest: 'application/manifest+json',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  txt: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  xml: 'application/xml',
  wasm: 'application/wasm',
};

/** The type of a file by its name; bytes that nothing runs where the extension is unknown. */
export function contentTypeOf(name: string): string {
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return CONTENT_TYPES[extension] ?? 'application/octet-stream';
}
