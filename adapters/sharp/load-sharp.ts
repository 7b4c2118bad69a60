import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { mayDecodeAvif } from './may-decode-avif.ts';

export type SharpModule = typeof import('sharp').default;

/** The decoders that hostile bytes may meet; every other loader stays blocked (SECURITY promise 1). */
const LOADERS = [
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadNsgifBuffer',
];
const AVIF_LOADER = 'VipsForeignLoadHeifBuffer';

/**
 * Loads sharp, whose settings hold for the whole process: few decoders, no cache, a thread for each processor. By
 * `require`: that alone looks into a Lambda layer, whose folder is in NODE_PATH.
 */
export async function loadSharp(): Promise<SharpModule> {
  const sharp = createRequire(import.meta.url)('sharp') as SharpModule;
  sharp.cache(false); // PERFORMANCE: no two requests share a step, and the memory is never given back
  sharp.concurrency(availableParallelism());
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: mayDecodeAvif(sharp.versions.heif) ? [...LOADERS, AVIF_LOADER] : LOADERS,
  });
  return sharp;
}
