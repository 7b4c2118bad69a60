import { extname } from 'node:path';

/** The types that come in, by the beginnings of files, as their own specifications have them. */
const STARTS: readonly (readonly [type: string, offset: number, text: string])[] = [
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF87a'],
  ['image/gif', 0, 'GIF89a'],
  ['image/webp', 8, 'WEBP'],
  ['image/bmp', 0, 'BM'],
  ['image/avif', 8, 'avif'],
  ['image/avif', 8, 'avis'],
  ['image/heic', 4, 'ftyp'],
];

/** The type of a file for its upload; undefined if no type of ours begins so. */
export function typeOfImage(bytes: Uint8Array, path: string): string | undefined {
  if (extname(path).toLowerCase() === '.svg') return 'image/svg+xml';
  const start = Buffer.from(bytes.subarray(0, 32)).toString('latin1');
  const found = STARTS.find(([, offset, text]) => start.startsWith(text, offset));
  if (found?.[0] !== 'image/heic') return found?.[0];
  // the brand that a reader may use stands further behind
  const isAvif = /avif|avis/.test(start.slice(16));
  return isAvif || /\.avifs?$/i.test(path) ? 'image/avif' : 'image/heic';
}
