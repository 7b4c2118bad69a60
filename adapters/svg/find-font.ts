import { createRequire } from 'node:module';

/**
 * The file of the font of texts, DejaVu Sans. By `require`, because only that searches a Lambda
 * layer, whose folder is in NODE_PATH. Throws an Error if the package is not installed.
 */
export function findFont(): string {
  return createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');
}
