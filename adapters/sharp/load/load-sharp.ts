import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import type { UploadFormat } from '../../../core/transform/formats.ts';
import { fontEnvironment } from './find-font.ts';

export type SharpModule = typeof import('sharp').default;

/**
 * The decoder of each stored format; every other loader stays blocked for hostile bytes
 * (security.decoders).
 */
const LOADERS: Readonly<Record<UploadFormat, string>> = {
  jpg: 'VipsForeignLoadJpegBuffer',
  png: 'VipsForeignLoadPngBuffer',
  webp: 'VipsForeignLoadWebpBuffer',
  gif: 'VipsForeignLoadNsgifBuffer',
};

/**
 * Pixels stand outside of V8's heap. Otherwise V8 gives 100 MB to objects that die young, such as
 * those of a large SVG, and keeps them while the SVG is drawn.
 */
const YOUNG_OBJECTS = '--semi-space-growth-factor=1';

/**
 * Loads sharp, whose settings apply to the whole process: few decoders, no cache, a thread for each
 * processor, no font of the machine. Young objects have little room in it. By `require`, because
 * only that searches a Lambda layer, whose folder is in NODE_PATH. In the main thread, because the
 * environment of any other is a copy.
 */
export async function loadSharp(): Promise<SharpModule> {
  setFlagsFromString(YOUNG_OBJECTS);
  Object.assign(process.env, fontEnvironment());
  const sharp = createRequire(import.meta.url)('sharp') as SharpModule;
  // no two requests share a step, and the memory is never released
  sharp.cache(false);
  sharp.concurrency(availableParallelism());
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: Object.values(LOADERS) });
  return sharp;
}
