import { createHash } from 'node:crypto';
import type { Resize } from './geometry.ts';
import type { NamedPosition } from './parameters.ts';

/** The part of a position in a rendition key. */
export const COMPASS: Readonly<Record<NamedPosition, string>> = {
  center: '',
  top: 'n',
  'top-right': 'ne',
  right: 'e',
  'bottom-right': 'se',
  bottom: 's',
  'bottom-left': 'sw',
  left: 'w',
  'top-left': 'nw',
  attention: 'attention',
  entropy: 'entropy',
};

/** The part of a resize in a rendition key. */
export function resizeText(resize: Resize): string {
  const { width, height } = resize.size;
  const inner = resize.how === 'contain' ? `in${resize.inner.width}x${resize.inner.height}` : '';
  return `${resize.how}${width}x${height}${inner}`;
}

/** A part of the key; empty if the parameter is absent. */
export function part(word: string, value: string | number | boolean | undefined): string {
  if (!value) return '';
  return value === true ? `-${word}` : `-${word}${value}`;
}

/** So many hex digits of a text's SHA-256, four bits each. */
export function digestOf(text: string, digits: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digits);
}

/** File systems hold names of 255 bytes. */
const MAX_KEY_LENGTH = 250;

/** A key that a file can have as its name: a digest stands for the end of a longer one. */
export function fileKey(key: string): string {
  if (key.length <= MAX_KEY_LENGTH) return key;
  return `${key.slice(0, 180)}-sum${digestOf(key, 40)}${key.slice(key.lastIndexOf('.'))}`;
}
