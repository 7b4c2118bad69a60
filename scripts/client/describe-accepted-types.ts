import { readFileSync } from 'node:fs';
import { STORED_TYPES } from '../../core/images/foreign-upload.ts';

/** The pages with an input for files: phones send JPEG where it doesn't accept HEIC. */
const FILES = [
  'docs/guides/browser-uploads.md',
  'examples/pages/filepond.html',
  'examples/pages/plain.html',
  'examples/pages/uppy.html',
];

function withAcceptedTypes(path: string): string {
  const text = readFileSync(path, 'utf8');
  const accepted = /accept="image\/[^"]*"/g;
  if (!accepted.test(text)) throw new Error(`${path} has no input for files`);
  return text.replaceAll(accepted, () => `accept="${STORED_TYPES.join(',')}"`);
}

/** Each page, with the types of its input for files by THE table. */
export const PAGES_WITH_INPUT: Readonly<Record<string, () => string>> = Object.fromEntries(
  FILES.map((path) => [path, () => withAcceptedTypes(path)]),
);
