import type { KeyTimeouts } from '../../core/images/rendition-back-off.ts';
import { type ColumnsOf, fields, list, number, text } from './columns.ts';

/** The timeouts of single renditions of an image. */
export const keyTimeouts = list(
  fields({ renditionKey: text, count: number, lastAt: number } satisfies ColumnsOf<KeyTimeouts>),
);
