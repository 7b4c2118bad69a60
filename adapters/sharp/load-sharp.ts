import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import {
  isRebuilt,
  type ReencodedFormat,
  UPLOAD_FORMATS,
  type UploadFormat,
} from '../../core/transform/formats.ts';
import { mayDecodeAvif } from './may-decode-avif.ts';

export type SharpModule = typeof import('sharp').default;

/**
 * The decoder of each format that can be uploaded; every other loader stays blocked for hostile
 * bytes (security.decoders).
 */
const LOADERS: Readonly<Record<UploadFormat, string>> = {
  jpg: 'VipsForeignLoadJpegBuffer',
  png: 'VipsForeignLoadPngBuffer',
  webp: 'VipsForeignLoadWebpBuffer',
  gif: 'VipsForeignLoadNsgifBuffer',
  avif: 'VipsForeignLoadHeifBuffer',
};

const MAY_DECODE: Readonly<Record<ReencodedFormat, (sharp: SharpModule) => boolean>> = {
  avif: ({ versions }) => mayDecodeAvif(versions.heif),
};

/** The formats that can be uploaded with the decoders of this sharp. */
export function inputFormatsOf(sharp: SharpModule): readonly UploadFormat[] {
  return UPLOAD_FORMATS.filter((format) => isRebuilt(format) || MAY_DECODE[format](sharp));
}

/**
 * Loads sharp, whose settings apply to the whole process: few decoders, no cache, a thread for each
 * processor. By `require`, because only that searches a Lambda layer, whose folder is in NODE_PATH.
 */
export async function loadSharp(): Promise<SharpModule> {
  const sharp = createRequire(import.meta.url)('sharp') as SharpModule;
  // no two requests share a step, and the memory is never released
  sharp.cache(false);
  sharp.concurrency(availableParallelism());
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: inputFormatsOf(sharp).map((format) => LOADERS[format]) });
  return sharp;
}
